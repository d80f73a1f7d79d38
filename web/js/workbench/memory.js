/**
 * 256 bytes as a table, with what each of them is: code, data, the next instruction, the top of the stack, changed just now.
 * @typedef {import('../protocol.js').ProgramState} ProgramState
 * @typedef {import('../protocol.js').Assembled} Assembled
 */
import { h, refill } from '../lib/dom.js';
import { t } from '../lib/texts.js';

const hex = (/** @type {number} */ value) => value.toString(16).padStart(2, '0');

/** The shortest run of empty rows that is replaced by a line. */
const FEW = 3;

export class MemoryTable {
  /** @type {HTMLElement[]} */
  #cells = [];
  /** @type {string} */
  #bytes = '';
  /** @type {Map<number, string>} */
  #names = new Map();
  #kinds = '';
  #chosen = 0;
  /** The rows of the table, each with the line shown in place of it and the empty rows after it. */
  #rows = /** @type {{row: HTMLElement, fold: HTMLElement, words: HTMLElement}[]} */ ([]);
  #folded = '';
  /** Whether the empty rows are shown. */
  #unfolded = false;

  /**
   * @param {object} options
   * @param {string} options.title
   * @param {(address: number, value: number) => void} options.onset
   */
  constructor({ title, onset }) {
    const head = h(
      'tr',
      null,
      h('td'),
      [...Array(16).keys()].map((low) => h('th', { scope: 'col' }, low.toString(16))),
    );
    this.#rows = [...Array(16).keys()].map((high) => {
      const words = h('button', { type: 'button', class: 'memory-fold', onclick: () => this.#unfold() });
      return {
        row: h(
          'tr',
          null,
          h('th', { scope: 'row' }, `${high.toString(16)}0`),
          [...Array(16).keys()].map((low) => this.#cell(high * 16 + low)),
        ),
        fold: h('tr', { hidden: true }, h('td', { colspan: 17 }, words)),
        words,
      };
    });
    const rows = this.#rows.flatMap(({ row, fold }) => [fold, row]);
    this.info = h('p', { class: 'small memory-info', role: 'status' });
    this.value = h('input', {
      type: 'text',
      class: 'memory-value',
      size: 4,
      'aria-label': t('page.bench.memory.value'),
      autocomplete: 'off',
      onchange: () => {
        const value = Number(this.value.value);
        if (this.value.value.trim() && Number.isInteger(value) && value >= -128 && value < 256) onset(this.#chosen, value & 255);
        else this.#choose(this.#chosen);
      },
    });
    this.element = h(
      'section',
      { class: 'memory' },
      h('h2', { class: 'label' }, title),
      h(
        'div',
        {
          class: 'memory-scroll',
          tabindex: '0',
          role: 'group',
          'aria-label': title,
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.#keys(event),
        },
        h('table', { class: 'bytes' }, h('tbody', null, head, rows)),
      ),
      h('div', { class: 'memory-edit' }, this.info, this.value),
    );
  }

  /** @param {number} address */
  #cell(address) {
    const cell = h('td', { onclick: () => this.#choose(address) }, '00');
    this.#cells[address] = cell;
    return cell;
  }

  /** @param {number} row */
  #isEmpty(row) {
    const cells = this.#cells.slice(16 * row, 16 * row + 16);
    return cells.every(({ className }) => className.trim() === 'zero');
  }

  /** Shows one line in place of each run of empty rows. */
  #fold() {
    const empty = this.#rows.map((_, row) => !this.#unfolded && this.#isEmpty(row));
    const folded = empty.map(Number).join('');
    if (folded === this.#folded) return;
    this.#folded = folded;
    for (let first = 0; first < 16;) {
      let end = first + 1;
      while (empty[first] && end < 16 && empty[end]) end += 1;
      const many = empty[first] && end - first >= FEW;
      for (let at = first; at < end; at += 1) {
        this.#rows[at].row.hidden = many;
        this.#rows[at].fold.hidden = !many || at > first;
      }
      const [from, to] = [16 * first, 16 * end - 1];
      if (many) this.#rows[first].words.textContent = t('page.bench.memory.empty', { from: hex(from), to: hex(to) });
      first = end;
    }
  }

  #unfold() {
    this.#unfolded = true;
    this.#fold();
    /** @type {HTMLElement | null} */ (this.element.querySelector('.memory-scroll'))?.focus();
  }

  /** @param {KeyboardEvent} event */
  #keys(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -16, ArrowDown: 16 }[event.key];
    if (step === undefined) {
      if (event.key === 'Enter') this.value.focus();
      return;
    }
    this.#choose((this.#chosen + step + 256) % 256);
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} address */
  #choose(address) {
    this.#cells[this.#chosen].classList.remove('chosen');
    this.#chosen = address;
    this.#cells[address].classList.add('chosen');
    const value = this.#byte(address);
    const name = this.#names.get(address);
    const signed = value > 127 ? ` = ${value - 256}` : '';
    const letter = value > 32 && value < 127 ? ` '${String.fromCharCode(value)}'` : '';
    this.info.textContent = `0x${hex(address)}${name ? ` ${name}` : ''}: ${value}${signed}${letter}`;
    this.value.value = `0x${hex(value)}`;
    this.#fold();
  }

  /** @param {number} address */
  #byte(address) {
    return Number.parseInt(this.#bytes.slice(2 * address, 2 * address + 2) || '0', 16);
  }

  /**
   * What the bytes of a program are.
   * @param {Pick<Assembled, 'labels' | 'kinds'>} assembled
   */
  name({ labels, kinds }) {
    this.#names = new Map();
    for (const [name, address] of labels) if (!this.#names.has(address)) this.#names.set(address, name);
    this.#kinds = kinds;
  }

  /**
   * @param {string} bytes two digits each
   * @param {{spot?: number, sp?: number, fresh?: boolean}} marks `fresh`: nothing counts as changed
   */
  show(bytes, { spot, sp, fresh }) {
    for (let address = 0; address < 256; address += 1) {
      const text = bytes.slice(2 * address, 2 * address + 2);
      const cell = this.#cells[address];
      const changed = !fresh && this.#bytes !== '' && text !== this.#bytes.slice(2 * address, 2 * address + 2);
      const kind = { c: 'is-code', d: 'is-data', s: 'is-space' }[this.#kinds[address] ?? '.'] ?? '';
      const zero = text === '00' && !kind ? ' zero' : '';
      const marks = `${kind}${zero}${changed ? ' changed' : ''}${address === spot ? ' next' : ''}${address === sp ? ' top' : ''}`;
      const look = marks + (address === this.#chosen ? ' chosen' : '');
      if (cell.textContent !== text) cell.textContent = text;
      if (cell.className !== look) cell.className = look;
    }
    this.#bytes = bytes;
    this.#choose(this.#chosen);
  }
}

/** The most bytes shown of one name. */
const MOST = 8;

/** What the program's data are worth, by name. */
export class Names {
  constructor() {
    this.element = h('section', { class: 'names' });
    /** @type {Map<string, string>} */
    this.before = new Map();
  }

  /**
   * @param {Pick<Assembled, 'labels' | 'kinds'>} assembled
   * @param {string} bytes
   */
  show({ labels, kinds }, bytes) {
    const data = labels.filter(([, address]) => kinds[address] === 'd' || kinds[address] === 's');
    const starts = new Set(labels.map(([, address]) => address));
    this.element.hidden = data.length === 0;
    refill(
      this.element,
      h('h2', { class: 'label' }, t('page.bench.names')),
      h(
        'dl',
        { class: 'values' },
        data.map(([name, address]) => {
          let end = address + 1;
          while (end < 256 && !starts.has(end) && 'ds'.includes(kinds[end])) end += 1;
          const values = [...Array(Math.min(end - address, MOST)).keys()].map((at) =>
            Number.parseInt(bytes.slice(2 * (address + at), 2 * (address + at) + 2), 16),
          );
          const text = values.join(' ') + (end - address > MOST ? ' …' : '');
          const changed = this.before.has(name) && this.before.get(name) !== text;
          this.before.set(name, text);
          const more = values.length === 1 && h('span', { class: 'soft small' }, ` 0x${hex(values[0])}`);
          const look = `${changed ? 'changed' : ''} ${values.length > 3 ? 'long' : ''}`;
          return h(
            'div',
            { class: look, title: `0x${hex(address)}` },
            h('dt', null, name),
            h('dd', null, h('strong', null, text), more),
          );
        }),
      ),
    );
  }
}
