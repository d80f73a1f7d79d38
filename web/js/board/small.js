/** A position as a small picture: what a list, a card or a turning point shows. It cannot be played on. */
import { s } from '../lib/dom.js';

/**
 * @typedef {import('../protocol.js').Position} Position
 * @typedef {import('../protocol.js').House} House
 * @typedef {{from?: House | null, best?: House | null, taken?: House[]}} Rings
 */

const COLOURS = ['#f4ead6', '#d9b673', '#cf7b48', '#79a58a', '#a9c3da', '#8d8fc9'];
/** A pit takes this much room. */
const STEP = 40;
const STORE = 34;
/** The most pebbles that are drawn in a pit. */
const MOST = 12;

/**
 * @param {Position} position
 * @param {object} [options]
 * @param {'south' | 'north'} [options.near] the row below
 * @param {Rings} [options.rings]
 * @param {string} [options.label]
 */
export function smallBoard(position, { near = 'south', rings = {}, label } = {}) {
  const far = near === 'south' ? 'north' : 'south';
  const pits = position.pits[near].length;
  const width = pits * STEP + 2 * STORE + 12;
  /** @param {House} house */
  const place = ({ side, pit }) => ({
    x: STORE + 6 + STEP * (side === near ? pit - 0.5 : pits - pit + 0.5),
    y: side === near ? 76 : 34,
  });
  /** @param {House | null | undefined} house @param {string} look */
  const ring = (house, look) => {
    if (!house?.pit) return null;
    const { x, y } = place(house);
    return s('circle', { class: look, cx: x, cy: y, r: 18.5 });
  };
  const store = (/** @type {'south' | 'north'} */ side, /** @type {number} */ x) => [
    s('rect', { class: 'small-hole', x, y: 16, width: STORE - 10, height: 78, rx: 12 }),
    s('text', { x: x + (STORE - 10) / 2, y: 61, 'text-anchor': 'middle' }, position.stores[side]),
  ];
  return s(
    'svg',
    {
      class: 'small-board',
      viewBox: `0 0 ${width} 110`,
      role: label ? 'img' : undefined,
      'aria-label': label,
      'aria-hidden': label ? undefined : 'true',
    },
    s('rect', { class: 'small-wood', x: 0, y: 0, width, height: 110, rx: 16 }),
    store(far, 8),
    store(near, width - STORE + 2),
    [far, near].flatMap((side) =>
      position.pits[/** @type {'south' | 'north'} */ (side)].flatMap((seeds, index) =>
        pit(place({ side: /** @type {'south' | 'north'} */ (side), pit: index + 1 }), seeds, index + (side === near ? 0 : 7)),
      ),
    ),
    (rings.taken ?? []).map((house) => ring(house, 'ring taken')),
    ring(rings.best, 'ring best'),
    ring(rings.from, 'ring from'),
  );
}

/**
 * A hollow with its pebbles in a spiral, the same each time.
 * @param {{x: number, y: number}} place
 * @param {number} seeds
 * @param {number} salt
 */
function pit({ x, y }, seeds, salt) {
  const shown = Math.min(seeds, MOST);
  const pebbles = Array.from({ length: shown }, (_, i) => {
    const angle = salt + i * 2.4;
    const far = shown === 1 ? 0 : 3.4 * Math.sqrt(i + 0.6);
    return s('ellipse', {
      cx: (x + Math.cos(angle) * far).toFixed(1),
      cy: (y + Math.sin(angle) * far).toFixed(1),
      rx: 4.2,
      ry: 3.6,
      fill: COLOURS[(i * 5 + salt) % COLOURS.length],
    });
  });
  return [s('circle', { class: 'small-hole', cx: x, cy: y, r: 16 }), ...pebbles];
}
