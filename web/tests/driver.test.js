// The display driver of 2016, drawn from an empty sheet after its description in the notes of that year, with mouse and keys; tested
// with its vectors; and put on a board with a CdM-8, whose program writes a number to it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Pen, begin, drop, edit, edits, files, look, where } from './drawing.js';
import { eventually, visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./drawing.js').Place} Place */

/** The key that turns a part. @type {Record<string, string>} */
const TURNS = { west: 'ArrowLeft', north: 'ArrowUp', south: 'ArrowDown' };

/**
 * A pin as a person makes it: placed, turned with an arrow key, its bits typed with Alt, named by a double click.
 * @param {Pen} pen @param {string} name @param {number} bits @param {Place} place
 * @param {{faces?: string, output?: boolean}} [how]
 */
async function pin(pen, name, bits, place, { faces = '', output = false } = {}) {
  const { page } = pen;
  await pen.put('Pin', place);
  if (faces) await pen.press(TURNS[faces]);
  if (bits > 1) await pen.press(`Alt+${bits}`);
  if (output) await pen.set({ output: 'true' });
  // The middle of a pin is beside its port.
  const [dx, dy] = { west: [10, 0], north: [0, 10], south: [0, -10] }[faces] ?? [-10, 0];
  const at = await where(page, [place[0] + dx, place[1] + dy]);
  await pen.once(async () => {
    await page.mouse.dblclick(at.x, at.y);
    await page.waitForSelector('.edit-label');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  });
}

/** `(tens, units) = BCD(content)`, "possibly by brute force, using Logisim's own division chip". @param {Pen} pen */
async function bcd(pen) {
  await pin(pen, 'content', 8, [220, 300], { faces: 'north' });
  await pen.put('Constant', [160, 240]);
  await pen.set({ width: '8', value: '0xa' });
  await pen.put('Divider', [300, 230]);
  await pen.set({ width: '8' });
  for (const y of [230, 290]) {
    await pen.put('Splitter', [360, y]);
    await pen.set({ incoming: '8' });
  }
  await pin(pen, 'tens', 4, [420, 120], { faces: 'south', output: true });
  await pin(pen, 'units', 4, [480, 120], { faces: 'south', output: true });
  await pen.wire([160, 240], [260, 240]);
  await pen.wire([220, 300], [220, 220], [260, 220]);
  await pen.wire([300, 230], [360, 230]);
  await pen.wire([280, 250], [280, 290], [360, 290]);
  await pen.wire([380, 210], [420, 210], [420, 120]);
  await pen.wire([380, 270], [480, 270], [480, 120]);
}

/** The pins of the inventory, in its order, then what the pseudo-code says. @param {Pen} pen */
async function driver(pen) {
  // West, and the same signals at the east.
  await pin(pen, 'data', 8, [120, 190]);
  await pin(pen, 'pos', 4, [120, 360]);
  await pin(pen, 'addr', 4, [120, 480]);
  await pin(pen, 'clock', 1, [120, 530]);
  await pin(pen, 'dir', 1, [120, 580]);
  await pin(pen, 'dataout', 8, [860, 190], { faces: 'west', output: true });
  await pin(pen, 'posout', 4, [860, 370], { faces: 'west', output: true });
  await pin(pen, 'addrout', 4, [860, 480], { faces: 'west', output: true });
  await pin(pen, 'clockout', 1, [860, 530], { faces: 'west', output: true });
  await pin(pen, 'dirout', 1, [860, 580], { faces: 'west', output: true });
  for (const y of [190, 480, 530, 580]) await pen.wire([120, y], [860, y]);
  await pin(pen, 'posoutsouth', 4, [300, 640], { faces: 'north', output: true });
  await pin(pen, 'Z', 1, [600, 80], { faces: 'south', output: true });
  await pin(pen, 'tens', 4, [710, 80], { faces: 'south', output: true });
  await pin(pen, 'units', 4, [770, 80], { faces: 'south', output: true });

  // mypos = pos+1
  await pen.put('Constant', [180, 380]);
  await pen.press('Alt+4');
  // Its only bit was 1, so Logisim makes all of them 1.
  await pen.set({ value: '0x1' });
  await pen.put('Adder', [240, 370]);
  await pen.press('Alt+4');
  await pen.wire([120, 360], [200, 360]);
  await pen.wire([180, 380], [200, 380]);
  await pen.wire([240, 370], [860, 370]);
  await pen.wire([300, 370], [300, 640]);

  // mypos=addr
  await pen.put('Comparator', [380, 430]);
  await pen.set({ width: '4', mode: 'unsigned' });
  await pen.wire([300, 420], [340, 420]);
  await pen.wire([340, 440], [320, 440], [320, 480]);

  // out_condition = clock ^ dir ^ (mypos=addr), and dir' ^ mypos=addr
  await pen.put('AND Gate', [680, 430]);
  await pen.set({ size: '30', inputs: '3' });
  await pen.put('AND Gate', [500, 320]);
  await pen.set({ size: '30', inputs: '2', negate0: 'true' });
  await pen.wire([380, 430], [650, 430]);
  await pen.wire([650, 420], [610, 420], [610, 530]);
  await pen.wire([650, 440], [630, 440], [630, 580]);
  await pen.wire([410, 430], [410, 330], [470, 330]);
  await pen.wire([460, 310], [430, 310], [430, 580]);

  // content := data.select(0:5) on the falling edge, enabled
  await pen.put('Splitter', [520, 240]);
  await pen.set({ appear: 'center', incoming: '8', bit4: '0', bit5: '0' });
  await pen.put('Register', [620, 230]);
  await pen.set({ width: '6', trigger: 'falling', label: 'content' });
  await pen.wire([520, 240], [520, 190]);
  await pen.wire([540, 230], [590, 230]);
  await pen.wire([500, 320], [570, 320], [570, 240], [590, 240]);
  await pen.wire([600, 250], [600, 530]);

  // dataout = if out_condition then content.bitextender(5->8,Zero) else float
  await pen.put('Bit Extender', [720, 230]);
  await pen.set({ in_width: '6', out_width: '8', type: 'zero' });
  await pen.wire([620, 230], [680, 230]);
  await pen.put('Controlled Buffer', [760, 210]);
  await pen.press('ArrowUp', 'Alt+8');
  await pen.wire([720, 230], [760, 230]);
  await pen.wire([760, 210], [760, 190]);
  await pen.wire([680, 430], [800, 430], [800, 220], [770, 220]);

  // (tens, units) = BCD (content)
  await pen.put('BCD', [710, 140]);
  await pen.wire([710, 140], [710, 80]);
  await pen.wire([720, 140], [720, 120], [770, 120], [770, 80]);
  await pen.wire([710, 170], [730, 170], [730, 230]);

  // Z = if content≠0 then 0 else float
  await pen.put('Constant', [420, 160]);
  await pen.set({ width: '6', value: '0x0' });
  await pen.put('Comparator', [480, 150]);
  await pen.set({ width: '6', mode: 'unsigned' });
  await pen.put('Constant', [520, 110]);
  await pen.set({ value: '0x0' });
  await pen.put('Controlled Buffer', [570, 110]);
  await pen.wire([420, 160], [440, 160]);
  await pen.wire([640, 230], [640, 270], [400, 270], [400, 140], [440, 140]);
  await pen.wire([480, 140], [560, 140], [560, 120]);
  await pen.wire([520, 110], [550, 110]);
  await pen.wire([570, 110], [600, 110], [600, 80]);
}

/** A circuit of the file is made and shown. @param {Pen} pen @param {string} name */
async function circuit(pen, name) {
  const { page } = pen;
  await page.click('#edit-circuits');
  await page.fill('#circuit-name', name);
  await pen.once(() => page.press('#circuit-name', 'Enter'));
  await page.click(`[data-circuit="${name}"] button[aria-label="Show ${name}"]`);
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await eventually(async () =>
    assert.equal(await page.locator('.circuit-bar select').evaluate((choice) => /** @type {any} */ (choice).value), name),
  );
}

/** The problems that are listed. @param {Page} page */
const problems = (page) => page.$$eval('.findings .finding', (rows) => rows.map((row) => row.textContent));

/** The bus of the board on the driver: what `docs/console-2016.md` says of the I/O bus. @param {Pen} pen */
async function connect(pen) {
  const tunnel = async (/** @type {string} */ name, /** @type {Place} */ place, bits = '1', faces = 'east') => {
    await pen.once(async () => {
      await pen.put('Tunnel', place);
      await pen.page.waitForSelector('.edit-label');
      await pen.page.keyboard.type(name);
      await pen.page.keyboard.press('Enter');
    });
    await pen.set({ width: bits, facing: faces });
  };
  // What the processor writes gets a name.
  await tunnel('data out', [780, 400], '8', 'west');
  await tunnel('data out', [800, 760], '8');
  await pen.wire([800, 760], [860, 760]);
  await pen.put('Constant', [860, 770]);
  await pen.set({ width: '4', value: '0x0' });
  await tunnel('address', [640, 850], '8');
  await pen.put('Splitter', [640, 850]);
  await pen.set({
    incoming: '8',
    fanout: '5',
    bit0: '0',
    bit1: '0',
    bit2: '0',
    bit3: '0',
    bit4: '1',
    bit5: '2',
    bit6: '3',
    bit7: '4',
  });
  await pen.wire([660, 800], [660, 780], [860, 780]);
  await pen.put('AND Gate', [800, 830]);
  await pen.set({ inputs: '7' });
  for (const y of [810, 820, 830, 840]) await pen.wire([660, y], [750, y]);
  await tunnel('clock', [750, 800]);
  await tunnel('mem', [750, 850]);
  await tunnel('data', [690, 860]);
  await pen.wire([690, 860], [750, 860]);
  await pen.wire([800, 830], [830, 830], [830, 790], [860, 790]);
  await tunnel('read', [850, 850], '1', 'north');
  await pen.wire([860, 800], [850, 800], [850, 850]);
  await pen.put('Hex Digit Display', [850, 700]);
  await pen.put('Hex Digit Display', [900, 700]);
  await pen.wire([880, 750], [880, 720], [850, 720], [850, 700]);
  await pen.wire([890, 750], [890, 720], [900, 720], [900, 700]);
}

test('the display driver of 2016 from an empty sheet, with its vectors, on a board', { timeout: 600_000 }, async (t) => {
  const page = await begin(await visit(t, { hash: '#/workbench', width: 1600, height: 1000 }));
  const pen = new Pen(page);
  // The notes depend on BCD first.
  await circuit(pen, 'BCD');
  await look(page, [300, 220], 1.2);
  await bcd(pen);
  await circuit(pen, 'Display driver');
  await look(page, [490, 360], 0.95);
  await driver(pen);
  assert.deepEqual(await problems(page), []);

  // Its vectors, as for every chip of the board.
  const vectors = readFileSync(new URL('../../hardware/2016/vectors/Display driver.vectors', import.meta.url), 'utf8');
  await drop(page, 'Display driver.vectors', vectors);
  await page.waitForSelector('.bench[data-file="Display driver.vectors"]');
  await eventually(async () => assert.equal(await page.locator('.bench-machine select').nth(1).inputValue(), 'Display driver'));
  await page.click('#bench-run');
  await page.waitForSelector('.verdict-line[data-passed="true"]');
  const drawn = (await files(page))['circuit.circ'];

  // A copy of it goes to another file, with the circuits it is made of.
  await page.click('[data-file="circuit.circ"]');
  await edit(page);
  const own = new Pen(page);
  await page.selectOption('.circuit-bar select', 'main');
  await eventually(async () =>
    assert.equal(await page.getAttribute('[data-part="Display driver"]', 'data-part'), 'Display driver'),
  );
  await look(page, [700, 500], 0.95);
  await own.put('Display driver', [890, 750]);
  // Under this name the module is another one than the page's, and hears of the copy as another tab does.
  const heard = () => page.evaluate(async () => (await import('/js/workbench/edit-clip.js')).getCopied());
  assert.equal(await heard(), null);
  await page.press('.sheet-table', 'Control+c');
  await eventually(async () => assert.ok(await heard()));
  assert.equal((await files(page))['circuit.circ'].includes('name="Display driver"'), true);

  await page.click('#bench-new-circuit');
  await page.click('[data-choice="board"]');
  await page.waitForSelector('.bench[data-file="board.circ"]');
  await edit(page);
  const board = new Pen(page);
  await board.press('Control+v');
  await look(page, [760, 700], 0.95);
  await connect(board);
  assert.match((await files(page))['board.circ'], /<circuit name="BCD">/);
  assert.deepEqual(
    (await problems(page)).filter((line) => /Display driver|circuit 'Bench'/.test(line ?? '')),
    [],
  );

  // ldi r0,0xF1; ldi r1,42; st r0,r1; halt, loaded into the ROM.
  await look(page, [900, 300], 0.95);
  const rom = await where(page, [930, 240]);
  await page.mouse.click(rom.x, rom.y);
  await page.click('#edit-contents');
  const image = Buffer.from('v2.0 raw\nd0 f1 d1 2a a1 d4\n');
  await board.once(() => page.setInputFiles('#cells-file', { name: 'write.img', mimeType: 'text/plain', buffer: image }));
  await page.click('#bench-run');
  await page.waitForFunction(() => Number(document.querySelector('.bench-circuit')?.getAttribute('data-now')) > 60);
  await page.click('#bench-run');
  await look(page, [760, 700], 0.95);
  const chip = await where(page, [880, 780]);
  await page.mouse.click(chip.x, chip.y);
  await eventually(async () => {
    const ports = await page.innerText('.edit-ports');
    assert.match(ports, /tens 4 bits\s*4/);
    assert.match(ports, /units 4 bits\s*2/);
  });
  // The first file is what it was but for the copy that was copied.
  assert.ok(drawn.length < (await files(page))['circuit.circ'].length);
  await edits(page, board.count);
});
