// Two people, one link: real browsers at a real site.
import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { violations } from './axe.js';
import { eventually, phase, row, sentence } from './page.js';
import { accept, makeGame } from './people.js';
import { Site } from './site.js';

/** @typedef {import('playwright-core').Page} Page */

const site = new Site();
before(() => site.start());
after(() => site.end());

/** @param {Page} page */
const board = async (page) => [...(await row(page, 'south')), ...(await row(page, 'north'))];

/** All of them come to show the same board. @param {Page} first @param {...Page} others */
const agree = (first, ...others) =>
  eventually(async () => {
    const shown = await board(first);
    for (const other of others) assert.deepEqual(await board(other), shown);
    return shown;
  });

/** @param {Page} page @param {number} count */
const moves = (page, count) => page.waitForFunction((n) => document.querySelectorAll('.move').length === n, count);

/** @param {Page} page @param {string} pit */
async function play(page, pit) {
  await phase(page, 'yours');
  await page.keyboard.press(pit);
}

/**
 * Two people who have begun a game.
 * @param {import('node:test').TestContext} t
 * @param {object} [settings]
 * @param {Parameters<Site['visit']>[1]} [options]
 */
async function pair(t, settings, options) {
  const [ann, ben] = await Promise.all([site.visit(t, options), site.visit(t, options)]);
  const link = await makeGame(ann, settings);
  await accept(ben, link);
  await phase(ann, 'yours', 'theirs');
  return { ann, ben, link };
}

test('a game by its link to the end, with somebody watching; then its review', async (t) => {
  const [ann, ben, eve] = await Promise.all([site.visit(t), site.visit(t), site.visit(t)]);
  await ann.click('.nav a[href="#/online"]');
  await ann.click('#online-new');
  await ann.fill('#online-name', 'Ann');
  await ann.locator('input[name="open"][value="open"]').click();
  await ann.locator('input[name="side"][value="south"]').click();
  await ann.locator('input[name="seeds"][value="3"]').click();
  await ann.click('dialog button[type="submit"]');
  await ann.waitForSelector('.invitation:not([hidden])');
  const link = await ann.locator('.invitation .link').inputValue();

  await ben.goto(`${site.url}#/online`);
  await ben.locator('.lobby .game', { hasText: 'Ann' }).getByRole('link', { name: 'Play' }).click();
  await ben.fill('#join-name', 'Ben');
  await ben.keyboard.press('Enter');
  await eve.goto(link);
  await eve.waitForFunction(() => document.querySelector('.notice-text')?.textContent === 'You are watching.');
  assert.equal(await eve.locator('#resign').count(), 0);

  await eve.locator('.about-game', { hasText: 'Watching' }).waitFor();

  const players = [ann, ben];
  for (let count = 0; count < 200; count += 1) {
    await Promise.race(players.map((page) => phase(page, 'yours', 'over')));
    if (await ann.locator('.play[data-phase="over"]').count()) break;
    const page = (await ann.locator('.play[data-phase="yours"]').count()) ? ann : ben;
    if (!(await page.locator('.play[data-phase="yours"]').count())) continue;
    const shown = await page.locator('.move').count();
    const house = await page.locator('.pit.legal').last().getAttribute('data-house');
    await page.keyboard.press(String(house?.split('-')[1]));
    await page.waitForFunction((n) => document.querySelectorAll('.move').length > n, shown);
  }
  await Promise.all([ann, ben, eve].map((page) => phase(page, 'over')));
  const end = await agree(ann, ben, eve);
  assert.equal(end[6] + end[13], 36);
  assert.match(await sentence(ann), /(You win|Ben wins) \d+ to \d+\.$|A draw/);
  assert.ok(await ben.locator('.pit.near[data-house="north-1"]').count(), 'north sees its own row at the bottom');

  await ben.click('#review');
  await ben.waitForSelector('.review .figure strong');
  assert.equal(await ben.locator('.review h1').innerText(), 'Ann – Ben');
  await ben.goto(`${site.url}#/games`);
  await ben.locator('.game', { hasText: 'Ann – Ben' }).waitFor();
});

test('a reload in the middle, a second tab, and clocks that stay right', async (t) => {
  const { ann, ben, link } = await pair(t, { clock: { kind: 'game', seconds: 300, increment: 60 } });
  await play(ann, '3');
  await play(ann, '1');
  await phase(ben, 'yours');
  const before = await agree(ann, ben);
  await Promise.all([ann.reload(), ben.reload()]);
  await phase(ben, 'yours');
  await phase(ann, 'theirs');
  assert.deepEqual(await board(ann), before);
  /** @param {Page} page @param {string} side */
  const clock = async (page, side) => {
    const text = await page.locator(`.seat[data-side="${side}"] .clock`).innerText();
    const [minutes, seconds] = text.split(':').map(Number);
    return minutes * 60 + seconds;
  };
  await eventually(async () => {
    const [first, second] = await Promise.all([clock(ann, 'north'), clock(ben, 'north')]);
    assert.ok(first < 300 && Math.abs(first - second) <= 1, `${first} and ${second}`);
  });
  const added = await clock(ann, 'south');
  assert.ok(added > 300 && added <= 360, `${added}`);
  assert.equal(await clock(ben, 'south'), added, 'a clock that stands is the same for both');

  const tab = await ben.context().newPage();
  await tab.goto(link);
  await play(tab, '2');
  await moves(ben, 3);
  await agree(ben, ann);
});

test('little time is seen and heard, and no time left is the end', async (t) => {
  const { ann, ben } = await pair(t, { clock: { kind: 'game', seconds: 10, increment: 0 } });
  await play(ann, '1');
  await ben.waitForSelector('.clock[data-low="true"]');
  await ben.waitForFunction(() => /10 seconds left/.test(document.getElementById('live')?.textContent ?? ''));
  await phase(ann, 'over');
  assert.match(await sentence(ann), /Ben ran out of time\. You win!/);
});

test('the site is stopped in the middle: the page says so, keeps the move, and comes back', async (t) => {
  const tolerate = /WebSocket|ERR_CONNECTION|ERR_EMPTY|ERR_SOCKET|ERR_INCOMPLETE/;
  const { ann, ben } = await pair(t, {}, { tolerate });
  await play(ann, '3');
  await moves(ben, 1);
  await site.stop();
  await ann.waitForSelector('.link-state:not([hidden])');
  await play(ann, '2');
  await moves(ann, 2);
  await site.start();
  await moves(ben, 2);
  await ann.waitForSelector('.link-state', { state: 'hidden' });
  await play(ben, '1');
  await moves(ann, 3);
  await agree(ann, ben);
});

test('a game can be called off until both have moved; a draw takes both', async (t) => {
  const { ann, ben } = await pair(t);
  await play(ann, '1');
  await phase(ben, 'yours');
  assert.equal(await ben.locator('#resign').count(), 0);
  await ben.click('#abort');
  await ben.locator('dialog .button.main').click();
  await phase(ann, 'over');
  assert.match(await sentence(ann), /This game was called off\.$/);
  await ann.click('#rematch');
  await ben.click('#rematch');
  // Ben is south now.
  await play(ben, '1');
  await play(ann, '1');
  await phase(ben, 'yours');
  await ann.click('#more');
  await ann.locator('[data-choice="draw"]').click();
  await ann.waitForSelector('#draw-drop');
  await ben.click('#draw-no');
  await ann.waitForSelector('#draw-drop', { state: 'detached' });
  await ben.click('#more');
  await ben.locator('[data-choice="draw"]').click();
  await ann.click('#draw-yes');
  await Promise.all([ann, ben].map((page) => phase(page, 'over')));
  assert.match(await sentence(ben), /You agreed on a draw\.$/);
});

test('taking back needs consent; resigning a question; the rematch swaps sides', async (t) => {
  const { ann, ben } = await pair(t);
  await play(ann, '1');
  await moves(ben, 1);
  await ann.keyboard.press('u');
  await ann.waitForSelector('#takeback[disabled]');
  await ben.click('#takeback-no');
  await ann.waitForSelector('#takeback:not([disabled])');
  await moves(ann, 1);
  await ann.click('#takeback');
  await ben.click('#takeback-yes');
  await moves(ben, 0);
  assert.deepEqual(await agree(ben, ann), [4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0]);
  await play(ann, '2');
  await play(ben, '1');
  await phase(ann, 'yours');
  await ben.click('#resign');
  await ben.getByRole('button', { name: 'Cancel' }).click();
  await phase(ben, 'theirs');
  await ben.keyboard.press('x');
  await ben.locator('dialog .button.main').click();
  await phase(ann, 'over');
  await phase(ben, 'over');
  assert.match(await sentence(ann), /Ben resigned\. You win!/);
  assert.match(await sentence(ben), /You resigned\. Ann wins\./);
  const old = ann.url();
  await ann.click('#rematch');
  await ben.getByRole('button', { name: 'Accept the rematch' }).click();
  await phase(ben, 'yours');
  await phase(ann, 'theirs');
  assert.notEqual(ann.url(), old);
  assert.equal(ann.url(), ben.url());
  assert.ok(await ben.locator('.pit.near[data-house="south-1"]').count());
  await ann.goBack();
  await ann.waitForSelector('#next');
});

test('a seat handed on', async (t) => {
  const { ann, ben } = await pair(t);
  await play(ann, '1');
  await phase(ben, 'yours');
  await ben.click('#more');
  await ben.click('[data-choice="seat"]');
  const link = await ben.locator('dialog .link').inputValue();
  const carl = await site.visit(t);
  await carl.goto(link);
  await play(carl, '2');
  assert.doesNotMatch(carl.url(), /seat/, 'the secret does not stay in the address');
  await phase(ann, 'yours');
  await agree(ann, ben, carl);
});

test('an opponent who is away: said at once, the game to be taken after a time, if the site agrees', async (t) => {
  const [ann, ben] = await Promise.all([site.visit(t, { tolerate: /409/ }), site.visit(t)]);
  let minutes = 1;
  // The site's answer if Ben had left that long ago.
  const gone = (/** @type {any} */ state) => {
    state.here.north = false;
    state.seen.north = state.now - minutes * 60_000;
  };
  await ann.routeWebSocket(/live/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((text) => {
      const message = JSON.parse(String(text));
      gone(message.state);
      socket.send(JSON.stringify(message));
    });
  });
  await ann.route(/\/move$/, async (route) => {
    const response = await route.fetch();
    const state = await response.json();
    gone(state);
    await route.fulfill({ response, json: state });
  });
  await accept(ben, await makeGame(ann));
  await play(ann, '1');
  await ann.waitForFunction(() => /Ben is away.* in [34]:/.test(document.querySelector('.notice')?.textContent ?? ''));
  await ann.waitForSelector('.seat .away');
  minutes = 6;
  await ben.click('.name');
  await ben.keyboard.type('Benjamin');
  await ben.keyboard.press('Enter');
  await ann.click('#claim');
  await ann.locator('.note', { hasText: 'has not been away long enough' }).waitFor();
});

test('names are changed in place, and are never more than text', async (t) => {
  const name = '<img src=x onerror=alert(1)>"\'&';
  const { ann, ben } = await pair(t);
  await ann.click('.name');
  await ann.keyboard.press('Control+A');
  await ann.keyboard.type(name);
  await ann.keyboard.press('Enter');
  await ben.waitForFunction((wanted) => document.querySelector('.seat strong')?.textContent === wanted, name);
  await play(ann, '1');
  await phase(ben, 'yours');
  assert.ok((await sentence(ben)).startsWith(name));
  assert.equal(await ben.locator('main img').count(), 0);
});

test('what is not there says so, and a game nobody joined can be closed', async (t) => {
  const page = await site.visit(t, { hash: '#/online/aaaaaaaaaaaaaaaa', tolerate: /404/, offline: true });
  await page.getByRole('heading', { name: 'There is no such game' }).waitFor();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await makeGame(page);
  await page.click('#withdraw');
  await phase(page, 'over');
  assert.match(await sentence(page), /closed before it began/);
  const kept = await page.evaluate(async () => (await caches.match('api', { ignoreSearch: true })) ?? null);
  assert.equal(kept, null, 'what the site says is never kept for later');
});

for (const dark of [false, true]) {
  test(`a phone, ${dark ? 'dark, in Russian' : 'light'}: all in sight, large enough, and axe finds nothing`, async (t) => {
    const phone = { width: 390, height: 844, touch: true, calm: true, dark, language: dark ? 'ru-RU' : 'en-US' };
    const [ann, ben] = await Promise.all([site.visit(t, phone), site.visit(t, phone)]);
    /** @param {Page} page @param {string} what */
    const check = async (page, what) => {
      assert.deepEqual(await violations(page), [], what);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390, what);
      const small = await page.locator('main button, main a, dialog button, main input').evaluateAll((all) =>
        all
          .filter((one) => !one.matches('.move, .segments input'))
          .map((one) => ({ box: one.getBoundingClientRect(), html: one.outerHTML.slice(0, 90) }))
          .filter(({ box }) => box.width && (box.height < 43.5 || box.width < 43.5))
          .map(({ html }) => html),
      );
      assert.deepEqual(small, [], what);
      if (dark) assert.doesNotMatch(await page.innerText('main'), /online\.|page\.|\b(the|your|game|turn)\b/i, what);
    };
    /** No button lies under the places at the bottom. @param {Page} page */
    const inSight = (page) =>
      eventually(async () => {
        const [actions, places] = await Promise.all(
          ['.actions', '.places'].map((name) => page.locator(name).evaluate((one) => one.getBoundingClientRect())),
        );
        assert.ok(actions.bottom <= places.top + 1, `the buttons end at ${actions.bottom}, the places begin at ${places.top}`);
      });
    await ann.goto(`${site.url}#/online`);
    await ann.waitForSelector('.lobby .empty');
    await check(ann, 'lobby');
    await ann.click('#online-new');
    await ann.locator('input[name="clock"][value="game"]').click();
    await check(ann, 'new game');
    await ann.keyboard.press('Escape');
    const link = await makeGame(ann, { clock: { kind: 'turn', days: 3 } });
    await check(ann, 'waiting');
    await ben.goto(link);
    await ben.waitForSelector('#join');
    await check(ben, 'invited');
    await ben.tap('#join');
    await phase(ann, 'yours');
    await ann.locator('.pit.legal').first().tap();
    await phase(ann, 'theirs');
    await phase(ben, 'yours');
    await check(ann, 'playing');
    await inSight(ann);
    await ann.keyboard.press('u');
    await ben.waitForSelector('#takeback-yes');
    await check(ben, 'asked');
    await ben.tap('#takeback-no');
    await ann.keyboard.press('?');
    await ann.waitForSelector('dialog[open]');
    await check(ann, 'keys');
    await ann.keyboard.press('Escape');
    await ann.tap('#abort');
    await ann.locator('dialog .button.main').tap();
    await phase(ben, 'over');
    await check(ben, 'over');
    await inSight(ben);
    await ann.tap('#rematch');
    await ben.waitForSelector('.notice-text');
    await check(ben, 'asked for a rematch');
    await inSight(ben);
  });
}

test('the invitation is a code for a camera and a link that other programs can show', async (t) => {
  const ann = await site.visit(t);
  const link = await makeGame(ann);
  assert.match(link, /\/game\/[^/#]+$/);
  const { drawn, wanted } = await ann.evaluate(async (text) => {
    const { matrix } = await import(new URL('js/online/qr.js', document.baseURI).href);
    const path = document.querySelector('.invitation .qr path')?.getAttribute('d') ?? '';
    return { drawn: (path.match(/M/g) ?? []).length, wanted: matrix(text).flat().filter(Boolean).length };
  }, link);
  assert.equal(drawn, wanted);
  const page = await (await fetch(link)).text();
  assert.match(page, /og:title" content="Ann invites you/);
  assert.match(page, /og:image"/);
});

test("players without a name are called after two animals, the same for everybody; phrases are read in one's own language", async (t) => {
  const [ann, ben] = await Promise.all([site.visit(t), site.visit(t, { language: 'ru-RU' })]);
  await accept(ben, await makeGame(ann, { name: '' }), '');
  await phase(ann, 'yours', 'theirs');
  const names = await ann.locator('.seat strong').allInnerTexts();
  assert.equal(new Set(names).size, 2);
  for (const name of names) assert.match(name, /^[A-Z][a-z]+$/);
  assert.doesNotMatch(names.join(' '), /South|North/);
  await ann.click('#say');
  await ann.click('[data-choice="nice-move"]');
  await ben.locator('.bubble', { hasText: 'Хороший ход!' }).waitFor();
  await ben.waitForFunction(() => /Хороший ход/.test(document.getElementById('live')?.textContent ?? ''));
});

test('who has moved and waits is asked once whether to be told', async (t) => {
  const { ann, ben } = await pair(t);
  // A browser without a window refuses everything; one with a window has not been asked yet.
  await ann.evaluate(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  await play(ann, '1');
  await play(ben, '1');
  await phase(ann, 'yours');
  assert.equal(await ann.locator('#notify-no').count(), 0);
  await play(ann, '3');
  await ann.click('#notify-no');
  await ann.waitForSelector('#notify-no', { state: 'detached' });
  await play(ben, '3');
  await play(ann, '4');
  await phase(ben, 'yours');
  assert.equal(await ann.locator('#notify-no').count(), 0);
});

test('values are asked of a site with a larger table too, and found here if it has no time', async (t) => {
  const page = await site.visit(t, { settings: { game: { opponent: 'human', seeds: 6 } }, tolerate: /503/ });
  const context = page.context();
  await context.route('**/api', (route) => route.fulfill({ json: { online: true, analysis: { seeds: 24 } } }));
  await context.route('**/api/analysis?*', (route) => route.fulfill({ status: 503, json: { type: '/problems/busy' } }));
  await page.reload();
  await phase(page, 'yours');
  const asked = page.waitForRequest(/api\/analysis\?/);
  await page.keyboard.press('a');
  const { searchParams } = new URL((await asked).url());
  assert.match(searchParams.get('position') ?? '', /^6,6,6,6,6,6,0\/6,6,6,6,6,6,0 s$/);
  await page.waitForSelector('.pill.shown');
});
