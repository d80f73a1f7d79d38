/** A walk through the machine: a few steps, each of which shows something that is really there. */
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {object} Hands
 * @property {(look: 'circuit' | 'panel' | 'datapath') => void} look
 * @property {(on: boolean) => void} watch
 * @property {(name: string) => void} side
 * @property {() => void} pause
 * @property {() => void} run
 * @property {() => void} guide
 *
 * @typedef {[name: string, title: () => string, text: () => string, target: string, prepare: (hands: Hands) => void]} Step
 */

/** @type {Step[]} */
const STEPS = [
  [
    'hello',
    () => t('machine.tour.hello'),
    () => t('machine.tour.hello.text'),
    '.machine-stage',
    (hands) => (hands.watch(false), hands.look('circuit'), hands.run()),
  ],
  ['panel', () => t('machine.tour.panel'), () => t('machine.tour.panel.text'), '.machine-stage', (hands) => hands.look('panel')],
  ['ask', () => t('machine.tour.ask'), () => t('machine.tour.ask.text'), '.ask', (hands) => hands.look('panel')],
  [
    'watch',
    () => t('machine.tour.watch'),
    () => t('machine.tour.watch.text'),
    '.watch',
    (hands) => (hands.look('circuit'), hands.watch(true)),
  ],
  ['time', () => t('machine.tour.time'), () => t('machine.tour.time.text'), '.timeline', (hands) => hands.watch(false)],
  [
    'step',
    () => t('machine.tour.step'),
    () => t('machine.tour.step.text'),
    '.transport',
    (hands) => (hands.pause(), hands.side('source')),
  ],
  [
    'program',
    () => t('machine.tour.program'),
    () => t('machine.tour.program.text'),
    '.side-source',
    (hands) => hands.side('source'),
  ],
  [
    'datapath',
    () => t('machine.tour.datapath'),
    () => t('machine.tour.datapath.text'),
    '.datapath',
    (hands) => hands.look('datapath'),
  ],
  ['memory', () => t('machine.tour.memory'), () => t('machine.tour.memory.text'), '.ram', (hands) => hands.side('ram')],
  [
    'gates',
    () => t('machine.tour.gates'),
    () => t('machine.tour.gates.text'),
    '.machine-stage',
    (hands) => hands.look('circuit'),
  ],
];

export class Tour {
  #at = 0;

  /**
   * @param {HTMLElement} machine
   * @param {Hands} hands
   */
  constructor(machine, hands) {
    this.machine = machine;
    this.hands = hands;
    this.count = h('span', { class: 'soft' });
    this.title = h('h2', { tabindex: -1 });
    this.text = h('p', null);
    this.back = h('button', { type: 'button', class: 'button', onclick: () => this.#go(this.#at - 1) }, t('machine.tour.back'));
    this.next = h('button', { type: 'button', class: 'button main', onclick: () => this.#go(this.#at + 1) });
    this.element = h(
      'section',
      {
        class: 'tour',
        role: 'dialog',
        'aria-label': t('machine.tour'),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === 'Escape') this.stop();
          event.stopPropagation();
        },
      },
      h(
        'div',
        { class: 'tour-head' },
        this.count,
        h('button', { type: 'button', class: 'linklike', onclick: () => this.stop() }, t('machine.tour.stop')),
      ),
      this.title,
      this.text,
      h('div', { class: 'buttons end' }, this.back, this.next),
    );
    machine.append(this.element);
    this.#go(0);
  }

  /** @param {number} at */
  #go(at) {
    if (at >= STEPS.length) {
      this.stop();
      this.hands.guide();
      return;
    }
    this.#at = Math.max(0, at);
    const [name, title, text, target, prepare] = STEPS[this.#at];
    prepare(this.hands);
    this.#mark(target);
    this.count.textContent = t('machine.tour.of', { at: this.#at + 1, count: STEPS.length });
    this.title.textContent = title();
    this.text.textContent = text();
    this.back.disabled = this.#at === 0;
    this.next.textContent = this.#at === STEPS.length - 1 ? t('machine.tour.guide') : t('machine.tour.next');
    this.element.dataset.step = name;
    this.title.focus({ preventScroll: true });
  }

  /** @param {string} target */
  #mark(target) {
    this.machine.querySelector('.toured')?.classList.remove('toured');
    this.machine.querySelector(target)?.classList.add('toured');
  }

  stop() {
    this.machine.querySelector('.toured')?.classList.remove('toured');
    this.element.remove();
  }
}
