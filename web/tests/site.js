// A site of its own for a test: `mancala serve` with a database that is thrown away, which can be stopped and started again.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */

export class Site {
  /** @type {import('node:child_process').ChildProcess | null} */
  #child = null;
  #folder = mkdtempSync(join(tmpdir(), 'mancala-online-'));
  url = '';

  /** @param {string[]} [flags] */
  constructor(flags = []) {
    this.flags = flags;
  }

  /** Starts it, the second time at the same place. */
  async start() {
    const port = this.url ? new URL(this.url).port : '0';
    const database = join(this.#folder, 'games.db');
    const fixed = ['serve', '--no-open', '--port', port, '--database', database];
    const program = /** @type {string} */ (process.env.MANCALA);
    const child = spawn(program, [...fixed, ...this.flags], { stdio: ['ignore', 'pipe', 'ignore'] });
    this.#child = child;
    for await (const line of createInterface({ input: child.stdout })) {
      const found = line.match(/http:\/\/\S+/);
      if (!found) continue;
      this.url = found[0].replace(/\/?$/, '/');
      return;
    }
    throw new Error('mancala serve did not say where it is');
  }

  /** @param {NodeJS.Signals} [signal] */
  async stop(signal = 'SIGKILL') {
    const child = this.#child;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await gone;
  }

  async end() {
    await this.stop();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /**
   * A visitor with a browser of their own.
   * @param {import('node:test').TestContext} test
   * @param {Parameters<typeof visit>[1] & {name?: string}} [options]
   */
  visit(test, { name = '', ...options } = {}) {
    return visit(test, { url: this.url, storage: { 'mancala.online': { name } }, ...options });
  }
}

/**
 * Makes a game as its sheet does, but with any settings; the cookie is the page's.
 * @param {Page} page
 * @param {object} [settings]
 * @returns {Promise<string>} the link to it
 */
export async function makeGame(page, settings = {}) {
  const wanted = { rules: { pits: 6, seeds: 4 }, side: 'south', name: 'Ann', ...settings };
  const game = await page.evaluate(async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('api/games', { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()).game;
  }, wanted);
  await page.evaluate((id) => (location.hash = `/online/${id}`), game);
  await page.waitForSelector('.invitation:not([hidden])');
  return page.locator('.invitation .link').inputValue();
}

/**
 * @param {Page} page
 * @param {string} link
 * @param {string} [name]
 */
export async function accept(page, link, name = 'Ben') {
  await page.goto(link);
  await page.fill('#join-name', name);
  await page.click('#join');
  await page.waitForSelector('.play[data-phase="yours"], .play[data-phase="theirs"]');
}
