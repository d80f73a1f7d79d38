import assert from 'node:assert/strict';
import test from 'node:test';
import { PATIENCE, goTo, phase, playOut, press, row, seeds, sentence, visit } from './page.js';

const FRIEND = { game: { opponent: 'human' } };

test('a game with the mouse, to its end', async (t) => {
  const page = await visit(t, { settings: { game: { opponent: 'level:1' } } });
  const moves = await playOut(page, (pit) => page.click(`[data-house="south-${pit}"]`));
  assert.ok(moves > 3);
  assert.match(await sentence(page), /\d+ to \d+\.$/);
  assert.equal((await seeds(page, 'south-store')) + (await seeds(page, 'north-store')), 48);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await phase(page, 'yours');
});

test('a game with the keyboard alone, to its end', async (t) => {
  const page = await visit(t, { settings: { game: { opponent: 'easy' } } });
  await phase(page, 'yours');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('data-house')), 'south-2');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.move');
  await playOut(page, (pit) => page.keyboard.press(String(pit)));
  assert.match(await sentence(page), /\d+ to \d+\.$/);
  // The card with the result is closed by a key as well.
  await page.waitForSelector('dialog.game-over');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog', { state: 'detached' });
  await page.keyboard.press('?');
  await page.getByRole('heading', { name: 'Keyboard' }).waitFor();
  await page.keyboard.press('Escape');
});

test('the first move goes as the rules say', async (t) => {
  const page = await visit(t, { settings: FRIEND });
  await press(page, '3');
  await phase(page, 'yours');
  assert.deepEqual(await row(page, 'south'), [4, 4, 0, 5, 5, 5, 1]);
  assert.match(await sentence(page), /moves? again/);
  await press(page, '6');
  await phase(page, 'yours');
  assert.deepEqual(await row(page, 'north'), [5, 5, 5, 5, 4, 4, 0]);
});

test('undo, redo and the move list', async (t) => {
  const page = await visit(t, { settings: FRIEND });
  await press(page, '3', '6', '1');
  await phase(page, 'yours');
  await page.keyboard.press('u');
  await page.waitForSelector('.move.later');
  await page.keyboard.press('r');
  await page.waitForFunction(() => !document.querySelector('.move.later'));
  await page.focus('.move[aria-current]');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowLeft');
  await page.waitForSelector('.move[aria-current][data-notation^="3"]');
  await page.keyboard.press('Home');
  await page.waitForSelector('[data-house="south-3"][data-seeds="4"]');
  await page.click('.move >> nth=2');
  await page.waitForFunction(() => document.querySelectorAll('.move.later').length === 0);
});

test('resign only after a question, then swap sides in a new game', async (t) => {
  const page = await visit(t, { settings: { game: { opponent: 'mirror' } } });
  await phase(page, 'yours');
  await page.keyboard.press('1');
  await page.waitForFunction(() => document.querySelectorAll('.move').length >= 2);
  await phase(page, 'yours');
  await page.click('#more');
  await page.click('[data-choice="resign"]');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await phase(page, 'yours');
  await page.click('#more');
  await page.click('[data-choice="resign"]');
  await page.locator('dialog .button.main').click();
  await phase(page, 'over');
  assert.match(await sentence(page), /resign/i);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await phase(page, 'yours');
  await page.click('#more');
  await page.click('[data-choice="swap"]');
  await page.waitForSelector('.pit.near[data-house^="north"]');
});

test('the game survives a reload in the middle', async (t) => {
  const page = await visit(t, { settings: { game: { opponent: 'level:2' } } });
  await phase(page, 'yours');
  await page.keyboard.press('2');
  await page.waitForFunction(() => document.querySelectorAll('.move').length >= 2);
  await phase(page, 'yours');
  const before = [...(await row(page, 'south')), ...(await row(page, 'north'))];
  await page.reload();
  await page.waitForSelector('html[data-engine="ready"]');
  await phase(page, 'yours');
  assert.deepEqual([...(await row(page, 'south')), ...(await row(page, 'north'))], before);
  await goTo(page, 'games');
  await page.getByRole('button', { name: 'Continue' }).click();
  await phase(page, 'yours');
});

test('links to a game and to a position', async (t) => {
  const page = await visit(t, { settings: FRIEND });
  await press(page, '3');
  await phase(page, 'yours');
  await page.click('#more');
  await page.click('[data-choice="share"]');
  const game = await page.inputValue('#link-game');
  const position = await page.inputValue('#link-position');
  const other = await visit(t);
  for (const link of [game, position]) {
    await other.goto('about:blank');
    await other.goto(link);
    await other.waitForSelector('[data-house="south-store"][data-seeds="1"]');
    assert.deepEqual(await row(other, 'south'), [4, 4, 0, 5, 5, 5, 1]);
  }
});

test('export and import', async (t) => {
  const page = await visit(t, { settings: FRIEND });
  await press(page, '3');
  await phase(page, 'yours');
  await page.click('#more');
  await page.click('[data-choice="share"]');
  const record = await page.inputValue('#record');
  assert.match(record, /\[Rules "standard"\]/);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a file' }).click(),
  ]);
  assert.match(download.suggestedFilename(), /\.mancala$/);
  await page.keyboard.press('Escape');
  await goTo(page, 'games');
  await page.click('#import-button');
  await page.fill('#import', 'what is this?');
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForFunction(() => document.querySelector('.problem')?.textContent !== '');
  await page.fill('#import', record);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await page.waitForSelector('[data-house="south-store"][data-seeds="1"]');
});

test('a hint explains itself and marks its pit', async (t) => {
  const page = await visit(t);
  await phase(page, 'yours');
  await page.keyboard.press('h');
  await page.waitForSelector('.pit.hint[data-house="south-3"]');
  assert.match(await page.innerText('.hint-text'), /pit 3.*win by 8/i);
});

test('values: every move, the bar, and best play on the board', async (t) => {
  const page = await visit(t, { settings: FRIEND });
  await phase(page, 'yours');
  await page.keyboard.press('a');
  await page.waitForSelector('[data-house="south-3"] .pill.best.shown');
  const pills = await page.locator('.pit.near .pill').evaluateAll((all) => all.map((pill) => pill.getAttribute('data-text')));
  assert.deepEqual(pills, ['−14', '−10', '+8', '−2', '−8', '+4']);
  await page.waitForSelector('.verdict:has-text("Player 1 wins by 8")');
  await page.waitForSelector('.proof:text-is("certain")');
  await page.hover('.step >> nth=0');
  await page.waitForSelector('[data-house="south-store"][data-seeds="1"]');
  await page.hover('.verdict');
  await page.waitForSelector('[data-house="south-store"][data-seeds="0"]');
  await page.keyboard.press('a');
  await page.waitForFunction(() => !document.querySelector('.pill.shown'));
});

test('sowing is shown seed by seed, and a key skips it', async (t) => {
  const page = await visit(t, { settings: { pace: 2000, ...FRIEND } });
  await phase(page, 'yours');
  await page.keyboard.press('4');
  // The first seed has fallen, the last is still in the hand.
  await page.waitForSelector('.board:has([data-house="south-5"][data-seeds="5"]):has([data-house="north-1"][data-seeds="4"])');
  await page.keyboard.press(' ');
  await page.waitForSelector('[data-house="north-1"][data-seeds="5"]', { timeout: 4000 });
  await phase(page, 'yours');
});

test('a key pressed during a sowing hurries it and does what it does', async (t) => {
  const page = await visit(t, { settings: { pace: 2000, ...FRIEND } });
  await phase(page, 'yours');
  await page.keyboard.press('3');
  await page.waitForSelector('.play[data-phase="moving"]');
  await page.keyboard.press('4');
  await page.waitForSelector('[data-house="south-4"][data-seeds="0"]', { timeout: 6000 });
});

test('a hint is seen on its pit', async (t) => {
  const page = await visit(t, { settings: FRIEND });
  await phase(page, 'yours');
  await page.keyboard.press('h');
  await page.waitForSelector('[data-house="south-3"].hint');
  // Its ring comes to differ from that of a pit that may be played as well.
  await page.waitForFunction(() => {
    const ring = (/** @type {string} */ house) =>
      getComputedStyle(/** @type {Element} */ (document.querySelector(`[data-house="${house}"] .hole`)), '::after')
        .borderTopColor;
    return ring('south-3') !== ring('south-1') && ring('south-1') === ring('south-2');
  });
});

test('Back closes a sheet and changes nothing behind it', async (t) => {
  const page = await visit(t, { settings: FRIEND });
  await phase(page, 'yours');
  await page.evaluate(() => (location.hash = '#/learn'));
  await page.waitForSelector('[data-view="learn"]');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await page.goBack();
  await page.waitForFunction(() => !document.querySelector('dialog'));
  assert.equal(await page.evaluate(() => location.hash), '#/learn');
  await page.keyboard.press('?');
  await page.waitForSelector('dialog[open]');
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog'));
  await page.goBack();
  await page.waitForSelector('[data-view="play"]');
  await phase(page, 'yours');
});

test('with reduced motion moves are there at once', async (t) => {
  const page = await visit(t, { calm: true, settings: { pace: PATIENCE, ...FRIEND } });
  await phase(page, 'yours');
  await page.keyboard.press('4');
  await page.waitForSelector('[data-house="north-1"][data-seeds="5"]');
});

test('rules, seeds and who starts', async (t) => {
  const page = await visit(t);
  await phase(page, 'yours');
  await page.keyboard.press('n');
  await page.click('.rest summary');
  await page.selectOption('#rules', 'ain-shams-steal');
  await page.locator('input[name="seeds"][value="6"]').click();
  await page.locator('input[name="opponent"][value="deep-purple"]').click();
  await page.locator('input[name="first"][value="north"]').click();
  await page.locator('.sheet-foot .main').click();
  await page.waitForFunction(() => document.querySelectorAll('.move').length >= 1);
  await phase(page, 'yours');
  const all = [...(await row(page, 'south')), ...(await row(page, 'north'))];
  assert.equal(
    all.reduce((sum, count) => sum + count),
    72,
  );
  assert.match(await page.innerText('.seat >> nth=0'), /Deep Purple/);
});

test('a screen reader hears moves and results', async (t) => {
  const page = await visit(t, { settings: FRIEND });
  await phase(page, 'yours');
  await page.keyboard.press('3');
  await page.waitForFunction(() => /pit 3/.test(document.getElementById('live')?.textContent ?? ''));
  await page.waitForSelector('[data-house="south-4"][data-seeds="5"]');
  assert.equal(await page.getAttribute('[data-house="south-4"]', 'aria-label'), 'Player 1, pit 4: 5 seeds');
});
