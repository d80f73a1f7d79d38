/** Line icons on a grid of 24, drawn with the colour of the text. */
import { s } from './dom.js';

/** @type {Record<string, string>} */
const PATHS = {
  play: 'M4 9.5a3 3 0 0 1 3-3h10a3 3 0 0 1 3 3v5a3 3 0 0 1-3 3H7a3 3 0 0 1-3-3zM8.5 12h.01M12 12h.01M15.5 12h.01',
  online: 'M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM3.500 19a5.500 5.500 0 0 1 11 0M16 5.300a3 3 0 0 1 0 5.400M17.500 13.800a5.500 5.500 0 0 1 3 5.200',
  puzzles: 'M10 4.5a2 2 0 1 1 4 0V6h4v4h1.500a2 2 0 1 1 0 4H18v4H6v-4h1.500a2 2 0 1 0 0-4H6V6h4z',
  learn: 'M3 8.500 12 5l9 3.500-9 3.500zM7 10.500V15c1.500 1.300 3 2 5 2s3.500-.7 5-2v-4.500',
  editor: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  games: 'M5 5h14M5 12h14M5 19h9',
  review: 'M4 19V5M4 19h16M7 14l4-4 3 3 5-6',
  settings: 'M4 8h9M17 8h3M4 16h3M11 16h9M15 6v4M9 14v4',
  moon: 'M20 14.500A8 8 0 0 1 9.500 4 8 8 0 1 0 20 14.500z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M4 12H2M22 12h-2M5.600 5.600 4.200 4.200M19.800 19.800l-1.400-1.400M5.600 18.400l-1.400 1.400M19.800 4.200l-1.400 1.400',
  help: 'M9.200 9a3 3 0 1 1 4.300 2.700c-1 .5-1.500 1.100-1.500 2.300M12 17.500h.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z',
  close: 'M6 6l12 12M18 6 6 18',
  undo: 'M9 7 5 11l4 4M5 11h9a5 5 0 0 1 0 10h-2',
  redo: 'M15 7l4 4-4 4M19 11h-9a5 5 0 0 0 0 10h2',
  hint: 'M9 18h6M10 21h4M8.500 15a6 6 0 1 1 7 0c-.6.500-1 1.200-1 2h-5c0-.8-.4-1.500-1-2z',
  values: 'M5 20v-6M12 20V5M19 20v-9',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  first: 'M6 5v14M18 6l-8 6 8 6z',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  last: 'M18 5v14M6 6l8 6-8 6z',
  new: 'M12 5v14M5 12h14',
  flag: 'M6 21V4h11l-2 4 2 4H6',
  swap: 'M7 4 3 8l4 4M3 8h14M17 12l4 4-4 4M21 16H7',
  link: 'M10 14a4 4 0 0 0 5.700 0l3-3a4 4 0 0 0-5.700-5.700l-1 1M14 10a4 4 0 0 0-5.700 0l-3 3A4 4 0 0 0 11 18.700l1-1',
  download: 'M12 4v11M8 11l4 4 4-4M5 20h14',
  upload: 'M12 15V4M8 8l4-4 4 4M5 20h14',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13',
  rematch: 'M20 8a8 8 0 1 0 .500 6M20 4v4h-4',
  star: 'M12 4l2.400 5 5.600.7-4.100 3.800 1.100 5.500-5-2.700-5 2.700 1.100-5.500L4 9.700 9.600 9z',
  check: 'M5 13l4 4L19 7',
  workbench: 'M5 4h9l5 5v11H5zM14 4v5h5M9 13l-2 2 2 2M14 13l2 2-2 2',
  run: 'M7 5l12 7-12 7z',
  pause: 'M8 5v14M16 5v14',
  into: 'M12 4v9M8 9l4 4 4-4M12 19h.01',
  over: 'M4 14a8 7 0 0 1 15-3M20 6v5h-5M12 19h.01',
  out: 'M12 13V4M8 8l4-4 4 4M12 19h.01',
  'back-into': 'M12 13V4M8 8l4-4 4 4M5 19h14',
  'back-run': 'M17 5 5 12l12 7z',
  reset: 'M5 5v14M19 6l-9 6 9 6z',
  chip: 'M7 7h10v10H7zM10 3v4M14 3v4M10 17v4M14 17v4M3 10h4M3 14h4M17 10h4M17 14h4',
  file: 'M6 4h8l4 4v12H6zM14 4v4h4',
  folder: 'M4 6h6l2 2h8v10H4z',
  tests: 'M5 7l2 2 3-4M5 16l2 2 3-4M13 7h6M13 16h6',
  machine: 'M7 7h10v10H7zM10 4v3M14 4v3M10 17v3M14 17v3M4 10h3M4 14h3M17 10h3M17 14h3',
  minus: 'M5 12h14',
  fit: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  eye: 'M2 12s4-6 10-6 10 6 10 6-4 6-10 6-10-6-10-6zM12 9.500a2.500 2.500 0 1 0 0 5 2.500 2.500 0 0 0 0-5z',
};

/**
 * @param {string} name
 * @param {string} [look]
 */
export function icon(name, look = '') {
  return s(
    'svg',
    {
      viewBox: '0 0 24 24',
      width: 20,
      height: 20,
      fill: 'none',
      stroke: 'currentColor',
      'stroke-width': 1.7,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
      'aria-hidden': 'true',
      class: look || undefined,
    },
    s('path', { d: PATHS[name] }),
  );
}
