/** On a phone a sheet follows the finger that pulls it down, and closes when it is released far enough or fast enough. */

/** A sheet released beyond this distance closes, in pixels; or at this speed, in pixels per millisecond. */
const FAR = 110;
const FAST = 0.6;
/** A finger that rests moves a little. */
const REST = 8;
/** What a finger does something else with. */
const OTHERS = 'input, textarea, select, canvas, .cm-editor, [contenteditable]';

/** @param {Element} target @param {HTMLElement} dialog @returns {boolean} whether pulling scrolls something back first */
function isScrolled(target, dialog) {
  for (let at = /** @type {Element | null} */ (target); at; at = at === dialog ? null : at.parentElement)
    if (at.scrollTop > 0) return true;
  return false;
}

/**
 * @param {HTMLElement} dialog
 * @param {() => void} close
 */
export function pullable(dialog, close) {
  const phone = matchMedia('(max-width: 700px)');
  /** @type {{x: number, y: number, at: number} | null} Where the finger came down. */
  let start = null;
  let pulled = 0;
  const settle = () => {
    start = null;
    pulled = 0;
    dialog.classList.remove('pulled');
    dialog.style.translate = '';
  };
  dialog.addEventListener('touchstart', ({ touches, target, timeStamp }) => {
    settle();
    const free = target instanceof Element && !target.closest(OTHERS) && !isScrolled(target, dialog);
    if (!phone.matches || touches.length !== 1 || !free) return;
    start = { x: touches[0].clientX, y: touches[0].clientY, at: timeStamp };
  });
  const move = (/** @type {TouchEvent} */ event) => {
    if (!start) return;
    const { clientX, clientY } = event.touches[0];
    const down = clientY - start.y;
    if (!pulled && Math.abs(clientX - start.x) > Math.max(REST, down)) start = null;
    else if (!pulled && down < -REST) start = null;
    if (!start || (!pulled && down < REST)) return;
    event.preventDefault();
    pulled = Math.max(0, down);
    dialog.classList.add('pulled');
    dialog.style.translate = `0 ${pulled}px`;
  };
  dialog.addEventListener('touchmove', move, { passive: false });
  dialog.addEventListener('touchend', ({ timeStamp }) => {
    const fast = start && pulled > 4 * REST && pulled / (timeStamp - start.at) > FAST;
    if (pulled > FAR || fast) close();
    else settle();
  });
  dialog.addEventListener('touchcancel', settle);
}
