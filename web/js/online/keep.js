/** Takes a game from the site to the games of this browser, where it is reviewed like any other. */
import { find, keep } from '../lib/shelf.js';
import { gameApi } from './api.js';

/**
 * @param {import('../main.js').App} app
 * @param {string} id
 * @param {import('../protocol.js').Side | null} you
 * @returns {Promise<string>} what it is called on the shelf
 */
export async function keepOnShelf(app, id, you) {
  const name = `online-${id}`;
  const record = await gameApi(id).record();
  const known = find(name);
  if (known?.record === record || (known?.over && known.source === record)) return name;
  const game = await app.engine.openGame(record, { seats: { south: 'human', north: 'human' } });
  keep(name, game.state, { you, source: record });
  game.close();
  return name;
}
