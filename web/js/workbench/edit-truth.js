/**
 * Combinational analysis: a circuit as a truth table and as expressions, a table or expressions as a circuit. What is minimal and
 * how gates are drawn is not known here.
 */
import { sheet } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../machine/protocol.js').Truth} Truth
 * @typedef {import('../machine/protocol.js').Change} Change
 * @typedef {object} Desk
 * @property {(question: import('../machine/protocol.js').Look) => Promise<any>} look
 * @property {(change: Change) => Promise<boolean>} change
 * @property {() => string} why
 */

/** A cell goes through these. */
/** @type {Record<string, string>} */
const NEXT = { 0: '1', 1: '-', '-': '0' };
/** Tables with more inputs are not shown row by row. */
const MOST_SHOWN = 6;
const SOON = 250;

const names = (/** @type {string} */ text) => text.split(/[\s,;]+/).filter(Boolean);

class Analysis {
  /** @type {Truth} */
  truth = { inputs: [], outputs: [] };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Expressions as they were typed, by the number of the output: what is minimal replaces them only when the table changes. @type {Map<number, string>} */
  #written = new Map();

  /** @param {Desk} desk */
  constructor(desk) {
    this.desk = desk;
    const field = (/** @type {string} */ id) =>
      h('input', { type: 'text', id, autocomplete: 'off', spellcheck: 'false', onchange: () => this.#renamed() });
    this.inputs = field('truth-inputs');
    this.outputs = field('truth-outputs');
    this.rows = h('div', { class: 'truth-rows' });
    this.texts = h('div', { class: 'truth-texts' });
    this.says = h('p', { class: 'small', role: 'status' });
    const option = (/** @type {string} */ id) => h('input', { type: 'checkbox', id });
    this.two = option('truth-two');
    this.nand = option('truth-nand');
    this.form = h(
      'select',
      { id: 'truth-form', 'aria-label': t('page.draw.truth.form'), onchange: () => (this.#written.clear(), this.#draw()) },
      h('option', { value: 'sum' }, t('page.draw.truth.sum')),
      h('option', { value: 'product' }, t('page.draw.truth.product')),
    );
    this.name = h('input', {
      type: 'text',
      id: 'truth-name',
      placeholder: t('page.draw.truth.name'),
      'aria-label': t('page.draw.truth.name'),
      autocomplete: 'off',
    });
  }

  /** What the circuit on show does; an empty table where it has none. */
  async begin() {
    try {
      this.truth = await this.desk.look({ ask: 'truth' });
    } catch (error) {
      this.says.textContent = error instanceof Error ? error.message : String(error);
      this.truth = await this.desk.look({ ask: 'minimise', inputs: ['a', 'b'], outputs: [['x', '0000']] });
    }
    this.inputs.value = this.truth.inputs.join(' ');
    this.outputs.value = this.truth.outputs.map(({ name }) => name).join(' ');
    this.#draw();
  }

  /** Other names or another number of them: rows that stay keep their values. */
  async #renamed() {
    const [inputs, outputs] = [names(this.inputs.value), names(this.outputs.value)];
    const before = this.truth;
    const rows = 2 ** Math.min(inputs.length, 12);
    const column = (/** @type {number} */ at) => {
      const old = before.outputs[at]?.column ?? '';
      return old.length === rows
        ? old
        : old.length && rows > old.length
          ? [...old].map((cell) => cell.repeat(rows / old.length)).join('')
          : '0'.repeat(rows);
    };
    await this.#ask({ ask: 'minimise', inputs, outputs: outputs.map((name, at) => [name, column(at)]) });
  }

  /** @param {import('../machine/protocol.js').Look} question @param {boolean} [typing] the expressions stay as they are */
  async #ask(question, typing = false) {
    if (!typing) this.#written.clear();
    try {
      const told = await this.desk.look(question);
      const wrong = told.outputs.find((/** @type {Truth['outputs'][number]} */ { error }) => error);
      this.says.textContent = wrong ? `${wrong.name}: ${wrong.error.message}` : '';
      if (!wrong) {
        this.truth = told;
        if (typing) this.#drawRows();
        else this.#draw();
      }
    } catch (error) {
      this.says.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  #columns() {
    return this.truth.outputs.map(({ name, column }) => /** @type {[string, string]} */ ([name, column]));
  }

  /** @param {number} output @param {number} row */
  #flip(output, row) {
    const columns = this.#columns();
    const [name, column] = columns[output];
    columns[output] = [name, column.slice(0, row) + NEXT[column[row]] + column.slice(row + 1)];
    return this.#ask({ ask: 'minimise', inputs: this.truth.inputs, outputs: columns });
  }

  /** @param {number} output @param {string} text */
  #typed(output, text) {
    clearTimeout(this.#timer);
    this.#written.set(output, text);
    this.#timer = setTimeout(() => {
      const outputs = this.truth.outputs.map(({ name }, at) => /** @type {[string, string]} */ ([name, this.#text(at)]));
      this.#ask({ ask: 'expressions', inputs: this.truth.inputs, outputs }, true);
    }, SOON);
  }

  /** The expression of an output: as it was typed, or the minimal one. @param {number} output */
  #text(output) {
    const form = /** @type {'sum' | 'product'} */ (this.form.value || 'sum');
    return this.#written.get(output) ?? this.truth.outputs[output][form];
  }

  #drawRows() {
    const focused = document.activeElement?.id;
    const { inputs, outputs } = this.truth;
    const shown = inputs.length <= MOST_SHOWN;
    const cell = (/** @type {number} */ output, /** @type {number} */ row) =>
      h(
        'td',
        null,
        h(
          'button',
          {
            type: 'button',
            id: `truth-${output}-${row}`,
            class: 'truth-cell',
            'aria-label': t('page.draw.truth.cell', { name: outputs[output].name, row, value: outputs[output].column[row] }),
            onclick: () => this.#flip(output, row),
          },
          outputs[output].column[row],
        ),
      );
    const line = (/** @type {number} */ row) =>
      h(
        'tr',
        null,
        inputs.map((_, at) => h('td', null, (row >> (inputs.length - 1 - at)) & 1)),
        outputs.map((_, at) => cell(at, row)),
      );
    refill(
      this.rows,
      shown
        ? h(
            'table',
            { class: 'truth' },
            h(
              'thead',
              null,
              h(
                'tr',
                null,
                [...inputs, ...outputs.map(({ name }) => name)].map((name) => h('th', { scope: 'col' }, name)),
              ),
            ),
            h(
              'tbody',
              null,
              Array.from({ length: 2 ** inputs.length }, (_, row) => line(row)),
            ),
          )
        : h('p', { class: 'soft small' }, t('page.draw.truth.large', { count: 2 ** inputs.length })),
    );
    if (focused?.startsWith('truth-') && !focused.startsWith('truth-text')) document.getElementById(focused)?.focus();
  }

  #draw() {
    this.#drawRows();
    refill(
      this.texts,
      this.truth.outputs.map((output, at) =>
        h(
          'label',
          { class: 'truth-text' },
          h('span', null, `${output.name} =`),
          h('input', {
            type: 'text',
            id: `truth-text-${at}`,
            value: this.#text(at),
            spellcheck: 'false',
            autocomplete: 'off',
            oninput: (/** @type {Event} */ event) => this.#typed(at, /** @type {HTMLInputElement} */ (event.target).value),
          }),
        ),
      ),
    );
  }

  /** Draws what the table says. @param {() => void} close */
  async build(close) {
    const done = await this.desk.change({
      do: 'gates',
      name: this.name.value.trim() || null,
      inputs: this.truth.inputs,
      outputs: this.truth.outputs.map(({ name }, at) => [name, this.#text(at)]),
      twoInputs: this.two.checked,
      nandOnly: this.nand.checked,
    });
    if (done) close();
    else this.says.textContent = this.desk.why();
  }

  /** @param {() => void} close */
  content(close) {
    const labelled = (/** @type {string} */ text, /** @type {HTMLElement} */ field) =>
      h('label', { class: 'truth-field' }, h('span', null, text), field);
    return [
      h('p', { class: 'soft small' }, t('page.draw.truth.about')),
      h(
        'div',
        { class: 'truth-names' },
        labelled(t('page.draw.truth.inputs'), this.inputs),
        labelled(t('page.draw.truth.outputs'), this.outputs),
        labelled(t('page.draw.truth.form'), this.form),
      ),
      this.texts,
      this.rows,
      this.says,
      h(
        'div',
        { class: 'truth-end' },
        h('label', null, this.two, t('page.draw.truth.two')),
        h('label', null, this.nand, t('page.draw.truth.nand')),
        this.name,
        h(
          'button',
          { type: 'button', class: 'button main', id: 'truth-build', onclick: () => this.build(close) },
          t('page.draw.truth.build'),
        ),
      ),
    ];
  }
}

/** @param {Desk} desk */
export async function truthSheet(desk) {
  const analysis = new Analysis(desk);
  await analysis.begin();
  return sheet(t('page.draw.truth'), (close) => analysis.content(() => close()), 'wide');
}
