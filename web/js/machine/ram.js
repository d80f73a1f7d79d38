/** The data memory: by name, or byte by byte; how much every cell is used, and what was read and written last. A press on a cell
 * stops the machine when it is written. */
import { h } from '../lib/dom.js';
import { segments } from '../lib/segments.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('./protocol.js').Source} Source
 * @typedef {import('./protocol.js').Cells} Cells
 * @typedef {{address: number, many: boolean, element: HTMLElement, value: HTMLElement, name: string}} Cell
 */

const hex = (/** @type {number} */ byte) => byte.toString(16).padStart(2, '0');
/** Of long runs of cells, such as the stack, only those that were used are shown, up to this many. */
const MOST = 16;

export class RamPane {
  /** @type {Cell[]} */
  #cells = [];
  /** @type {Cell[]} */
  #bytes = [];
  /** @type {Set<number>} Cells whose writes are stopped at. */
  watched = new Set();
  /** @type {Cells | null} */
  #last = null;

  /** @param {{watch: () => void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.grid = h('ul', { class: 'ram-grid' });
    this.table = h('ul', { class: 'ram-grid bytes', hidden: true });
    const choices = /** @type {[string, string][]} */ ([
      ['name', t('machine.ram.names')],
      ['bytes', t('machine.ram.bytes')],
    ]);
    const how = segments({
      legend: t('machine.ram.how'),
      name: 'ram-how',
      value: 'name',
      choices,
      quiet: true,
      onchange: (value) => this.#show(value === 'bytes'),
    });
    this.element = h(
      'section',
      { class: 'ram', 'aria-label': t('machine.memory') },
      h('div', { class: 'ram-head' }, h('h2', { class: 'label' }, t('machine.memory')), how),
      h('div', { class: 'ram-room' }, this.grid, this.table),
      h(
        'div',
        { class: 'ram-foot' },
        h('p', { class: 'soft' }, t('machine.ram.about')),
        h(
          'p',
          { class: 'ram-legend soft' },
          h('i', { class: 'written' }),
          t('machine.ram.written'),
          h('i', { class: 'read' }),
          t('machine.ram.read'),
        ),
      ),
    );
  }

  /** @param {boolean} bytes */
  #show(bytes) {
    this.grid.hidden = bytes;
    this.table.hidden = !bytes;
    if (this.#last) this.show(this.#last);
  }

  /** @param {Source} source */
  name(source) {
    const names = new Map(source.cells.map((cell) => [cell.address, cell]));
    const cell = (
      /** @type {number} */ address,
      /** @type {string} */ label,
      /** @type {string} */ name,
      /** @type {boolean} */ many,
    ) => {
      const value = h('span', { class: 'ram-value' });
      const button = h(
        'button',
        { type: 'button', 'aria-pressed': 'false', title: `${hex(address)} ${name}`, onclick: () => this.toggle(address) },
        value,
        h('span', { class: 'ram-name' }, label),
      );
      return { address, many, value, name: label, element: h('li', { class: 'ram-cell', 'data-address': address }, button) };
    };
    this.#cells = source.cells.map(({ address, label, name, many }) => cell(address, label, name, many));
    this.#bytes = Array.from({ length: 256 }, (_, address) =>
      cell(address, hex(address), names.get(address)?.label ?? '', false),
    );
    this.grid.replaceChildren(...this.#cells.map(({ element }) => element));
    this.table.replaceChildren(...this.#bytes.map(({ element }) => element));
    this.#mark();
  }

  /** What people call a cell. @param {number} address */
  called(address) {
    return this.#cells.find((cell) => cell.address === address)?.name || hex(address);
  }

  /** @param {number} address */
  toggle(address) {
    if (!this.watched.delete(address)) this.watched.add(address);
    this.#mark();
    this.actions.watch();
  }

  #mark() {
    for (const { address, element } of [...this.#cells, ...this.#bytes]) {
      const on = this.watched.has(address);
      element.classList.toggle('watched', on);
      element.firstElementChild?.setAttribute('aria-pressed', String(on));
    }
  }

  /** @param {Cells} state */
  show(state) {
    this.#last = state;
    const { cells, heat, read, written } = state;
    let room = MOST;
    for (const { address, many, element, value } of this.table.hidden ? this.#cells : this.#bytes) {
      const hidden = many && !this.watched.has(address) && (heat[address] === 0 || (room -= 1) < 0);
      if (element.hidden !== hidden) element.hidden = hidden;
      if (hidden) continue;
      const text = hex(cells[address]);
      if (value.textContent !== text) value.textContent = text;
      const warm = String(Math.min(7, heat[address] >> 5));
      if (element.dataset.heat !== warm) element.dataset.heat = warm;
      const mark = address === written[0] ? 'written' : address === read[0] ? 'read' : '';
      if ((element.dataset.mark ?? '') !== mark) element.dataset.mark = mark;
    }
  }
}
