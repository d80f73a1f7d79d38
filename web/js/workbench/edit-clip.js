/**
 * What was copied, for every circuit and every tab: a small circuit file. It also goes to the clipboard of the system, from where
 * it can be pasted into a text or another browser.
 */

/** @type {string | null} */
let copied = null;
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('mancala copied parts') : null;
channel?.addEventListener('message', ({ data }) => {
  if (typeof data === 'string') copied = data;
});

/** @param {string} text */
export function setCopied(text) {
  copied = text;
  channel?.postMessage(text);
  // Browsers may refuse; then it stays within this site.
  navigator.clipboard?.writeText(text).catch(() => {});
}

export const getCopied = () => copied;

/** Whether a text of the clipboard may be parts. @param {string} text */
export const isParts = (text) => /<project[\s>]/.test(text);
