/** A script or test vectors: edited, run on a circuit of the bench, with a report. */
import { Code } from '../code/code.js';
import { announce } from '../lib/announce.js';
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { Life, isDropped } from '../lib/life.js';
import { t } from '../lib/texts.js';
import { CircuitChoice } from './circuit-choice.js';
import { Problems, inText } from './problems.js';
import { circuitFiles, stemOf } from './work.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('../protocol.js').ScriptReport} ScriptReport
 * @typedef {import('../protocol.js').VectorReport} VectorReport
 * @typedef {import('./work.js').Work} Work
 * @typedef {import('./work.js').WorkFile} WorkFile
 */

/** What runs longer is ended. */
const PATIENCE = 60_000;

export class TestPane {
  #life = new Life();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {App} app
   * @param {Work} work
   * @param {WorkFile} file
   * @param {'script' | 'vectors'} kind
   */
  constructor(app, work, file, kind) {
    this.app = app;
    this.work = work;
    this.file = file;
    this.kind = kind;
    this.code = new Code({
      label: t('page.bench.source', { name: file.name }),
      text: file.text,
      words: { instructions: [], directives: [], macros: [] },
      onkey: [['F5', () => this.#run()]],
      onchange: (text) => {
        file.text = text;
        work.keep();
      },
    });
    // Vectors are often named after the circuit they test.
    this.circuit = new CircuitChoice(app, work, file, () => [stemOf(file.name)]);
    this.problems = new Problems(({ at }) => at?.line && this.code.reveal(at.line, at.column ?? 1));
    this.problems.element.hidden = true;
    this.report = h('div', { class: 'report', role: 'status' });
    this.button = h('button', { type: 'button', class: 'button main', id: 'bench-run', onclick: () => this.#run() });
    this.element = h(
      'div',
      { class: 'bench-program' },
      h('div', { class: 'bench-source' }, this.code.element),
      h('div', { class: 'bench-machine' }, this.circuit.elements, this.button, this.report, this.problems.element),
    );
    this.#draw(false);
    this.#about();
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    if (event.key === 'F5') this.#run();
    return event.key === 'F5';
  }

  leave() {
    this.#life.end();
    this.circuit.leave();
    clearTimeout(this.#timer);
    if (this.button.hasAttribute('data-running')) this.app.engine.stopBench();
    this.code.leave();
  }

  #about() {
    this.button.disabled = !this.circuit.name;
    if (!this.circuit.name) {
      refill(this.report, h('p', { class: 'soft' }, t('page.bench.no-circuit')));
      return;
    }
    refill(
      this.report,
      h('p', { class: 'soft small' }, this.kind === 'script' ? t('page.bench.script.about') : t('page.bench.vectors.about')),
    );
  }

  /** @param {boolean} running */
  #draw(running) {
    this.button.toggleAttribute('data-running', running);
    refill(this.button, icon(running ? 'pause' : 'run'), running ? t('page.bench.stop') : t('page.bench.run'));
  }

  async #run() {
    if (this.button.hasAttribute('data-running')) {
      this.app.engine.stopBench();
      return;
    }
    this.#draw(true);
    await this.circuit.known;
    if (this.#life.over) return;
    this.#timer = setTimeout(() => this.app.engine.stopBench(), PATIENCE);
    const request = {
      ...circuitFiles(this.work, this.circuit.name),
      circuit: this.circuit.sheet,
      run: { name: this.file.name, text: this.file.text },
    };
    try {
      this.#show(await this.#life.wait(this.app.engine.workbench(this.kind, request)));
    } catch (error) {
      const text = isDropped(error) ? t('page.bench.stopped-by-hand') : error instanceof Error ? error.message : String(error);
      refill(this.report, h('p', { class: 'problem' }, text));
    } finally {
      clearTimeout(this.#timer);
      this.#draw(false);
    }
  }

  /** @param {ScriptReport | VectorReport} told */
  #show(told) {
    const { findings } = told;
    this.code.findings = inText(findings, this.file.name);
    this.problems.element.hidden = findings.length === 0;
    this.problems.show(findings, '');
    if (findings.length) {
      refill(this.report, h('p', { class: 'verdict-line' }, t('page.bench.script.mistakes')));
    } else {
      refill(this.report, 'rows' in told ? this.#vectors(told) : this.#script(told));
    }
    announce(this.report.querySelector('.verdict-line')?.textContent ?? '');
  }

  /** @param {ScriptReport} told */
  #script(told) {
    const { tests, passed, failures, expectations, points, maxPoints } = told;
    const good = tests.filter((test) => test.passed).length;
    const sum = tests.length
      ? t('page.bench.tests.sum', { passed: good, count: tests.length, points, worth: maxPoints })
      : passed
        ? t('page.bench.script.holds', { count: expectations })
        : t('page.bench.script.fails', { count: failures.length });
    return [
      h('p', { class: 'verdict-line', 'data-passed': String(passed) }, sum),
      told.givenUp && h('p', { class: 'problem' }, t('page.bench.script.given-up')),
      h(
        'ul',
        { class: 'outcomes' },
        tests.map((test) =>
          h(
            'li',
            { class: `outcome ${test.passed ? 'passed' : 'failed'}` },
            h(
              'p',
              null,
              icon(test.passed ? 'check' : 'close'),
              h('strong', null, test.name),
              h('span', { class: 'soft small' }, `${test.points}/${test.maxPoints}`),
            ),
          ),
        ),
      ),
      h(
        'ul',
        { class: 'findings' },
        failures.map((failure) =>
          this.#failure(
            failure.line,
            failure.message ?? failure.text,
            failure.what,
            t('page.bench.half-tick', { number: failure.halfTick }),
          ),
        ),
      ),
      told.printed.length > 0 && h('pre', { class: 'console-log printed' }, told.printed.join('\n')),
    ];
  }

  /** @param {VectorReport} told */
  #vectors({ rows, passed, failures }) {
    const row = (/** @type {VectorReport['failures'][0]} */ failure) => {
      const given = failure.inputs.map(([name, value]) => `${name}=${value}`).join(' ');
      const wrong = failure.mismatches.map(({ path, expected, found }) =>
        t('page.bench.tests.found', { what: path, expected, found }),
      );
      if (failure.oscillates) wrong.push(t('page.bench.oscillates'));
      const step = failure.step ? t('page.bench.vectors.step', { set: failure.set, step: failure.step }) : '';
      return this.#failure(failure.line, given || step, wrong.join('; '), given ? step : '');
    };
    return [
      h(
        'p',
        { class: 'verdict-line', 'data-passed': String(passed === rows) },
        t('page.bench.vectors.sum', { passed, count: rows }),
      ),
      h('ul', { class: 'findings' }, failures.map(row)),
    ];
  }

  /**
   * @param {number} line
   * @param {string} title
   * @param {string} what
   * @param {string} more
   */
  #failure(line, title, what, more) {
    return h(
      'li',
      null,
      h(
        'button',
        { type: 'button', class: 'finding error', onclick: () => this.code.reveal(line) },
        h('span', { class: 'finding-text' }, h('strong', null, title), h('span', { class: 'small' }, what)),
        h('span', { class: 'small soft finding-place' }, t('page.bench.line', { line }), more && h('br'), more),
      ),
    );
  }
}
