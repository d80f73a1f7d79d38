/** Which circuit of the bench a specification, a script or test vectors are about: a file, and a circuit in it. */
import { h, refill } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { t } from '../lib/texts.js';
import { circuitFiles, kindOf, stemOf } from './work.js';

/**
 * @typedef {import('./work.js').Work} Work
 * @typedef {import('./work.js').WorkFile} WorkFile
 */

export class CircuitChoice {
  #life = new Life();
  /** Until the circuits in the chosen file are known. @type {Promise<void>} */
  known = Promise.resolve();

  /**
   * @param {import('../main.js').App} app
   * @param {Work} work
   * @param {WorkFile} file remembers the choice
   * @param {() => Promise<string[]> | string[]} likely what the circuit is called, perhaps
   */
  constructor(app, work, file, likely) {
    this.app = app;
    this.work = work;
    this.file = file;
    this.likely = likely;
    const files = h('select', { 'aria-label': t('page.bench.circuit'), onchange: () => this.#chosen() });
    const sheets = h('select', { 'aria-label': t('page.bench.sheet'), onchange: () => this.#inside() });
    this.files = files;
    this.sheets = sheets;
    this.elements = [
      h('label', { class: 'field' }, h('span', null, t('page.bench.circuit')), files),
      h('label', { class: 'field' }, h('span', null, t('page.bench.sheet')), sheets),
    ];
    this.#fill();
  }

  /** The name of the file; empty if no circuit is on the bench. */
  get name() {
    return this.files.value;
  }

  /** The name of the circuit in it. */
  get sheet() {
    return this.sheets.value || undefined;
  }

  leave() {
    this.#life.end();
  }

  /** The circuits on the bench; the one of the same name comes first. */
  #fill() {
    const circuits = this.work.files.filter(({ name }) => kindOf(name) === 'circuit').map(({ name }) => name);
    const namesake = circuits.find((name) => stemOf(name) === stemOf(this.file.name));
    const likely = [this.file.circuit, namesake, this.work.circuit, circuits[0]];
    this.#offer(
      this.files,
      circuits,
      likely.find((name) => name && circuits.includes(name)),
    );
    if (circuits.length) this.#look();
  }

  #chosen() {
    this.file.circuit = this.files.value;
    this.file.sheet = undefined;
    this.work.keep();
    this.#look();
  }

  #inside() {
    this.file.sheet = this.sheets.value;
    this.work.keep();
  }

  #look() {
    this.known = this.#circuits().catch(this.app.fail);
  }

  /** The circuits in the chosen file. */
  async #circuits() {
    const checked = this.app.engine.workbench('check', circuitFiles(this.work, this.files.value));
    const [{ circuits }, likely] = await this.#life.newest('circuits', Promise.all([checked, this.likely()]));
    const wanted = [this.file.sheet, ...likely].find((name) => name && circuits.includes(name));
    this.#offer(this.sheets, circuits, wanted ?? circuits[0]);
  }

  /**
   * @param {HTMLSelectElement} select
   * @param {string[]} names
   * @param {string | null | undefined} wanted
   */
  #offer(select, names, wanted) {
    refill(
      select,
      names.map((name) => h('option', { value: name, selected: name === wanted }, name)),
    );
  }
}
