/** The checks of a task: what they want, what came of them, and where to look. */
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t, worded } from '../lib/texts.js';
import { words } from './markdown.js';

/** @typedef {import('./protocol.js').Outcome} Outcome */

/** The most steps and findings that are listed. */
const MOST = 12;

export class Checks {
  /** @type {Outcome[] | null} */
  outcomes = null;

  /**
   * @param {string[]} checks
   * @param {(outcome: Outcome) => void} show leads to the moment of a failure
   */
  constructor(checks, show) {
    this.checks = checks;
    this.show = show;
    this.count = h('span', { class: 'check-count' });
    this.list = h('ul', { class: 'check-list' });
    this.element = h(
      'section',
      { class: 'checks', 'aria-label': t('course.checks') },
      h('h2', { class: 'label' }, t('course.checks'), this.count),
      this.list,
    );
    this.tell(null);
  }

  /** @param {Outcome[] | null} outcomes null: not run yet, or the work has changed */
  tell(outcomes) {
    this.outcomes = outcomes;
    const passed = outcomes?.filter((outcome) => outcome.passed).length ?? 0;
    this.count.textContent = outcomes ? t('course.passed', { passed, count: this.checks.length }) : '';
    this.element.dataset.state = !outcomes ? 'open' : passed === this.checks.length ? 'passed' : 'failed';
    refill(
      this.list,
      this.checks.map((check, index) => this.#row(check, outcomes?.[index] ?? null, index)),
    );
  }

  /** Brings the checks into sight, and of several the first that fails. */
  reveal() {
    this.element.scrollIntoView({ block: 'nearest' });
    this.list.querySelector('.failed')?.scrollIntoView({ block: 'nearest' });
  }

  /**
   * @param {string} check
   * @param {Outcome | null} outcome
   * @param {number} index
   */
  #row(check, outcome, index) {
    const state = !outcome ? 'open' : outcome.passed ? 'passed' : 'failed';
    const mark = { open: t('course.state.open'), passed: t('course.state.passed'), failed: t('course.state.failed') }[state];
    // A fault of every check is reported once.
    const before = this.outcomes?.slice(0, index) ?? [];
    const again = outcome?.findings.length && before.some((other) => other.findings.length);
    const known = before.some((other) => other.explained === outcome?.explained);
    return h(
      'li',
      { class: `check ${state}`, 'data-state': state },
      h(
        'span',
        { class: 'check-mark', role: 'img', 'aria-label': mark },
        state === 'open' ? null : icon(state === 'passed' ? 'check' : 'close'),
      ),
      h(
        'div',
        { class: 'check-text' },
        h('p', null, check),
        outcome && !outcome.passed && !again ? this.#why(outcome, known) : null,
      ),
      outcome && (outcome.run || outcome.commands)
        ? h('button', { type: 'button', class: 'button small-button', onclick: () => this.show(outcome) }, t('course.show'))
        : null,
    );
  }

  /** @param {Outcome} outcome @param {boolean} known what it means has been said */
  #why({ said, explained, steps, findings }, known) {
    return h(
      'div',
      { class: 'check-why' },
      said.map(({ key, values }) => h('p', null, worded({ kind: 'refused', key, values, message: key }))),
      explained && !known ? h('p', { class: 'check-means' }, words(explained)) : null,
      findings
        .slice(0, MOST)
        .map(({ message, at }) => h('p', null, at?.line ? t('course.finding', { line: at.line, message }) : message)),
      steps.length
        ? h(
            'details',
            null,
            h('summary', null, t('course.steps', { count: steps.length })),
            h(
              'ol',
              null,
              steps.slice(0, MOST).map((step) => h('li', null, h('code', null, step || '0'))),
            ),
          )
        : null,
    );
  }
}
