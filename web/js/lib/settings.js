/**
 * A person's settings, stored in the browser.
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {object} Settings
 * @property {'light' | 'dark' | null} theme null follows the system
 * @property {'en' | 'ru' | null} language null follows the browser
 * @property {number} pace milliseconds per seed
 * @property {boolean | null} sound null is as the system likes it
 * @property {boolean} analysis whether values are shown while playing
 * @property {{opponent: string, rules: string, seeds: number, first: Side | 'random'}} game how the last game was begun
 */

const KEY = 'mancala.settings';
/** @type {Settings} */
const DEFAULTS = {
  theme: null,
  language: null,
  pace: 220,
  sound: null,
  analysis: false,
  game: { opponent: 'level:3', rules: 'standard', seeds: 4, first: 'south' },
};

/**
 * @param {string} key
 * @returns {any} null if there is nothing, or nothing that can be read
 */
export function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/**
 * @param {string} key
 * @param {unknown} value
 * @returns {boolean} whether the browser stored it
 */
export function write(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

/** @type {Settings} */
export const settings = { ...DEFAULTS, ...read(KEY) };
settings.game = { ...DEFAULTS.game, ...settings.game };
settings.pace = Math.min(500, Math.max(0, Number(settings.pace) || 0));

/** @param {Partial<Settings>} changes */
export function set(changes) {
  Object.assign(settings, changes);
  write(KEY, settings);
  if (settings.theme) document.documentElement.dataset.theme = settings.theme;
  else delete document.documentElement.dataset.theme;
}

/** @returns {boolean} */
export const isDark = () =>
  (settings.theme ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
