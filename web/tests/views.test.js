import assert from 'node:assert/strict';
import test from 'node:test';
import { phase, press, row, visit } from './page.js';

/** A game with mistakes in it. */
async function played(/** @type {import('node:test').TestContext} */ t) {
  const page = await visit(t, { settings: { game: { opponent: 'human' } } });
  await press(page, '1', '1', '2', '4', '5', '3');
  await phase(page, 'yours');
  return page;
}

test('review: graph, grades, turning point, and the better move', async (t) => {
  const page = await played(t);
  await page.click('#more');
  await page.click('[data-choice="review"]');
  await page.waitForSelector('.move.blunder, .move.mistake');
  await page.waitForSelector('.curve');
  await page.waitForSelector('.mistake-row [data-find]');
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.querySelector('.move[aria-current]') !== null);
  assert.notEqual(await page.innerText('.sentence'), '');
  await page.click('.mistake-row [data-find] >> nth=0');
  await page.waitForSelector('.pit.legal');
  await page.getByRole('button', { name: 'Show it' }).click();
  const pit = (await page.getAttribute('.pit.hint', 'data-house'))?.split('-')[1] ?? '';
  await page.keyboard.press(pit);
  await page.waitForFunction(() => /Right!/.test(document.querySelector('.sentence')?.textContent ?? ''));
});

test('puzzles: tries, hints, streaks, the next one', async (t) => {
  const page = await visit(t, { hash: '#/puzzles/easy/7' });
  await page.waitForSelector('.pit.legal');
  const start = [...(await row(page, 'south')), ...(await row(page, 'north'))];
  await page.click('#hint');
  await page.waitForFunction(() => document.querySelector('.hint-text')?.textContent !== '');
  const legal = await page.locator('.pit.legal').evaluateAll((pits) => pits.map((pit) => pit.getAttribute('data-house') ?? ''));
  for (const house of legal) {
    if (await page.locator('#next.main').count()) break;
    const said = await page.textContent('.sentence');
    await page.click(`[data-house="${house}"]`);
    await page.waitForFunction((before) => document.querySelector('.sentence')?.textContent !== before, said);
  }
  await page.waitForSelector('#next.main');
  await page.waitForSelector('.pill.best.shown');
  await page.locator('.numbers .figure').nth(1).locator('strong', { hasText: /^1$/ }).waitFor();
  await page.click('#next');
  await page.waitForSelector('.pit.legal');
  const next = [...(await row(page, 'south')), ...(await row(page, 'north'))];
  assert.notDeepEqual(next, start);
});

test('the same puzzle again by its link', async (t) => {
  const one = await visit(t, { hash: '#/puzzles/medium/11' });
  await one.waitForSelector('.pit.legal');
  const other = await visit(t, { hash: '#/puzzles/medium/11' });
  await other.waitForSelector('.pit.legal');
  assert.deepEqual(await row(one, 'south'), await row(other, 'south'));
});

test('editor: by mouse, keyboard and text, then play from there', async (t) => {
  const page = await visit(t, { hash: '#/editor' });
  await page.waitForSelector('.pill.shown');
  await page.click('[data-house="south-1"]');
  await page.waitForSelector('[data-house="south-1"][data-seeds="5"]');
  await page.focus('[data-house="north-store"]');
  await page.keyboard.press('7');
  await page.waitForSelector('[data-house="north-store"][data-seeds="7"]');
  await page.waitForFunction(() => /** @type {HTMLInputElement} */ (document.querySelector('#position')).value.endsWith(',7 s'));
  await page.fill('#position', 'nonsense');
  await page.press('#position', 'Enter');
  await page.waitForSelector('.problem');
  await page.fill('#position', '0,0,0,0,2,1,20/3,0,0,1,0,0,21 s');
  await page.press('#position', 'Enter');
  await page.waitForSelector('[data-house="south-store"][data-seeds="20"]');
  await page.waitForSelector('[data-house="south-6"] .pill.shown');
  await page.click('#play-from-here');
  await page.locator('input[name="way"][value="friend"]').click();
  await page.locator('.sheet-foot .main').click();
  await phase(page, 'yours');
  assert.deepEqual(await row(page, 'south'), [0, 0, 0, 0, 2, 1, 20]);
});

test('the tutorial, from the first lesson to the first game', async (t) => {
  const page = await visit(t, { hash: '#/learn' });
  const lessons = [['1'], ['1', '6'], ['1', '3'], ['6', '5', '6'], ['4', '1'], ['6'], ['5', '3'], ['6']];
  for (const [index, keys] of lessons.entries()) {
    await page.waitForFunction((n) => document.querySelector('.lesson h2')?.textContent?.startsWith(`${n}.`), index + 1);
    for (const key of keys) {
      await phase(page, 'yours');
      const said = await page.textContent('.learn .hint-text');
      await page.keyboard.press(key);
      await page.waitForFunction(
        (old) => !['', old].includes(document.querySelector('.learn .hint-text')?.textContent ?? ''),
        said,
      );
      await phase(page, 'yours', 'over');
      if (await page.locator('#again.main').count()) await page.click('#again');
    }
    await page.waitForFunction((done) => document.querySelectorAll('.tick.done').length === done, index + 1);
    if (index < lessons.length - 1) await page.click('#next');
  }
  await page.click('#play-now');
  await phase(page, 'yours');
  assert.match(await page.innerText('.seat >> nth=0'), /Pip/);
});

test('saved games are listed and can be deleted', async (t) => {
  const page = await played(t);
  await page.click('.nav a[href="#/games"]');
  await page.waitForSelector('.game');
  assert.match(await page.innerText('.game'), /6 moves/);
  await page.click('.game .icon');
  await page.locator('dialog .main').click();
  await page.waitForFunction(() => !document.querySelector('.game:not(.ghost)'));
});
