/** The puzzle score, stored in the browser. */
import { read, write } from '../lib/settings.js';
import { t } from '../lib/texts.js';
import { START } from './rating.js';

/**
 * @typedef {import('../protocol.js').Difficulty} Difficulty
 * @typedef {{difficulty: Difficulty, solved: number, first: number, streak: number, longest: number,
 *   rating: number, rated: number, days: string[]}} Score
 */

const KEY = 'mancala.puzzles';
/** @type {Difficulty[]} */
export const DIFFICULTIES = ['easy', 'medium', 'hard'];

/** @returns {Score} */
export const score = () => ({
  difficulty: 'easy',
  solved: 0,
  first: 0,
  streak: 0,
  longest: 0,
  rating: START,
  rated: 0,
  days: [],
  ...read(KEY),
});

/** @param {Score} score */
export const keep = (score) => write(KEY, score);

/** @param {Difficulty} difficulty */
export function difficultyName(difficulty) {
  if (difficulty === 'easy') return t('page.puzzle.easy');
  return difficulty === 'medium' ? t('page.puzzle.medium') : t('page.puzzle.hard');
}
