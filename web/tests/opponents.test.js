import assert from 'node:assert/strict';
import test from 'node:test';
import { PATIENCE, playOut, seeds, sentence, visit } from './page.js';

for (const opponent of ['console:2016', 'console:2022', 'console:2023', 'perfect', 'deep-purple', 'level:10']) {
  test(`a game against ${opponent}, to its end`, async (t) => {
    const page = await visit(t, { settings: { game: { opponent } } });
    page.setDefaultTimeout(3 * PATIENCE);
    await playOut(page, (pit) => page.keyboard.press(String(pit)));
    assert.match(await sentence(page), /\d+ to \d+\.$/);
    assert.equal((await seeds(page, 'south-store')) + (await seeds(page, 'north-store')), 48);
  });
}
