/** One sentence about what just happened, with the words that matter marked. The engine says what happened; this only words it. */
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../protocol.js').GameState} GameState
 * @typedef {import('../protocol.js').Story} Story
 * @typedef {import('../protocol.js').Side} Side
 */

/**
 * The side of the only person in the game, who is spoken to as "you".
 * @param {GameState} state
 * @returns {Side | null}
 */
export function yourSide({ seats }) {
  const south = seats.south === 'human';
  const north = seats.north === 'human';
  return south === north ? null : south ? 'south' : 'north';
}

/**
 * @param {Story} story
 * @param {string} name
 * @param {boolean} you
 */
function moved(story, name, you) {
  const seeds = t('seeds', { count: story.seeds });
  const { pit } = story;
  if (story.capture) {
    const captured = story.capture.total;
    return you
      ? t('page.said.you.captured', { seeds, pit, captured })
      : t('page.said.they.captured', { name, seeds, pit, captured });
  }
  if (story.extraTurn) return you ? t('page.said.you.again', { seeds, pit }) : t('page.said.they.again', { name, seeds, pit });
  return you ? t('page.said.you', { seeds, pit }) : t('page.said.they', { name, seeds, pit });
}

/**
 * @param {GameState} state
 * @param {boolean} [moving] the move is still being shown: what comes after it is not said yet
 * @returns {string} with **marks**
 */
export function said(state, moving = false) {
  const { last, names, result, turn } = state;
  const parts = [];
  if (last) {
    const you = yourSide(state);
    parts.push(moved(last, names[last.side], you === last.side));
    const swept = last.sweep.reduce((sum, { seeds }) => sum + seeds, 0);
    if (swept > 0 && !moving) parts.push(sweep(state, last.sweep[0].house.side, swept));
  }
  if (moving) return parts.join(' ');
  if (result) parts.push(`**${result.sentence}**`);
  else if (turn && !last?.extraTurn) parts.push(turn.sentence);
  return parts.join(' ');
}

/**
 * @param {GameState} state
 * @param {Side} side
 * @param {number} count
 */
function sweep(state, side, count) {
  const seeds = t('seeds', { count });
  return yourSide(state) === side
    ? t('page.said.you.sweep', { seeds })
    : t('page.said.they.sweep', { name: state.names[side], seeds });
}

/** @param {string} text */
export const plain = (text) => text.replaceAll('**', '');
