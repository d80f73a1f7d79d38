/** Hands a text to the browser as a file. */
import { h } from './dom.js';

/**
 * @param {string} name
 * @param {string | Uint8Array<ArrayBuffer>} contents
 * @param {string} [type]
 */
export function download(name, contents, type = 'text/plain') {
  const url = URL.createObjectURL(new Blob([contents], { type }));
  h('a', { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
