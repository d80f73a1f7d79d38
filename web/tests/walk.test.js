// The machine as a visitor and as a student meets it: what was lost, hidden or said wrongly once, on a phone and on a laptop.
import assert from 'node:assert/strict';
import test from 'node:test';
import { violations } from './axe.js';
import { PATIENCE, URL, eventually, painted, visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */

const PHONE = { width: 390, height: 844, touch: true };
const WAITS = '.machine[data-phase="human"][data-waiting="true"]';

/**
 * @param {import('node:test').TestContext} t
 * @param {string} where
 * @param {object} [options]
 */
async function machine(t, where, options = {}) {
  const page = await visit(t, { hash: `#/machine${where}`, ...options });
  page.setDefaultTimeout(2 * PATIENCE);
  await page.waitForSelector('.machine[data-ready="true"]');
  return page;
}

/** @param {Page} page */
const now = async (page) => Number(await page.locator('.machine').getAttribute('data-now'));

/** @param {Page} page */
const chips = (page) => page.locator('.line-chip').allInnerTexts();

/** @param {Page} page */
async function pause(page) {
  await page.waitForSelector('.machine[data-running="true"], .machine[data-running="false"]');
  if ((await page.locator('.machine').getAttribute('data-running')) === 'true') await page.click('.run');
  await page.waitForSelector('.machine[data-running="false"]');
}

/** A game on the console of 2022 with one move made. @param {Page} page */
async function play(page) {
  await page.locator('.speed input').fill('100');
  await page.waitForSelector(WAITS);
  await page.keyboard.press('2');
  await page.waitForSelector(`${WAITS}:has(.line-chip.north):has(.line-chip.yours)`);
}

test('a visitor meets a console that is playing, and plays on', async (t) => {
  const page = await machine(t, '');
  await page.waitForSelector('.line-chip.south:has-text("you 4")');
  assert.deepEqual((await chips(page)).slice(0, 4), ['set-up', 'you 3', 'you 2', 'machine 3, 6']);
  await page.waitForSelector(WAITS);
  assert.match(await page.innerText('.machine-says'), /waits for your move\. Press a pit/);
  const pit = page.locator('.ask-pit:not([disabled])').first();
  const name = await pit.locator('strong').innerText();
  await pit.click();
  await page.waitForFunction(
    (text) => [...document.querySelectorAll('.line-chip')].filter((chip) => chip.textContent === text).length > 0,
    `you ${name}`,
  );
});

test('a game survives a reload, another view, another language and the way in the header', async (t) => {
  const page = await machine(t, '/2022/native');
  await play(page);
  const played = (await chips(page)).filter((text) => /you|machine/.test(text));
  const before = await now(page);
  assert.match(page.url(), /a=\d+\+press\+2/, 'the address follows what was done');
  await page.reload();
  await page.waitForSelector('.machine[data-ready="true"]');
  await page.waitForSelector(`${WAITS}:has(.line-chip.north)`);
  assert.equal(await page.locator('.console-of select').inputValue(), '2022');
  assert.ok((await now(page)) >= before - 500, 'the same moment');
  assert.deepEqual(
    (await chips(page)).filter((text) => /you|machine/.test(text)),
    played,
  );
  for (const leave of ['#/learn', '#/machine']) {
    await page.evaluate((hash) => (location.hash = hash), leave);
    await painted(page);
  }
  await page.waitForSelector(`.machine[data-ready="true"]${WAITS.slice(8)}:has(.line-chip.north)`);
  assert.equal(await page.locator('.console-of select').inputValue(), '2022');
  await eventually(async () => assert.match(page.url(), /machine\/2022/));
  await page.click('#language');
  await page.waitForFunction(() => document.documentElement.lang === 'ru');
  await page.waitForSelector(`.machine[data-ready="true"]${WAITS.slice(8)}:has(.line-chip.north)`);
  assert.ok((await now(page)) >= before - 500, 'the same moment');
});

test('the power button starts anew, and Undo has the old game back', async (t) => {
  const page = await machine(t, '/2022/native');
  await play(page);
  const before = await now(page);
  await page.click('.power');
  await page.waitForSelector('.offer');
  await page.waitForFunction(() => document.querySelectorAll('.line-chip.south').length === 0);
  await page.click('.offer button');
  await page.waitForSelector(`${WAITS}:has(.line-chip.south)`);
  assert.ok((await now(page)) >= before - 500);
});

test('a halted console does not run on for a key; the line of time folds waiting', async (t) => {
  const page = await machine(t, '/2016/native');
  await page.locator('.speed input').fill('100');
  await page.waitForSelector(WAITS);
  const since = await now(page);
  // Three seconds, by its own clock.
  await page.waitForFunction((from) => Number(document.querySelector('.machine')?.getAttribute('data-now')) > from + 1200, since);
  await page.keyboard.press('3');
  await page.waitForSelector('.line-chip.south');
  const waited = await page.locator('.line-chip.is-waits:not(.yours)').first();
  assert.match(await waited.innerText(), /\d+ s/);
  const { width = 0 } = (await waited.boundingBox()) ?? {};
  assert.ok(width > 30 && width < 90, `a zigzag of ${width} pixels`);
  for (let moves = 0; moves < 120; moves += 1) {
    await page.waitForSelector(`${WAITS} .ask-pit:not([disabled]), .machine[data-phase="over"]`);
    if ((await page.locator('.machine').getAttribute('data-phase')) === 'over') break;
    const from = await now(page);
    await page.locator('.ask-pit:not([disabled])').last().click();
    await page.waitForFunction((old) => Number(document.querySelector('.machine')?.getAttribute('data-now')) > old + 300, from);
  }
  await page.waitForSelector('.machine[data-phase="over"][data-running="false"]');
  await page.waitForSelector('.ask-again:not([hidden])');
  const end = await now(page);
  for (const key of ['1', '2', '6']) await page.keyboard.press(key);
  await painted(page);
  await page.waitForTimeout(300);
  assert.equal(await now(page), end);
});

test('chips of the line do not overlap, and lead to their moment', async (t) => {
  const page = await machine(t, '');
  await page.waitForSelector(WAITS);
  await pause(page);
  const boxes = await page
    .locator('.line-chip')
    .evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect()).map(({ left, right }) => [left, right]));
  for (let at = 1; at < boxes.length; at += 1) assert.ok(boxes[at][0] >= boxes[at - 1][1], `chip ${at}`);
  const chip = page.locator('.line-chip.north').first();
  const from = Number(await chip.getAttribute('data-from'));
  await chip.click();
  await page.waitForSelector(`.machine[data-now="${from}"]`);
  // The track below knows any moment between.
  const box = (await page.locator('.line-chip.north').last().boundingBox()) ?? { x: 0, width: 0 };
  const track = (await page.locator('.line-track').boundingBox()) ?? { y: 0, height: 0 };
  await page.mouse.click(box.x + box.width / 2, track.y + track.height / 2);
  const [begins, ends] = [
    Number(await page.locator('.line-chip.north').last().getAttribute('data-from')),
    Number(await page.locator('.line-chip.yours').getAttribute('data-from')),
  ];
  await eventually(async () => assert.ok((await now(page)) > begins && (await now(page)) < ends));
});

test('why it stopped stands where the sentence was: at a line, and at a cell that was written', async (t) => {
  const page = await machine(t, '/2022/native');
  await page.waitForSelector(WAITS);
  await pause(page);
  await page.locator('.timeline input').fill('0');
  await page.waitForSelector('.machine[data-now="0"]');
  const line = page.locator('.source-line', { hasText: 'fill:' });
  const number = await line.locator('.line-number').innerText();
  await line.locator('.stop').click();
  await page.click('.run');
  await page.waitForFunction(
    (of) => document.querySelector('.machine-says')?.textContent?.includes(`Stopped at line ${of} of initialisation.asm`),
    number,
  );
  await line.locator('.stop').click();
  await page.click('[data-tab="ram"]');
  await page.click('.ram-cell:has-text("pit 2") button');
  await page.click('.run');
  await page.waitForFunction(() =>
    /Stopped: pit 2 was written, it is \d+ now/.test(document.querySelector('.machine-says')?.textContent ?? ''),
  );
  await page.click('.run');
  await page.waitForFunction(() => !/Stopped at/.test(document.querySelector('.machine-says')?.textContent ?? ''));
});

test('the speed stays where it is while it is dragged, and nothing moves with the rate', async (t) => {
  const page = await machine(t, '/2023/native');
  const width = async () => (await page.locator('.speed input').boundingBox())?.width;
  const first = await width();
  const play = await page.locator('.run').boundingBox();
  for (const speed of ['5', '40', '80', '100']) {
    await page.locator('.speed input').fill(speed);
    await page.waitForTimeout(150);
    assert.equal(await width(), first);
    assert.deepEqual(await page.locator('.run').boundingBox(), play);
  }
});

test('what one pointed at goes away when one plays by keys', async (t) => {
  const page = await machine(t, '/2022/native');
  await page.waitForSelector(WAITS);
  const box = (await page.locator('.sheet-table').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  for (let at = 0.3; at < 0.7 && !(await page.locator('.sheet-tip:not([hidden])').count()); at += 0.02) {
    await page.mouse.move(box.x + box.width * at, box.y + box.height * 0.5);
    await page.waitForTimeout(120);
  }
  await page.waitForSelector('.sheet-tip:not([hidden])');
  assert.doesNotMatch(await page.innerText('.sheet-tip'), /@\d+,\d+/, 'names, not places');
  await page.keyboard.press('3');
  await page.waitForSelector('.sheet-tip', { state: 'hidden' });
});

test('watch it think: every pit it looks at, the best so far, the chips at work', async (t) => {
  const page = await machine(t, '');
  await page.click('.watch-it');
  await page.waitForSelector(WAITS);
  await pause(page);
  await page.locator('.line-chip.north').last().click();
  await page.waitForSelector('.machine[data-phase="thinking"]');
  const told = async () => page.locator('.weigh-pit strong').allInnerTexts();
  for (let steps = 0; steps < 400; steps += 1) {
    await page.keyboard.press('p');
    if ((await told()).some((text) => /^[+−]?\d/.test(text))) break;
    await page.keyboard.press('i');
    await painted(page);
  }
  await page.waitForSelector('.weigh-pit.best');
  await page.waitForSelector('.at-work:not([hidden]) span');
  await page.waitForFunction(() => (document.querySelector('.sheet-table')?.getAttribute('data-around') ?? '') !== '');
  await page.keyboard.press('m');
  await page.waitForSelector('.weigh-pit.best .weigh-note:has-text("chosen")');
});

test('the data path follows the clock and explains an instruction', async (t) => {
  const page = await machine(t, '/2023/gates');
  await pause(page);
  await page.click('[data-look="datapath"]');
  await page.waitForSelector('.path-box[data-unit="pc"] .path-value:not(:empty)');
  const registers = async () => (await page.locator('.registers dd').allInnerTexts()).slice(0, 4);
  for (let steps = 0; steps < 6; steps += 1) {
    await page.keyboard.press('c');
    await painted(page);
    await eventually(async () => {
      const shown = await page.locator('.path-box[data-unit="registers"] .path-value').allTextContents();
      assert.deepEqual(
        shown.map((text) => text.slice(-2)),
        await registers(),
      );
    });
  }
  await page
    .locator('.source-line[role="option"] code', { hasText: /\bst\b/ })
    .first()
    .click();
  await page.waitForSelector('.path-head strong:has-text("st ")');
  await eventually(async () => assert.equal(await page.locator('.path-box.lit[data-unit="ram"]').count(), 1));
  await eventually(async () => assert.equal(await page.locator('.path-clocks li').count(), 2));
  await page.click('.path-head .linklike');
  await page.waitForSelector('.path-clocks [aria-current]');
});

test('waves: a cursor with values, an axis of time, several signals', async (t) => {
  const page = await machine(t, '/2022/gates');
  await pause(page);
  await page.click('[data-tab="wave"]');
  await page.click('.pane-foot .button');
  await page.keyboard.type('a');
  await page.waitForSelector('.find-record');
  for (const record of (await page.locator('.find-record').all()).slice(0, 3)) await record.click();
  await page.keyboard.press('Escape');
  const begun = await now(page);
  for (let steps = 0; steps < 20; steps += 1) await page.keyboard.press('.');
  await page.waitForSelector(`.machine[data-now="${begun + 20}"]`);
  await page.waitForFunction(
    () => [...document.querySelectorAll('.wave-names output')].filter((value) => value.textContent).length === 3,
  );
  const at = async () => Number(await page.locator('.wave-canvas').getAttribute('data-at'));
  await eventually(async () => assert.equal(await at(), await now(page)));
  await page.locator('.wave-canvas').focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await eventually(async () => assert.equal(await at(), (await now(page)) - 2));
  const moment = await at();
  await page.keyboard.press('Enter');
  await page.waitForSelector(`.machine[data-now="${moment}"]`);
});

test('Escape closes what was found, wherever the focus is in it', async (t) => {
  const page = await machine(t, '/2022/native');
  await page.fill('.find-input', 'a');
  await page.locator('.find-record').nth(1).focus();
  await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.activeElement === document.querySelectorAll('.find-record')[2]);
  await page.keyboard.press('Escape');
  await page.waitForSelector('.find-results', { state: 'hidden' });
  assert.equal(await page.locator('.find-input').inputValue(), '');
  assert.ok(await page.evaluate(() => document.activeElement?.matches('.sheet-table')));
});

test('on a phone four views are in one row, and the others a press away', async (t) => {
  const page = await machine(t, '/2022/native', PHONE);
  const shown = () => page.locator('.small-tabs button:visible').evaluateAll((all) => all.map((one) => one.dataset.small));
  await eventually(async () => assert.deepEqual(await shown(), ['panel', 'circuit', 'source', 'ram']));
  const strip = (await page.locator('.small-strip').boundingBox()) ?? { x: 0, width: 0 };
  assert.ok(strip.x >= 0 && strip.x + strip.width <= 390);
  await page.click('.small-others');
  await page.click('[data-small="log"]');
  await page.waitForSelector('[data-small="log"][aria-selected="true"]');
  assert.equal((await shown()).length, 7);
  for (const tab of await page.locator('.small-tabs button').all()) {
    const { x = -1, width = 0, height = 0 } = (await tab.boundingBox()) ?? {};
    assert.ok(x >= 0 && x + width <= 390 && height >= 44, `${await tab.innerText()} is in sight`);
  }
  await page.click('[data-small="panel"]');
  await eventually(async () => assert.equal((await shown()).length, 4));
});

test('a phone held sideways: the panel beside time, nothing on top of anything', async (t) => {
  for (const width of [667, 844, 932]) {
    const page = await machine(t, '', { width, height: width < 700 ? 375 : 390, touch: true });
    await page.waitForSelector(WAITS);
    await page.click('[data-small="panel"]');
    const box = async (/** @type {string} */ of) => {
      const { x = 0, y = 0, width: wide = 0, height = 0 } = (await page.locator(of).first().boundingBox()) ?? {};
      return { left: x, top: y, right: x + wide, bottom: y + height, height };
    };
    await eventually(async () => {
      const [panel, time, run, pit] = [await box('.panel'), await box('.timeline'), await box('.run'), await box('.panel-pit')];
      assert.ok(panel.right <= time.left + 1, 'beside each other');
      assert.ok(pit.height >= 44 && pit.bottom <= (width < 700 ? 375 : 390), `the buttons are in sight: ${JSON.stringify(pit)}`);
      assert.ok(run.height >= 44 && run.bottom <= time.bottom + 1, 'and so is time');
    });
    await page.click('[data-small="circuit"]');
    await eventually(async () => assert.ok((await box('.sheet-table')).height > 150));
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  }
});

test('the panes can be made wider by hand and by keys, and stay so', async (t) => {
  const page = await machine(t, '/2022/native');
  const width = async () => Math.round((await page.locator('.machine-side').boundingBox())?.width ?? 0);
  const first = await width();
  await page.locator('.splitter').focus();
  for (let times = 0; times < 3; times += 1) await page.keyboard.press('ArrowLeft');
  await eventually(async () => assert.equal(await width(), first + 72));
  const { x = 0, y = 0, height = 0 } = (await page.locator('.splitter').boundingBox()) ?? {};
  await page.mouse.move(x + 2, y + height / 2);
  await page.mouse.down();
  await page.mouse.move(x - 48, y + height / 2);
  await page.mouse.up();
  const wide = await width();
  assert.ok(Math.abs(wide - first - 122) <= 4, `${wide}`);
  await page.reload();
  await page.waitForSelector('.machine[data-ready="true"]');
  assert.equal(await width(), wide);
});

test('the tour leads through the machine and ends in the guide', async (t) => {
  const page = await machine(t, '');
  await page.click('.more');
  await page.click('[data-choice="tour"]');
  await page.waitForSelector('.tour');
  const steps = [];
  for (let step = 0; step < 12 && (await page.locator('.tour').count()); step += 1) {
    const name = (await page.locator('.tour').getAttribute('data-step')) ?? '';
    steps.push(name);
    assert.ok((await page.innerText('.tour p')).length > 60, name);
    await eventually(async () => assert.equal(await page.locator('.toured').isVisible(), true, name));
    await page.click('.tour .button.main');
    await page.waitForFunction((name) => document.querySelector('.tour')?.getAttribute('data-step') !== name, name);
  }
  assert.ok(steps.length >= 8 && new Set(steps).size === steps.length, steps.join());
  await page.waitForSelector('.guide-page h3');
  await page.click('[data-page="cdm8-gates"]');
  await page.waitForSelector('.guide-page h3:has-text("gates")');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
});

test('the guide in Russian: the machine, and a word about what is in English', async (t) => {
  const page = await machine(t, '', { language: 'ru-RU' });
  await page.click('.more');
  await page.click('[data-choice="guide"]');
  await page.click('[data-page="machine"]');
  await page.waitForSelector('.guide-page[lang="ru"] h3:has-text("Машина")');
  await page.click('[data-page="cdm8-gates"]');
  await page.waitForSelector('.guide-page[lang="en"] [lang="ru"]:has-text("на английском")');
});

test('a large circuit says that it is coming, until it is there', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await page.waitForSelector('.bench');
  const gates = Array.from(
    { length: 6000 },
    (_, at) => `<comp lib="1" loc="(${100 + (at % 80) * 60},${100 + Math.floor(at / 80) * 40})" name="NOT Gate"/>`,
  );
  const text = `<project source="2.7.1" version="1.0"><lib desc="#Wiring" name="0"/><lib desc="#Gates" name="1"/><main name="main"/><circuit name="main">${gates.join('')}</circuit></project>`;
  await page.evaluate(() => {
    const seen = /** @type {string[]} */ ([]);
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const bar = document.querySelector('.sheet-coming');
      if (bar && !bar.hasAttribute('hidden')) seen.push(bar.getAttribute('value') ?? 'unknown');
    }).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  await page.setInputFiles('#bench-files', { name: 'large.circ', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.waitForSelector('.bench-circuit[data-ready="true"]');
  assert.equal(await page.locator('.sheet-coming').isVisible(), false);
  const seen = await page.evaluate(() => /** @type {any} */ (window).seen);
  assert.equal(seen[0], 'unknown', 'from the first moment on');
  assert.ok(
    seen.some((/** @type {string} */ value) => Number(value) > 0),
    'then how far it is',
  );
});

for (const [name, size] of /** @type {[string, object][]} */ ([
  ['a phone', PHONE],
  ['a laptop', { width: 1366, height: 768 }],
])) {
  test(`the student's walk on ${name}: see it play, step, stop, look inside, come back`, async (t) => {
    const page = await machine(t, '', size);
    const small = name === 'a phone';
    const tab = (/** @type {string} */ of) =>
      small
        ? page.click(`[data-small="${of}"]`)
        : page.click(/panel|circuit|datapath/.test(of) ? `[data-look="${of}"]` : `[data-tab="${of}"]`);
    await tab('panel');
    await page.waitForSelector(WAITS);
    // What it asks for is in sight and large enough for a finger.
    const button = page.locator('.panel-pit:not([disabled])').first();
    const box = (await button.boundingBox()) ?? { y: 0, height: 0, width: 0 };
    assert.ok(box.width >= 44 && box.height >= 44, `${box.width} by ${box.height}`);
    assert.ok(box.y + box.height < (small ? 844 : 768));
    const timeline = (await page.locator('.timeline').boundingBox()) ?? { y: 0 };
    assert.ok(box.y + box.height <= timeline.y, 'time does not cover it');
    const before = await now(page);
    await button.click();
    await page.waitForFunction((old) => Number(document.querySelector('.machine')?.getAttribute('data-now')) > old + 400, before);
    await page.waitForSelector(WAITS);
    await pause(page);
    const from = await now(page);
    await page.click('.to-step.on');
    await page.waitForFunction((old) => Number(document.querySelector('.machine')?.getAttribute('data-now')) > old, from);
    await tab('source');
    await page.waitForSelector('.source-line.now');
    await tab('ram');
    await page.click('.ram-cell:has-text("pit 3") button');
    await tab('circuit');
    await page.locator('.sheet-parts').focus();
    await page.locator('.sheet-parts [role="option"]', { hasText: 'opens' }).first().click();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelectorAll('.crumbs li').length === 2);
    await page.locator('.crumb').click();
    await page.waitForFunction(() => document.querySelectorAll('.crumbs li').length === 1);
    await page.click('.to-move.back');
    await page.waitForFunction((old) => Number(document.querySelector('.machine')?.getAttribute('data-now')) < old, from);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    assert.ok(page.url().startsWith(URL));
  });
}

for (const dark of [false, true]) {
  for (const language of ['en-US', 'ru-RU']) {
    test(`axe finds nothing on any look of the machine, ${dark ? 'dark' : 'light'}, ${language}`, async (t) => {
      const page = await machine(t, '', { dark, language, calm: true });
      await page.waitForSelector(WAITS);
      await pause(page);
      for (const look of ['circuit', 'panel', 'datapath']) {
        await page.click(`[data-look="${look}"]`);
        await painted(page);
        assert.deepEqual(await violations(page), [], look);
      }
      for (const tab of ['ram', 'wave', 'log']) {
        await page.click(`[data-tab="${tab}"]`);
        await painted(page);
        assert.deepEqual(await violations(page), [], tab);
      }
      await page.click('.watch-it');
      await painted(page);
      assert.deepEqual(await violations(page), [], 'watch');
      if (language === 'ru-RU') assert.doesNotMatch(await page.innerText('main'), /machine\.|\b(the|your|seeds)\b/i);
      await page.click('.more');
      await page.waitForSelector('dialog[open]');
      assert.deepEqual(await violations(page), [], 'more');
    });
  }
}
