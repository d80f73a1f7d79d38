/**
 * The texts of the page, out of the catalogue that every face of the program uses (texts/en.json, texts/ru.json).
 * @typedef {import('../protocol.js').Language} Language
 * @typedef {string | Record<string, string>} Entry a text, or its plural forms
 */

/** @type {Language[]} */
export const LANGUAGES = ['en', 'ru'];

/** @type {Record<string, Entry>} */
let entries = {};
/** @type {Language} */
let language = 'en';
let plurals = new Intl.PluralRules('en');

/**
 * @param {Language} wanted
 * @returns {Promise<string>} the whole catalogue, for the engine's sentences
 */
export async function load(wanted) {
  const answer = await fetch(`texts/${wanted}.json`);
  if (!answer.ok) throw new Error(`texts/${wanted}.json: ${answer.status}`);
  const source = await answer.text();
  entries = JSON.parse(source);
  language = wanted;
  plurals = new Intl.PluralRules(wanted);
  document.documentElement.lang = wanted;
  return source;
}

/** @returns {Language} */
export const spoken = () => language;

/**
 * The text of a key, its places filled; `count` chooses the plural. A test finds every key and every name used so.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 */
export function t(key, values = {}) {
  const entry = entries[key];
  if (entry === undefined) return key;
  const form = typeof entry === 'string' ? entry : (entry[plurals.select(Number(values.count))] ?? entry.other ?? entry.many);
  return form.replace(/\{\{|\}\}|\{(\w+)\}/g, (all, name) => (name ? String(values[name] ?? all) : all[0]));
}

/**
 * What went wrong, in the words of the page's language if it has them.
 * @param {import('../protocol.js').Failure} failure
 */
export const worded = ({ key, values, message }) => (key && key in entries ? t(key, values) : message);

/**
 * A number with its sign, with a real minus.
 * @param {number} margin
 */
export const signed = (margin) => (margin > 0 ? `+${margin}` : margin < 0 ? `−${-margin}` : '0');

/** @param {string} text */
export const capitalised = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);
