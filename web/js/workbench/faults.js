/**
 * What is wrong with a circuit: what the check of its file says, and what happens while it runs. All of it is in the list, and
 * marked on the sheet it is about.
 */
import { t } from '../lib/texts.js';
import { Problems } from './problems.js';

/**
 * @typedef {import('../protocol.js').Finding} Finding
 * @typedef {import('../machine/protocol.js').Fault} Fault
 * @typedef {import('../sheet/spots.js').Spot} Spot
 */

/** Findings of the check about the first moment; once the circuit runs, the faults of the present moment say it. */
const AT_START = ['oscillation', 'short-circuit'];

export class Faults {
  /** @type {Finding[]} */
  #findings = [];
  /** @type {Fault[]} */
  #faults = [];
  #shown = '';

  /**
   * @param {object} actions
   * @param {(point: [number, number], place: {sheet?: string, circuit: string}) => void} actions.go
   * @param {(count: number) => void} actions.counted
   */
  constructor(actions) {
    this.actions = actions;
    this.problems = new Problems((finding) => this.#go(finding));
    this.element = this.problems.element;
  }

  /** @param {Finding[]} findings */
  check(findings) {
    this.#findings = findings;
    this.#faults = [];
    this.#show();
  }

  /**
   * @param {Fault[]} faults
   * @returns {boolean} whether they are others than before
   */
  now(faults) {
    const key = JSON.stringify(faults);
    if (key === this.#shown) return false;
    this.#shown = key;
    this.#faults = faults;
    this.#findings = this.#findings.filter(({ code }) => !AT_START.includes(code ?? ''));
    this.#show();
    return true;
  }

  #show() {
    const all = [...this.#faults.map(told), ...this.#findings];
    this.problems.show(all, t('page.bench.problems.none'));
    this.actions.counted(all.length);
  }

  /** @param {Finding} finding */
  #go(finding) {
    const { at } = finding;
    if (!at?.point || !at.circuit) return;
    const fault = this.#faults.find((one) => told(one).message === finding.message);
    this.actions.go(at.point, { sheet: fault?.sheet, circuit: at.circuit });
  }

  /**
   * @param {{path: string, title: string}} sheet
   * @returns {Spot[]}
   */
  spots({ path, title }) {
    const findings = this.#findings.filter(({ at }) => at?.circuit === title);
    const faults = this.#faults.filter(({ sheet }) => sheet === path).map(told);
    return [...findings, ...faults].flatMap(({ at, severity, message, more }) =>
      at?.point ? [{ point: at.point, severity, lines: [message, ...more] }] : [],
    );
  }
}

/**
 * @param {Fault} fault
 * @returns {Finding}
 */
function told({ kind, circuit, point, text }) {
  const message = kind === 'oscillation' ? t('page.bench.fault.oscillation', { part: text }) : t('page.bench.fault.short', { parts: text });
  const at = { file: null, line: null, column: null, width: null, circuit, point, text: `${circuit} ${point.join(',')}` };
  return { severity: 'error', code: kind, message, more: [], at };
}
