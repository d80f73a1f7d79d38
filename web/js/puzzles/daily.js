/** The puzzle of the day: the same for everybody on the same day, harder towards the end of the week. */

/** @typedef {import('../protocol.js').Difficulty} Difficulty */

/** From Sunday on. @type {Difficulty[]} */
const WEEK = ['hard', 'easy', 'easy', 'medium', 'medium', 'medium', 'hard'];
const DAY = 86_400_000;

/** The local date, as `2026-11-19`. @param {Date} [now] */
export function today(now = new Date()) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** @param {string} day */
const number = (day) => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY);

/**
 * @param {string} day
 * @returns {{difficulty: Difficulty, seed: number}}
 */
export function puzzleOf(day) {
  const count = number(day);
  // Days that follow one another should not lead to puzzles that do.
  const seed = Math.abs(Math.imul(count ^ 0x5bd1e995, 0x9e3779b1)) % 1_000_000;
  return { difficulty: WEEK[new Date(`${day}T00:00:00Z`).getUTCDay()], seed };
}

/**
 * How many days in a row the puzzle has been solved, today's included or still to come.
 * @param {string[]} solved days
 * @param {string} day
 */
export function streak(solved, day) {
  const days = new Set(solved.map(number));
  const last = number(day);
  let first = days.has(last) ? last : last - 1;
  let count = 0;
  while (days.has(first)) {
    first -= 1;
    count += 1;
  }
  return count;
}
