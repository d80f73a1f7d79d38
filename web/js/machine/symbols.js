/** Icons of the machine's bar, on the same grid as those of the page. */
import { s } from '../lib/dom.js';

/** @type {Record<string, string>} */
const PATHS = {
  'back-move': 'M11 6l-7 6 7 6zM20 6l-7 6 7 6z',
  'back-step': 'M14 6l-8 6 8 6zM18 6v12',
  'on-step': 'M10 6l8 6-8 6zM6 6v12',
  'on-move': 'M4 6l7 6-7 6zM13 6l7 6-7 6z',
  power: 'M12 3v8M7 6.500a8 8 0 1 0 10 0',
  wave: 'M3 15h4V8h5v8h5V9h4',
  up: 'M6 15l6-6 6 6',
  down: 'M6 9l6 6 6-6',
  full: 'M14 4h6v6M20 4l-7 7M10 20H4v-6M4 20l7-7',
  book: 'M4 5a14 14 0 0 1 8 1.500A14 14 0 0 1 20 5v13a14 14 0 0 0-8 1.500A14 14 0 0 0 4 18zM12 6.500v13',
  search: 'M11 5a6 6 0 1 0 0 12 6 6 0 0 0 0-12zM15.500 15.500L20 20',
};

/**
 * @param {string} name
 * @param {number} [size]
 */
export function symbol(name, size = 20) {
  const look = {
    viewBox: '0 0 24 24',
    width: size,
    height: size,
    fill: 'none',
    stroke: 'currentColor',
    'stroke-width': 1.8,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
    'aria-hidden': 'true',
  };
  return s('svg', look, s('path', { d: PATHS[name] }));
}
