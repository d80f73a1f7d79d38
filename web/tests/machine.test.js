// The machine in a real browser: played, taken apart, stepped through in both directions, changed.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { violations } from './axe.js';
import { PATIENCE, URL, eventually, painted, visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */

/**
 * @param {import('node:test').TestContext} t
 * @param {string} where
 * @param {object} [options]
 */
async function machine(t, where, options = {}) {
  const page = await visit(t, { hash: `#/machine/${where}`, ...options });
  page.setDefaultTimeout(2 * PATIENCE);
  await page.waitForSelector('.machine[data-ready="true"]');
  return page;
}

/** @param {Page} page */
const now = async (page) => Number(await page.locator('.machine').getAttribute('data-now'));

/** Stops time; what is shown afterwards is the last picture. @param {Page} page */
async function pause(page) {
  await page.waitForSelector('.machine[data-running="true"], .machine[data-running="false"]');
  if ((await page.locator('.machine').getAttribute('data-running')) === 'true') await page.click('.run');
  await page.waitForSelector('.machine[data-running="false"]');
}

/** @param {Page} page @param {number} moment */
const later = (page, moment) =>
  page.waitForFunction((old) => Number(document.querySelector('.machine')?.getAttribute('data-now')) > old, moment);

/** Where the sheet lies on the screen. @param {Page} page */
async function camera(page) {
  await painted(page);
  const [scale, x, y] = ((await page.locator('.sheet-table').getAttribute('data-camera')) ?? '').split(',').map(Number);
  const table = await page.locator('.sheet-table').boundingBox();
  return { scale, x: (table?.x ?? 0) + x, y: (table?.y ?? 0) + y };
}

/** Everything that is painted, as one number.
 * @param {Page} page */
async function picture(page) {
  await painted(page);
  return page.evaluate(async () => {
    const layers = [...document.querySelectorAll('canvas.layer:not(.marks)')];
    const bytes = new TextEncoder().encode(layers.map((canvas) => /** @type {HTMLCanvasElement} */ (canvas).toDataURL()).join());
    const digest = await crypto.subtle.digest('SHA-256', bytes);
    return new Uint8Array(digest).join();
  });
}

/** Opens the part of a kind by the list.
 * @param {Page} page
 * @param {string} kind */
async function open(page, kind) {
  const before = await page.locator('.crumbs [aria-current]').innerText();
  await page.locator('.sheet-parts').focus();
  await page
    .locator('.sheet-parts [role="option"]', { hasText: `${kind}: opens` })
    .first()
    .click();
  await page.keyboard.press('Enter');
  await page.waitForFunction((old) => document.querySelector('.crumbs [aria-current]')?.textContent !== old, before);
}

/** The middle of a part on the screen.
 * @param {Page} page
 * @param {string} name */
async function place(page, name) {
  const box = (await page.locator('.sheet-parts [role="option"]', { hasText: name }).first().getAttribute('data-box')) ?? '';
  const { scale, x, y } = await camera(page);
  const [left, top, right, bottom] = box.split(',').map(Number);
  return { x: x + ((left + right) / 2) * scale, y: y + ((top + bottom) / 2) * scale };
}

/** The answers of the native library to the same questions.
 * @param {[string, object][]} questions */
function native(questions) {
  const input = questions.map(([name, request]) => `machine\t${name}\t${JSON.stringify(request)}\n`).join('');
  const { stdout } = spawnSync(process.env.NATIVE ?? 'native', { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line.slice(0, line.lastIndexOf('|'))).ok);
}

for (const model of ['2016', '2022', '2023']) {
  test(`a game against the console of ${model}, of gates, to its end`, async (t) => {
    const page = await machine(t, `${model}/gates?b=1`);
    await page.locator('.speed input').fill('100');
    if (model === '2023') {
      await page.waitForSelector('.machine[data-phase="settings"][data-waiting="true"]');
      await page.click('.ask-set[data-line="seeds 4"]');
      await page.waitForSelector('.machine[data-waiting="true"]');
      await page.click('.ask-set[data-line="first human"]');
    }
    for (let moves = 0; moves < 120; moves += 1) {
      await page.waitForSelector('.machine[data-phase="human"][data-waiting="true"] .pit.legal, .machine[data-phase="over"]');
      if ((await page.locator('.machine').getAttribute('data-phase')) === 'over') break;
      const from = await now(page);
      const house = await page.locator('.pit.near.legal').last().getAttribute('data-house');
      await page.keyboard.press(String(house?.split('-')[1]));
      await later(page, from + 300);
    }
    await page.waitForSelector('.machine[data-phase="over"][data-running="false"]');
    await page.waitForSelector('.machine-says:has-text("halted")');
    const stores = await page.locator('.machine-board .store .count').allInnerTexts();
    assert.equal(
      stores.reduce((sum, text) => sum + Number(text), 0),
      48,
    );
  });
}

test('down to a gate of the ALU: the values shown are those of the native simulator', async (t) => {
  const page = await machine(t, '2023/gates');
  await pause(page);
  for (const chip of ['Game_Operator', 'CdM-8', 'ALU']) await open(page, chip);
  const crumbs = await page.locator('.crumbs li').allInnerTexts();
  assert.deepEqual(
    crumbs.map((text) => text.replace('›', '').trim()),
    ['Mancala', 'Game_Operator', 'CdM-8', 'ALU'],
  );
  const moment = await now(page);
  const sheet = '/Game_Operator@540,800/CdM-8@420,140';
  const [, , boards] = native([
    ['power', { model: '2023', processor: 'gates' }],
    ['run', { halfTicks: moment }],
    ['sheet', { path: sheet }],
  ]);
  const alu = boards.parts.find((/** @type {any} */ part) => part.kind === 'ALU').opens;
  const [, , inside] = native([
    ['power', { model: '2023', processor: 'gates' }],
    ['run', { halfTicks: moment }],
    ['sheet', { path: alu }],
  ]);
  const gates = inside.parts.filter((/** @type {any} */ part) => /Gate|Multiplexer|Adder/.test(part.kind)).slice(0, 4);
  assert.ok(gates.length > 0);
  await page.locator('.sheet-table').focus();
  for (const gate of gates) {
    const told = native([
      ['power', { model: '2023', processor: 'gates' }],
      ['run', { halfTicks: moment }],
      ['sheet', { path: alu }],
      ['part', { part: gate.part }],
    ])[3];
    const { scale, x, y } = await camera(page);
    const [left, top, right, bottom] = gate.box;
    await page.mouse.move(1, 300);
    await page.waitForSelector('.sheet-tip', { state: 'hidden' });
    await page.mouse.move(x + ((left + right) / 2) * scale, y + ((top + bottom) / 2) * scale);
    await page.waitForSelector('.sheet-tip:not([hidden])');
    const lines = (await page.locator('.sheet-tip div').allInnerTexts()).join('\n');
    for (const port of told.ports.slice(0, 8))
      assert.ok(lines.includes(`${port.name} ${port.output ? '→' : '←'} ${port.value}`), lines);
  }
  await page.keyboard.press('u');
  await page.waitForFunction(() => document.querySelector('.crumbs [aria-current]')?.textContent === 'CdM-8');
});

test('a button of the board is pressed, the move stepped over in both directions, the picture is the same', async (t) => {
  const page = await machine(t, '2022/native');
  await page.waitForSelector('.machine[data-waiting="true"]');
  await pause(page);
  const before = await now(page);
  const first = await picture(page);
  const at = await place(page, '2, Button');
  await page.mouse.click(at.x, at.y);
  // Both have moved, and it is the person's turn again.
  await page.waitForSelector('.machine[data-waiting="true"]:has(.line-chip.south):has(.line-chip.north)');
  await pause(page);
  await page.mouse.move(1, 300);
  const after = await now(page);
  const last = await picture(page);
  assert.notEqual(last, first);
  await page.locator('.timeline input').fill(String(before));
  await page.waitForSelector(`.machine[data-now="${before}"]`);
  assert.equal(await picture(page), first);
  for (let i = 0; i < 5; i += 1) await page.keyboard.press('.');
  await page.waitForSelector(`.machine[data-now="${before + 5}"]`);
  for (let i = 0; i < 5; i += 1) await page.keyboard.press(',');
  await page.waitForSelector(`.machine[data-now="${before}"]`);
  assert.equal(await picture(page), first);
  await page.locator('.timeline input').fill(String(after));
  await page.waitForSelector(`.machine[data-now="${after}"]`);
  assert.equal(await picture(page), last);
  // A step leads from one move to the other.
  await page.keyboard.press('M');
  await page.waitForFunction((old) => Number(document.querySelector('.machine')?.getAttribute('data-now')) < old, after);
  await page.keyboard.press('M');
  await page.waitForFunction(() => /sow/.test(document.querySelector('.machine-says')?.textContent ?? ''));
  assert.match(await page.locator('.line-move').innerText(), /^Move \d$/);
});

test('keys pressed quickly: every step counts, whatever still goes on', async (t) => {
  const page = await machine(t, '2022/gates');
  await page.locator('.speed input').fill('100');
  for (const pit of ['2', '3', '4']) {
    await page.waitForSelector('.machine[data-waiting="true"]');
    const from = await now(page);
    await page.keyboard.press(pit);
    await later(page, from + 3000);
  }
  await page.waitForSelector('.machine[data-waiting="true"]');
  await pause(page);
  const start = await now(page);
  const press = (/** @type {string} */ keys) =>
    page.evaluate((all) => [...all].forEach((key) => dispatchEvent(new KeyboardEvent('keydown', { key }))), keys);
  // Back and forth in one breath: the first step back has to run a stretch again, the others come in the middle of it.
  await press(',.,.,,,..,');
  await page.waitForSelector(`.machine[data-now="${start - 2}"]`);
  // A search through all of the past that is given up leaves everything as it was, unless it had come to its end, at the start.
  await press('B');
  await page.evaluate(async () => {
    const waits = () => !/Pause/.test(document.querySelector('.run')?.textContent ?? '');
    for (let frames = 0; waits() && frames < 60; frames += 1) await new Promise(requestAnimationFrame);
    if (!waits()) dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }));
  });
  await page.waitForFunction(() => /Run/.test(document.querySelector('.run')?.textContent ?? ''));
  await page.waitForSelector(`.machine[data-running="false"]:is([data-now="${start - 2}"], [data-now="0"])`);
  await page.locator('.timeline input').fill(String(start - 2));
  await page.waitForSelector(`.machine[data-now="${start - 2}"]`);
  // A long way back and more at once: the next steps begin where the first has led.
  await press('P');
  await page.waitForFunction((from) => Number(document.querySelector('.machine')?.getAttribute('data-now')) < from, start - 2);
  const changed = await now(page);
  await page.locator('.timeline input').fill(String(start));
  await page.waitForSelector(`.machine[data-now="${start}"]`);
  await press('P,,.');
  await page.waitForSelector(`.machine[data-now="${changed - 1}"]`);
  // To run is the last of what is asked for, and so what happens.
  await press(',, ');
  await page.waitForSelector('.machine[data-running="true"]');
});

test('the sheet fits its room when that changes, unless somebody has chosen another size', async (t) => {
  const page = await machine(t, '2022/native');
  await pause(page);
  const fitted = async (/** @type {string} */ why) => {
    const shown = await camera(page);
    await page.click('.sheet-tools button >> nth=2');
    assert.deepEqual(await camera(page), shown, why);
    return shown;
  };
  const first = await fitted('at the beginning');
  await page.click('.watch-it');
  assert.notDeepEqual(await fitted('with the board'), first);
  await page.setViewportSize({ width: 1000, height: 700 });
  await fitted('in a smaller window');
  await page.click('.sheet-tools button >> nth=0');
  const { scale } = await camera(page);
  await page.click('.watch-it');
  assert.equal((await camera(page)).scale, scale, 'the size somebody chose stays');
});

test('a breakpoint stops the program, forwards and backwards', async (t) => {
  const page = await machine(t, '2022/native');
  await pause(page);
  await page.locator('.timeline input').fill('0');
  await page.waitForSelector('.machine[data-now="0"]');
  const line = page.locator('.source-line', { hasText: 'fill:' });
  await line.locator('.stop').click();
  await page.click('.run');
  await page.waitForSelector('.source-line.now:has-text("fill:")');
  await page.waitForSelector('.machine[data-running="false"]');
  const first = await now(page);
  await page.keyboard.press('b');
  await later(page, first);
  await page.keyboard.press('B');
  await page.waitForSelector(`.machine[data-now="${first}"]`);
});

test('a link leads to the same moment and sheet', async (t) => {
  const page = await machine(t, '2016/native');
  await page.waitForSelector('.machine[data-waiting="true"]');
  const from = await now(page);
  await page.keyboard.press('2');
  await later(page, from + 100);
  await pause(page);
  await open(page, 'IO-0');
  const moment = await now(page);
  await page.waitForFunction((at) => location.hash.includes(`t=${at}`) && location.hash.includes('s='), moment);
  const shown = await picture(page);
  const registers = await page.locator('.registers dd').allInnerTexts();
  const address = page.url();
  await page.goto('about:blank');
  await page.goto(address);
  await page.waitForSelector(`.machine[data-ready="true"][data-now="${moment}"]`);
  assert.equal(await page.locator('.crumbs [aria-current]').innerText(), 'IO-0');
  assert.deepEqual(await page.locator('.registers dd').allInnerTexts(), registers);
  assert.equal(await picture(page), shown);
});

test('firmware with a mistake is not loaded; mended, it changes the board', async (t) => {
  const page = await machine(t, '2022/native?b=1');
  await page.waitForSelector('.machine[data-waiting="true"]');
  await pause(page);
  await page.keyboard.press('M');
  await page.locator('.timeline input').fill('0');
  await page.click('.of-side[data-look="source"]');
  await page.waitForSelector('.source-title:has-text("initialisation")');
  await page.locator('.source-head button').click();
  const editor = page.locator('dialog .cm-content');
  await editor.waitFor();
  const change = async (/** @type {string} */ to) => {
    await editor.focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(to);
  };
  const text = await readFile(new globalThis.URL('../../firmware/2022/initialisation.asm', import.meta.url), 'utf8');
  await change(text.replace('ldi     r1, 4', 'lid     r1, 3'));
  await page.waitForSelector('.firmware-bench[data-ok="false"] .finding.error');
  assert.ok(await page.locator('dialog .button.main').isDisabled());
  await change(text.replace('ldi     r1, 4', 'ldi     r1, 3'));
  await page.waitForSelector('.firmware-bench[data-ok="true"]');
  await page.click('dialog .button.main');
  await page.waitForSelector('.machine[data-ready="true"][data-waiting="true"]');
  const near = page.locator('.machine-board .pit.near .count');
  await eventually(async () => assert.deepEqual(await near.allInnerTexts(), ['3', '3', '3', '3', '3', '3']));
  assert.match(await page.locator('.source-title').innerText(), /bank/);
});

test('with the keyboard alone: run, step, find a signal, record it, open a chip', async (t) => {
  const page = await machine(t, '2023/native');
  await page.keyboard.press(' ');
  await page.waitForSelector('.machine[data-running="false"]');
  const from = await now(page);
  await page.keyboard.press('i');
  await later(page, from);
  await page.keyboard.press('/');
  await page.keyboard.type('Proc_addr');
  await page.waitForSelector('.find-results[data-for="Proc_addr"] .find-show');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.wave:not([hidden])');
  await page.keyboard.press('Escape');
  await page.locator('.sheet-table').focus();
  await page.keyboard.press('Enter');
  for (let i = 0; i < 200; i += 1) {
    const chosen = await page.locator('.sheet-parts [aria-selected="true"]').innerText();
    if (chosen.startsWith('User_Move')) break;
    await page.keyboard.press('ArrowDown');
  }
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelector('.crumbs [aria-current]')?.textContent === 'User_Move');
  await page.keyboard.press('Backspace');
  await page.waitForFunction(() => document.querySelector('.crumbs [aria-current]')?.textContent === 'Mancala');
});

for (const [width, height, dark, language] of /** @type {[number, number, boolean, string][]} */ ([
  [1366, 768, false, 'en-US'],
  [390, 844, true, 'ru-RU'],
])) {
  test(`axe finds nothing, ${width} wide, ${dark ? 'dark' : 'light'}; nothing is wider than the screen`, async (t) => {
    const page = await machine(t, '2023/native?b=1', { width, height, dark, language, touch: width < 500 });
    await page.waitForSelector('.machine[data-waiting="true"]');
    await pause(page);
    assert.deepEqual(await violations(page), []);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    assert.ok(page.url().startsWith(URL));
  });
}
