/** Time: run and pause, steps in both directions, how long a step is, speed. */
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { symbol } from './symbols.js';

/**
 * @typedef {import('./protocol.js').Goal} Goal
 * @typedef {object} Actions
 * @property {() => void} toggle
 * @property {(to: Goal, back: boolean) => void} step
 * @property {(rate: number) => void} speed
 */

/** Steps of the slider; the last is as fast as it goes. */
const STEPS = 100;
/** Half-ticks a second at both ends: a clock of 1 Hz, and where only "as fast as it goes" is faster. */
const SLOWEST = 2;
const FASTEST = 500_000;

/** @param {number} step */
export const rateOf = (step) => (step >= STEPS ? Infinity : SLOWEST * (FASTEST / SLOWEST) ** (step / (STEPS - 1)));

/** How long a step may be; the two buttons outside always go by moves. */
const GOALS = /** @type {const} */ ([
  ['half-tick', () => t('machine.step.half-tick')],
  ['clock', () => t('machine.step.clock')],
  ['instruction', () => t('machine.step.instruction')],
  ['panel', () => t('machine.step.panel')],
  ['breakpoint', () => t('machine.step.breakpoint')],
]);

export class Transport {
  #running = false;
  #rate = 0;

  /**
   * @param {Actions} actions
   * @param {{speed: number}} start
   */
  constructor(actions, start) {
    const button = (
      /** @type {string} */ look,
      /** @type {string} */ picture,
      /** @type {string} */ title,
      /** @type {() => void} */ onclick,
    ) => h('button', { class: `time-step ${look}`, type: 'button', title, 'aria-label': title, onclick }, symbol(picture));
    this.run = h('button', { class: 'run', type: 'button', onclick: actions.toggle });
    this.goal = /** @type {HTMLSelectElement} */ (
      h(
        'select',
        { 'aria-label': t('machine.step.of') },
        GOALS.map(([value, text]) => h('option', { value, selected: value === 'instruction' }, text())),
      )
    );
    const goal = () => /** @type {Goal} */ (this.goal.value);
    this.slider = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'range',
        min: 0,
        max: STEPS,
        step: 1,
        value: start.speed,
        'aria-label': t('machine.speed'),
        oninput: () => {
          this.#tellSpeed();
          actions.speed(this.wanted);
        },
      })
    );
    this.steps = h(
      'div',
      { class: 'time-steps' },
      button('to-move back', 'back-move', t('machine.back.move'), () => actions.step('move', true)),
      button('to-step back', 'back-step', t('machine.other.back'), () => actions.step(goal(), true)),
      this.run,
      button('to-step on', 'on-step', t('machine.other.on'), () => actions.step(goal(), false)),
      button('to-move on', 'on-move', t('machine.on.move'), () => actions.step('move', false)),
    );
    this.more = h(
      'div',
      { class: 'time-how' },
      h('label', { class: 'step-of' }, h('span', { class: 'soft' }, t('machine.step.is')), this.goal),
      h(
        'div',
        { class: 'speed' },
        h('span', { class: 'soft', 'aria-hidden': 'true' }, t('machine.slow')),
        this.slider,
        h('span', { class: 'soft', 'aria-hidden': 'true' }, t('machine.fast')),
      ),
    );
    this.element = h('div', { class: 'transport', role: 'toolbar', 'aria-label': t('machine.transport') }, this.steps, this.more);
    this.show(false, 0);
    this.#tellSpeed();
  }

  /** The number is in the tooltip: nothing in the bar changes its width. */
  #tellSpeed() {
    const { wanted } = this;
    const text = wanted === Infinity ? t('machine.speed.max') : t('machine.rate', { rate: about(wanted) });
    this.slider.setAttribute('aria-valuetext', text);
    const real = this.#running && this.#rate ? t('machine.rate.now', { rate: about(this.#rate) }) : '';
    this.slider.title = [text, real].filter(Boolean).join(' · ');
  }

  /** @returns {number} */
  get wanted() {
    return rateOf(Number(this.slider.value));
  }

  /**
   * @param {boolean} running
   * @param {number} rate
   */
  show(running, rate) {
    if (running !== this.#running || !this.run.firstChild) {
      this.#running = running;
      const text = running ? t('machine.pause') : t('machine.run');
      this.run.title = text;
      this.run.replaceChildren(icon(running ? 'pause' : 'run'), h('span', { class: 'hidden' }, text));
    }
    // Seldom: a tooltip need not be new with every picture.
    if (Math.abs(rate - this.#rate) > this.#rate / 4) {
      this.#rate = rate;
      this.#tellSpeed();
    }
  }
}

/** A whole number with its digits in threes.
 * @param {number} value */
export const number = (value) => String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, '\u202f');

/** A rate that a person can read while it changes.
 * @param {number} rate */
const about = (rate) => number(rate >= 1000 ? Math.round(rate / 100) * 100 : rate);
