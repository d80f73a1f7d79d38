/** How a game is called in lists. */
import { t } from './texts.js';

/**
 * @param {import('../protocol.js').BySide<string>} seats
 * @param {import('../protocol.js').BySide<string>} names
 */
export function versus(seats, names) {
  const alone = (seats.south === 'human') !== (seats.north === 'human');
  const name = (/** @type {'south' | 'north'} */ side) => (alone && seats[side] === 'human' ? t('page.you') : names[side]);
  return `${name('south')} – ${name('north')}`;
}
