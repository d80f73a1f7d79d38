/** What came of the expectations of a program. */
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';

/** @typedef {import('../protocol.js').TestReport} TestReport */

export class Report {
  /** @param {(line: number) => void} online */
  constructor(online) {
    this.online = online;
    this.element = h('div', { class: 'report' });
    this.none();
  }

  none() {
    refill(this.element, h('p', { class: 'soft small' }, t('page.bench.tests.about')));
  }

  /** @param {TestReport} report */
  show(report) {
    const { tests, passed, points, maxPoints } = report;
    if (!tests.length) {
      const wrong = report.findings.some(({ severity }) => severity === 'error');
      refill(
        this.element,
        h('p', { class: wrong ? 'problem' : 'soft' }, wrong ? t('page.bench.tests.errors') : t('page.bench.tests.none')),
      );
      return;
    }
    refill(
      this.element,
      h(
        'p',
        { class: 'verdict-line', 'data-passed': String(passed === tests.length) },
        t('page.bench.tests.sum', { passed, count: tests.length, points, worth: maxPoints }),
      ),
      h(
        'ul',
        { class: 'outcomes' },
        tests.map((test) => this.#test(test)),
      ),
    );
  }

  /** @param {import('../protocol.js').TestOutcome} test */
  #test(test) {
    const failures = test.failures.map((failure) =>
      h(
        'li',
        null,
        h(
          'button',
          { type: 'button', class: 'finding error', onclick: () => this.online(failure.line) },
          h(
            'span',
            { class: 'finding-text' },
            h('strong', null, failure.message ?? t('page.bench.tests.failed')),
            h(
              'span',
              { class: 'small' },
              t('page.bench.tests.found', { what: failure.what, expected: failure.expected, found: failure.found }),
            ),
          ),
          h('span', { class: 'small soft finding-place' }, t('page.bench.line', { line: failure.line })),
        ),
      ),
    );
    return h(
      'li',
      { class: `outcome ${test.passed ? 'passed' : 'failed'}` },
      h(
        'p',
        null,
        icon(test.passed ? 'check' : 'close'),
        h('strong', null, test.name),
        h('span', { class: 'soft small' }, t('page.bench.clocks', { count: test.clocks })),
        h('span', { class: 'hidden' }, test.passed ? t('page.bench.tests.ok') : t('page.bench.tests.failed')),
      ),
      failures.length > 0 && h('ul', null, failures),
      !test.passed && h('p', { class: 'soft small mono' }, test.registers),
    );
  }
}
