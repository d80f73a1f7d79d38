/** The firmware in an editor: the assembler looks at every change, and what it accepts goes into the ROM. */
import { Code } from '../code/code.js';
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { Life, passDropped } from '../lib/life.js';
import { t } from '../lib/texts.js';
import { inText, Problems } from '../workbench/problems.js';
import { tabs } from '../workbench/tabs.js';

/**
 * @typedef {import('./protocol.js').Bank} Bank
 * @typedef {import('./protocol.js').Requests['assemble'][1]} Assembled
 * @typedef {Record<string, string>} Sources
 */

/** Between the last key and a look by the assembler, in milliseconds. */
const PAUSE = 120;

/** The files of a bank in editors, with what the assembler says about them. */
class Bench {
  #life = new Life();
  #timer = 0;

  /**
   * @param {Bank} bank
   * @param {Sources} own what is changed already
   * @param {(files: Sources) => Promise<Assembled>} check
   * @param {import('../engine.js').Engine} engine
   */
  constructor(bank, own, check, engine) {
    this.bank = bank;
    this.own = own;
    this.check = check;
    this.editors = bank.files.map(({ name, text }) => {
      const code = new Code({ label: name, text, words: engine.words(), onchange: () => this.#later() });
      return { name, text, code };
    });
    this.problems = new Problems(({ at }) => this.#reveal(at));
    this.load = h('button', { class: 'button main', type: 'button' }, t('machine.load'));
    /** @type {[string, string, HTMLElement][]} */
    const panels = this.editors.map(({ name, code }) => [name, name, code.element]);
    this.files = panels.length > 1 ? tabs(t('machine.edit.files'), panels) : null;
    this.element = h('div', { class: 'firmware-bench' }, this.files?.element ?? panels[0][2], this.problems.element);
  }

  /** All sources that differ from those of the console.
   * @returns {Sources} */
  get changed() {
    const different = this.editors.filter(({ text, code }) => code.text !== text);
    return { ...this.own, ...Object.fromEntries(different.map(({ name, code }) => [name, code.text])) };
  }

  /** @param {import('../protocol.js').Spot | null} at */
  #reveal(at) {
    const editor = this.editors.find(({ name }) => name === at?.file);
    if (!at?.line || !editor) return;
    this.files?.choose(editor.name);
    editor.code.reveal(at.line, at.column ?? 1);
  }

  #later() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look().catch(passDropped), PAUSE);
  }

  async look() {
    const { ok, findings, banks } = await this.#life.newest('check', this.check(this.changed));
    this.load.disabled = !ok;
    const bytes = banks.find(({ name }) => name === this.bank.name)?.bytes ?? 0;
    this.problems.show(findings, t('machine.assembles', { bytes }));
    for (const { name, code } of this.editors) code.findings = inText(findings, name);
    this.element.dataset.ok = String(ok);
  }

  leave() {
    this.#life.end();
    clearTimeout(this.#timer);
    for (const { code } of this.editors) code.leave();
  }
}

/**
 * @param {object} options
 * @param {Bank} options.bank
 * @param {Sources} options.own what is changed already
 * @param {(files: Sources) => Promise<Assembled>} options.check
 * @param {import('../engine.js').Engine} options.engine
 * @returns {Promise<Sources | null>} all changed files; null if nothing is to be loaded
 */
export async function editFirmware({ bank, own, check, engine }) {
  const bench = new Bench(bank, own, check, engine);
  const answer = await sheet(
    t('machine.edit.title', { bank: bank.name }),
    (close) => {
      bench.load.addEventListener('click', () => close('load'));
      bench.look().catch(passDropped);
      const original = h('button', { class: 'button', type: 'button', onclick: () => close('own') }, t('machine.edit.own'));
      return [bench.element, h('div', { class: 'sheet-foot' }, original, bench.load)];
    },
    'firmware',
  );
  const { changed } = bench;
  bench.leave();
  if (answer === 'own') {
    const names = new Set(bank.files.map((file) => file.name));
    return Object.fromEntries(Object.entries(own).filter(([name]) => !names.has(name)));
  }
  return answer === 'load' ? changed : null;
}
