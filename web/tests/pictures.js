// Takes the pictures of the README from the real page: `PAGE_URL=http://127.0.0.1:8000/ node pictures.js FOLDER`.
// The moving one needs ImageMagick's `convert`. With MACHINE=1 only the machine's are taken.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from './browser.js';

const url = (process.env.PAGE_URL ?? 'http://127.0.0.1:8123/').replace(/\/?$/, '/');
const folder = process.argv[2] ?? '../../docs/pictures';
/** A game with an extra turn, a capture and a mistake in it; the moves of both sides. */
const MOVES = ['3', '6', '2', '5', '5', '1', '6', '4'];

/** One with blunders, for the review. */
const MISTAKES = ['1', '1', '2', '4', '5', '3'];

const browser = await launch();

/**
 * @param {string} name
 * @param {{width: number, height: number, dark?: boolean, scale?: number, moves?: string[]}} size
 * @param {(page: import('playwright-core').Page) => Promise<void>} [more]
 */
async function take(name, { width, height, dark, scale = 1, moves = MOVES }, more) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-US',
    deviceScaleFactor: scale,
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem('mancala.settings', JSON.stringify({ pace: 0, analysis: true, game: { opponent: 'human' } }));
  });
  await page.goto(url);
  await page.waitForSelector('html[data-engine="ready"]');
  for (const [index, key] of moves.entries()) {
    await page.waitForSelector('.play[data-phase="yours"]');
    await page.waitForSelector('.pill.shown');
    await page.keyboard.press(key);
    await page.waitForFunction(
      (n) => document.querySelectorAll('.move').length > n || document.querySelector('.wrong'),
      index,
    );
  }
  if (moves === MOVES) await page.waitForFunction(() => /exact/.test(document.querySelector('.proof')?.textContent ?? ''));
  await more?.(page);
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

/**
 * The workbench with an example on it.
 * @param {string} name
 * @param {string} example
 * @param {(page: import('playwright-core').Page) => Promise<void>} act
 */
async function bench(name, example, act) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 740 }, colorScheme: 'light', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${url}#/workbench`);
  await page.click('#bench-examples');
  await page.click(`[data-example="${example}"]`);
  await act(page);
  await page.waitForTimeout(600);
  await page.screenshot({ path: `${folder}/${name}.png` });
  await context.close();
}

/** The console of 2023 in the middle of a game, and a moving picture of a move and its answer. */
async function machine() {
  const context = await browser.newContext({ viewport: { width: 1560, height: 940 }, colorScheme: 'light', locale: 'en-US' });
  const page = await context.newPage();
  await page.goto(`${url}#/machine/2023/gates`);
  await page.waitForSelector('.machine[data-ready="true"][data-phase="settings"][data-waiting="true"]');
  await page.getByRole('button', { name: 'Watch it think' }).click();
  await page.locator('.board-settings button').first().click();
  await page.locator('.board-settings button', { hasText: 'You' }).click();
  await page.waitForSelector('.machine[data-phase="human"][data-waiting="true"]');
  await page.getByRole('button', { name: 'Watch it think' }).click();
  await page.keyboard.press('3');
  await page.waitForTimeout(300);
  await page.waitForSelector('.machine[data-phase="human"][data-waiting="true"]');
  // Slow enough to be watched.
  await page.locator('.transport input[type="range"]').fill('36');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('2');
  const frames = mkdtempSync(join(tmpdir(), 'frames-'));
  for (let frame = 100; frame < 148; frame += 1) {
    await page.screenshot({ path: join(frames, `${frame}.png`) });
    await page.waitForTimeout(60);
    if (frame === 120) await page.screenshot({ path: `${folder}/machine.png` });
  }
  const shrink = ['-resize', '960x', '-layers', 'optimize', '-colors', '64', '+dither'];
  execFileSync('convert', ['-delay', '16', '-loop', '0', join(frames, '*.png'), ...shrink, `${folder}/machine.gif`]);
  rmSync(frames, { recursive: true });
  await context.close();
}

await machine();
if (process.env.MACHINE) {
  await browser.close();
  process.exit();
}
await take('page-light', { width: 1280, height: 740 });
await take('page-dark', { width: 1280, height: 740, dark: true });
await take('page-phone', { width: 360, height: 740, scale: 2 });
await take('page-review', { width: 1280, height: 800, moves: MISTAKES }, async (page) => {
  await page.click('#more');
  await page.click('[data-choice="review"]');
  await page.waitForSelector('.mistake-row', { timeout: 60_000 });
  await page.waitForTimeout(8000);
  await page.locator('.moves .move.blunder, .moves .move.mistake').first().click();
});
await bench('workbench-program', 'cdm8/sum.asm', async (page) => {
  await page.locator('.cm-line').nth(10).click();
  await page.keyboard.press('F9');
  for (const key of ['F5', 'F5', 'F10']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(400);
  }
});
await bench('workbench-circuit', 'cdm8-bench.circ', async (page) => {
  await page.waitForSelector('.bench-circuit[data-ready="true"]');
  await page.locator('.hand-memory button').first().click();
  const image = 'v2.0 raw\nd0\n06\nd1\n07\nd6\n0a\nd0\n15\na2\nd4\nc0\n3a\n05\ne0\n13\n12\n89\nee\n0c\nc4\nd7\n';
  await page.setInputFiles('#cells-file', { name: 'multiply.img', mimeType: 'text/plain', buffer: Buffer.from(image) });
  await page.locator('.pace input').fill('80');
  await page.click('#bench-run');
  await page.waitForTimeout(1500);
  await page.click('#bench-run');
  await page.locator('.hand-memory button').nth(1).click();
});
await browser.close();
