/** The name a person goes by: beside the board, and online. It stands with what the browser remembers of playing online. */
import { read, write } from './settings.js';

const KEY = 'mancala.online';

/** @returns {string} */
export function myName() {
  const name = read(KEY)?.name;
  return typeof name === 'string' ? name : '';
}

/** @param {string} name */
export const keepName = (name) => write(KEY, { ...read(KEY), name: name.trim() });
