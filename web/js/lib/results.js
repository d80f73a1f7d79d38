/**
 * The results of games against each player, stored in the browser.
 * @typedef {1 | 0 | -1} Outcome won, drawn, lost
 * @typedef {{won: number, drawn: number, lost: number, last: Outcome[]}} Tally the latest game is the last one
 */
import { levelOf } from './face.js';
import { read, write } from './settings.js';

const KEY = 'mancala.results';
const REMEMBERED = 20;
export const LEVELS = 10;

/** @returns {Record<string, Tally>} */
function all() {
  const found = read(KEY);
  return found && typeof found === 'object' && !Array.isArray(found) ? found : {};
}

/**
 * @param {string} seat
 * @returns {Tally}
 */
export function against(seat) {
  const { won = 0, drawn = 0, lost = 0, last = [] } = all()[seat] ?? {};
  return { won, drawn, lost, last: Array.isArray(last) ? last : [] };
}

/** @param {Tally} tally */
export const games = ({ won, drawn, lost }) => won + drawn + lost;

/**
 * @param {string} seat
 * @param {Outcome} outcome
 */
export function count(seat, outcome) {
  const tally = against(seat);
  tally.last = [...tally.last, outcome].slice(-REMEMBERED);
  if (outcome > 0) tally.won += 1;
  else if (outcome < 0) tally.lost += 1;
  else tally.drawn += 1;
  write(KEY, { ...all(), [seat]: tally });
}

/**
 * How many games in a row ended so.
 * @param {Tally} tally
 * @param {Outcome} outcome
 */
export function inARow({ last }, outcome) {
  const other = [...last].reverse().findIndex((one) => one !== outcome);
  return other < 0 ? last.length : other;
}

/**
 * The level to try after a game against this one: the next harder one once it has been beaten, the next easier one after a loss.
 * @param {string} seat
 * @param {Outcome} outcome
 * @returns {number} 0 if there is none
 */
export function nextLevel(seat, outcome) {
  const level = levelOf(seat);
  if (!level || outcome === 0) return 0;
  const next = level + outcome;
  return next >= 1 && next <= LEVELS ? next : 0;
}

/** The lowest level that has not been beaten yet, once one has been. @returns {{beaten: number, next: number} | null} */
export function ladder() {
  const beaten = Array.from({ length: LEVELS }, (_, i) => i + 1).filter((level) => against(`level:${level}`).won > 0);
  const highest = beaten.at(-1);
  return highest ? { beaten: highest, next: highest < LEVELS ? highest + 1 : 0 } : null;
}
