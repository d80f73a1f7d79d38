// Who plays: names and faces, the sheet for a new game, the card at the end, and what the browser remembers of it.
import assert from 'node:assert/strict';
import test from 'node:test';
import { PATIENCE, phase, playOut, press, visit } from './page.js';

const LEVELS = ['Pip', 'Sandy', 'Moss', 'Clay', 'Amber', 'Flint', 'Jasper', 'Cobalt', 'Obsidian', 'Onyx'];

/** @param {number} won @param {number} lost */
const tally = (won, lost) => ({ won, drawn: 0, lost, last: [...Array(lost).fill(-1), ...Array(won).fill(1)] });

test('nobody is called South or North, in either language', async (t) => {
  for (const [language, sides] of /** @type {[string, RegExp][]} */ ([
    ['en-US', /south|north/i],
    ['ru-RU', /\bюг|север/i],
  ])) {
    for (const opponent of ['human', 'level:5', 'console:2023']) {
      const page = await visit(t, { language, settings: { analysis: true, game: { opponent } } });
      await press(page, '1');
      await phase(page, 'yours');
      await page.waitForSelector('.pill.shown');
      assert.doesNotMatch(await page.innerText('body'), sides);
      const labels = await page
        .locator('[aria-label]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).join('\n'));
      assert.doesNotMatch(labels, sides);
      await page.keyboard.press('h');
      await page.waitForFunction(() => /\d.*\d/.test(document.querySelector('.hint-text')?.textContent ?? ''));
      assert.doesNotMatch(await page.innerText('.hint-text'), sides);
    }
  }
});

test('an opponent has a name, a face and a sentence; you are spoken to', async (t) => {
  const page = await visit(t, { settings: { analysis: true, game: { opponent: 'level:5' } } });
  await phase(page, 'yours');
  assert.match(await page.innerText('.seat.far'), /Amber[^]*Level 5 · Steady/);
  assert.equal(await page.locator('.seat.far .face.stone circle').count(), 2);
  assert.match(await page.innerText('.seat.near'), /You[^]*Your move/);
  await page.waitForSelector('.verdict:has-text("You win by 8")');
  await page.waitForSelector('.ends:has-text("You 28")');
  await page.waitForSelector('.ends:has-text("Amber 20")');
  assert.equal(await page.getAttribute('[data-house="south-3"]', 'aria-label'), 'Your pit 3: 4 seeds, +8');
  assert.equal(await page.getAttribute('[data-house="north-3"]', 'aria-label'), 'Amber, pit 3: 4 seeds');
  assert.match(await page.innerText('.moves-head'), /You\s+Amber/);
  assert.match(await page.innerText('.graph-card .legend'), /You\s+Amber/);
});

test('ten stones in the order of their strength, chosen by the arrows and played with Enter', async (t) => {
  const storage = { 'mancala.results': { 'level:4': tally(3, 1), 'level:5': tally(0, 2) } };
  const page = await visit(t, { storage, settings: { game: { opponent: 'level:4' } } });
  await phase(page, 'yours');
  await page.keyboard.press('n');
  await page.waitForSelector('dialog.new-game');
  assert.deepEqual(await page.locator('.stone-name').allInnerTexts(), LEVELS);
  const bars = await page.locator('.strength i').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
  assert.deepEqual(
    [...bars].sort((a, b) => a - b),
    bars,
  );
  assert.ok(bars[9] > 8 * bars[0], `${bars}`);
  assert.equal(await page.innerText('.next-step'), 'You beat Clay. Amber is the next step.');
  assert.match(await page.innerText('.record'), /3 of 4 won/);
  assert.equal(await page.evaluate(() => /** @type {HTMLInputElement} */ (document.activeElement).value), 'level:4');
  assert.equal(await page.innerText('#begin'), 'Play Clay');
  await page.keyboard.press('ArrowRight');
  assert.match(await page.innerText('.chosen'), /Amber[^]*level 5 of 10[^]*0 of 2 won/);
  await page.keyboard.press('Enter');
  await page.waitForSelector('dialog', { state: 'detached' });
  await phase(page, 'yours');
  assert.match(await page.innerText('.seat.far'), /Amber/);
  assert.match(await page.innerText('.seat.near'), /0 of 2 won against Amber/);
});

test('the end: score, figures, the turning point, and the next step', async (t) => {
  const page = await visit(t, { settings: { game: { opponent: 'level:1' } } });
  page.setDefaultTimeout(4 * PATIENCE);
  await playOut(page, (pit) => page.click(`[data-house="south-${pit}"]`));
  await page.waitForSelector('dialog.game-over');
  const [you, pip] = (await page.innerText('.over-numbers')).split('–').map(Number);
  assert.equal(you + pip, 48);
  assert.match(
    await page.innerText('.over-headline'),
    you === pip ? /A draw/ : you > pip ? /^You win by \d+$/ : /^Pip wins by \d+$/,
  );
  await page.waitForSelector('.over-figures[data-done="true"]');
  assert.match(await page.innerText('[data-figure="accuracy"]'), /^\d+ %\s+accuracy\s+\d+ %$/);
  assert.match(await page.innerText('[data-figure="cost"]'), /^\d+\s+seeds given away\s+\d+$/);
  await page.waitForSelector('.over-turn .small-board');
  assert.match(await page.innerText('.over-words'), /move \d+[^]*pit \d/);
  const results = await page.evaluate(() => JSON.parse(localStorage.getItem('mancala.results') ?? '{}'));
  assert.deepEqual(results['level:1'].last, [Math.sign(you - pip)]);
  // A reload shows the same end, which counts once.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Result' }).click();
  await page.waitForSelector('.over-turn .small-board');
  assert.deepEqual(await page.evaluate(() => JSON.parse(localStorage.getItem('mancala.results') ?? '{}')), results);
  await page.click('[data-choice="look"]');
  await page.waitForSelector('#main[data-view="review"] .move[aria-current]');
});

test('after a loss the next easier level is offered, and played at a click', async (t) => {
  const page = await visit(t, { settings: { game: { opponent: 'level:6' } } });
  await press(page, '1');
  await phase(page, 'yours');
  await page.click('#resign');
  await page.locator('dialog .main').click();
  await page.waitForSelector('dialog.game-over');
  await page.getByRole('button', { name: 'Play Amber, level 5' }).click();
  await page.waitForSelector('dialog', { state: 'detached' });
  await phase(page, 'yours');
  assert.match(await page.innerText('.seat.far'), /Amber/);
});

test('sound: one click turns it off and on again, and less motion begins in silence', async (t) => {
  const page = await visit(t, { settings: { game: { opponent: 'human' } } });
  const played = () => page.evaluate(() => Number(document.documentElement.dataset.sounds ?? 0));
  await phase(page, 'yours');
  assert.equal(await page.getAttribute('#sound', 'aria-pressed'), 'true');
  await press(page, '3');
  await phase(page, 'yours');
  const heard = await played();
  assert.ok(heard > 0);
  await page.click('#sound');
  assert.equal(await page.getAttribute('#sound', 'aria-pressed'), 'false');
  await press(page, '1');
  await phase(page, 'yours');
  assert.equal(await played(), heard);
  const calm = await visit(t, { calm: true, settings: { game: { opponent: 'human' } } });
  assert.equal(await calm.getAttribute('#sound', 'aria-pressed'), 'false');
});

test('the page fits: nothing scrolls on a large screen, and a phone held sideways shows board and buttons', async (t) => {
  for (const [width, height] of [
    [1366, 768],
    [1440, 900],
    [1920, 1080],
  ]) {
    const page = await visit(t, { width, height, settings: { game: { opponent: 'human' } } });
    await press(page, '3', '6', '2');
    const size = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      document.documentElement.scrollHeight - innerHeight,
    ]);
    assert.deepEqual(size, [0, 0], `${width}`);
    const board = await page.locator('.board').evaluate((element) => element.getBoundingClientRect().width);
    assert.ok(board > width * 0.68, `${board} of ${width}`);
  }
  const phone = await visit(t, { width: 740, height: 360, touch: true, settings: { game: { opponent: 'human' } } });
  await press(phone, '3', '6', '2');
  for (const name of ['.board', '.seat.far', '.seat.near', '#hint', '#undo', '#new', '.sentence']) {
    const box = await phone.locator(name).boundingBox();
    assert.ok(
      box && box.y >= 0 && box.y + box.height <= 361 && box.x >= 0 && box.x + box.width <= 741,
      `${name} ${JSON.stringify(box)}`,
    );
  }
  assert.equal(await phone.evaluate(() => document.documentElement.scrollWidth), 740);
});

test('the example of an empty review is what the engine says about that game', async (t) => {
  const page = await visit(t, { hash: '#/review' });
  page.setDefaultTimeout(4 * PATIENCE);
  await page.waitForSelector('.example .small-board');
  const { margins, mistake, said } = await page.evaluate(async () => {
    const at = (/** @type {string} */ path) => new URL(path, document.baseURI).href;
    const [{ Engine }, example] = await Promise.all([import(at('js/engine.js')), import(at('js/review/example.js'))]);
    const engine = new Engine(
      'en',
      fetch('texts/en.json').then((answer) => answer.text()),
    );
    const review = await engine.review({ record: example.exampleGame().record }).result;
    const move = review.moves[example.MISTAKE.ply - 1];
    return {
      margins: {
        shown: example.MARGINS,
        found: [review.start?.margin, ...review.moves.map((/** @type {any} */ one) => one.south.margin)],
      },
      mistake: example.MISTAKE,
      said: { pit: move.pit, best: move.best, cost: move.cost, before: move.before },
    };
  });
  assert.deepEqual(margins.shown, margins.found);
  assert.deepEqual([said.pit, said.cost], [mistake.pit, { least: mistake.cost, most: mistake.cost }]);
  assert.ok(said.best.includes(mistake.best));
  const { pits, stores } = mistake;
  assert.equal(said.before, `${pits.south},${stores.south}/${pits.north},${stores.north} s`);
});

test('the puzzle of the day is the same all day, counts days in a row, and the rating moves once for each puzzle', async (t) => {
  const day = (/** @type {number} */ back) => {
    const date = new Date(Date.now() - back * 86_400_000);
    return `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, '0')}-${String(date.getDate()).padStart(2, '0')}`;
  };
  const storage = { 'mancala.puzzles': { difficulty: 'easy', rating: 1100, rated: 20, days: [day(2), day(1)] } };
  const page = await visit(t, { hash: '#/puzzles/daily', storage });
  page.setDefaultTimeout(4 * PATIENCE);
  await page.waitForSelector('.pit.legal');
  const link = await page.getAttribute('.puzzles a.small', 'href');
  assert.match(await page.innerText('.daily'), /one move wins · 2 days in a row/);
  await page.reload();
  await page.waitForSelector('.pit.legal');
  assert.equal(await page.getAttribute('.puzzles a.small', 'href'), link);
  // A wrong pit costs; the right one after it gives nothing back.
  const legal = await page.locator('.pit.legal').evaluateAll((pits) => pits.map((pit) => pit.getAttribute('data-house') ?? ''));
  const rating = async () => Number((await page.innerText('#rating')).split(/\s/)[0]);
  const ratings = [await rating()];
  for (const house of legal) {
    const before = await page.textContent('.sentence');
    await page.click(`[data-house="${house}"]`);
    await page.waitForFunction((old) => document.querySelector('.sentence')?.textContent !== old, before);
    ratings.push(await rating());
    if (await page.locator('#next.main').count()) break;
  }
  assert.equal(ratings[0], 1100);
  assert.notEqual(ratings[1], 1100);
  assert.equal(new Set(ratings.slice(1)).size, 1, `${ratings}`);
  await page.waitForFunction(() =>
    /solved · 3 days in a row/.test(/** @type {HTMLElement} */ (document.querySelector('.daily')).innerText),
  );
});
