/**
 * What the browser remembers of playing online: the name, how the last game was made, and the games one sat at. Seats themselves
 * are the site's cookies; nothing here opens one.
 * @typedef {object} Choice
 * @property {string} rules
 * @property {number} seeds
 * @property {'south' | 'north' | 'random'} side
 * @property {'none' | 'game' | 'turn'} clock
 * @property {number} minutes
 * @property {number} increment
 * @property {number} days
 * @property {boolean} open
 */
import { myName } from '../lib/me.js';
import { read, write } from '../lib/settings.js';

const KEY = 'mancala.online';
const MOST = 30;

/** @type {Choice} */
const USUAL = {
  rules: 'standard',
  seeds: 4,
  side: 'random',
  clock: 'none',
  minutes: 5,
  increment: 5,
  days: 3,
  open: false,
};

/** @returns {{name: string, choice: Choice, games: string[]}} */
function kept() {
  const found = read(KEY) ?? {};
  const games = Array.isArray(found.games) ? found.games.filter((/** @type {unknown} */ id) => typeof id === 'string') : [];
  return { name: myName(), choice: { ...USUAL, ...found.choice }, games };
}

export const myChoice = () => kept().choice;
export const myGames = () => kept().games;

/** @param {Choice} choice */
export const keepChoice = (choice) => write(KEY, { ...kept(), choice });

/** @param {string} id the latest comes first */
export function keepGame(id) {
  const { games, ...rest } = kept();
  if (games[0] === id) return;
  write(KEY, { ...rest, games: [id, ...games.filter((other) => other !== id)].slice(0, MOST) });
}

/** @param {string} id */
export function dropGame(id) {
  const { games, ...rest } = kept();
  write(KEY, { ...rest, games: games.filter((other) => other !== id) });
}
