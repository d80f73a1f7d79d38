/**
 * The rating of a puzzle solver, saved in the browser. Puzzles have ratings of their own, so a hard one is worth more, and
 * failing at an easy one costs more: the numbers move as in Elo's table.
 * @typedef {import('../protocol.js').Difficulty} Difficulty
 */

export const START = 1000;
/** What puzzles are rated. @type {Record<Difficulty, number>} */
export const PUZZLES = { easy: 800, medium: 1200, hard: 1600 };
/** How much one puzzle moves a rating at most: more at the beginning. */
const QUICK = 48;
const STEADY = 24;
/** After this many puzzles a rating is steady. */
const BEGINNING = 10;

/**
 * The probability of solving a puzzle at the first try.
 * @param {number} rating
 * @param {Difficulty} difficulty
 */
export const chance = (rating, difficulty) => 1 / (1 + 10 ** ((PUZZLES[difficulty] - rating) / 400));

/**
 * @param {number} rating
 * @param {Difficulty} difficulty
 * @param {number} result 1 for the first try without a hint, 0 for a wrong try or the solution, half for a hint
 * @param {number} rated how many puzzles counted before
 */
export function after(rating, difficulty, result, rated) {
  const most = rated < BEGINNING ? QUICK : STEADY;
  return Math.max(100, Math.round(rating + most * (result - chance(rating, difficulty))));
}
