// What axe finds, with the rules for the size of what is pressed and for contrast, on every view and every sheet, in both themes and
// both languages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { violations } from './axe.js';
import { goTo, phase, press, visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */

/** What is there before a view is looked at. @type {Record<string, string>} */
const THERE = {
  home: '[data-card="daily"] .ring',
  machine: '.machine[data-ready="true"]',
  course: '.course',
  online: '.lobby, .online',
  workbench: '.bench-empty, .bench-body',
};
const VIEWS = ['home', 'play', 'puzzles', 'learn', 'games', 'editor', 'review', 'machine', 'workbench', 'course'];

/** Sheets by the view that opens them. @type {[view: string, open: string[], name: string][]} */
const SHEETS = [
  ['play', ['#new'], 'new game'],
  ['play', ['#more'], 'more'],
  ['play', ['#share'], 'share'],
  ['play', ['#resign'], 'question'],
  ['play', ['#settings'], 'settings'],
  ['play', ['#help'], 'keys'],
  ['games', ['#import-button'], 'import'],
  ['games', ['.game .icon'], 'delete'],
  ['machine', ['.more'], 'of the machine'],
  ['machine', ['.more', '[data-choice="guide"]'], 'guide'],
  ['workbench', ['#bench-examples'], 'examples'],
  ['workbench', ['#bench-new-circuit'], 'templates'],
];

/** @param {Page} page @param {string} view */
async function show(page, view) {
  await goTo(page, view);
  if (THERE[view]) await page.waitForSelector(THERE[view]);
}

for (const [language, dark, width] of /** @type {const} */ ([
  ['en-US', false, 1280],
  ['ru-RU', true, 390],
  ['en-US', true, 390],
  ['ru-RU', false, 1280],
])) {
  const look = `${language.slice(0, 2)}, ${dark ? 'dark' : 'light'}, ${width} wide`;
  const options = { language, dark, width, height: 844, touch: width < 500, calm: true };
  const settings = { analysis: true, game: { opponent: 'human' } };

  test(`every view: ${look}`, async (t) => {
    const page = await visit(t, { ...options, settings });
    await press(page, '2', '1', '5');
    await page.waitForSelector('.pill.shown');
    const found = [];
    for (const view of VIEWS) {
      await show(page, view);
      for (const one of await violations(page, true)) found.push(`${view}: ${one}`);
    }
    assert.deepEqual(found, []);
  });

  // For sheets the first two will do.
  if (dark !== (language === 'ru-RU')) continue;
  test(`every sheet: ${look}`, async (t) => {
    const page = await visit(t, { ...options, settings });
    await press(page, '2', '1', '5');
    await phase(page, 'yours');
    const found = [];
    for (const [view, open, name] of SHEETS) {
      await show(page, view);
      for (const [at, what] of open.entries()) {
        const button = page.locator(at === 0 ? what : `dialog ${what}`).first();
        // On a phone settings and help are behind "More".
        if (at === 0 && !(await button.isVisible())) {
          await page.locator('#menu').click();
          await page.locator(`dialog [data-choice="${what.slice(1)}"]`).click();
        } else await button.click();
        await page.waitForSelector('dialog[open]');
      }
      for (const one of await violations(page, true)) found.push(`${name}: ${one}`);
      await page.keyboard.press('Escape');
      await page.waitForSelector('dialog[open]', { state: 'detached' });
    }
    assert.deepEqual(found, []);
  });
}
