/** What a screen reader hears of a table: everything but the moves, which are announced as they are shown. */
import { announce } from '../lib/announce.js';
import { t } from '../lib/texts.js';
import { hearPhrase } from './phrases.js';
import { opposite } from './table.js';
import { namesOf, outcome } from './words.js';

/**
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('./protocol.js').TableState} TableState
 */

/**
 * @param {TableState | null} before
 * @param {TableState} now
 * @param {Side[]} you
 */
export function tell(before, now, you) {
  if (!before) return;
  const side = you.length === 1 ? you[0] : null;
  const names = namesOf(now);
  if (before.status === 'waiting' && now.status === 'playing') {
    announce(t('online.said.began', { south: names.south, north: names.north }));
    announce(now.turn === side ? t('online.turn.you') : '');
  }
  // If the last move ended the game, the result is announced with it.
  if (!before.outcome && now.outcome && now.outcome.reason !== 'finished') announce(outcome(now, side));
  if (now.moves.length < before.moves.length) announce(t('online.said.taken-back'));
  else if (before.takeback === side && side && !now.takeback && now.moves.length === before.moves.length && !now.outcome)
    announce(t('online.said.refused'));
  if (side && before.draw === side && !now.draw && now.moves.length === before.moves.length && !now.outcome)
    announce(t('online.said.refused'));
  if (side) tellOther(before, now, side, names[opposite(side)]);
}

/**
 * @param {TableState} before
 * @param {TableState} now
 * @param {Side} side
 * @param {string} name
 */
function tellOther(before, now, side, name) {
  const other = opposite(side);
  hearPhrase(before, now, other, name);
  if (before.takeback !== other && now.takeback === other) announce(t('online.takeback.wish', { name }));
  if (before.draw !== other && now.draw === other) announce(t('online.draw.wish', { name }));
  if (before.rematch !== other && now.rematch === other && !now.next) announce(t('online.rematch.wish', { name }));
  if (now.status !== 'playing' || !before.here || !now.here) return;
  if (before.here[other] && !now.here[other]) announce(t('online.away', { name }));
  if (!before.here[other] && now.here[other]) announce(t('online.back', { name }));
}
