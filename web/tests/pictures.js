// Takes the pictures of the README and of docs from the real page: `node web/tests/pictures.js`. The program is that of MANCALA,
// by default the one in target/debug; another folder than docs/pictures, and names of pictures if not all are wanted, follow:
// `node web/tests/pictures.js /tmp/pictures page-dark machine`. The moving one needs ImageMagick's `convert`.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.js';
import { Pen, begin, edit, where } from './drawing.js';
import { accept, makeGame } from './people.js';
import { Server } from './server.js';

/** @typedef {import('playwright-core').Page} Page */

const root = fileURLToPath(new URL('../../', import.meta.url));
const [folder = join(root, 'docs/pictures'), ...wanted] = process.argv.slice(2);

/** A game with an extra turn, a capture and a mistake in it; the moves of both sides. */
const MOVES = ['3', '6', '2', '5', '5', '1', '6', '4'];

/** One with blunders, for the review. */
const MISTAKES = ['1', '1', '2', '4', '5', '3'];

const browser = await launch();
const binary = process.env.MANCALA ?? join(root, 'target/debug/mancala');
const site = new Server(binary);

/**
 * A new visitor.
 * @param {{width: number, height: number, dark?: boolean, scale?: number, settings?: object}} look
 */
async function visitor({ width, height, dark, scale = 1, settings = {} }) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: 'en-US',
    deviceScaleFactor: scale,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.addInitScript(
    (kept) => {
      if (location.protocol !== 'about:') localStorage.setItem('mancala.settings', JSON.stringify(kept));
    },
    { pace: 0, ...settings },
  );
  return page;
}

/**
 * @param {Page} page
 * @param {string} name
 */
async function take(page, name) {
  // All animations end.
  await page.waitForTimeout(600);
  await page.screenshot({ path: join(folder, `${name}.png`) });
  await page.context().close();
}

/** @param {Page} page @param {string} key */
async function move(page, key) {
  await page.waitForSelector('.play[data-phase="yours"]');
  const before = await page.locator('.moves .move').count();
  await page.keyboard.press(key);
  await page.waitForFunction((n) => document.querySelectorAll('.moves .move').length > n, before);
}

/** The game of MOVES, with its values. @param {Parameters<typeof visitor>[0]} look */
async function game(look) {
  // The page looks at a position for some seconds; on a busy machine that may not be enough.
  for (let tries = 0; tries < 6; tries += 1) {
    const page = await visitor({ ...look, settings: { analysis: true, game: { opponent: 'human' } } });
    await page.goto(site.url);
    for (const key of MOVES) {
      await page.waitForSelector('.pill.shown');
      await move(page, key);
    }
    const proof = page.locator('.proof', { hasText: /^certain/ });
    if (
      await proof.waitFor({ timeout: 12_000 }).then(
        () => true,
        () => false,
      )
    )
      return page;
    await page.context().close();
  }
  throw new Error('the values of the game are not found');
}

async function review() {
  const page = await visitor({ width: 1280, height: 800, settings: { game: { opponent: 'human' } } });
  await page.goto(site.url);
  for (const key of MISTAKES) await move(page, key);
  await page.click('#more');
  await page.click('[data-choice="review"]');
  await page.waitForSelector('.review[data-done="true"]', { timeout: 300_000 });
  await page.locator('.moves .move.blunder, .moves .move.mistake').first().click();
  return page;
}

/** Two people, as one of them sees it. */
async function online() {
  const look = { width: 1280, height: 740 };
  const [ann, ben] = await Promise.all([visitor(look), visitor(look)]);
  await ann.goto(site.url);
  await accept(ben, await makeGame(ann, { clock: { kind: 'game', seconds: 600, increment: 5 } }));
  for (const [page, pit] of /** @type {[Page, string][]} */ ([
    [ann, '3'],
    [ann, '6'],
    [ben, '2'],
    [ben, '5'],
    [ann, '5'],
  ])) {
    // Nobody moves at once.
    await page.waitForTimeout(1500);
    await move(page, pit);
  }
  await ann.waitForTimeout(2000);
  return ann;
}

/**
 * The workbench with an example on it.
 * @param {string} example
 */
async function bench(example) {
  const page = await visitor({ width: 1280, height: 740 });
  await page.goto(`${site.url}#/workbench`);
  await page.click('#bench-examples');
  await page.click(`[data-example="${example}"]`);
  return page;
}

async function program() {
  const page = await bench('cdm8/sum.asm');
  await page.waitForSelector('.bench-status:has-text("At the start")');
  await page.locator('.cm-line').nth(10).click();
  await page.keyboard.press('F9');
  for (const key of ['F5', 'F5', 'F10']) {
    await page.keyboard.press(key);
    await page.waitForTimeout(400);
  }
  return page;
}

async function circuit() {
  const page = await bench('cdm8-bench.circ');
  await page.waitForSelector('.bench-circuit[data-ready="true"]');
  await page.locator('.hand-memory button').first().click();
  const image = 'v2.0 raw\nd0\n06\nd1\n07\nd6\n0a\nd0\n15\na2\nd4\nc0\n3a\n05\ne0\n13\n12\n89\nee\n0c\nc4\nd7\n';
  await page.setInputFiles('#cells-file', { name: 'multiply.img', mimeType: 'text/plain', buffer: Buffer.from(image) });
  await page.locator('.pace input').fill('80');
  await page.click('#bench-run');
  await page.waitForFunction(() => Number(document.querySelector('.bench-circuit')?.getAttribute('data-now')) > 1200);
  await page.click('#bench-run');
  await page.locator('.hand-memory button').nth(1).click();
  return page;
}

/** The stopwatch under edit, one of its parts selected. */
async function select() {
  const page = await bench('circuit/stopwatch.circ');
  await edit(page);
  const at = await where(page, [285, 120]);
  await page.mouse.click(at.x, at.y);
  await page.waitForSelector('.edit-ports');
  return page;
}

/** An empty sheet to draw on. */
async function sheet() {
  const page = await visitor(WIDE);
  await page.goto(`${site.url}#/workbench`);
  return begin(page);
}

/** A wire that goes around a gate, before it is released. */
async function wire() {
  const page = await sheet();
  const pen = new Pen(page);
  await pen.put('Pin', [80, 140]);
  await pen.set({ label: 'start' });
  await pen.put('OR Gate', [220, 160]);
  await pen.put('LED', [340, 140]);
  await pen.set({ label: 'lamp' });
  const [from, to] = [await where(page, [80, 140]), await where(page, [340, 140])];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, from.y);
  await page.mouse.move(to.x, to.y);
  await page.waitForSelector('.sheet-table[data-ghost="fits"]');
  return page;
}

/** Four bits on a lamp that takes one. */
async function problem() {
  const page = await sheet();
  const pen = new Pen(page);
  await pen.put('Counter', [160, 140]);
  await pen.set({ width: '4', label: 'digit' });
  await pen.put('LED', [280, 140]);
  await pen.set({ label: 'high' });
  await pen.wire([160, 140], [280, 140]);
  await page.click('[role="tab"]:has-text("Problems")');
  await page.waitForSelector('.finding-ways');
  return page;
}

/** The table of two functions. */
async function truth() {
  const page = await sheet();
  await page.click('#edit-truth');
  for (const [id, text] of [
    ['truth-inputs', 'a b c'],
    ['truth-outputs', 'sum carry'],
    ['truth-text-0', 'a ^ b ^ c'],
    ['truth-text-1', 'a b + a c + b c'],
  ]) {
    await page.waitForSelector(`#${id}`);
    await page.fill(`#${id}`, text);
    await page.press(`#${id}`, 'Tab');
  }
  return page;
}

/** A right console, asked to play without captures, at the moment of its mistake. */
async function proof() {
  const console2023 = join(root, 'hardware/2023');
  const marks = ['grade', join(console2023, 'mancala.circ'), '--panel', join(console2023, 'panel.toml')];
  const how = ['--capture', 'off', '--games', '2', '--format', 'json', '--page', site.url];
  // Marks are lost, so it ends with code 1.
  const { stdout } = spawnSync(binary, [...marks, ...how], { encoding: 'utf8', maxBuffer: 64 << 20 });
  const page = await visitor(WIDE);
  await page.goto(JSON.parse(stdout).tests.find((/** @type {{id: string}} */ { id }) => id === 'capture').link);
  await page.waitForSelector('.bench-circuit[data-ready="true"]');
  return page;
}

/** The console of 2023 in the middle of a game, and a moving picture of a move and its answer. */
async function machine() {
  const page = await visitor({ width: 1560, height: 940 });
  await page.goto(`${site.url}#/machine/2023/gates`);
  await page.waitForSelector('.machine[data-ready="true"][data-phase="settings"][data-waiting="true"]');
  await page.click('.ask-set[data-line="seeds 4"]');
  await page.click('.ask-set[data-line="first human"]');
  await page.waitForSelector('.machine[data-phase="human"][data-waiting="true"]');
  await page.keyboard.press('3');
  await page.waitForSelector('.machine[data-phase="human"][data-waiting="true"]:has(.line-chip.south)');
  // Slow enough to be watched.
  await page.locator('.transport input[type="range"]').fill('36');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press('2');
  const frames = mkdtempSync(join(tmpdir(), 'frames-'));
  for (let frame = 100; frame < 148; frame += 1) {
    await page.screenshot({ path: join(frames, `${frame}.png`) });
    await page.waitForTimeout(60);
    if (frame === 120) await page.screenshot({ path: join(folder, 'machine.png') });
  }
  const shrink = ['-resize', '960x', '-layers', 'optimize', '-colors', '64', '+dither'];
  execFileSync('convert', ['-delay', '16', '-loop', '0', join(frames, '*.png'), ...shrink, join(folder, 'machine.gif')]);
  rmSync(frames, { recursive: true });
  await page.context().close();
}

const WIDE = { width: 1280, height: 740 };

/** @type {Record<string, () => Promise<Page | void>>} */
const PICTURES = {
  machine,
  'page-light': () => game(WIDE),
  'page-dark': () => game({ ...WIDE, dark: true }),
  'page-phone': () => game({ width: 360, height: 740, scale: 2 }),
  'page-review': review,
  'page-online': online,
  'workbench-program': program,
  'workbench-circuit': circuit,
  proof,
  'draw-select': select,
  'draw-wire': wire,
  'draw-problem': problem,
  'draw-truth': truth,
};

try {
  mkdirSync(folder, { recursive: true });
  // The page of another server: only for pictures without games online.
  if (process.env.PAGE_URL) site.url = process.env.PAGE_URL.replace(/\/?$/, '/');
  else await site.start();
  for (const [name, make] of Object.entries(PICTURES)) {
    if (wanted.length && !wanted.includes(name)) continue;
    console.log(name);
    const page = await make();
    if (page) await take(page, name);
  }
} finally {
  await browser.close();
  await site.end();
}
