/** Style sheets that are fetched with the view they belong to. */
import { h } from './dom.js';

/** @type {Map<string, Promise<void>>} */
const fetched = new Map();

/**
 * @param {string} href
 * @returns {Promise<void>} once it is in force; a sheet that does not load stops nothing
 */
export function style(href) {
  const known = fetched.get(href);
  if (known) return known;
  const coming = new Promise((/** @type {(value: void) => void} */ done) => {
    document.head.append(h('link', { rel: 'stylesheet', href, onload: () => done(), onerror: () => done() }));
  });
  fetched.set(href, coming);
  return coming;
}
