// A page in a real browser, for tests. The address comes from PAGE_URL (cargo xtask test sets it), the browser from CHROMIUM.
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { launch } from './browser.js';

export const URL = (process.env.PAGE_URL ?? 'http://127.0.0.1:8123/').replace(/\/?$/, '/');

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
    if (message.type() === 'error' && !tolerate?.test(message.text())) problems.push(`console: ${message.text()}`);
  });
  page.setDefaultTimeout(20_000);
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
export const phase = (page, ...phases) =>
  page.waitForSelector(phases.map((name) => `.play[data-phase="${name}"]`).join(', '));

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
