/**
 * What is wrong with a circuit: what the check of its file says, and what happens while it runs. All of it is in the list, and
 * marked on the sheet it is about.
 */
import { t } from '../lib/texts.js';
import { nameOf, pathOf } from '../sheet/names.js';
import { Problems } from './problems.js';

/**
 * @typedef {import('../protocol.js').Finding} Finding
 * @typedef {import('../machine/protocol.js').Fault} Fault
 * @typedef {import('../machine/protocol.js').FaultPart} FaultPart
 * @typedef {import('../machine/protocol.js').Part} Part
 * @typedef {import('../sheet/spots.js').Spot} Spot
 */

/** Findings of the check about the first moment; once the circuit runs, the faults of the present moment say it. */
const AT_START = ['oscillation', 'short-circuit'];

/** The sheet on show, by whose parts things are called. @typedef {{path: string, title: string, parts: Part[]}} Shown */

export class Faults {
  /** @type {Finding[]} */
  #findings = [];
  /** @type {Fault[]} */
  #faults = [];
  /** The faults in words, in the same order. @type {Finding[]} */
  #told = [];
  #known = '';
  /** @type {Shown} */
  #sheet = { path: '/', title: '', parts: [] };

  /**
   * @param {object} actions
   * @param {(point: [number, number], place: {sheet?: string, circuit: string}) => void} actions.go
   * @param {(change: import('../machine/protocol.js').Change) => unknown} actions.repair
   * @param {(count: number) => void} actions.counted
   */
  constructor(actions) {
    this.actions = actions;
    this.problems = new Problems(
      (finding) => this.#go(finding),
      (finding) => this.#ways(finding),
    );
    this.element = this.problems.element;
  }

  /** Warnings that are meant. @type {Set<string>} */
  #meant = new Set();

  /** What can be done about a finding while the circuit is drawn. @param {Finding} finding */
  #ways(finding) {
    const { code, at, severity, repairs = [] } = finding;
    if (!code || !at?.circuit || !at.point) return [];
    const { circuit, point } = at;
    const ways = repairs.map((name, number) => ({
      name,
      act: () => this.actions.repair({ do: 'repair', circuit, code, point, number }),
    }));
    if (severity === 'error' || !this.#findings.some((one) => keyOf(one) === keyOf(finding))) return ways;
    const meant = () => {
      this.#meant.add(keyOf(finding));
      this.check(this.#findings);
    };
    return [...ways, { name: t('page.draw.meant'), act: meant }];
  }

  /** @param {Finding[]} findings */
  check(findings) {
    this.#findings = findings.filter((finding) => !this.#meant.has(keyOf(finding)));
    this.#faults = [];
    this.#known = '';
    this.#show();
  }

  /**
   * @param {Fault[]} faults
   * @returns {boolean} whether they are others than before
   */
  now(faults) {
    const key = JSON.stringify(faults);
    if (key === this.#known) return false;
    this.#known = key;
    this.#faults = faults;
    this.#findings = this.#findings.filter(({ code }) => !AT_START.includes(code ?? ''));
    this.#show();
    return true;
  }

  #show() {
    this.#told = this.#faults.map((fault) => told(fault, this.#sheet));
    const all = [...this.#told, ...this.#findings.map((finding) => placed(finding, this.#sheet))];
    this.problems.show(all, t('page.bench.problems.none'));
    this.actions.counted(all.length);
  }

  /** @param {Finding} finding */
  #go(finding) {
    const { at } = finding;
    if (!at?.point || !at.circuit) return;
    const fault = this.#faults[this.#told.indexOf(finding)];
    this.actions.go(at.point, { sheet: fault?.sheet, circuit: at.circuit });
  }

  /**
   * @param {Shown} sheet the one on show from now on
   * @returns {Spot[]}
   */
  spots(sheet) {
    this.#sheet = sheet;
    this.#show();
    const findings = this.#findings.filter(({ at }) => at?.circuit === sheet.title);
    const faults = this.#told.filter((_, at) => this.#faults[at].sheet === sheet.path);
    return [...findings, ...faults].flatMap(({ at, severity, message, more }) =>
      at?.point ? [{ point: at.point, severity, lines: [message, ...more] }] : [],
    );
  }
}

/** @param {Finding} finding */
const keyOf = ({ code, message, at }) => [code, at?.circuit, message].join('\n');

/**
 * What a part of a fault is called: on its own sheet as everywhere, elsewhere with the way to it.
 * @param {FaultPart} part
 * @param {Shown} sheet
 */
function called({ part, sheet: path, kind, label }, sheet) {
  const here = path === sheet.path ? sheet.parts.find((one) => one.part === part) : undefined;
  if (here) return nameOf(here, sheet.parts);
  const way = pathOf(path);
  return way ? `${way} › ${label ?? kind}` : (label ?? kind);
}

/**
 * @param {Fault} fault
 * @param {Shown} sheet
 * @returns {Finding}
 */
function told({ kind, circuit, point, parts }, sheet) {
  const names = parts.map((part) => `${called(part, sheet)}${part.value === null ? '' : ` = ${part.value}`}`).join(', ');
  const message =
    kind === 'oscillation' ? t('page.bench.fault.oscillation', { part: names }) : t('page.bench.fault.short', { parts: names });
  const at = { file: null, line: null, column: null, width: null, circuit, point, text: circuit };
  return { severity: 'error', code: kind, message, more: [], at };
}

/**
 * A finding with the name of the part it is about, where its sheet is on show.
 * @param {Finding} finding
 * @param {Shown} sheet
 * @returns {Finding}
 */
function placed(finding, sheet) {
  const { at } = finding;
  if (!at?.point || !at.circuit) return finding;
  const [x, y] = at.point;
  const size = (/** @type {Part} */ { box: [left, top, right, bottom] }) => (right - left) * (bottom - top);
  const around = sheet.parts.filter(({ box: [left, top, right, bottom] }) => left <= x && x <= right && top <= y && y <= bottom);
  const [part] = at.circuit === sheet.title ? around.sort((a, b) => size(a) - size(b)) : [];
  return { ...finding, at: { ...at, text: part ? nameOf(part, sheet.parts) : at.text } };
}
