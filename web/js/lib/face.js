/** The faces of those who play: a stone for each level, a chip for the consoles, a letter for people. */
import { h, s } from './dom.js';
import { icon } from './icons.js';
import { myName } from './me.js';

/**
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {'calm' | 'glad' | 'startled'} Mood
 */

/** The stones of the levels: light, colour, shade, how broad and how high. */
const STONES = [
  ['#fffaf0', '#eaddc4', '#c4b292', 20, 20.5],
  ['#f0dcb8', '#d9b881', '#ad8a55', 20.5, 19.5],
  ['#bcd08d', '#8fae57', '#66823a', 20, 20.5],
  ['#e89c84', '#c96a4e', '#9c4a32', 21, 18.5],
  ['#ffdc86', '#eeac33', '#bf7d14', 20.5, 20],
  ['#b5b0a8', '#88837b', '#5f5b54', 20, 20.5],
  ['#e58174', '#c24a3f', '#8e2f27', 19.5, 20],
  ['#86b1ea', '#4a80cc', '#2c579a', 21, 18.5],
  ['#77728a', '#45415a', '#28253a', 19.5, 20],
  ['#5f5c58', '#33312e', '#161514', 21, 19],
];

/** How the mouths of the stones lie: the strong ones do not smile at everybody. */
const MOUTHS = ['M-6 4q6 6 12 0', 'M-5 5h10', 'M-6 5q7 3 12-2'];

/** Every gradient in the page needs a unique name. */
let count = 0;

/**
 * @param {number} level
 * @param {Mood} mood
 */
function stone(level, mood) {
  const [light, colour, shade, rx, ry] = /** @type {[string, string, string, number, number]} */ (STONES[level - 1] ?? STONES[5]);
  const id = `stone-${(count += 1)}`;
  const ink = level >= 9 ? '#fff6e8' : '#2a1a0e';
  const mouth = mood === 'glad' ? MOUTHS[0] : MOUTHS[level <= 5 ? 0 : level <= 8 ? 1 : 2];
  return s(
    'svg',
    { viewBox: '0 0 48 48', 'aria-hidden': 'true' },
    s(
      'defs',
      null,
      s(
        'radialGradient',
        { id, cx: '36%', cy: '26%', r: '85%' },
        s('stop', { offset: 0, 'stop-color': light }),
        s('stop', { offset: 0.5, 'stop-color': colour }),
        s('stop', { offset: 1, 'stop-color': shade }),
      ),
    ),
    s('path', { d: blob(rx, ry, level), fill: `url(#${id})` }),
    s('ellipse', { cx: 17, cy: 14, rx: 6, ry: 3, fill: '#fff', opacity: 0.4, transform: 'rotate(-24 17 14)' }),
    s(
      'g',
      { transform: 'translate(24 25)', fill: 'none', stroke: ink, 'stroke-width': 2.1, 'stroke-linecap': 'round' },
      s('circle', { cx: -6, cy: -3, r: 2, fill: ink, stroke: 'none' }),
      s('circle', { cx: 6, cy: -3, r: 2, fill: ink, stroke: 'none' }),
      level >= 9 && s('path', { d: 'M-10-8l6 2M10-8l-6 2' }),
      mood === 'startled' ? s('ellipse', { cx: 0, cy: 6, rx: 2.6, ry: 3.2 }) : s('path', { d: mouth }),
    ),
  );
}

/**
 * A pebble: an ellipse with softer and harder corners.
 * @param {number} rx
 * @param {number} ry
 * @param {number} level so that no two are the same
 */
function blob(rx, ry, level) {
  const soft = 0.56 + (level % 3) * 0.05;
  const hard = 0.66 - (level % 2) * 0.07;
  const [l, r, u, d] = [24 - rx, 24 + rx, 24 - ry, 24 + ry];
  return `M24 ${u}C${24 + rx * soft} ${u} ${r} ${24 - ry * hard} ${r} 24S${24 + rx * hard} ${d} 24 ${d} ${l} ${24 + ry * soft} ${l} 24 ${24 - rx * hard} ${u} 24 ${u}z`;
}

/** @param {string} seat @returns {number} 0 for those that are no level */
export const levelOf = (seat) => (seat.startsWith('level:') ? Number(seat.slice('level:'.length)) : 0);

/**
 * The first letter of a name, or the figure at its end: `Player 2`.
 * @param {string} name
 */
const letter = (name) => name.match(/\d$/)?.[0] ?? [...name][0]?.toLocaleUpperCase() ?? '';

/**
 * @param {object} one
 * @param {string} one.seat
 * @param {string} [one.name]
 * @param {boolean} [one.you]
 * @param {Side} [one.side] tells two people apart
 * @param {Mood} [one.mood]
 * @returns {HTMLElement}
 */
export function face({ seat, name = '', you = false, side = 'south', mood = 'calm' }) {
  const level = levelOf(seat);
  if (level) return h('span', { class: 'face stone', 'aria-hidden': 'true' }, stone(level, mood));
  if (seat.startsWith('console:')) return h('span', { class: 'face console', 'aria-hidden': 'true' }, icon('machine'));
  if (seat === 'perfect') return h('span', { class: 'face old', 'aria-hidden': 'true' }, icon('star'));
  const person = seat === 'human' || seat === 'online';
  const called = you ? myName() : name;
  const look = !person ? 'old' : you || side === 'south' ? 'own' : 'other';
  return h('span', { class: `face ${look}`, 'aria-hidden': 'true' }, called ? letter(called) : icon('person'));
}
