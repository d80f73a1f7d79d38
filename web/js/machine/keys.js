/** What the keys do on the machine. */

/** @typedef {import('./protocol.js').Goal} Goal */

/** Small letters go forward in time, capital ones back.
 * @type {Record<string, Goal>} */
const STEPS = { c: 'clock', i: 'instruction', m: 'move', p: 'panel', b: 'breakpoint' };

/**
 * @param {KeyboardEvent} event
 * @param {object} actions
 * @param {() => void} actions.toggle
 * @param {(to: Goal, back: boolean) => void} actions.step
 * @param {(pit: string) => void} actions.press
 * @param {() => void} actions.find
 * @param {() => void} actions.restart
 * @param {() => void} actions.up
 * @returns {boolean} whether the key means something
 */
export function useKey({ key, code, shiftKey, target }, { toggle, step, press, find, up, restart }) {
  const small = key.toLowerCase();
  if (shiftKey && (code === 'Comma' || code === 'Period')) step('move', code === 'Comma');
  else if (/^[1-6]$/.test(key)) press(key);
  else if (small === 'r') restart();
  else if (Object.hasOwn(STEPS, small)) step(STEPS[small], key !== small);
  else if (key === '.' || key === ',') step('half-tick', key === ',');
  else if (key === '/') find();
  else if (key === 'u') up();
  else if (key === ' ' && !(target instanceof HTMLButtonElement)) toggle();
  else return false;
  return true;
}
