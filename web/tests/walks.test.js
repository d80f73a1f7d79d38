// Visitors who come for the first time: one who plays, on a phone and on a laptop, and one with a keyboard and a screen reader. And what axe
// says about everything they see, the size of what is pressed included, in both themes and languages.
import assert from 'node:assert/strict';
import test from 'node:test';
import { violations } from './axe.js';
import { PATIENCE, eventually, goTo, phase, playOut, press, visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */

/** Nothing is cut off at the side, and nothing lies under the places at the bottom. @param {Page} page @param {string} where */
async function fits(page, where) {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.equal(wide, 0, `${where} is ${wide} pixels too wide`);
}

/** @param {Page} page */
const seen = async (page) => {
  await page.waitForSelector('dialog', { state: 'detached' });
};

for (const [name, look] of /** @type {const} */ ([
  ['a phone', { width: 390, height: 844, touch: true }],
  ['a laptop', { width: 1366, height: 768 }],
])) {
  test(`a player on ${name}: learns, plays Pip, looks at the end, reviews, solves the puzzle of the day, comes back`, async (t) => {
    const page = await visit(t, { ...look, settings: { game: { opponent: 'level:2' } } });
    // A review looks at every position of the game.
    page.setDefaultTimeout(4 * PATIENCE);
    await phase(page, 'yours');
    await page.getByRole('link', { name: /Learn it in five minutes/ }).click();
    await page.waitForSelector('#main[data-view="learn"] .pit.legal');
    await page.getByRole('heading', { level: 1, name: 'Learn Kalah in five minutes' }).waitFor();
    await fits(page, 'learn');
    await goTo(page, 'play');
    await page.click('#new');
    await page.waitForSelector('dialog.new-game');
    await fits(page, 'new game');
    await page.locator('input[name="opponent"][value="level:1"]').click();
    await page.getByRole('button', { name: 'Play Pip' }).click();
    await seen(page);
    await phase(page, 'yours');
    await playOut(page, (pit) => page.click(`[data-house="south-${pit}"]`));
    await page.waitForSelector('.over-figures[data-done="true"]');
    await fits(page, 'the result');
    const box = await page.locator('dialog.game-over').boundingBox();
    assert.ok(box && box.y >= 0 && box.y + box.height <= look.height + 1, JSON.stringify(box));
    await page.locator('dialog [data-choice="review"]').click();
    await page.waitForSelector('#main[data-view="review"]');
    await page.waitForSelector('.review[data-done="true"]');
    await fits(page, 'review');
    await page.goto(`${page.url().split('#')[0]}#/puzzles/daily`);
    await page.waitForSelector('.pit.legal');
    await fits(page, 'puzzles');
    await page.click('#solution');
    await page.waitForSelector('.pill.best.shown');
    await page.goto(`${page.url().split('#')[0]}#/games`);
    await page.waitForSelector('.game[data-game]');
    assert.match(await page.innerText('.tallies'), /Pip/);
    await fits(page, 'games');
    await page.getByRole('button', { name: 'Open', exact: true }).first().click();
    await phase(page, 'over');
    await page.getByRole('button', { name: 'Rematch' }).click();
    await phase(page, 'yours');
  });
}

test('with a keyboard and a screen reader: every step is said, the focus is where it was, no trap', async (t) => {
  const page = await visit(t, { calm: true, settings: { game: { opponent: 'level:2' } } });
  await phase(page, 'yours');
  /** What the live region says next. @param {RegExp} wanted */
  const hears = (wanted) => eventually(async () => assert.match((await page.textContent('#live')) ?? '', wanted));
  await page.keyboard.press('Tab');
  assert.match(await page.evaluate(() => document.activeElement?.textContent ?? ''), /Skip to the board/);
  // Through the header to the board, with the keys alone.
  for (let tabs = 0; tabs < 40; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('.pit'))) break;
  }
  const label = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
  assert.match(await label(), /^Your pit \d: 4 seeds$/);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await hears(/You sowed 4 seeds from pit \d/);
  await phase(page, 'yours');
  await page.keyboard.press('h');
  await hears(/pit \d/);
  await page.keyboard.press('a');
  await hears(/Values are shown/);
  await page.waitForSelector('.pill.shown');
  // A sheet takes the focus, and gives it back to what opened it.
  await page.focus('#new');
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog.new-game');
  assert.equal(await page.evaluate(() => document.activeElement?.closest('dialog') !== null), true);
  for (let tabs = 0; tabs < 30; tabs += 1) {
    await page.keyboard.press('Tab');
    assert.ok(
      await page.evaluate(() => document.activeElement === document.body || document.activeElement?.closest('dialog') !== null),
    );
  }
  await page.keyboard.press('Escape');
  await seen(page);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'new');
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
  await seen(page);
});

for (const [language, dark] of /** @type {[string, boolean][]} */ ([
  ['en-US', false],
  ['en-US', true],
  ['ru-RU', false],
  ['ru-RU', true],
])) {
  test(`axe, with the size of targets: ${language}, ${dark ? 'dark' : 'light'}`, async (t) => {
    const storage = {
      'mancala.results': { 'level:5': { won: 2, drawn: 1, lost: 3, last: [1, -1, 0, -1, 1, -1] } },
    };
    const page = await visit(t, {
      language,
      dark,
      calm: true,
      storage,
      settings: { analysis: true, game: { opponent: 'level:5' } },
    });
    page.setDefaultTimeout(4 * PATIENCE);
    await phase(page, 'yours');
    await page.goto(`${page.url().split('#')[0]}#/review`);
    await page.waitForSelector('.example');
    assert.deepEqual(await violations(page, true), [], 'review without a game');
    await page.goto(`${page.url().split('#')[0]}#/games`);
    await page.waitForSelector('.ghost');
    assert.deepEqual(await violations(page, true), [], 'games without any');
    await page.goto(`${page.url().split('#')[0]}#/play`);
    await press(page, '1');
    await phase(page, 'yours');
    await page.waitForSelector('.pill.shown');
    for (const view of ['play', 'puzzles', 'learn', 'editor', 'games', 'review']) {
      await goTo(page, view);
      assert.deepEqual(await violations(page, true), [], view);
    }
    await goTo(page, 'play');
    for (const open of ['#new', '#more', '#share', '#settings', '#help']) {
      await page.click(open);
      await page.waitForSelector('dialog[open]');
      if (open === '#new') await page.click('.rest summary');
      assert.deepEqual(await violations(page, true), [], open);
      await page.keyboard.press('Escape');
      await seen(page);
    }
    await page.click('#resign');
    await page.locator('dialog .main').click();
    await page.waitForSelector('dialog.game-over .over-figures[data-done="true"]');
    assert.deepEqual(await violations(page, true), [], 'the result');
  });
}
