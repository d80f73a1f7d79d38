/** Hints in three stages: the second opens after the first, the third after one more attempt. Then the solution. */
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { markdown } from './markdown.js';

/** @typedef {import('./progress.js').Done} Done */

export class Hints {
  /** The hint on show; 0 for none. */
  #shown = 0;
  /** Runs of the checks when the second hint was opened. */
  #since = 0;

  /**
   * @param {string[]} hints
   * @param {Done} done
   * @param {object} does
   * @param {() => void} does.changed
   * @param {() => void} does.solution shows our solution
   */
  constructor(hints, done, does) {
    this.hints = hints;
    this.done = done;
    this.does = does;
    this.#since = done.hints >= 2 ? -1 : 0;
    this.text = h('div', { class: 'hint-text', 'aria-live': 'polite' });
    this.buttons = h('div', { class: 'hint-stages' });
    this.element = h(
      'section',
      { class: 'hints', 'aria-label': t('course.hints') },
      icon('hint'),
      h('div', null, this.text, this.buttons),
    );
    this.draw();
  }

  /** Whether a stage may be opened. @param {number} stage from 1 */
  #open(stage) {
    const { hints, tries, passed } = this.done;
    return (
      passed || stage <= hints || stage === 1 || (stage === 2 && hints >= 1) || (stage === 3 && hints >= 2 && tries > this.#since)
    );
  }

  draw() {
    const names = [t('course.hint.question'), t('course.hint.part'), t('course.hint.way')];
    const stage = (/** @type {string} */ name, /** @type {number} */ number) =>
      h(
        'button',
        {
          type: 'button',
          class: 'hint-stage',
          'data-hint': number,
          'aria-pressed': String(this.#shown === number),
          disabled: !this.#open(number),
          title: this.#open(number) ? undefined : t('course.hint.later'),
          onclick: () => this.#show(number),
        },
        `${number} · ${name}`,
      );
    const seen = this.done.hints >= 3 || this.done.passed;
    refill(
      this.buttons,
      names.slice(0, this.hints.length).map((name, index) => stage(name, index + 1)),
      seen
        ? h(
            'button',
            { type: 'button', class: 'hint-stage', id: 'course-solution', onclick: () => this.does.solution() },
            t('course.solution'),
          )
        : null,
    );
    refill(
      this.text,
      this.#shown
        ? markdown(this.hints[this.#shown - 1], () => h('span'))
        : h('p', { class: 'soft' }, this.done.passed ? t('course.hint.solved') : t('course.hint.none')),
    );
  }

  /** @param {number} number */
  #show(number) {
    this.#shown = this.#shown === number ? 0 : number;
    if (number === 2 && this.done.hints < 2) this.#since = this.done.tries;
    this.done.hints = Math.max(this.done.hints, number);
    this.does.changed();
    this.draw();
    /** @type {HTMLElement | null} */ (this.buttons.querySelector(`[data-hint="${number}"]`))?.focus();
  }
}
