/** The game that the settings describe. */
import { settings } from '../lib/settings.js';

export const FRIEND = 'human';

/** @typedef {{rules: string, position: string}} Start a position to begin in */

/**
 * You sit in the south; swapping sides is one click away.
 * @param {Start} [start]
 * @returns {import('../protocol.js').NewGame}
 */
export function chosenGame(start) {
  const { opponent, rules, seeds, first } = settings.game;
  if (start) return { rules: start.rules, start: start.position, south: FRIEND, north: opponent };
  const drawn = Math.random() < 0.5 ? 'south' : 'north';
  return { rules, seeds, first: first === 'random' ? drawn : first, south: FRIEND, north: opponent };
}
