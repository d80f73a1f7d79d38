// Takes the pictures of the README from the real page: `PAGE_URL=http://127.0.0.1:8000/ node pictures.js FOLDER`.
import { chromium } from 'playwright-core';

const url = (process.env.PAGE_URL ?? 'http://127.0.0.1:8123/').replace(/\/?$/, '/');
const folder = process.argv[2] ?? '../../docs/pictures';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** A game with an extra turn, a capture and a mistake in it; the moves of both sides. */
const MOVES = ['3', '6', '2', '5', '5', '1', '6', '4'];

/** One with blunders, for the review. */
const MISTAKES = ['1', '1', '2', '4', '5', '3'];

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: flags });

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
await browser.close();
