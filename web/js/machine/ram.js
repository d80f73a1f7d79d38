/** The data memory by name: what is in every cell, how much it is used, and what was read and written last. */
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('./protocol.js').Source} Source
 * @typedef {import('./protocol.js').Cells} Cells
 */

const hex = (/** @type {number} */ byte) => byte.toString(16).padStart(2, '0');
/** Of cells of which there are many, such as the stack, only those that were used are shown, and no more than so many. */
const MOST = 16;

export class RamPane {
  /** @type {Array<{address: number, many: boolean, element: HTMLElement, value: HTMLElement}>} */
  #cells = [];

  constructor() {
    this.grid = h('ul', { class: 'ram-grid' });
    this.element = h('section', { class: 'ram' }, h('h2', { class: 'label' }, t('machine.ram')), this.grid);
  }

  /** @param {Source} source */
  name(source) {
    this.#cells = source.cells.map(({ address, label, name, many }) => {
      const value = h('span', { class: 'ram-value' });
      const element = h('li', { class: 'ram-cell', title: `${hex(address)} ${name}` }, value, h('span', { class: 'ram-name' }, label));
      return { address, many, element, value };
    });
    this.grid.replaceChildren(...this.#cells.map(({ element }) => element));
  }

  /** @param {Cells} cells */
  show({ cells, heat, read, written }) {
    let room = MOST;
    for (const { address, many, element, value } of this.#cells) {
      const hidden = many && (heat[address] === 0 || (room -= 1) < 0);
      element.hidden = hidden;
      if (hidden) continue;
      const text = hex(cells[address]);
      if (value.textContent !== text) value.textContent = text;
      element.dataset.heat = String(Math.min(7, heat[address] >> 5));
      const mark = address === written[0] ? 'written' : address === read[0] ? 'read' : '';
      if ((element.dataset.mark ?? '') !== mark) element.dataset.mark = mark;
    }
  }
}
