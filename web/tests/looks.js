// Takes a picture of every view and every sheet, 390, 768, 1366 and 1920 pixels wide, light and dark, and says where something is wider
// than its place: `PAGE_URL=http://127.0.0.1:8000/ node web/tests/looks.js FOLDER [NAME...]`. LANGUAGE=ru-RU is Russian; SIZES=844x390
// is a phone held sideways; THEMES=light is half of them.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './browser.js';
import { edit } from './drawing.js';
import { accept, makeGame } from './people.js';

/** @typedef {import('playwright-core').Page} Page */
/** @typedef {{name: string, show: (page: Page, look: Look) => Promise<unknown>}} State */
/** @typedef {{width: number, height: number, dark: boolean}} Look */

const url = (process.env.PAGE_URL ?? 'http://127.0.0.1:8123/').replace(/\/?$/, '/');
const locale = process.env.LANGUAGE ?? 'en-US';
const sizes = (process.env.SIZES ?? '390x844 768x1024 1366x768 1920x1080').split(' ').map((size) => size.split('x').map(Number));
const themes = (process.env.THEMES ?? 'light dark').split(' ');
const [folder = 'target/looks', ...wanted] = process.argv.slice(2);
const MISTAKES = ['1', '1', '2', '4', '5', '3', '1', '6', '2', '4'];
const browser = await launch();

/** Opens a view anew, as the same visitor. @param {Page} page @param {string} hash @param {string} there */
async function go(page, hash, there) {
  await page.goto('about:blank');
  await page.goto(url + hash);
  await page.waitForSelector('html[data-engine="ready"]');
  await page.waitForSelector(there);
}

/** @param {Page} page @param {object} more */
const settings = (page, more) =>
  page.evaluate((more) => {
    const old = JSON.parse(localStorage.getItem('mancala.settings') ?? '{}');
    localStorage.setItem('mancala.settings', JSON.stringify({ ...old, ...more }));
  }, more);

/** @param {Page} page @param {string[]} keys */
async function play(page, keys) {
  for (const key of keys) {
    await page.waitForSelector('.play[data-phase="yours"]');
    const before = await page.locator('.moves .move').count();
    await page.keyboard.press(key);
    await page.waitForFunction((n) => document.querySelectorAll('.moves .move').length > n, before);
  }
}

/** What is behind "More" on a phone. @param {Page} page @param {string} what */
async function press(page, what) {
  const button = page.locator(what).first();
  if (await button.isVisible()) await button.click();
  else {
    await page.locator('#menu').click();
    await page.locator(`dialog [data-choice="${what.slice(1)}"]`).click();
  }
  await page.waitForSelector('dialog[open]');
}

/** @param {Page} page */
async function game(page) {
  await go(page, '#/play', '.play[data-phase]');
  await settings(page, { analysis: true, pace: 0, game: { opponent: 'human' } });
  await page.reload();
  await play(page, MISTAKES);
  await page.waitForSelector('.pill.shown');
}

const WAITS = '.machine[data-phase="human"][data-waiting="true"]';
/** @param {Page} page */
const machine = (page) => go(page, '#/machine/2023/gates', '.machine[data-ready="true"]');

/** A tab of the machine's side, or of the phone. @param {Page} page @param {Look} look @param {string} name */
async function tab(page, look, name) {
  const small = page.locator(`[data-small="${name}"]`);
  const others = page.locator('.small-others[aria-expanded="false"]');
  if (!(await small.isVisible()) && (await others.isVisible())) await others.click();
  if (await small.isVisible()) return small.click();
  return page.click(/panel|circuit|datapath/.test(name) ? `[data-look="${name}"]` : `[data-tab="${name}"]`);
}

/** @param {Page} page */
async function pause(page) {
  if ((await page.locator('.machine').getAttribute('data-running')) === 'true') await page.click('.run');
  await page.waitForSelector('.machine[data-running="false"]');
}

/** @param {Page} page @param {string} example */
async function bench(page, example) {
  await go(page, '#/workbench', '.bench');
  if (await page.locator('#bench-examples').isVisible()) await page.click('#bench-examples');
  else {
    await page.click('#bench-more');
    await page.click('[data-choice="examples"]');
  }
  await page.click(`[data-example="${example}"]`);
}

/** @type {Record<string, (page: Page, look: Look) => Promise<unknown>>} */
const STATES = {
  'home-new': (page) => go(page, '#/home', '[data-card="daily"] .ring'),
  'play-new': (page) => go(page, '#/play', '.play[data-phase="yours"]'),
  'new-game': async (page) => {
    await go(page, '#/play', '.play[data-phase="yours"]');
    await page.click('#new');
    await page.waitForSelector('dialog[open]');
  },
  'new-game-more': async (page) => {
    await go(page, '#/play', '.play[data-phase="yours"]');
    await page.click('#new');
    await page.locator('dialog summary').first().click();
  },
  'games-empty': (page) => go(page, '#/games', '.games, main h1'),
  'review-empty': (page) => go(page, '#/review', 'main h1'),
  play: (page) => game(page),
  more: async (page) => {
    await go(page, '#/play', '.pill.shown');
    await press(page, '#more');
  },
  share: async (page) => {
    await go(page, '#/play', '.pill.shown');
    await press(page, '#share');
  },
  settings: async (page) => {
    await go(page, '#/play', '.pill.shown');
    await press(page, '#settings');
  },
  keys: async (page) => {
    await go(page, '#/play', '.pill.shown');
    await press(page, '#help');
  },
  home: (page) => go(page, '#/home', '[data-card="daily"] .ring'),
  review: async (page) => {
    await go(page, '#/play', '.pill.shown');
    await press(page, '#more');
    await page.click('[data-choice="review"]');
    await page.waitForSelector('.review[data-done="true"]', { timeout: 120_000 });
  },
  over: async (page) => {
    await go(page, '#/play', '.play[data-phase]');
    await settings(page, { game: { opponent: 'level:1' }, analysis: false });
    await page.reload();
    await page.waitForSelector('.play[data-phase="yours"]');
    if (await page.locator('#new').isVisible()) {
      await page.click('#new');
      await page.locator('dialog .button.main').last().click();
    }
    for (let moves = 0; moves < 120; moves += 1) {
      await page.waitForSelector('.play[data-phase="yours"], .play[data-phase="over"]');
      if (await page.locator('.play[data-phase="over"]').count()) break;
      const shown = await page.locator('.move').count();
      const house = await page.locator('.pit.legal').last().getAttribute('data-house');
      await page.keyboard.press(house?.split('-')[1] ?? '1');
      await page.waitForFunction((before) => document.querySelectorAll('.move').length > before, shown);
    }
    await page.waitForSelector('dialog.game-over[open], dialog[open] .over-score');
    await page.waitForSelector('.over-turn :first-child', { timeout: 60_000 });
  },
  games: (page) => go(page, '#/games', '.game'),
  puzzles: (page) => go(page, '#/puzzles', '.pit.legal'),
  learn: (page) => go(page, '#/learn', '.pit.legal'),
  editor: (page) => go(page, '#/editor', '.pill.shown'),
  online: (page) => go(page, '#/online', '.lobby'),
  'online-invite': async (page) => {
    await go(page, '#/online', '.lobby');
    await makeGame(page);
  },
  'online-game': async (page) => {
    await go(page, '#/online', '.lobby');
    const other = await (await browser.newContext({ locale })).newPage();
    await other.goto(`${url}#/online`);
    await other.waitForSelector('.lobby');
    await accept(page, await makeGame(other, { clock: { kind: 'game', seconds: 600, increment: 5 } }));
    await other.waitForSelector('.play[data-phase="yours"]');
    await play(other, ['3', '6']);
    await page.waitForSelector('.play[data-phase="yours"]');
    await other.context().close();
  },
  machine: async (page) => {
    await go(page, '#/machine', '.machine[data-ready="true"]');
    await page.waitForSelector(WAITS);
  },
  'machine-circuit': async (page, look) => {
    await tab(page, look, 'circuit');
  },
  'machine-panel': (page, look) => tab(page, look, 'panel'),
  'machine-datapath': async (page, look) => {
    await tab(page, look, 'datapath');
    const line = page.locator('.source-line[role="option"] code').nth(3);
    if (await line.isVisible()) await line.click();
  },
  'machine-memory': async (page, look) => {
    await tab(page, look, 'circuit');
    await tab(page, look, 'ram');
  },
  'machine-program': (page, look) => tab(page, look, 'source'),
  'machine-waves-empty': (page, look) => tab(page, look, 'wave'),
  'machine-waves': async (page, look) => {
    await pause(page);
    await tab(page, look, 'wave');
    await page.click('.pane-foot .button');
    await page.keyboard.type('a');
    await page.waitForSelector('.find-record');
    for (const record of (await page.locator('.find-record').all()).slice(0, 5)) await record.click();
    await page.keyboard.press('Escape');
    for (let steps = 0; steps < 30; steps += 1) await page.keyboard.press('.');
  },
  'machine-log': (page, look) => tab(page, look, 'log'),
  'machine-watch': async (page) => {
    await page.click('.watch-it');
    if (await page.locator('.timeline.folded').count()) await page.click('.unfold');
    await page.locator('.line-chip.north').last().click();
    await page.waitForSelector('.machine[data-phase="thinking"]');
    for (let steps = 0; steps < 12; steps += 1) await page.keyboard.press('p');
  },
  'machine-more': async (page) => {
    await machine(page);
    await page.click('.more');
    await page.waitForSelector('dialog[open]');
  },
  'machine-tour': async (page) => {
    await page.click('[data-choice="tour"]');
    await page.waitForSelector('.tour');
  },
  'machine-tour-3': async (page) => {
    for (let step = 0; step < 3; step += 1) {
      await page.click('.tour .button.main');
      await page.waitForTimeout(400);
    }
  },
  'machine-guide': async (page) => {
    await machine(page);
    await page.click('.more');
    await page.click('[data-choice="guide"]');
    await page.waitForSelector('.guide-page h3');
  },
  'machine-set-up': async (page) => {
    await machine(page);
    await page.waitForSelector('.machine[data-phase="settings"][data-waiting="true"]');
  },
  'workbench-empty': (page) => go(page, '#/workbench', '.bench-empty'),
  'workbench-examples': (page) => page.click('#bench-examples'),
  'workbench-templates': async (page) => {
    await go(page, '#/workbench', '.bench-empty');
    await page.click('#bench-new-circuit');
  },
  'workbench-program': async (page) => {
    await bench(page, 'cdm8/sum.asm');
    await page.waitForSelector('.bench-status');
    await page.locator('.cm-line').nth(10).click();
    for (const key of ['F9', 'F5', 'F5', 'F10']) {
      await page.keyboard.press(key);
      await page.waitForTimeout(400);
    }
  },
  'workbench-mistakes': async (page) => {
    await bench(page, 'cdm8/mistakes.asm');
    await page.waitForSelector('.finding.error');
  },
  'workbench-circuit': async (page) => {
    await bench(page, 'circuit/stopwatch.circ');
    await page.waitForSelector('.bench-circuit[data-ready="true"]');
  },
  'workbench-edit': async (page) => {
    await edit(page);
    await page.locator('.sheet-parts').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
  },
  'course-program': (page) => go(page, '#/course/first-program', '.course-bench .cm-content'),
  course: (page) => go(page, '#/course', '.course-list'),
  'course-task': (page) => go(page, '#/course/first-gate', '.bench-circuit.editing .edit-part'),
  'course-failed': async (page) => {
    await page.click('#course-run');
    await page.waitForFunction(() => document.querySelector('.checks')?.getAttribute('data-state') !== 'open');
    await page.waitForSelector('.check.failed');
  },
};

/** Where something is wider than its place, or cut with an ellipsis. @param {Page} page */
const tight = (page) =>
  page.evaluate(() => {
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > innerWidth) found.push(`the page is ${root.scrollWidth} wide`);
    const open = document.querySelector('dialog[open]');
    for (const one of (open ?? document.body).querySelectorAll('*')) {
      const style = getComputedStyle(one);
      const box = one.getBoundingClientRect();
      if (box.width < 2 || one.matches('input') || style.visibility === 'hidden' || one.closest('.visually-hidden, [hidden]'))
        continue;
      const name = `${one.tagName.toLowerCase()}.${[...one.classList].join('.')}#${one.id}`;
      const text = (one.textContent ?? '').trim().slice(0, 60);
      if (style.textOverflow === 'ellipsis' && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${name} "${text}"`);
      else if (/hidden|clip/.test(style.overflowX) && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 2)
        found.push(`hidden: ${name} ${one.scrollWidth} in ${one.clientWidth} "${text}"`);
      const rolls = one.closest('.source-lines, .guide-page, .guide-pages, pre, .code-host, .line-chips, .edit-shelf, .wave');
      const leaf = one.childElementCount === 0 && !one.closest('svg') && !rolls;
      if (leaf && box.right > innerWidth + 1 && style.position !== 'fixed')
        found.push(`outside: ${name} to ${Math.round(box.right)} "${text}"`);
      const own = [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (own && one.matches('button, a, .button, label') && one.scrollWidth > one.clientWidth + 1 && one.clientWidth)
        found.push(`wide: ${name} ${one.scrollWidth} in ${one.clientWidth} "${text}"`);
    }
    return [...new Set(found)];
  });

mkdirSync(folder, { recursive: true });
try {
  for (const [width, height] of sizes) {
    for (const theme of themes) {
      const dark = theme === 'dark';
      const look = { width, height, dark };
      const context = await browser.newContext({
        viewport: { width, height },
        colorScheme: dark ? 'dark' : 'light',
        locale,
        hasTouch: width < 500 || height < 500,
        permissions: ['clipboard-read', 'clipboard-write'],
        serviceWorkers: 'block',
      });
      const page = await context.newPage();
      page.on('pageerror', (error) => console.log(`ERROR ${width} ${theme}: ${error.message}`));
      page.setDefaultTimeout(15_000);
      await page.addInitScript(() => {
        if (location.protocol !== 'about:' && !localStorage.getItem('mancala.settings'))
          localStorage.setItem('mancala.settings', JSON.stringify({ pace: 0 }));
      });
      for (const [name, show] of Object.entries(STATES)) {
        if (wanted.length && !wanted.includes(name)) continue;
        const title = `${name} ${width} ${theme}`;
        try {
          await show(page, look);
        } catch (error) {
          console.log(`${title}: NOT SHOWN: ${String(error).split('\n').slice(0, 2).join(' ')}`);
        }
        await page.waitForTimeout(500);
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) });
        for (const one of await tight(page).catch(() => [])) console.log(`${title}: ${one}`);
      }
      await context.close();
    }
  }
} finally {
  await browser.close();
}
