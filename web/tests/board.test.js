// The console of 2023 on the workbench, changed during a game: a chip is moved, a wire is cut and drawn again.
import assert from 'node:assert/strict';
import test from 'node:test';
import { Pen, edit, files, look, where } from './drawing.js';
import { eventually, visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {import('./drawing.js').Place} Place */

/** A person at the console: presses on the drawn buttons, reads the drawn digits. */
class Player {
  /** @param {Page} page */
  constructor(page) {
    this.page = page;
  }

  /** @param {'slowly' | 'fast'} pace */
  speed(pace) {
    return this.page.locator('.pace input').fill(pace === 'fast' ? '100' : '36');
  }

  /** Lets it run for this many half-ticks at least, with something done meanwhile. @param {number} halfTicks @param {() => Promise<void>} [meanwhile] */
  async run(halfTicks, meanwhile) {
    const { page } = this;
    await page.click('#bench-run');
    await meanwhile?.();
    const now = Number(await page.getAttribute('.bench-circuit', 'data-now'));
    await page.waitForFunction(
      (wanted) => Number(document.querySelector('.bench-circuit')?.getAttribute('data-now')) > wanted,
      now + halfTicks,
    );
    await page.click('#bench-run');
    await page.waitForSelector('.bench-circuit[data-running="false"]');
  }

  /** Holds a button down for some half-ticks while it runs. @param {Place} button @param {number} halfTicks how long it runs afterwards */
  press(button, halfTicks) {
    const { page } = this;
    return this.run(halfTicks, async () => {
      const at = await where(page, [button[0], button[1] + 10]);
      await page.mouse.move(at.x, at.y);
      await page.mouse.down();
      const now = Number(await page.getAttribute('.bench-circuit', 'data-now'));
      await page.waitForFunction(
        (wanted) => Number(document.querySelector('.bench-circuit')?.getAttribute('data-now')) > wanted,
        now + 200,
      );
      await page.mouse.up();
    });
  }

  /** What a display shows, according to the panel of the selected part. @param {Place} display */
  async digit(display) {
    const { page } = this;
    const at = await where(page, [display[0] + 2, display[1] - 30]);
    await page.press('.sheet-table', 'Escape');
    await page.waitForSelector('.edit-ports', { state: 'detached' });
    await page.mouse.click(at.x, at.y);
    await page.waitForSelector('.edit-ports');
    return eventually(async () => {
      const shown = (await page.innerText('.edit-ports')).match(/digit 4 bits\s*(\w)/);
      assert.ok(shown, 'a digit is selected');
      return shown[1];
    });
  }

  /** The seeds in the person's pits, store, and the computer's. */
  async board() {
    const seeds = [];
    for (const [x, y] of /** @type {Place[]} */ ([
      [330, 570],
      [450, 570],
      [570, 570],
      [690, 570],
      [810, 570],
      [930, 570],
      [1170, 370],
      [970, 300],
      [850, 300],
      [730, 300],
      [610, 300],
      [490, 300],
      [370, 300],
      [130, 430],
    ])) {
      // The units are enough to tell two games apart.
      seeds.push(await this.digit([x + 40, y]));
    }
    return seeds.join(' ');
  }
}

/** The game is set up: four seeds, the person first. @param {import('node:test').TestContext} t */
async function game(t) {
  const page = await visit(t, { hash: '#/workbench', width: 1600, height: 1000 });
  await page.click('#bench-examples');
  await page.click('[data-example="2023-mancala.circ"]');
  await edit(page);
  await look(page, [650, 520], 0.62);
  const player = new Player(page);
  await player.speed('fast');
  await player.run(100_000);
  await player.press([730, 940], 100_000);
  await player.press([920, 940], 100_000);
  assert.equal(await player.board(), '4 4 4 4 4 4 0 4 4 4 4 4 4 0');
  return player;
}

/** Pit 2 is played, and the computer has answered; then pit 1, whose button was drawn again. @param {Player} player @param {() => Promise<void>} meanwhile */
async function play(player, meanwhile) {
  await player.speed('slowly');
  await player.press([490, 710], 100);
  await meanwhile();
  await player.speed('fast');
  await player.run(200_000);
  const answered = await player.board();
  await player.press([370, 710], 200_000);
  return [answered, await player.board()];
}

test(
  'a chip is moved and a wire cut and drawn again in the middle of a game, and all of it undone',
  { timeout: 300_000 },
  async (t) => {
    const plain = await play(await game(t), async () => {});
    const player = await game(t);
    const { page } = player;
    const file = '2023-mancala.circ';
    const whole = (await files(page))[file];
    const changed = await play(player, async () => {
      // Seeds are being sown.
      const pen = new Pen(page);
      // The chip that sees the person's buttons: all its wires are laid anew.
      await pen.drag([140, 660], [120, 700]);
      const [from, to] = [await where(page, [355, 700]), await where(page, [385, 700])];
      await page.keyboard.down('Alt');
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, from.y);
      await pen.once(async () => {
        await page.mouse.move(to.x, to.y);
        await page.mouse.up();
      });
      await page.keyboard.up('Alt');
      await eventually(async () => assert.ok(!(await files(page))[file].includes('to="(370,710)"')));
      await pen.wire([370, 710], [370, 680]);
    });
    assert.deepEqual(changed, plain);
    assert.notEqual(changed[0], '4 4 4 4 4 4 0 4 4 4 4 4 4 0');
    // Undone to the byte, and the game is still there.
    await page.focus('.sheet-table');
    for (let left = 3; left > 0; left -= 1) {
      await page.keyboard.press('Control+z');
      await page.waitForSelector(`.sheet-table[data-edits="${left - 1}"]`);
    }
    await eventually(async () => assert.equal((await files(page))[file], whole));
    assert.equal(await player.board(), plain[1]);
  },
);
