/**
 * The games saved in the browser, the latest first. A game is its record, which the engine reads again.
 * @typedef {import('../protocol.js').GameState} GameState
 * @typedef {object} Kept
 * @property {string} id
 * @property {string} record
 * @property {number} ply the position that was on the board
 * @property {import('../protocol.js').BySide<string>} seats
 * @property {import('../protocol.js').BySide<string>} names
 * @property {import('../protocol.js').Position} position to be drawn before the engine is there
 * @property {number} moves
 * @property {boolean} over
 * @property {number} when
 * @property {import('../protocol.js').Side | null} [you] the side one played on, where the seats do not tell
 * @property {string} [source] the record as it came from elsewhere
 */
import { read, write } from './settings.js';

const KEY = 'mancala.games';
const MOST = 200;

/** @returns {Kept[]} */
export function all() {
  const kept = read(KEY);
  return Array.isArray(kept) ? kept.filter((game) => game && typeof game.record === 'string') : [];
}

export const latest = () => all().at(0) ?? null;

/** @param {string} id */
export const find = (id) => all().find((game) => game.id === id) ?? null;

export const newId = () => Date.now().toString(36) + Math.floor(Math.random() * 1296).toString(36);

/**
 * @param {string} id
 * @param {GameState} state
 * @param {Partial<Kept>} [more]
 * @returns {boolean} whether the browser stored it
 */
export function keep(id, state, more = {}) {
  const { record, ply, seats, names, moves, position } = state;
  const { you, source } = find(id) ?? {};
  /** @type {Kept} */
  const kept = {
    id,
    record,
    ply,
    seats,
    names,
    position,
    moves: moves.length,
    over: state.result !== null,
    when: Date.now(),
    you,
    source,
    ...more,
  };
  return write(KEY, [kept, ...all().filter((game) => game.id !== id)].slice(0, MOST));
}

/** @param {string} id */
export function forget(id) {
  write(
    KEY,
    all().filter((game) => game.id !== id),
  );
}
