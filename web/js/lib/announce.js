/** What a screen reader should say. */

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;
/** @type {string[]} */
let waiting = [];

/** @param {string} text */
export function announce(text) {
  const live = document.getElementById('live');
  if (!live || !text) return;
  waiting.push(text);
  clearTimeout(timer);
  // Texts that come together are said together; an empty region first, so that the same words are said again.
  live.textContent = '';
  timer = setTimeout(() => {
    live.textContent = waiting.join(' ');
    waiting = [];
  }, 60);
}
