// What a hand can do with a circuit on the workbench, what is marked on its sheet, and links to files, in a real browser.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { URL as HOME, eventually, visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} name @param {string} text */
const drop = (page, name, text) =>
  page.setInputFiles('#bench-files', { name, mimeType: 'text/plain', buffer: Buffer.from(text, 'utf8') });

/** @param {Page} page */
const ready = (page) => page.waitForSelector('.bench-circuit[data-ready="true"]');

/** @param {string} parts */
const project = (parts) => `<project source="2.7.1" version="1.0"><lib desc="#Wiring" name="0"/><lib desc="#Gates" name="1"/>
<lib desc="#I/O" name="5"/><main name="main"/><circuit name="main">${parts}</circuit></project>`;

/** @param {number} x @param {number} y @param {string} label @param {number} [width] */
const tunnel = (x, y, label, width = 1) =>
  `<comp lib="0" loc="(${x},${y})" name="Tunnel"><a name="label" val="${label}"/><a name="width" val="${width}"/></comp>`;

/** The drawing of the open sheet with its values. @param {Page} page */
async function drawing(page) {
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#bench-svg')]);
  return readFile(await saved.path(), 'utf8');
}

/** The value of a signal, as the search tells it. @param {Page} page @param {string} name */
async function value(page, name) {
  await page.fill('.find-input', '');
  await page.fill('.find-input', name);
  const results = page.locator(`.find-results[data-for="${name}"]`);
  const found = await results
    .locator('.find-show', { has: page.locator('strong', { hasText: name }) })
    .first()
    .innerText();
  await page.keyboard.press('Escape');
  return found.replace(name, '').split('·')[0].trim();
}

test('a keyboard is typed on, a terminal writes it down, a joystick is moved', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  const parts = [
    '<comp lib="0" loc="(60,60)" name="Clock"/>',
    tunnel(60, 60, 'clk'),
    '<comp lib="5" loc="(200,200)" name="Keyboard"/>',
    [tunnel(200, 200, 'clk'), tunnel(330, 210, 'avail'), tunnel(340, 210, 'data', 7)],
    '<comp lib="5" loc="(200,400)" name="TTY"><a name="cols" val="16"/><a name="rows" val="2"/></comp>',
    [tunnel(200, 400, 'clk'), tunnel(210, 410, 'avail'), tunnel(200, 390, 'data', 7)],
    '<comp lib="5" loc="(500,100)" name="Joystick"><a name="bits" val="4"/></comp>',
    [tunnel(500, 100, 'across', 4), tunnel(500, 110, 'down', 4)],
  ];
  await drop(page, 'devices.circ', project(parts.flat().join('\n')));
  await ready(page);
  await page.locator('.hand-text').pressSequentially('Hi!');
  await eventually(async () => assert.match(await drawing(page), />Hi!</, 'the keyboard holds it'));
  for (let clock = 0; clock < 4; clock += 1) await page.click('.step-clock');
  await page.waitForSelector('.bench-circuit[data-now="8"]');
  assert.match(await drawing(page), />Hi!/, 'the terminal has written it');
  assert.equal(await value(page, 'avail'), '0');
  // Time backwards takes the last letters out of the terminal and puts them back on the keyboard.
  for (let clock = 0; clock < 3; clock += 1) await page.click('.step-clock-back');
  await page.waitForSelector('.bench-circuit[data-now="2"]');
  assert.equal(await value(page, 'avail'), '1');
  const middle = await value(page, 'across');
  assert.doesNotMatch(middle, /15|0xf/);
  await page.click('.stick button[aria-label="14, -14"]');
  await eventually(async () => assert.match(await value(page, 'across'), /15|0xf/));
  await page.click('.stick button[aria-label="0, 0"]');
  await eventually(async () => assert.equal(await value(page, 'across'), middle));
});

test('an endless program says so, or runs until it is paused', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  const program = async (/** @type {string} */ text) => {
    await page.click('#bench-new');
    await page.waitForSelector('.cm-content');
    await page.locator('.cm-content').click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(text);
    await page.click('#bench-run');
  };
  const status = (/** @type {RegExp} */ wanted) =>
    page.waitForFunction(
      (source) => new RegExp(source).test(document.querySelector('.bench-status')?.textContent ?? ''),
      wanted.source,
    );
  await program('asect 0\nx: br x\nend\n');
  await status(/is an endless loop: everything repeats every \d+ clocks?/);
  // Four registers and a cell count: no state comes twice for a long time.
  await program(
    'asect 0\nx: inc r0\nbnz x\ninc r1\nbnz x\ninc r2\nbnz x\ninc r3\nbnz x\nldi r0, 0x80\nld r0, r1\ninc r1\nst r0, r1\nbr x\nend\n',
  );
  await status(/Running: \d+ clocks so far/);
  // As slowly as a hand does it.
  await page.click('#bench-run', { delay: 200 });
  await status(/^Next: line/);
  // It stands still: a step begins where it was paused.
  const clocks = async () => Number((await page.locator('.bench-time output').innerText()).match(/\d+/)?.[0]);
  const paused = await clocks();
  await page.click('#bench-step');
  await eventually(async () => assert.ok((await clocks()) > paused));
  assert.ok((await clocks()) < paused + 10, `${paused}, ${await clocks()}`);
});

test('what is wrong is marked where it is, and the list leads there', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  const parts = [
    '<comp lib="0" loc="(60,60)" name="Pin"><a name="label" val="go"/><a name="tristate" val="false"/></comp>',
    tunnel(60, 60, 'go'),
    '<comp lib="1" loc="(200,100)" name="NAND Gate"><a name="size" val="30"/><a name="inputs" val="2"/></comp>',
    [tunnel(160, 90, 'go'), tunnel(160, 110, 'q'), tunnel(200, 100, 'q'), tunnel(400, 100, 'q')],
    '<comp lib="0" loc="(400,100)" name="Pin"><a name="output" val="true"/></comp>',
    '<comp lib="0" loc="(100,900)" name="Constant"/>',
    '<comp lib="0" loc="(100,940)" name="Constant"><a name="value" val="0x0"/></comp>',
    [tunnel(100, 900, 's'), tunnel(100, 940, 's')],
  ];
  await drop(page, 'wrong.circ', project(parts.flat().join('\n')));
  await ready(page);
  await page.waitForSelector('.sheet-table[data-spots="1"], .sheet-table[data-spots="2"]');
  await page.click('[data-tab="problems"]');
  const middle = async () => {
    const [scale, x, y] = ((await page.locator('.sheet-table').getAttribute('data-camera')) ?? '').split(',').map(Number);
    const { width = 0, height = 0 } = (await page.locator('.sheet-table').boundingBox()) ?? {};
    return [(width / 2 - x) / scale, (height / 2 - y) / scale].map(Math.round);
  };
  // Parts are called as everywhere, not by the numbers of their places.
  const short = page.locator('.finding', { hasText: 'Short circuit' });
  assert.match(await short.innerText(), /Short circuit: Constant.* = 1, Constant.* = 0/);
  assert.doesNotMatch((await page.locator('.finding').allInnerTexts()).join(), /@|\d+,\d+/);
  await short.click();
  await eventually(async () => assert.deepEqual(await middle(), [100, 900]));
  // The mark says what it means.
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('.sheet-table').boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.waitForSelector('.sheet-tip:has-text("Short circuit")');
  await page.click('[data-tab="hands"]');
  await page.click('[data-hand="go"] .flip');
  await page.waitForFunction(() => /oscillates/.test(document.querySelector('.bench-status')?.textContent ?? ''));
  await page.click('[data-tab="problems"]');
  await page.locator('.finding', { hasText: 'oscillates' }).first().click();
  await eventually(async () => assert.deepEqual(await middle(), [200, 100]));
});

test('a link carries a program or a circuit with what it needs; too much of it is offered as a file', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await page.click('#bench-examples');
  await page.click('[data-example="cdm8/sum.asm"]');
  await page.waitForSelector('.cm-content');
  await page.click('#bench-link');
  await page.waitForSelector('.note:has-text("sum.asm")');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.ok(link.startsWith(`${HOME}#/workbench?w=`) && link.length < 4000, link);
  const other = await visit(t, { hash: link.slice(HOME.length) });
  await other.waitForSelector('.bench[data-file="sum.asm"] .cm-content');
  assert.match(await other.locator('.cm-content').innerText(), /asect/);
  assert.equal(await other.evaluate(() => location.hash), '#/workbench');
  await page.click('#bench-examples');
  await page.click('[data-example="2023-mancala.circ"]');
  await page.waitForSelector('.bench[data-file="2023-mancala.circ"]');
  await page.click('#bench-link');
  await page.waitForSelector('dialog:has-text("Too large for a link")');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('dialog .button.main')]);
  assert.equal(saved.suggestedFilename(), 'workbench.json');
  await page.goto('about:blank');
  await page.goto(`${HOME}#/workbench?w=nonsense`);
  await page.waitForSelector('.note:has-text("no files")');
});

test('the keys of the view on show come first in the help', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await page.waitForSelector('.bench');
  await page.click('#help');
  assert.equal(await page.locator('.keys-of h3').first().innerText(), 'Workbench');
  assert.match(await page.locator('.keys-of').first().innerText(), /Shift\+F10/);
  assert.ok((await page.locator('.keys-of').count()) >= 3);
});

test('the power button starts a circuit anew, as it is drawn now, and Undo has the old run back', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  const parts = [
    '<comp lib="0" loc="(60,60)" name="Clock"/>',
    tunnel(60, 60, 'clk'),
    '<comp lib="0" loc="(200,60)" name="Pin"><a name="label" val="go"/><a name="tristate" val="false"/></comp>',
    tunnel(200, 60, 'go'),
  ];
  await drop(page, 'clock.circ', project(parts.flat().join('\n')));
  await ready(page);
  const at = (/** @type {number} */ now) => page.waitForSelector(`.bench-circuit[data-ready="true"][data-now="${now}"]`);
  const go = async (/** @type {string} */ wanted) => eventually(async () => assert.equal(await value(page, 'go'), wanted));
  for (let clock = 0; clock < 3; clock += 1) await page.click('.step-clock');
  await at(6);
  await page.click('[data-hand="go"] .flip');
  await go('1');
  await page.click('#bench-restart');
  await at(0);
  await go('0');
  await page.click('.offer button');
  await at(6);
  await go('1');
  assert.equal(await page.locator('.offer').count(), 0);
  // The old run is whole: it still goes back, over the press and further.
  await page.click('.step-half-tick-back');
  await go('0');
  await page.click('.step-half-tick-back');
  await at(5);
  await page.keyboard.press('r');
  await at(0);
  await page.waitForSelector('.offer');
});
