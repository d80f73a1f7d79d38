/** Clocks: how much each side has left by the site's time, and how that is written. */
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('./protocol.js').Clock} Clock
 * @typedef {import('./protocol.js').Clocks} Clocks
 */

const [SECOND, MINUTE, HOUR, DAY] = [1000, 60_000, 3_600_000, 86_400_000];

/**
 * @param {Clocks} clocks
 * @param {Side} side
 * @param {number} now
 */
export function leftOf({ left, running, since }, side, now) {
  return Math.max(0, left[side] - (running === side ? Math.max(0, now - since) : 0));
}

/** @param {number} left */
export function clockText(left) {
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0');
  const whole = (/** @type {number} */ unit) => Math.floor(left / unit);
  if (left >= DAY) return t('online.clock.days', { days: whole(DAY), hours: Math.floor((left % DAY) / HOUR) });
  if (left >= HOUR) return `${whole(HOUR)}:${two(whole(MINUTE) % 60)}:${two(whole(SECOND) % 60)}`;
  const text = `${whole(MINUTE)}:${two(whole(SECOND) % 60)}`;
  return left < 10 * SECOND ? `${text}.${Math.floor((left % SECOND) / 100)}` : text;
}

/**
 * The same for the ear.
 * @param {number} left
 */
export function spokenTime(left) {
  if (left >= DAY) return t('online.clock.days', { days: Math.floor(left / DAY), hours: Math.floor((left % DAY) / HOUR) });
  if (left >= MINUTE) return t('online.clock.minutes', { count: Math.floor(left / MINUTE) });
  return t('online.clock.seconds', { count: Math.floor(left / SECOND) });
}

/**
 * Whether little is left: of a game less than a tenth or 20 seconds, of days two hours.
 * @param {Clock} agreed
 * @param {number} left
 */
export function isLow(agreed, left) {
  if (agreed.kind === 'game') return left <= Math.max(20 * SECOND, Math.min(MINUTE, agreed.seconds * 100));
  return agreed.kind === 'turn' && left <= 2 * HOUR;
}

/** Marks below which the one whose clock runs is warned, in milliseconds. */
const WARNINGS = [10 * SECOND, 30 * SECOND, MINUTE];

/**
 * The warning due when the time left has sunk from one value to another.
 * @param {number} before
 * @param {number} left
 */
export const warning = (before, left) => WARNINGS.find((mark) => left < mark && before >= mark) ?? null;

/** @param {Clock} clock */
export function clockName(clock) {
  if (clock.kind === 'turn') return t('online.clock.turn', { count: clock.days });
  if (clock.kind === 'none') return t('online.clock.none');
  const minutes = clock.seconds / 60;
  const whole = Number.isInteger(minutes)
    ? t('online.clock.game', { minutes })
    : t('online.clock.short', { seconds: clock.seconds });
  return clock.increment ? `${whole} + ${t('online.clock.short', { seconds: clock.increment })}` : whole;
}
