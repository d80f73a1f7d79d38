import assert from 'node:assert/strict';
import test from 'node:test';
import { Pen, begin, drag, edit, edits, text, where } from './drawing.js';
import { eventually, visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {string} name @param {[number, number]} place @param {number} count edits with this one */
const put = (page, name, place, count) => new Pen(page, count - 1).put(name, place);

test('a lamp behind a gate, drawn with the mouse, moved, undone, and kept', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  await put(page, 'Pin', [100, 100], 1);
  await put(page, 'NOT Gate', [180, 100], 2);
  await put(page, 'LED', [260, 100], 3);
  await drag(page, [100, 100], [150, 100]);
  await edits(page, 4);
  await drag(page, [180, 100], [260, 100]);
  await edits(page, 5);
  await drag(page, [165, 97], [165, 147]);
  await edits(page, 6);
  await eventually(async () => assert.match(await text(page), /loc="\(180,150\)" name="NOT Gate"/));
  const drawn = await text(page);
  await page.focus('.sheet-table');
  for (let left = 5; left >= 0; left -= 1) {
    await page.keyboard.press('Control+z');
    await edits(page, left);
  }
  await eventually(async () => assert.doesNotMatch(await text(page), /<comp/));
  for (let done = 1; done <= 6; done += 1) {
    await page.keyboard.press('Control+y');
    await edits(page, done);
  }
  await eventually(async () => assert.equal(await text(page), drawn));
});

test('the same with keys alone', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  const take = async (/** @type {string} */ name) => {
    await page.focus('.sheet-table');
    await page.keyboard.press('/');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    await page.waitForSelector('.sheet-table[data-ghost="fits"]');
  };
  await take('Pin');
  await page.keyboard.press('Enter');
  await edits(page, 1);
  await page.keyboard.press('Escape');
  for (let step = 0; step < 8; step += 1) await page.keyboard.press('ArrowRight');
  await take('NOT Gate');
  await page.keyboard.press('Enter');
  await edits(page, 2);
  await page.keyboard.press('Escape');
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('w');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await edits(page, 3);
  await eventually(async () => assert.match(await text(page), /<wire from="\(100,100\)" to="\(150,100\)"\/>/));
});

test('attributes are changed, and what cannot be says why', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  await put(page, 'AND Gate', [200, 200], 1);
  await page.waitForSelector('[data-attribute="inputs"]');
  await page.fill('[data-attribute="inputs"]', '3');
  await page.press('[data-attribute="inputs"]', 'Enter');
  await edits(page, 2);
  await eventually(async () => assert.match(await text(page), /<a name="inputs" val="3"\/>/));
  // A second output at the same place.
  await page.fill('#edit-search', 'OR Gate');
  await page.press('#edit-search', 'Enter');
  const at = await where(page, [200, 200]);
  await page.mouse.click(at.x, at.y);
  await eventually(async () => assert.match(await page.innerText('.edit-says'), /two outputs would meet at 200,200/));
  assert.equal(await page.getAttribute('.sheet-table', 'data-edits'), '2');
});

/** Every part of the file's text that places one. @param {Page} page */
const parts = async (page) => [...(await text(page)).matchAll(/<comp [^>]*name="([^"]+)"/g)].map(([, name]) => name);

/** Opens the sheet of truth tables and draws gates for expressions. @param {Page} page @param {string} inputs @param {string[]} texts @param {string} [name] */
async function gates(page, inputs, texts, name = '') {
  await page.click('#edit-truth');
  await page.fill('#truth-inputs', inputs);
  await page.press('#truth-inputs', 'Tab');
  await page.fill('#truth-outputs', ['x', 'y', 'z'].slice(0, texts.length).join(' '));
  await page.press('#truth-outputs', 'Tab');
  for (const [at, expression] of texts.entries()) {
    await page.waitForSelector(`#truth-text-${at}`);
    await page.fill(`#truth-text-${at}`, expression);
  }
  await page.fill('#truth-name', name);
  await page.click('#truth-build');
  await page.waitForSelector('dialog', { state: 'detached' });
}

test('a table becomes gates, gates a chip, and the steps lead back', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  await gates(page, 'a b', ['a ^ b']);
  await edits(page, 1);
  assert.ok((await parts(page)).filter((name) => name === 'Pin').length === 3);
  // The table of what was drawn: minimal, with its cells.
  await page.click('#edit-truth');
  await eventually(async () => assert.equal(await page.inputValue('#truth-text-0'), '~a b + a ~b'));
  assert.equal(await page.getAttribute('#truth-0-3', 'aria-label'), 'x in row 3: 0');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  // Everything but the pins, by a box around the gates.
  await page.focus('.sheet-table');
  await page.keyboard.press('Control+a');
  await page.waitForFunction(
    () => Number(/** @type {HTMLElement} */ (document.querySelector('.sheet-table')).dataset.chosen) > 5,
  );
  await page.click('#edit-chip');
  await page.fill('#chip-name', 'all');
  await page.click('#chip-make');
  await edits(page, 2);
  await eventually(async () => assert.match(await text(page), /<circuit name="all">/));
  await page.click('#edit-steps');
  assert.deepEqual(await page.$$eval('.step', (steps) => steps.length), 3);
  await page.click('.step >> nth=0');
  await edits(page, 0);
  await page.keyboard.press('Escape');
  await eventually(async () => assert.deepEqual(await parts(page), []));
});

test('circuits are made and put in order, and a port moves around the box', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  await page.click('#edit-circuits');
  await page.fill('#circuit-name', 'chip');
  await page.click('#circuit-add');
  await page.waitForSelector('[data-circuit="chip"]');
  await page.click('[data-circuit="chip"] button[aria-label="Move chip up"]');
  await eventually(async () =>
    assert.deepEqual(await page.$$eval('[data-circuit]', (rows) => rows.map((row) => row.getAttribute('data-circuit'))), [
      'chip',
      'main',
    ]),
  );
  await page.click('[data-circuit="chip"] button[aria-label="Show chip"]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await edits(page, 2);
  await put(page, 'Pin', [100, 100], 3);
  await page.click('#edit-looks');
  await page.waitForSelector('.looks-drawing .port');
  const before = await page.getAttribute('.looks-drawing .port', 'aria-label');
  await page.focus('.looks-drawing .port');
  await page.keyboard.press('ArrowDown');
  await eventually(async () => assert.notEqual(await page.getAttribute('.looks-drawing .port', 'aria-label'), before));
  await page.keyboard.press('Escape');
  await eventually(async () => assert.match(await text(page), /<circ-port /));
});

test('going back across an edit shows the circuit as it was', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  await put(page, 'Clock', [100, 100], 1);
  await page.click('#edit-press');
  await page.focus('.sheet-table');
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('.');
  await page.waitForSelector('.bench-circuit[data-now="4"]');
  await page.click('#edit-select');
  await put(page, 'NOT Gate', [300, 100], 2);
  const listed = () => page.$$eval('.sheet-parts > *', (rows) => rows.length);
  const late = await listed();
  await page.focus('.sheet-table');
  await page.click('#edit-press');
  for (let step = 0; step < 2; step += 1) await page.keyboard.press(',');
  await eventually(async () => assert.ok((await listed()) < late, 'the gate is not there yet'));
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('.');
  await eventually(async () => assert.equal(await listed(), late));
});

test('a tab that is killed loses nothing, and two tabs show each other what they draw', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  await put(page, 'AND Gate', [200, 200], 1);
  await eventually(async () => assert.deepEqual(await parts(page), ['AND Gate']));
  const second = await page.context().newPage();
  await second.goto(page.url());
  await edit(second);
  await put(second, 'OR Gate', [200, 300], 1);
  // The first shows it too.
  await page.waitForSelector('.note, [role="status"]');
  await eventually(async () => assert.deepEqual((await parts(page)).sort(), ['AND Gate', 'OR Gate']));
  await second.close({ runBeforeUnload: false });
  await page.goto('about:blank');
  await page.goBack();
  await page.waitForSelector('.bench-circuit[data-ready="true"]');
  assert.deepEqual((await parts(page)).sort(), ['AND Gate', 'OR Gate']);
});

test('what changes while it is being kept is not taken for the work of another tab', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  const [here, kept, names] = await page.evaluate(async () => {
    const { Work } = await import('/js/workbench/work.js');
    const work = await Work.kept();
    work.set({ name: 'a.circ', text: 'begun' });
    const file = work.find('a.circ');
    const keeping = [];
    for (let edit = 0; edit < 100 && file; edit += 1) {
      file.text = `edit ${edit}`;
      keeping.push(work.keepNow());
      await new Promise((next) => setTimeout(next, edit % 4));
    }
    await Promise.all(keeping);
    work.close();
    const again = await Work.kept();
    again.close();
    return [file?.text, again.find('a.circ')?.text, again.files.map(({ name }) => name).join()];
  });
  assert.deepEqual([here, kept, names], ['edit 99', 'edit 99', 'a.circ']);
});

test('digits belong to the part they were typed for, and a double click names any part', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  const pen = new Pen(page);
  await pen.put('Pin', [100, 100]);
  await pen.press('Alt+4');
  await pen.put('Pin', [100, 200]);
  await pen.press('Alt+4');
  const first = await where(page, [90, 100]);
  await pen.once(async () => {
    await page.mouse.dblclick(first.x, first.y);
    await page.waitForSelector('.edit-label');
    await page.keyboard.type('first');
    await page.keyboard.press('Enter');
  });
  await eventually(async () => {
    const now = await text(page);
    assert.equal(now.match(/name="width" val="4"/g)?.length, 2);
    assert.match(now, /loc="\(100,100\)" name="Pin">\s*<a name="width" val="4"\/>\s*<a name="label" val="first"\/>/);
  });
});

test('parts of plug-ins and a missing library are edited around and saved without loss', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  const file = `<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<project source="2.7.1" version="1.0">
  <!-- kept -->
  <lib desc="#Wiring" name="0"/>
  <lib desc="#Gates" name="1"/>
  <lib desc="jar#gizmo.jar#Gizmo" name="2"/>
  <lib desc="file#gone.circ" name="3"/>
  <main name="main"/>
  <circuit name="main">
    <comp lib="2" loc="(300,300)" name="Gizmo"><a name="odd" val="1"/></comp>
    <comp lib="3" loc="(400,300)" name="thing"/>
    <comp lib="1" loc="(200,200)" name="AND Gate"/>
  </circuit>
</project>
`;
  await page.setInputFiles('#bench-files', { name: 'odd.circ', mimeType: 'text/xml', buffer: Buffer.from(file) });
  await edit(page);
  await drag(page, [175, 205], [175, 245]);
  await edits(page, 1);
  await eventually(async () => assert.equal(await text(page), file.replace('(200,200)', '(200,240)')));
});

test('with fingers: the tools are at the thumb, a resting finger opens the menu', async (t) => {
  const page = await visit(t, { hash: '#/workbench', width: 390, height: 844, touch: true });
  await page.click('#bench-new-circuit');
  await page.click('[data-choice="chip"]');
  await page.fill('#pins-in', 'a b[4]');
  await page.click('#pins-make');
  await edit(page);
  await eventually(async () => assert.deepEqual(await parts(page), ['Pin', 'Pin', 'Pin']));
  const bar = await page.locator('.edit-bar').boundingBox();
  assert.ok(bar && bar.y > 844 / 2, 'the bar is in the lower half');
  for (const button of await page.$$('.edit-bar button')) assert.ok(((await button.boundingBox())?.height ?? 0) >= 44);
});

test('a problem has a button that repairs it, or says that it is meant', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  const pen = new Pen(page);
  await pen.put('Constant', [100, 100]);
  await pen.set({ width: '4', value: '0x5' });
  await pen.put('LED', [200, 100]);
  await pen.wire([100, 100], [200, 100]);
  await page.click('[role="tab"]:has-text("Problems")');
  await page.waitForSelector('.finding.error:has-text("different widths")');
  await pen.once(() => page.click('.finding-ways button:has-text("Put a splitter in")'));
  await page.waitForSelector('.finding', { state: 'detached' });
  await eventually(async () => assert.match(await text(page), /loc="\(180,100\)" name="Splitter"/));
  // A register that shows something, with its inputs open.
  await page.click('[role="tab"]:has-text("Part")');
  await pen.put('Register', [200, 200]);
  await pen.put('LED', [300, 200]);
  await pen.set({ label: 'lamp' });
  await pen.put('Bit Extender', [280, 200]);
  await pen.set({ in_width: '8', out_width: '1' });
  await pen.wire([200, 200], [240, 200]);
  await pen.wire([280, 200], [300, 200]);
  await page.click('[role="tab"]:has-text("Problems")');
  await page.waitForSelector('.finding.warning');
  const warnings = await page.locator('.finding.warning').count();
  await page.locator('.finding-ways button:has-text("This is intended")').first().click();
  await eventually(async () => assert.equal(await page.locator('.finding.warning').count(), warnings - 1));
});

test('digits and arrow keys prepare the part in hand', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  await page.fill('#edit-search', 'AND Gate');
  await page.press('#edit-search', 'Enter');
  await page.waitForSelector('.sheet-table[data-ghost="fits"]');
  await page.keyboard.press('3');
  await page.keyboard.press('Alt+8');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await edits(page, 1);
  await eventually(async () => {
    const now = await text(page);
    for (const [name, value] of [
      ['inputs', '3'],
      ['width', '8'],
      ['facing', 'north'],
    ])
      assert.ok(now.includes(`<a name="${name}" val="${value}"/>`), name);
  });
});

test('a part of the list is taken hold of with Enter, and its net is selected', async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench' }));
  const pen = new Pen(page);
  await pen.put('Pin', [100, 100]);
  await pen.put('LED', [200, 100]);
  await pen.wire([100, 100], [200, 100]);
  await page.focus('.sheet-parts');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.sheet-table[data-chosen="1"]');
  await page.press('.sheet-table', 'Control+e');
  await page.waitForSelector('.sheet-table[data-chosen="3"]');
  await pen.press('Delete');
  await eventually(async () => assert.doesNotMatch(await text(page), /<comp|<wire/));
});

test('a file is opened and saved where it is, in browsers that can', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await page.evaluate(() => {
    const project = `<project source="2.7.1" version="1.0"><main name="main"/><circuit name="main"/></project>`;
    const place = {
      kind: 'file',
      text: project,
      getFile: () => Promise.resolve(new File([place.text], 'own.circ')),
      createWritable: () =>
        Promise.resolve({ write: (/** @type {string} */ now) => (place.text = now), close: () => Promise.resolve() }),
    };
    Object.assign(window, {
      place,
      showOpenFilePicker: () => Promise.resolve([place]),
      showSaveFilePicker: () => Promise.reject(new Error('it is known where the file is')),
    });
  });
  await page.click('#bench-open');
  await page.waitForSelector('.bench[data-file="own.circ"]');
  await edit(page);
  await new Pen(page).put('Pin', [100, 100]);
  await page.press('.sheet-table', 'Control+s');
  await eventually(async () =>
    assert.match(await page.evaluate(() => /** @type {any} */ (window).place.text), /loc="\(100,100\)" name="Pin"/),
  );
});
