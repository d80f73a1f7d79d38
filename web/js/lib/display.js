/** Two digits of seven segments each, as the consoles have them. */
import { h, s } from './dom.js';

/** The segments of a digit on a grid of 20 by 36, clockwise from the top, the middle one last. */
const SEGMENTS = [
  '4,2 16,2 14,5 6,5',
  '17,3 17,17 14,15 14,6',
  '17,19 17,33 14,30 14,21',
  '4,34 16,34 14,31 6,31',
  '3,19 3,33 6,30 6,21',
  '3,3 3,17 6,15 6,6',
  '5,18 7,16.500 13,16.500 15,18 13,19.500 7,19.500',
];
/** Which of them burn, by digit. */
const DIGITS = [63, 6, 91, 79, 102, 109, 125, 7, 127, 111];

export class Display {
  #value = -1;

  /** @param {string} look */
  constructor(look) {
    this.segments = [0, 1].map(() => SEGMENTS.map((points) => s('polygon', { points })));
    this.element = h(
      'div',
      { class: `display ${look}` },
      this.segments.map((segments) => s('svg', { viewBox: '0 0 20 36', 'aria-hidden': 'true' }, segments)),
    );
    this.element.setAttribute('role', 'img');
  }

  /**
   * @param {number} value
   * @param {string} label
   */
  show(value, label) {
    if (this.#value === value) return;
    this.#value = value;
    this.element.setAttribute('aria-label', label);
    [Math.floor(value / 10) % 10, value % 10].forEach((digit, place) =>
      this.segments[place].forEach((segment, at) => segment.classList.toggle('lit', ((DIGITS[digit] >> at) & 1) === 1)),
    );
  }
}
