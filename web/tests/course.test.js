import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { violations } from './axe.js';
import { where } from './drawing.js';
import { eventually, visit } from './page.js';
import { drawSheet, missing, sheetOf } from './sheets.js';

/** @typedef {import('playwright-core').Page} Page */

const COURSE = new URL('../../course/', import.meta.url);
/** @param {string} name */
const read = (name) => readFileSync(new URL(name, COURSE), 'utf8');
const TASKS = [...read('course.txt').matchAll(/^task (\S+)/gm)].map(([, name]) => name);
/** @param {string} task */
const solutionOf = (task) => {
  const name = readdirSync(new URL(`${task}/`, COURSE)).find((file) => file.startsWith('solution.')) ?? '';
  return { program: name.endsWith('.asm'), text: read(`${task}/${name}`) };
};

/** @param {Page} page @param {string} task */
async function open(page, task) {
  await page.evaluate((name) => {
    location.hash = `/course/${name}`;
  }, task);
  await page.waitForSelector(`.course-task[data-task="${task}"]`);
}

/** Runs the checks, and says what each came to. @param {Page} page @returns {Promise<string[]>} */
async function checked(page) {
  await page.waitForSelector('#course-run:not([disabled])');
  await page.click('#course-run');
  await page.waitForFunction(
    () =>
      document.querySelector('.checks')?.getAttribute('data-state') !== 'open' &&
      !document.querySelector('.course-task[aria-busy]'),
    null,
    { timeout: 120_000 },
  );
  return page.locator('.check-list > .check').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-state') ?? ''));
}

/** @param {Page} page @param {[number, number]} from @param {[number, number]} to */
async function wire(page, from, to) {
  const start = await where(page, from);
  const end = await where(page, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, start.y);
  await page.mouse.move(end.x, start.y);
  await page.mouse.move(end.x, end.y);
  await page.waitForSelector('.sheet-table[data-ghost="fits"]');
  await page.mouse.up();
}

test('the first task: a failing check with its moment, hints one by one, drawn by hand, passed', async (t) => {
  const page = await visit(t, { hash: '#/course', width: 1366, height: 900 });
  await page.waitForSelector('.course-list');
  assert.deepEqual(await violations(page), []);
  assert.equal(await page.locator('.course-entry').count(), TASKS.length);
  await page.click('#course-go');
  await page.waitForSelector('.course-task[data-task="first-gate"]');
  // The live circuit of the text.
  await page.waitForSelector('.demo-picture svg');
  await page.click('.demo-pin[data-pin="a"]');
  await page.waitForSelector('.demo-pin[data-pin="a"][aria-pressed="true"]');
  await page.click('.demo-pin[data-pin="b"]');
  await page.waitForSelector('.demo-pin.out[data-value="1"]');
  await page.waitForSelector('.bench-circuit.editing .edit-part');
  assert.ok((await checked(page)).includes('failed'));
  assert.match(await page.innerText('.check.failed .check-why'), /error/);
  assert.deepEqual(await violations(page), []);
  await page.click('.check.failed .button');
  await page.waitForSelector('.course-aside');
  await page.waitForSelector('.bench-circuit[data-ready="true"]');
  // The pins have the values of that moment, and its fault is told beside them.
  assert.match(await page.innerText('.run-about'), /pressed=1 seeds=0: error/);
  await eventually(async () => assert.equal(await page.textContent('[data-hand="pressed"] .flip'), '1'));
  await page.click('#course-back');
  await page.waitForSelector('.bench-circuit.editing .edit-part');
  // The third hint waits for another try.
  assert.ok(await page.isDisabled('[data-hint="3"]'));
  await page.click('[data-hint="1"]');
  await page.click('[data-hint="2"]');
  assert.match(await page.innerText('.hint-text'), /NOT Gate/);
  assert.ok(await page.isDisabled('[data-hint="3"]'));
  await checked(page);
  assert.ok(await page.isEnabled('[data-hint="3"]'));
  // Only the parts that are needed are offered.
  const offered = await page.locator('.edit-part').allInnerTexts();
  assert.ok(offered.includes('AND Gate') && !offered.includes('RAM'), offered.join());
  const put = async (/** @type {string} */ name, /** @type {[number, number]} */ at, /** @type {number} */ count) => {
    await page.click(`.edit-part >> text="${name}"`);
    const spot = await where(page, at);
    await page.mouse.move(spot.x, spot.y);
    await page.waitForSelector('.sheet-table[data-ghost="fits"]');
    await page.mouse.click(spot.x, spot.y);
    await page.waitForSelector(`.sheet-table[data-edits="${count}"]`);
  };
  await put('NOT Gate', [180, 140], 1);
  await put('AND Gate', [270, 120], 2);
  const edits = (/** @type {number} */ count) => page.waitForSelector(`.sheet-table[data-edits="${count}"]`);
  await wire(page, [100, 140], [150, 140]);
  await edits(3);
  await wire(page, [100, 100], [220, 100]);
  await edits(4);
  await wire(page, [180, 140], [220, 140]);
  await edits(5);
  await wire(page, [270, 120], [320, 120]);
  await edits(6);
  // The checks have run before, so they run again by themselves.
  await page.waitForSelector('.checks[data-state="passed"]');
  await page.waitForSelector('.course-task[data-passed="true"] #course-next.main');
});

test('every program, typed into the editor, passes', async (t) => {
  const page = await visit(t, { hash: '#/course' });
  await page.waitForSelector('.course-list');
  for (const task of TASKS.filter((name) => solutionOf(name).program)) {
    await open(page, task);
    await page.waitForSelector('.cm-content');
    assert.ok((await checked(page)).includes('failed'), task);
    await page.click('.cm-content');
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(solutionOf(task).text);
    await eventually(async () => assert.equal(await page.getAttribute('.checks', 'data-state'), 'passed', task));
  }
});

/** Circuits that are drawn every time; `LONG=1` draws all. */
const SHORT = ['two-digits', 'button-register', 'split-bus'];
const DRAWN = TASKS.filter((name) => !solutionOf(name).program).filter((name) => process.env.LONG || SHORT.includes(name));

for (const task of DRAWN) {
  test(`${task}, drawn from its starter with the mouse, passes`, async (t) => {
    const page = await visit(t, { hash: `#/course/${task}`, width: 1920, height: 1200 });
    page.setDefaultTimeout(60_000);
    await page.waitForSelector('.bench-circuit.editing .edit-part');
    const circuit = read(`${task}/task.txt`).match(/^circuit +(.*)$/m)?.[1] ?? null;
    const [before, after] = [read(`${task}/starter.circ`), solutionOf(task).text].map((text) => sheetOf(text, circuit));
    await drawSheet(page, missing(before, after));
    const states = await checked(page);
    assert.ok(
      states.every((state) => state === 'passed'),
      `${task}: ${states}`,
    );
  });
}

test('a failing program is shown at its end, in Russian too', async (t) => {
  const page = await visit(t, { hash: '#/course/sow', language: 'ru-RU' });
  await page.waitForSelector('.cm-content');
  await checked(page);
  assert.match(await page.innerText('.check.failed .check-why'), /получают по зерну/);
  await page.click('.check.failed .button');
  await page.waitForFunction(() => /^00|^0x00|00/.test(document.querySelector('[data-register="r1"] strong')?.textContent ?? ''));
  await page.waitForSelector('.bench-inside:not([hidden])');
});

test('the whole course, opened as saved progress: every solution is checked again and every check is green', async (t) => {
  const page = await visit(t, { hash: '#/course' });
  await page.waitForSelector('.course-list');
  const tasks = Object.fromEntries(TASKS.map((name) => [name, { work: solutionOf(name).text, passed: true }]));
  tasks.sow = { work: read('sow/starter.asm'), passed: true };
  const progress = JSON.stringify({ format: 'mancala course 1', student: '', tasks });
  await page.setInputFiles('#course-file', {
    name: 'progress.json',
    mimeType: 'application/json',
    buffer: Buffer.from(progress),
  });
  await page.waitForSelector('.course-entry[data-state="passed"]', { timeout: 180_000 });
  const states = await page.locator('.course-entry').evaluateAll((all) => all.map((one) => one.getAttribute('data-state')));
  // What a file claims counts for nothing.
  assert.deepEqual(
    states,
    TASKS.map((name) => (name === 'sow' ? 'begun' : 'passed')),
  );
  for (const task of TASKS.filter((name) => name !== 'sow' && name !== 'console')) {
    await open(page, task);
    assert.ok(
      (await checked(page)).every((state) => state === 'passed'),
      task,
    );
  }
  const saved = page.waitForEvent('download');
  await page.evaluate(() => {
    location.hash = '/course';
  });
  await page.waitForSelector('.course-list');
  await page.click('#course-export');
  const text = readFileSync((await (await saved).path()) ?? '', 'utf8');
  assert.equal(JSON.parse(text).tasks.console.work, solutionOf('console').text);
});

test('what passed is what is handed in, whatever is tried after it', async (t) => {
  const page = await visit(t, { hash: '#/course/first-program' });
  await page.waitForSelector('.cm-content');
  await page.click('.cm-content');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(solutionOf('first-program').text);
  assert.ok((await checked(page)).every((state) => state === 'passed'));
  await page.click('#course-reset');
  await eventually(async () => assert.equal(await page.getAttribute('.checks', 'data-state'), 'failed'));
  await page.evaluate(() => {
    location.hash = '/course';
  });
  await page.waitForSelector('.course-list');
  await page.fill('#course-student', 'Ada, Countess of Lovelace');
  const saved = page.waitForEvent('download');
  await page.click('#course-export');
  const file = await saved;
  assert.equal(file.suggestedFilename(), 'Ada-Countess-of-Lovelace.json');
  const { student, tasks } = JSON.parse(readFileSync((await file.path()) ?? '', 'utf8'));
  assert.equal(student, 'Ada, Countess of Lovelace');
  assert.equal(tasks['first-program'].work, solutionOf('first-program').text);
  assert.equal(tasks['first-program'].passed, true);
});

test('nonsense is refused, and work is kept', async (t) => {
  const page = await visit(t, { hash: '#/course' });
  await page.waitForSelector('.course-list');
  await page.setInputFiles('#course-file', { name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await page.waitForSelector('text=not the progress of a course');
  await open(page, 'first-program');
  await page.waitForSelector('.cm-content');
  await page.click('.cm-content');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText('        asect 0\n        halt\n        end\n');
  await page.waitForTimeout(700);
  await page.reload();
  await eventually(async () => assert.match(await page.innerText('.cm-content'), /halt/));
  assert.doesNotMatch(await page.innerText('.cm-content'), /pits/);
  await page.click('#course-reset');
  await eventually(async () => assert.match(await page.innerText('.cm-content'), /pits/));
});

for (const width of [390, 768, 1366, 1920]) {
  test(`it fits ${width} pixels`, async (t) => {
    const page = await visit(t, { hash: '#/course/memory-cell', width, height: 844, dark: width === 1366 });
    await page.waitForSelector('.bench-circuit[data-ready="true"]');
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    assert.ok(wide <= 0, `${wide} pixels too wide`);
    if (width > 700) assert.deepEqual(await violations(page), []);
  });
}
