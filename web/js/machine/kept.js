/**
 * The run that was on the machine last. In the browser's storage it survives a reload; while another view of the page is shown,
 * the machine itself stays alive with all of its past.
 */
import { read, write } from '../lib/settings.js';

/**
 * @typedef {import('./address.js').Where} Where
 * @typedef {object} Alive
 * @property {import('./link.js').MachineLink} link
 * @property {Where} where
 * @property {boolean} running
 * @property {string[]} breakpoints
 * @property {number[]} cells
 * @property {Set<string>} addresses those it has had
 */

const KEY = 'mancala.machine';
/** An unused machine is switched off after this time, in milliseconds; its inputs are saved. */
const PATIENCE = 15 * 60_000;

/** @type {Alive | null} */
let alive = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** @typedef {{path: string, address: string, running: boolean}} Kept the run as an address, and the address the page showed then */

/** @returns {Kept | null} */
export function kept() {
  const found = read(KEY);
  return found && typeof found.path === 'string' && typeof found.address === 'string' ? found : null;
}

/** @param {Kept} run */
export const keep = (run) => write(KEY, run);

/** @param {Alive} machine */
export function leaveAlive(machine) {
  drop();
  alive = machine;
  timer = setTimeout(drop, PATIENCE);
}

function drop() {
  clearTimeout(timer);
  alive?.link.close();
  alive = null;
}

/** The machine that was left alive, if an address leads to it; otherwise it is switched off.
 * @param {string} rest
 * @returns {Alive | null} */
export function comeBack(rest) {
  const found = alive && (rest === '' || alive.addresses.has(rest)) ? alive : null;
  if (found) {
    clearTimeout(timer);
    alive = null;
  } else drop();
  return found;
}
