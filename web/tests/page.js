// A page in a real browser, for tests. The address comes from PAGE_URL (cargo xtask test sets it), the browser from CHROMIUM.
// SLOW=6 makes the page six times slower than this machine: what is right only when things happen fast enough fails then.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { launch } from './browser.js';

export const URL = (process.env.PAGE_URL ?? 'http://127.0.0.1:8123/').replace(/\/?$/, '/');

const SLOW = Number(process.env.SLOW ?? 1);

/** How long a test waits for the page, in milliseconds. */
export const PATIENCE = 20_000 * SLOW;

/** @type {import('playwright-core').Browser} */
let browser;

before(async () => {
  browser = await launch();
});
after(() => browser?.close());

/**
 * Opens the page as a new visitor. Errors in the page and requests to other hosts fail the test.
 * @param {import('node:test').TestContext} test
 * @param {{width?: number, height?: number, dark?: boolean, language?: string, touch?: boolean, calm?: boolean, hash?: string,
 *   settings?: object, storage?: Record<string, unknown>, ready?: boolean, hold?: string, offline?: boolean, url?: string,
 *   tolerate?: RegExp}} [options] `url` is another server's; `tolerate` is what may stand in the console
 */
export async function visit(test, options = {}) {
  const {
    width = 1280,
    height = 800,
    dark,
    language = 'en-US',
    touch,
    calm,
    hash = '',
    settings = {},
    storage = {},
    ready = true,
    hold,
    offline = false,
    url = URL,
    tolerate,
  } = options;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale: language,
    hasTouch: touch,
    deviceScaleFactor: touch ? 2 : 1,
    reducedMotion: calm ? 'reduce' : 'no-preference',
    permissions: ['clipboard-read', 'clipboard-write'],
    serviceWorkers: offline ? 'allow' : 'block',
  });
  /** @type {string[]} */
  const problems = [];
  context.on('request', (request) => {
    const local = request.url().startsWith(url) || request.url().startsWith('blob:') || request.url().startsWith('data:');
    if (!local) problems.push(`request to ${request.url()}`);
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !tolerate?.test(message.text()))
      problems.push(`console: ${message.text()} ${message.location().url}`);
  });
  page.setDefaultTimeout(PATIENCE);
  if (SLOW > 1) await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOW });
  const kept = { 'mancala.settings': { pace: 0, ...settings }, ...storage };
  await page.addInitScript((items) => {
    if (location.protocol === 'about:') return;
    for (const [key, value] of Object.entries(items))
      if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
  }, kept);
  test.after(async () => {
    await context.close();
    assert.deepEqual(problems, []);
  });
  // What is held back never comes.
  if (hold) await context.route(hold, () => {});
  await page.goto(url + hash);
  if (ready) await page.waitForSelector('html[data-engine="ready"]');
  return page;
}

/** @typedef {import('playwright-core').Page} Page */

/** @param {Page} page @param {...string} phases */
export const phase = (page, ...phases) => page.waitForSelector(phases.map((name) => `.play[data-phase="${name}"]`).join(', '));

/**
 * Looks again and again, until what is said about the page holds.
 * @template T
 * @param {() => Promise<T>} look fails as long as it does not
 * @returns {Promise<T>}
 */
export async function eventually(look) {
  for (const end = Date.now() + PATIENCE; ;) {
    try {
      return await look();
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((again) => setTimeout(again, 20));
  }
}

/** The page is cached for use without a network. @param {Page} page */
export async function keptForLater(page) {
  await page.evaluate(() => navigator.serviceWorker.ready);
  const files = () =>
    page.evaluate(async () => {
      const [name] = await caches.keys();
      return name ? (await (await caches.open(name)).keys()).length : 0;
    });
  await eventually(async () => assert.ok((await files()) > 20));
}

/** What has been asked for is laid out and painted. @param {Page} page */
export const painted = (page) =>
  page.evaluate(async () => {
    for (let frames = 0; frames < 4; frames += 1) await new Promise(requestAnimationFrame);
  });

/**
 * Goes to a part of the page that is open already.
 * @param {Page} page
 * @param {string} view
 */
export async function goTo(page, view) {
  // The browser takes the entry of a sheet that was closed out of its history in its own time.
  await page.waitForFunction(() => document.querySelector('dialog[open]') || !history.state?.sheet);
  await page.goto(`${URL}#/${view}`);
  await page.waitForSelector(`#main[data-view="${view}"]`);
  await page.waitForSelector('.later[aria-busy]', { state: 'detached' });
  if (view === 'play') await phase(page, 'yours', 'over');
  if (view === 'puzzles' || view === 'learn') await page.waitForSelector('.pit.legal');
  if (view === 'editor') await page.waitForSelector('.pill.shown');
  if (view === 'review') await page.waitForSelector('.figure strong');
}

/**
 * Plays by keyboard, both sides or until the opponent moves.
 * @param {Page} page
 * @param {...string} keys
 */
export async function press(page, ...keys) {
  for (const key of keys) {
    await phase(page, 'yours');
    const before = await page.locator('.moves .move').count();
    await page.keyboard.press(key);
    await page.waitForFunction((n) => document.querySelectorAll('.moves .move').length > n, before);
  }
}

/** @param {Page} page @param {string} house @returns {Promise<number>} */
export const seeds = async (page, house) => Number(await page.locator(`[data-house="${house}"] .count`).textContent());

/** @param {Page} page @param {string} side */
export async function row(page, side) {
  const counts = [];
  for (const pit of [1, 2, 3, 4, 5, 6, 'store']) counts.push(await seeds(page, `${side}-${pit}`));
  return counts;
}

/** @param {Page} page */
export const sentence = (page) => page.locator('.sentence').innerText();

/**
 * Plays to the end, the first pit that can be played each time.
 * @param {Page} page
 * @param {(pit: number) => Promise<void>} play
 * @returns {Promise<number>} own moves made
 */
export async function playOut(page, play) {
  for (let moves = 0; moves < 200; moves += 1) {
    await phase(page, 'yours', 'over');
    if (await page.locator('.play[data-phase="over"]').count()) return moves;
    const house = await page.locator('.pit.legal').last().getAttribute('data-house');
    const shown = await page.locator('.move').count();
    await play(Number(house?.split('-')[1]));
    await page.waitForFunction((before) => document.querySelectorAll('.move').length > before, shown);
  }
  throw new Error('the game does not end');
}
