import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { violations } from './axe.js';
import { eventually, visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} example */
async function begin(page, example) {
  await page.click('#bench-examples');
  await page.click(`[data-example="${example}"]`);
  await page.waitForSelector(`.bench[data-file="${example.replace('cdm8/', '')}"] .cm-content`);
}

/** @param {Page} page @param {string} name @returns {Promise<number>} */
const register = async (page, name) => Number.parseInt(await page.innerText(`[data-register="${name}"] strong`), 16);

/** @param {Page} page @param {RegExp} wanted */
const status = (page, wanted) =>
  page.waitForFunction(
    (/** @type {string} */ source) => new RegExp(source).test(document.querySelector('.bench-status')?.textContent ?? ''),
    wanted.source,
  );

/** @param {Page} page @param {number} line */
const current = (page, line) =>
  page.waitForFunction((number) => {
    const root = document.querySelector('.code-host')?.shadowRoot;
    const lines = [...(root?.querySelectorAll('.cm-line') ?? [])];
    return lines.findIndex((element) => element.classList.contains('cm-current')) === number - 1;
  }, line);

/** @param {Page} page @param {string} name @param {string} text */
const drop = (page, name, text) =>
  page.setInputFiles('#bench-files', { name, mimeType: 'text/plain', buffer: Buffer.from(text, 'utf8') });

test('a program: an error, mended, run, and back to the start', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await begin(page, 'cdm8/mistakes.asm');
  await page.waitForFunction(() => document.querySelectorAll('.finding.error').length === 3);
  await page.click('.finding >> text=lodi');
  assert.equal(await page.evaluate(() => document.activeElement?.className), 'code-host');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('asect 0\nldi r0, 5\nwhile\ntst r0\nstays nz\ndec r0\nwend\nhalt\nend\n');
  await page.waitForFunction(() => !document.querySelector('.finding'));
  await page.keyboard.press('F5');
  await status(page, /Halt after \d+ clocks, line 8/);
  assert.equal(await register(page, 'r0'), 0);
  await page.click('#bench-back');
  await current(page, 8);
  await status(page, /Next: line 8/);
  await page.locator('.bench-time input').fill('0');
  await current(page, 2);
  assert.equal(await register(page, 'pc'), 0);
});

test('run controls say what they do; empty rows of memory are one line until they are wanted', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await begin(page, 'cdm8/sum.asm');
  assert.deepEqual(await page.locator('.controls .control span').allInnerTexts(), [
    'Restart',
    'Back',
    'Step back',
    'Run',
    'Step',
    'Over',
    'Out',
  ]);
  const source = (await page.locator('.code-host').boundingBox()) ?? { y: 0 };
  const controls = (await page.locator('.controls').boundingBox()) ?? { y: 0, height: 0 };
  assert.ok(controls.y + controls.height <= source.y, 'above the text');
  await page.click('#bench-step');
  const rows = page.locator('.memory tr:has(th[scope="row"]):visible');
  const fold = page.locator('.memory-fold:visible');
  await fold.waitFor();
  assert.match(await fold.innerText(), /20 to [ef]f are empty/);
  const few = await rows.count();
  assert.ok(few < 5, `${few} rows`);
  // The row that is gone to by keys is shown.
  await page.locator('.memory-scroll').focus();
  for (let row = 0; row < 4; row += 1) await page.keyboard.press('ArrowDown');
  await page.waitForFunction(() => document.querySelector('.memory-info')?.textContent?.startsWith('0x40'));
  await page.locator('.bytes td.chosen:visible').waitFor();
  await page.locator('.memory-fold:visible').first().click();
  await eventually(async () => assert.equal(await rows.count(), 16));
});

test('text after `end` is told, once', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await drop(page, 'tail.asm', 'asect 0\nhalt\nend\n\nmore: inc r0\ninc r1\n');
  await page.waitForSelector('.finding:has-text("nothing after `end` is read")');
  assert.equal(await page.locator('.finding').count(), 1);
});

test('breakpoints by key, forwards and backwards, changed values marked', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await begin(page, 'cdm8/sum.asm');
  await page.locator('.cm-line').nth(10).click();
  await page.keyboard.press('F9');
  await page.locator('.cm-breakpoint').nth(1).waitFor();
  for (const sum of [0, 1, 3]) {
    await page.keyboard.press('F5');
    await status(page, /At a breakpoint: line 11/);
    await page.waitForFunction(
      (value) => document.querySelector('[data-register="r2"] strong')?.textContent === value,
      `0${sum}`,
    );
  }
  await page.click('#bench-back-on');
  await page.waitForFunction(() => document.querySelector('[data-register="r2"] strong')?.textContent === '01');
  assert.ok(await page.locator('[data-register="r1"].changed').count());
  await page.click('#bench-step');
  await current(page, 12);
  assert.equal(await register(page, 'r2'), 3);
  // The stale source is assembled again.
  await page.locator('.cm-line').nth(18).click();
  await page.keyboard.press('End');
  await page.keyboard.type(', 4');
  await status(page, /changed/);
});

test('tests with a report, the listing, and the image to download', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await begin(page, 'cdm8/sum.asm');
  await page.click('[data-tab="tests"]');
  await page.click('#bench-test');
  await page.waitForSelector('.verdict-line[data-passed="true"]');
  await page.locator('.cm-line').nth(2).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.type('7');
  await page.click('#bench-test');
  await page.waitForSelector('.verdict-line[data-passed="false"]');
  assert.match(await page.innerText('.outcome .finding'), /expected 0x07, found 0x06/);
  await page.click('[data-tab="listing"]');
  assert.match(await page.innerText('.listing'), /addr +bytes +clk/);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#bench-image')]);
  assert.equal(saved.suggestedFilename(), 'sum.img');
  assert.match(await readFile(await saved.path(), 'utf8'), /^v2\.0 raw\n/);
});

test('an endless program is paused, and the page lives on', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await page.click('#bench-new');
  await page.waitForSelector('.cm-content');
  await page.locator('.cm-content').click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('asect 0\nx: inc r0\nbnz x\ninc r1\nbnz x\ninc r2\nbr x\nend\n');
  await page.click('#bench-run');
  await status(page, /Running: \d+ clocks/);
  await page.click('#bench-run');
  await status(page, /^Next: line/);
});

/** The file that would be shown after a reload, as the browser has saved it. @param {Page} page */
const kept = (page) =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const opened = indexedDB.open('mancala', 1);
        opened.onsuccess = () => {
          const asked = opened.result.transaction('workbench').objectStore('workbench').get('work');
          asked.onsuccess = () => resolve(asked.result?.active);
        };
      }),
  );

test('work is kept, saved in one file, and restored', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await begin(page, 'cdm8/sum.asm');
  await drop(page, 'notes.txt', 'remember');
  await page.waitForSelector('[data-file="notes.txt"][aria-current]');
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#bench-save')]);
  const text = await readFile(await saved.path(), 'utf8');
  await eventually(async () => assert.equal(await kept(page), 'notes.txt'));
  await page.reload();
  await page.waitForSelector('[data-file="notes.txt"][aria-current]');
  for (const name of ['notes.txt', 'sum.asm']) {
    await page.click(`[data-file="${name}"]`);
    await page.click('#file-more');
    await page.click('#file-close');
    await page.locator('dialog .main').click();
    await page.waitForFunction((gone) => !document.querySelector(`[data-file="${gone}"]`), name);
  }
  await page.waitForSelector('.bench-empty');
  await drop(page, 'workbench.json', text);
  await page.waitForSelector('[data-file="sum.asm"]');
  assert.equal(await page.locator('.file-tab').count(), 2);
});

test('whatever is dropped, the page stays alive and says what is wrong', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await page.waitForSelector('.bench-empty');
  await drop(page, 'picture.bin', 'a\0b');
  await page.waitForSelector('.note >> text=not a text file');
  await page.evaluate(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File(['x'.repeat(17 << 20)], 'huge.asm'));
    document.querySelector('.bench')?.dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true }));
  });
  await page.waitForSelector('.note >> text=17 MB');
  await drop(page, 'odd.asm', '\u{1f600}\n'.repeat(500));
  await page.waitForSelector('.finding.error');
  await drop(page, 'workbench.json', '{"format": "mancala workbench", "files": 3}');
  await page.waitForSelector('[data-file="workbench.json"][aria-current]');
});

test('by keyboard alone: a program from the examples to its end', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await page.focus('#bench-examples');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog[open]');
  await page.focus('[data-example="cdm8/multiply.asm"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.cm-content');
  await page.focus('.cm-content');
  await status(page, /At the start/);
  await page.keyboard.press('F10');
  await status(page, /Next: line 8/);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('role')), 'tab');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-tab')), 'tests');
});

test('without the bundle a plain text area does the work', async (t) => {
  const page = await visit(t, { hash: '#/workbench', hold: '**/generated/editor*.js' });
  await page.click('#bench-new');
  await page.fill('.code-plain', 'asect 0\nldi r0, 9\nhalt\nend\n');
  await page.click('#bench-run');
  await status(page, /Halt after/);
  assert.equal(await register(page, 'r0'), 9);
});

for (const [width, dark] of /** @type {[number, boolean][]} */ ([
  [1366, false],
  [390, true],
])) {
  test(`axe finds nothing, ${width} wide, ${dark ? 'dark' : 'light'}`, async (t) => {
    const page = await visit(t, { hash: '#/workbench', width, height: 800, dark, calm: true });
    await page.waitForSelector('.bench-empty');
    if (!dark) assert.deepEqual(await violations(page), [], 'empty');
    await begin(page, 'cdm8/sum.asm');
    await page.click('#bench-step');
    await page.click('#bench-step');
    await status(page, /Next|start/);
    for (const name of dark ? ['listing'] : ['tests', 'console']) {
      await page.click(`[data-tab="${name}"]`);
      assert.deepEqual(await violations(page), [], name);
    }
    await page.click('#bench-examples');
    await page.click('[data-example="circuit/stopwatch.circ"]');
    await page.waitForSelector('.bench-circuit[data-ready="true"]');
    assert.deepEqual(await violations(page), [], 'circuit');
    await page.click('[data-file="stopwatch.script"]');
    await page.waitForSelector('.cm-content');
    if (!dark) assert.deepEqual(await violations(page), [], 'script');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), width);
  });
}

/** @param {Page} page @param {string} [state] */
const circuit = (page, state = 'true') => page.waitForSelector(`.bench-circuit[data-ready="${state}"]`);

/** @param {Page} page @param {(now: number) => boolean} wanted */
const moment = (page, wanted) =>
  eventually(async () => {
    const now = Number(await page.getAttribute('.bench-circuit', 'data-now'));
    assert.ok(wanted(now), `it is ${now}`);
    return now;
  });

test('every circuit of the consoles opens without an error, and runs', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  for (const name of ['2016-mancala', '2016-mirror', '2022-mancala', '2023-mancala', 'cdm8', 'cdm8-bench']) {
    await page.click('#bench-examples');
    await page.click(`[data-example="${name}.circ"]`);
    await page.waitForSelector(`.bench[data-file="${name}.circ"]`);
    await circuit(page);
    assert.equal(await page.getAttribute('.bench-circuit', 'data-errors'), '0', name);
    assert.match(await page.innerText('.bench-status'), /\d+ parts · \d+ nets$/, name);
    await page.click('.step-clock');
    await moment(page, (now) => now > 0);
  }
});

test('a circuit: buttons, time backwards, a signal, drawings and waveforms to download', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await page.click('#bench-examples');
  await page.click('[data-example="circuit/stopwatch.circ"]');
  await circuit(page);
  await page.click('[data-hand="START"] button');
  for (let clock = 0; clock < 3; clock += 1) await page.click('.step-clock');
  const now = await moment(page, (at) => at >= 6);
  await page.fill('.find-input', 'digit');
  await page.waitForSelector('.find-results .find-show');
  assert.match(await page.innerText('.find-results'), /digit/);
  await page.keyboard.press('Escape');
  const [drawn] = await Promise.all([page.waitForEvent('download'), page.click('#bench-svg')]);
  assert.match(await readFile(await drawn.path(), 'utf8'), /^<svg|<\?xml/);
  const [wave] = await Promise.all([page.waitForEvent('download'), page.click('#bench-vcd')]);
  const vcd = await readFile(await wave.path(), 'utf8');
  assert.match(vcd, /\$enddefinitions/);
  assert.ok(vcd.includes(`#${1000 * now}`), vcd.slice(-200));
  await page.click('.step-clock-back');
  await moment(page, (at) => at === now - 2);
  await page.click('#bench-run');
  await moment(page, (at) => at > now + 10);
  await page.click('#bench-run');
});

test('pins are flipped, a memory is looked into, loaded and saved', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await page.click('#bench-examples');
  await page.click('[data-example="circuit/adder.circ"]');
  await circuit(page);
  await page.fill('[data-hand="A"] input', '5');
  await page.keyboard.press('Enter');
  await page.click('[data-hand="Cin"] .flip');
  await page.waitForSelector('[data-hand="Cin"] .flip.on');
  await page.click('#bench-examples');
  await page.click('[data-example="circuit/hello.circ"]');
  await page.waitForSelector('.bench[data-file="hello.circ"]');
  await circuit(page);
  await page.click('.hand-memory button');
  await page.waitForSelector('.cells .bytes td');
  await page.setInputFiles('#cells-file', { name: 'b.img', mimeType: 'text/plain', buffer: Buffer.from('v2.0 raw\n48 69\n') });
  await page.waitForFunction(() => document.querySelector('.cells .bytes td')?.textContent === '48');
  // It is called by its name, not by the numbers of its place.
  assert.doesNotMatch(await page.innerText('.bench-circuit'), /@-?\d/);
  const [saved] = await Promise.all([page.waitForEvent('download'), page.click('#cells-save')]);
  assert.match(await readFile(await saved.path(), 'utf8'), /^v2\.0 raw\n48\n69\n/);
});

test('scripts and vectors: one that holds, one that fails, one with a mistake', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await page.click('#bench-examples');
  await page.click('[data-example="circuit/student.circ"]');
  await page.click('[data-file="grade.script"]');
  await page.waitForSelector('option[value="student.circ"]', { state: 'attached' });
  await page.click('#bench-run');
  await page.waitForSelector('.verdict-line[data-passed="false"]');
  assert.match(await page.innerText('.report .finding >> nth=0'), /expected .*, found .*line \d+/s);
  await page.click('#bench-examples');
  await page.click('[data-example="circuit/adder.circ"]');
  await page.click('[data-file="adder.vectors"]');
  await page.waitForSelector('.bench[data-file="adder.vectors"]');
  await page.click('#bench-run');
  await page.waitForSelector('.verdict-line[data-passed="true"]');
  assert.match(await page.innerText('.verdict-line'), /^(\d+) of \1 rows passed/);
  await drop(page, 'wrong.script', 'expct /Sum = 1\n');
  await page.waitForSelector('.bench[data-file="wrong.script"] .code-host');
  await page.click('#bench-run');
  await page.waitForSelector('.finding >> text=expct');
});

test('a missing library, a truncated and a huge file say what is wrong, and the page lives on', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  const board = await readFile(new URL('../../hardware/2022/mancala.circ', import.meta.url), 'utf8');
  await drop(page, 'board.circ', board);
  await circuit(page);
  assert.match(await page.innerText('.bench-status'), /missing: .*cdm8\.circ/);
  await page.waitForSelector('.finding >> text=open cdm8.circ together with this file');
  await drop(page, 'cut.circ', board.slice(0, board.length / 2));
  await page.waitForSelector('.bench[data-file="cut.circ"] .finding.error');
  const gate = (/** @type {number} */ i) =>
    `<comp lib="1" loc="(${100 + 60 * (i % 300)},${60 * Math.floor(i / 300)})" name="AND Gate"/>\n`;
  const huge = board.replace(
    /<circuit [\s\S]*<\/circuit>/,
    `<circuit name="Mancala">${Array.from({ length: 5000 }, (_, i) => gate(i)).join('')}</circuit>`,
  );
  await drop(page, 'huge.circ', huge);
  await page.waitForSelector('.bench[data-file="huge.circ"] .bench-circuit:not([data-ready="false"])');
  await drop(page, 'nothing.circ', '<project/>');
  await page.waitForSelector('.bench[data-file="nothing.circ"] .bench-circuit[data-ready="broken"]');
  await page.click('#bench-new');
  await page.waitForSelector('.cm-content');
});
