/** A chip specification: edited, read as it is typed, and compared with a circuit of the bench. */
import { Code } from '../code/code.js';
import { Checks } from '../course/checks.js';
import { announce } from '../lib/announce.js';
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { Life } from '../lib/life.js';
import { t } from '../lib/texts.js';
import { CircuitChoice } from './circuit-choice.js';
import { Problems, inText } from './problems.js';
import { withRemarks } from './replay.js';
import { chipsOf, circuitFiles, kindOf, stemOf } from './work.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('../protocol.js').ComparedChip} ComparedChip
 * @typedef {import('./work.js').Work} Work
 * @typedef {import('./work.js').WorkFile} WorkFile
 */

/** The words of the language. */
const WORDS = {
  instructions: 'if then else and or xor not float any do on while enabled by rising falling edge of'.split(' '),
  directives:
    'Chip Specification End Name Depends combinational chips I O Pins Input Output Internal Signals Latches register Combinational Behaviour'.split(
      ' ',
    ),
  macros: ['select', 'bitextender', 'join'],
  primes: true,
};
/** What takes longer is ended. */
const PATIENCE = 60_000;
const PAUSE = 250;

export class ChipPane {
  #life = new Life();
  #running = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #typed;

  /**
   * @param {App} app
   * @param {Work} work
   * @param {WorkFile} file
   * @param {(file: WorkFile) => void} take puts a file on the bench and shows it
   */
  constructor(app, work, file, take) {
    this.app = app;
    this.work = work;
    this.file = file;
    this.take = take;
    this.code = new Code({
      label: t('page.bench.source', { name: file.name }),
      text: file.text,
      words: WORDS,
      onkey: [['F5', () => this.check()]],
      onchange: (text) => {
        file.text = text;
        work.keep();
        this.#life.forget('read');
        clearTimeout(this.#typed);
        this.#typed = setTimeout(() => this.#read().catch(app.fail), PAUSE);
      },
    });
    this.circuit = new CircuitChoice(app, work, file, () => chipsOf(app.engine, work, file));
    this.problems = new Problems(({ at }) => at?.line && this.code.reveal(at.line, at.column ?? 1));
    this.report = h('div', { class: 'report', role: 'status' });
    const button = (/** @type {string} */ id, /** @type {string} */ look, /** @type {() => void} */ onclick) =>
      h('button', { type: 'button', class: `button ${look}`, id: `chip-${id}`, onclick });
    this.checks = button('check', 'main', () => this.check());
    refill(this.checks, icon('check'), t('page.bench.chip.check'));
    this.draws = button('draw', '', () => this.#draw().catch(this.app.fail));
    refill(this.draws, icon('chip'), t('page.bench.chip.draw'));
    this.element = h(
      'div',
      { class: 'bench-program' },
      h('div', { class: 'bench-source' }, this.code.element),
      h(
        'div',
        { class: 'bench-machine' },
        h('p', { class: 'soft small' }, t('page.bench.chip.about')),
        this.circuit.elements,
        h('div', { class: 'actions' }, this.checks, this.draws),
        this.report,
        this.problems.element,
      ),
    );
    this.checks.disabled = !this.circuit.name;
    if (!this.circuit.name) refill(this.report, h('p', { class: 'soft' }, t('page.bench.no-circuit')));
    this.#read().catch(app.fail);
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    if (event.key === 'F5') this.check();
    return event.key === 'F5';
  }

  leave() {
    this.#life.end();
    this.circuit.leave();
    clearTimeout(this.#typed);
    if (this.#running) this.app.engine.stopBench();
    this.code.leave();
  }

  /** The files, with the specification itself as it is now. */
  #request() {
    const { name } = this.circuit;
    const files = name ? circuitFiles(this.work, name) : { name: '', text: '', libraries: this.#specifications() };
    return { ...files, circuit: this.circuit.sheet, run: { name: this.file.name, text: this.file.text } };
  }

  #specifications() {
    const others = this.work.files.filter((file) => kindOf(file.name) === 'chip' && file !== this.file);
    return others.map(({ name, text }) => ({ name, text }));
  }

  /** What is wrong with the text as it stands. */
  async #read() {
    const read = this.app.engine.workbench('chip', this.#request());
    const { findings } = await this.#life.newest('read', read);
    this.#told(findings);
  }

  /** @param {import('../protocol.js').Finding[]} findings */
  #told(findings) {
    this.code.findings = inText(findings, this.file.name);
    this.problems.show(findings, t('page.bench.chip.sound'));
    this.element.dataset.findings = String(findings.length);
  }

  /** Compares the circuit with the specification. */
  async check() {
    if (this.#running || this.checks.disabled) return;
    this.#running = true;
    this.checks.disabled = true;
    await this.circuit.known;
    const patience = setTimeout(() => this.app.engine.stopBench(), PATIENCE);
    try {
      this.#show(await this.#life.wait(this.app.engine.workbench('compare', this.#request())));
    } catch (error) {
      refill(this.report, h('p', { class: 'problem' }, error instanceof Error ? error.message : String(error)));
    } finally {
      clearTimeout(patience);
      this.#running = false;
      this.checks.disabled = false;
    }
  }

  /** @param {ComparedChip} told */
  #show({ findings, chip, circuit, outcome }) {
    this.#told(findings);
    if (!outcome || chip === null) {
      refill(this.report, h('p', { class: 'verdict-line', 'data-passed': 'false' }, t('page.bench.chip.mistakes')));
      return;
    }
    const name = circuit ?? this.circuit.name;
    const checks = new Checks([t('page.bench.chip.is', { chip, circuit: name })], (failed) => this.#moment(failed, name));
    checks.tell([outcome]);
    const how = outcome.proven ? t('page.bench.chip.proven') : outcome.passed ? t('page.bench.chip.tried') : null;
    refill(this.report, checks.element, how ? h('p', { class: 'verdict-line', 'data-passed': 'true' }, how) : null);
    announce(how ?? this.report.querySelector('.check-why')?.textContent ?? '');
  }

  /**
   * The circuit at the moment of the difference, in a separate run.
   * @param {import('../course/protocol.js').Outcome} outcome
   * @param {string} sheet
   */
  #moment(outcome, sheet) {
    if (outcome.run === null) return;
    const run = withRemarks(outcome.run, outcome);
    this.take({ name: `${stemOf(this.file.name)}.run`, text: run, circuit: this.circuit.name, sheet });
  }

  /** A circuit that is the chip, as a file of the bench. */
  async #draw() {
    const { text } = await this.#life.wait(this.app.engine.workbench('draw', this.#request()));
    this.take({ name: this.work.free(`${stemOf(this.file.name)}.circ`), text });
  }
}
