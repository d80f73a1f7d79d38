import assert from 'node:assert/strict';
import test from 'node:test';
import { eventually, goTo, keptForLater, phase, press, visit } from './page.js';

const VIEWS = ['play', 'puzzles', 'learn', 'editor', 'games', 'review', 'workbench'];

/** @param {import('playwright-core').Page} page */
const aGame = (page) => press(page, '2', '1', '5');

test('a phone: nothing wider than the screen, targets of 44 pixels, the board in sight', async (t) => {
  const page = await visit(t, { width: 360, height: 740, touch: true, settings: { game: { opponent: 'human' } } });
  await aGame(page);
  for (const view of VIEWS) {
    await goTo(page, view);
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360, view);
    const small = await page
      .locator('.pit, .place, .actions .button, .tools .icon, .segments label, .transport button')
      .evaluateAll((elements) =>
        elements
          .map((element) => ({ box: element.getBoundingClientRect(), name: element.outerHTML.slice(0, 80) }))
          .filter(({ box }) => box.width && (box.width < 43.5 || box.height < 43.5))
          .map(({ name }) => name),
      );
    assert.deepEqual(small, [], view);
  }
  // Three places at the thumb, and the parts of the open one at the top: nothing is pulled sideways.
  const part = page.locator('.nav a[aria-current]');
  assert.equal(await part.getAttribute('href'), '#/workbench');
  assert.equal(await page.locator('.place[aria-current]').innerText(), 'Machines');
  const sideways = await page
    .locator('.nav, .places')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length);
  assert.equal(sideways, 0);
  await goTo(page, 'play');
  const bottom = await page.locator('#more').evaluate((element) => element.getBoundingClientRect().bottom);
  const nav = await page.locator('.places').evaluate((element) => element.getBoundingClientRect().top);
  assert.ok(bottom <= nav + 1, `the buttons end at ${bottom}, the places begin at ${nav}`);
  await page.locator('.pit.legal').first().tap();
  await page.waitForFunction(() => document.querySelectorAll('.move').length === 4);
});

test('dark and light: as the system says, and by the switch', async (t) => {
  const page = await visit(t, { dark: true });
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const is = (/** @type {string} */ colour) => eventually(async () => assert.equal(await ground(), colour));
  await is('rgb(23, 22, 20)');
  await page.click('#theme');
  await is('rgb(245, 242, 236)');
  await page.reload();
  await is('rgb(245, 242, 236)');
});

test('Russian: the whole page, with plurals, and back', async (t) => {
  const page = await visit(t, { language: 'ru-RU', settings: { game: { opponent: 'human' } } });
  assert.equal(await page.getAttribute('html', 'lang'), 'ru');
  await press(page, '3');
  await phase(page, 'yours');
  assert.match(await page.innerText('.sentence'), /4 зерна из лунки 3/);
  assert.equal(await page.getAttribute('[data-house="south-4"]', 'aria-label'), 'Игрок 1, лунка 4: 5 зёрен');
  for (const view of VIEWS) {
    await goTo(page, view);
    assert.doesNotMatch(await page.innerText('main'), /page\.|\b(the|your|pit|seeds)\b/i, view);
  }
  await page.click('#language');
  await page.waitForFunction(() => document.documentElement.lang === 'en');
  await goTo(page, 'play');
  await page.waitForFunction(() => /pit 3/.test(document.querySelector('.sentence')?.textContent ?? ''));
});

test('a board is there before the WebAssembly is', async (t) => {
  const page = await visit(t, { ready: false, hold: '**/generated/*' });
  await page.waitForSelector('.board [data-house="south-6"] .count');
  assert.equal(await page.locator('.pit .count').first().innerText(), '4');
  assert.equal(await page.getAttribute('html', 'data-engine'), null);
});

test('nothing jumps when values come and go', async (t) => {
  const page = await visit(t, { settings: { game: { opponent: 'human' } } });
  await phase(page, 'yours');
  const places = () =>
    page.evaluate(() =>
      ['.board', '.sentence', '#hint', '.moves', '.graph'].map(
        // A tenth of a pixel is no jump.
        (name) => Math.round(document.querySelector(name)?.getBoundingClientRect().top ?? 0),
      ),
    );
  const before = await places();
  await page.keyboard.press('a');
  await page.waitForSelector('.pill.shown');
  assert.deepEqual(await places(), before);
});

test('offline after the first visit', async (t) => {
  const page = await visit(t, { offline: true, settings: { game: { opponent: 'level:1' } } });
  await keptForLater(page);
  await page.context().setOffline(true);
  await page.reload();
  await page.waitForSelector('html[data-engine="ready"]');
  await phase(page, 'yours');
  await page.keyboard.press('1');
  await page.waitForFunction(() => document.querySelectorAll('.move').length >= 2);
});
