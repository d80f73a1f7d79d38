/** The bar above the sheet: run, steps in both directions, speed, which console with which processor. */
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { spoken, t } from '../lib/texts.js';

/**
 * @typedef {import('./protocol.js').Goal} Goal
 * @typedef {object} Actions
 * @property {() => void} toggle
 * @property {(to: Goal, back: boolean) => void} step
 * @property {(rate: number) => void} speed
 * @property {(model: string, processor: 'gates' | 'native') => void} power
 */

/** Steps of the slider; the last is as fast as it goes. */
const STEPS = 100;
/** Half-ticks a second at both ends: a clock of 1 Hz, and where only "as fast as it goes" is faster. */
const SLOWEST = 2;
const FASTEST = 500_000;

/** @param {number} step */
export const rateOf = (step) =>
  step >= STEPS ? Infinity : SLOWEST * (FASTEST / SLOWEST) ** (step / (STEPS - 1));

const MODELS = ['2023', '2022', '2016', '2016-mirror'];

export class Transport {
  #running = false;

  /**
   * @param {Actions} actions
   * @param {{model: string, processor: 'gates' | 'native', speed: number}} start
   */
  constructor(actions, start) {
    const step = (/** @type {Goal} */ to, /** @type {boolean} */ back, /** @type {string} */ text, /** @type {string} */ title) =>
      h(
        'button',
        {
          class: `button time-step to-${to}`,
          type: 'button',
          title,
          'aria-label': `${text}: ${title}`,
          onclick: () => actions.step(to, back),
        },
        back && icon('back', 'small-icon'),
        h('span', null, text),
        !back && icon('forward', 'small-icon'),
      );
    this.run = h('button', { class: 'button main run', type: 'button', onclick: actions.toggle });
    this.other = /** @type {HTMLSelectElement} */ (
      h(
        'select',
        { 'aria-label': t('machine.step.other') },
        h('option', { value: 'clock' }, t('machine.step.clock')),
        h('option', { value: 'panel' }, t('machine.step.panel')),
        h('option', { value: 'breakpoint' }, t('machine.step.breakpoint')),
      )
    );
    const goal = () => /** @type {Goal} */ (this.other.value);
    const others = (/** @type {boolean} */ back) =>
      h(
        'button',
        {
          class: 'icon',
          type: 'button',
          'aria-label': back ? t('machine.other.back') : t('machine.other.on'),
          title: back ? t('machine.other.back') : t('machine.other.on'),
          onclick: () => actions.step(goal(), back),
        },
        icon(back ? 'back' : 'forward'),
      );
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
          actions.speed(rateOf(Number(this.slider.value)));
        },
      })
    );
    this.rate = h('output', { class: 'rate' });
    const choose = () => actions.power(this.model.value, /** @type {'gates' | 'native'} */ (this.processor.value));
    this.model = select(t('machine.console'), start.model, MODELS.map((model) => [model, t('machine.console.of', { model })]), choose);
    this.processor = select(
      t('machine.processor'),
      start.processor,
      [
        ['gates', t('machine.processor.gates')],
        ['native', t('machine.processor.native')],
      ],
      choose,
    );
    this.element = h(
      'div',
      { class: 'transport', role: 'toolbar', 'aria-label': t('machine.transport') },
      h(
        'div',
        { class: 'time-steps' },
        step('move', true, t('machine.step.move'), t('machine.back.move')),
        step('instruction', true, t('machine.step.instruction'), t('machine.back.instruction')),
        step('half-tick', true, t('machine.step.half-tick'), t('machine.back.half-tick')),
        this.run,
        step('half-tick', false, t('machine.step.half-tick'), t('machine.on.half-tick')),
        step('instruction', false, t('machine.step.instruction'), t('machine.on.instruction')),
        step('move', false, t('machine.step.move'), t('machine.on.move')),
      ),
      h('div', { class: 'other-step' }, others(true), this.other, others(false)),
      h(
        'div',
        { class: 'speed' },
        h('span', { class: 'soft small', 'aria-hidden': 'true' }, '1 Hz'),
        this.slider,
        h('span', { class: 'soft small', 'aria-hidden': 'true' }, t('machine.speed.max')),
        this.rate,
      ),
    );
    this.choices = h('div', { class: 'choices' }, this.model, this.processor);
    this.show(false, 0);
    this.#tellSpeed();
  }

  #tellSpeed() {
    const rate = rateOf(Number(this.slider.value));
    this.slider.setAttribute('aria-valuetext', rate === Infinity ? t('machine.speed.max') : t('machine.rate', { rate: about(rate) }));
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
      this.run.replaceChildren(icon(running ? 'pause' : 'run'), h('span', null, running ? t('machine.pause') : t('machine.run')));
    }
    const text = running ? t('machine.rate', { rate: about(rate) }) : t('machine.paused');
    if (this.rate.textContent !== text) this.rate.textContent = text;
  }
}

/** A whole number with its digits in threes.
 * @param {number} value */
export const number = (value) => new Intl.NumberFormat(spoken(), { useGrouping: true }).format(Math.round(value)).replaceAll(',', '\u202f');

/** A rate that a person can read while it changes.
 * @param {number} rate */
const about = (rate) => number(rate >= 1000 ? Math.round(rate / 100) * 100 : rate);

/**
 * @param {string} label
 * @param {string} value
 * @param {string[][]} choices
 * @param {() => void} onchange
 * @returns {HTMLSelectElement}
 */
function select(label, value, choices, onchange) {
  return h(
    'select',
    { 'aria-label': label, onchange },
    choices.map(([choice, text]) => h('option', { value: choice, selected: choice === value }, text)),
  );
}
