// What once was wrong on the page, and is not to come back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { PATIENCE, URL, eventually, goTo, phase, press, visit } from './page.js';

const FRIEND = { game: { opponent: 'human' } };

test('headings, boards and cards begin at the same place', async (t) => {
  for (const width of [768, 1366]) {
    const page = await visit(t, { width, settings: FRIEND });
    await press(page, '3');
    for (const view of ['play', 'puzzles', 'editor', 'review', 'learn']) {
      await goTo(page, view);
      const left = await page
        .locator('.table h1:not(.hidden), .table .board, .table .seat, .table .sentence, .table .graph-card, .table .lesson h2')
        .evaluateAll((all) =>
          all.filter((one) => one.getClientRects().length).map((one) => Math.round(one.getBoundingClientRect().left)),
        );
      assert.equal(new Set(left).size, 1, `${view} at ${width}: ${left}`);
    }
  }
});

test('every view has one heading of the first level, on a phone too', async (t) => {
  const page = await visit(t, { width: 390, height: 844, touch: true });
  for (const view of ['home', 'play', 'puzzles', 'learn', 'games', 'editor', 'review', 'machine', 'workbench', 'course']) {
    await page.goto(`${URL}#/${view}`);
    await page.waitForSelector(`#main[data-view="${view}"]`);
    await eventually(async () => assert.equal(await page.getByRole('heading', { level: 1 }).count(), 1, view));
  }
});

test('an estimate is no double minus', async (t) => {
  const page = await visit(t, { settings: { analysis: true, ...FRIEND } });
  page.setDefaultTimeout(4 * PATIENCE);
  await press(page, '1');
  await page.waitForSelector('.pill.shown');
  const pills = await page.locator('.pill.shown').evaluateAll((all) => all.map((one) => one.getAttribute('data-text') ?? ''));
  for (const text of pills) assert.match(text, /^(|≥ |≤ |≈ )(0|[+−]\d+)$/u);
});

test('in Russian taking a move back and doing it again are two words', async (t) => {
  const page = await visit(t, { language: 'ru-RU', settings: FRIEND });
  await press(page, '3', '1');
  await phase(page, 'yours');
  await page.keyboard.press('?');
  const rows = await page.locator('.keys').first().innerText();
  const [, undo] = rows.match(/(?:^|\n)u\n([^\n]+)/) ?? [];
  const [, redo] = rows.match(/(?:^|\n)r\n([^\n]+)/) ?? [];
  assert.ok(undo && redo && undo !== redo, `${undo} ${redo}`);
  await page.keyboard.press('Escape');
  assert.equal(await page.innerText('#undo'), 'Ход назад');
});

test('nobody is told to choose a pit who cannot', async (t) => {
  const page = await visit(t, { settings: { game: { opponent: 'level:3' } } });
  await phase(page, 'yours');
  assert.match(await page.innerText('.sentence'), /Choose a pit with a light ring/);
  await press(page, '1');
  await phase(page, 'yours');
  await page.click('#resign');
  await page.locator('dialog .main').click();
  await phase(page, 'over');
  await page.keyboard.press('Escape');
  assert.doesNotMatch(await page.innerText('main'), /light ring/);
});

test('a review without a game shows an example and no dead buttons', async (t) => {
  const page = await visit(t, { hash: '#/review' });
  page.setDefaultTimeout(4 * PATIENCE);
  await page.getByRole('heading', { level: 1, name: 'Review' }).waitFor();
  assert.equal(await page.locator('.steps').count(), 0);
  await page.getByRole('link', { name: 'Try' }).click();
  await page.waitForSelector('.move[aria-current]');
  assert.match(await page.innerText('h1'), /You – Clay/);
  await page.goto(`${page.url().split('#')[0]}#/review`);
  await page.getByRole('link', { name: 'Play a game' }).click();
  await page.waitForSelector('dialog.new-game');
  assert.equal(await page.evaluate(() => location.hash), '#/play');
});

test('a click on what opens a sheet shows no tip over the board', async (t) => {
  const page = await visit(t, { settings: FRIEND });
  await press(page, '3');
  assert.equal(await page.locator('.board [title], .actions [title]').count(), 0);
});

/**
 * A finger that is put down, moved and lifted.
 * @param {import('playwright-core').Page} page
 * @param {[number, number]} from
 * @param {number} down pixels
 */
async function pull(page, [x, y], down) {
  const session = await page.context().newCDPSession(page);
  const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {number} */ far) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x, y: y + far }] });
  await touch('touchStart', 0);
  for (let step = 1; step <= 10; step += 1) await touch('touchMove', (down * step) / 10);
  await touch('touchEnd', down);
}

test('on a phone a sheet closes when it is pulled down, and comes back when it is let go early', async (t) => {
  const page = await visit(t, { width: 390, height: 480, touch: true, settings: FRIEND });
  await phase(page, 'yours');
  await page.tap('#new');
  await page.waitForSelector('dialog[open]');
  const head = async () => {
    const { x = 0, y = 0, width = 0 } = (await page.locator('dialog .sheet-head h2').boundingBox()) ?? {};
    return /** @type {[number, number]} */ ([x + width / 2, y + 10]);
  };
  const [x, y] = await head();
  await pull(page, [x, y], 24);
  await page.waitForFunction(() => document.querySelector('dialog[open]:not(.pulled)'));
  await pull(page, await head(), 300);
  await page.waitForSelector('dialog[open]', { state: 'detached' });
  assert.equal(await page.evaluate(() => location.hash), '');
  // What is scrolled down is scrolled back up first.
  await page.tap('#new');
  await page.waitForSelector('dialog[open]');
  const scrolled = await page.evaluate(() => {
    const dialog = /** @type {HTMLElement} */ (document.querySelector('dialog'));
    dialog.scrollTop = 200;
    return dialog.scrollTop;
  });
  assert.ok(scrolled > 100, `${scrolled}`);
  await pull(page, [195, 300], 150);
  assert.equal(await page.locator('dialog[open]').count(), 1);
});

test('the name of the page leads home: the open game, the puzzle of the day, a console', async (t) => {
  const page = await visit(t, { settings: FRIEND });
  await page.click('.brand');
  await page.waitForSelector('#main[data-view="home"] [data-card="daily"] .ring');
  assert.match(await page.innerText('[data-card="game"]'), /A new game[^]*Pip, level 1/);
  assert.match(await page.innerText('[data-card="console"]'), /Switch it on/);
  await goTo(page, 'play');
  await press(page, '3', '1');
  await page.click('.brand');
  await page.waitForSelector('[data-card="game"] a[href^="#/play/"]');
  assert.match(await page.innerText('[data-card="game"]'), /Continue against .*\d to \d/s);
  const ring = await page.locator('[data-card="daily"] .ring').count();
  await page.click('[data-card="daily"] a');
  await page.waitForSelector('.puzzles .pit.legal');
  assert.equal(await page.locator('.pit.legal').count(), ring);
  await page.goBack();
  await page.click('[data-card="game"] a');
  await phase(page, 'yours');
  assert.equal(await page.locator('.move').count(), 2);
});
