/** What is wrong with files, as a list: each line leads to its place. */
import { h, refill } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/** @typedef {import('../protocol.js').Finding} Finding */

export class Problems {
  /**
   * @param {(finding: Finding) => void} onchoose
   * @param {(finding: Finding) => Array<{name: string, act: () => unknown}>} [ways] what can be done about one
   */
  constructor(onchoose, ways = () => []) {
    this.onchoose = onchoose;
    this.ways = ways;
    this.element = h('ul', { class: 'findings', 'aria-label': t('page.code.problems') });
  }

  /**
   * @param {Finding[]} findings
   * @param {string} none what to say if there are none
   */
  show(findings, none) {
    if (!findings.length) {
      refill(this.element, h('li', { class: 'soft small' }, none));
      return;
    }
    refill(
      this.element,
      findings.map((finding) =>
        h(
          'li',
          null,
          h(
            'button',
            { type: 'button', class: `finding ${finding.severity}`, onclick: () => this.onchoose(finding) },
            h('span', { class: 'finding-kind' }, finding.severity === 'error' ? t('page.bench.error') : t('page.bench.warning')),
            h(
              'span',
              { class: 'finding-text' },
              h('strong', null, finding.message),
              finding.more.map((line) => h('span', { class: 'small' }, line)),
            ),
            h('span', { class: 'small soft finding-place' }, finding.at?.text ?? ''),
          ),
          this.#buttons(finding),
        ),
      ),
    );
  }

  /** @param {Finding} finding */
  #buttons(finding) {
    const ways = this.ways(finding);
    if (!ways.length) return null;
    return h(
      'div',
      { class: 'buttons finding-ways' },
      ways.map(({ name, act }) => h('button', { type: 'button', class: 'button small-button', onclick: act }, name)),
    );
  }
}

/**
 * Findings of one file, as the editor marks them.
 * @param {Finding[]} findings
 * @param {string} file
 * @returns {import('../code/code.js').Finding[]}
 */
export function inText(findings, file) {
  return findings
    .filter(({ at }) => at?.line && at.file === file)
    .map(({ at, severity, message, more }) => ({
      line: at?.line ?? 1,
      column: at?.column ?? 1,
      width: at?.width ?? 1,
      severity,
      message: [message, ...more].join('\n'),
    }));
}
