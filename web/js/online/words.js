/** What is said about a game between two people. */
import { t } from '../lib/texts.js';
import { said } from '../play/says.js';

/**
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('../protocol.js').GameState} GameState
 * @typedef {import('../protocol.js').BySide<string>} Names
 * @typedef {import('./protocol.js').TableState} TableState
 */

/**
 * Those who gave no name are called by an animal: the same one for everybody who looks at the game, and two different ones at a table.
 * @param {TableState} truth
 * @returns {Names}
 */
export function namesOf({ game, players }) {
  const animals = t('online.animals').split(', ');
  const first = [...game].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % animals.length;
  const second = (first + Math.ceil(animals.length / 2)) % animals.length;
  return { south: players.south || animals[first], north: players.north || animals[second] };
}

/**
 * The people of a table, as the engine wants to know them.
 * @param {TableState} truth
 * @param {Side | null} you
 * @returns {import('../protocol.js').Guests}
 */
export const guestsOf = (truth, you) => ({ names: namesOf(truth), you });

/**
 * What just happened and what comes now, with **marks**.
 * @param {GameState} state
 * @param {TableState} truth
 * @param {Side | null} you
 * @param {boolean} moving
 */
export function sentence(state, truth, you, moving) {
  const present = state.ply === state.moves.length && state.ply >= truth.moves.length;
  // The engine knows whose move it is, and the site whether anybody's: somebody may have resigned.
  const before = said(truth.turn ? state : { ...state, turn: null }, moving);
  if (moving || !present || !truth.outcome || truth.outcome.reason === 'finished') return before;
  return `${before} **${outcome(truth, you)}**`.trim();
}

/**
 * How a game ended that was not played to its end: who won, and why.
 * @param {TableState} truth
 * @param {Side | null} you
 */
export function outcome(truth, you) {
  const { winner, reason } = truth.outcome ?? { winner: null, reason: 'withdrawn' };
  if (reason === 'withdrawn') return t('online.over.withdrawn');
  if (reason === 'aborted') return t('online.over.aborted');
  if (reason === 'stopped') return t('online.over.stopped');
  if (!winner) return you ? t('online.over.agreed') : t('online.over.they-agreed');
  const names = namesOf(truth);
  const loser = winner === 'south' ? 'north' : 'south';
  const won = winner === you ? t('online.over.you-win') : t('online.over.they-win', { name: names[winner] });
  return `${ended(reason, loser === you, names[loser])} ${won}`;
}

/**
 * @param {import('./protocol.js').Reason} reason
 * @param {boolean} you lost
 * @param {string} name of the loser
 */
function ended(reason, you, name) {
  if (reason === 'resigned') return you ? t('online.over.you-resigned') : t('online.over.they-resigned', { name });
  if (reason === 'time') return you ? t('online.over.you-time') : t('online.over.they-time', { name });
  return you ? t('online.over.you-away') : t('online.over.they-away', { name });
}
