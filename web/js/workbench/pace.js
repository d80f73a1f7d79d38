/** Run and pause, steps in both directions, and the speed of a circuit. */
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { symbol } from '../machine/symbols.js';
import { number, rateOf } from '../machine/transport.js';

/** @typedef {import('../machine/protocol.js').Goal} Goal */

const STEPS = 100;

export class Pace {
  #running = false;

  /**
   * @param {object} actions
   * @param {() => void} actions.toggle
   * @param {() => void} [actions.restart]
   * @param {(to: Goal, back: boolean) => void} actions.step
   * @param {(rate: number) => void} actions.speed
   * @param {number} start where the slider stands
   */
  constructor(actions, start) {
    const step = (/** @type {Goal} */ to, /** @type {boolean} */ back, /** @type {string} */ text, /** @type {string} */ title) =>
      h(
        'button',
        {
          type: 'button',
          class: `button small-button step-${to}${back ? '-back' : ''}`,
          title,
          'aria-label': title,
          onclick: () => actions.step(to, back),
        },
        back && icon('back', 'small-icon'),
        h('span', null, text),
        !back && icon('forward', 'small-icon'),
      );
    this.run = h('button', { type: 'button', class: 'button main small-button', id: 'bench-run', onclick: actions.toggle });
    this.slider = h('input', {
      type: 'range',
      min: 0,
      max: STEPS,
      value: start,
      'aria-label': t('machine.speed'),
      oninput: () => {
        this.#tell();
        actions.speed(this.rate);
      },
    });
    this.rateText = h('output', { class: 'rate' });
    const restart = actions.restart && {
      type: 'button',
      class: 'button small-button',
      id: 'bench-restart',
      title: t('machine.restart'),
      'aria-label': t('machine.restart'),
      onclick: actions.restart,
    };
    this.element = h(
      'div',
      { class: 'pace', role: 'toolbar', 'aria-label': t('page.bench.controls') },
      restart && h('button', restart, symbol('power')),
      step('clock', true, t('machine.step.clock'), t('page.bench.clock.back')),
      step('half-tick', true, t('machine.step.half-tick'), t('machine.back.half-tick')),
      this.run,
      step('half-tick', false, t('machine.step.half-tick'), t('machine.on.half-tick')),
      step('clock', false, t('machine.step.clock'), t('page.bench.clock.on')),
      h('div', { class: 'speed' }, this.slider, this.rateText),
    );
    this.show(false, 0);
    this.#tell();
  }

  /** Half-ticks a second. */
  get rate() {
    return rateOf(Number(this.slider.value));
  }

  #tell() {
    const text = this.rate === Infinity ? t('machine.speed.max') : t('machine.rate', { rate: number(this.rate) });
    this.slider.setAttribute('aria-valuetext', text);
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
    const text = running ? t('machine.rate', { rate: number(rate) }) : t('machine.paused');
    if (this.rateText.textContent !== text) this.rateText.textContent = text;
  }
}
