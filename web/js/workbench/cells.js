/** The contents of a memory of a circuit, a page at a time: to look at, to change, to load and to save. */
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../machine/protocol.js').Part} Part
 * @typedef {object} Actions
 * @property {(part: Part, first: number, count: number) => Promise<{first: number, size: number, words: number[]}>} read
 * @property {(part: Part, address: number, value: number) => Promise<unknown>} write
 * @property {(part: Part, name: string, text: string) => Promise<unknown>} load
 * @property {(part: Part) => Promise<void>} save
 * @property {(error: unknown) => void} fail
 */

const ROWS = 16;
const COLUMNS = 8;
const PAGE = ROWS * COLUMNS;

export class Cells {
  /** @type {Part | null} */
  #part = null;
  #first = 0;
  #size = 0;
  /** @type {number[]} */
  #before = [];
  #chosen = 0;
  #asking = false;

  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.title = h('h2', { class: 'label' });
    this.table = h('div', { class: 'memory-scroll', tabindex: '0', role: 'group', 'aria-label': t('page.bench.memory') });
    this.where = h('span', { class: 'small soft' });
    this.value = h('input', {
      type: 'text',
      class: 'memory-value',
      'aria-label': t('page.bench.cell.value'),
      autocomplete: 'off',
      onchange: () => this.#write(),
    });
    this.file = h('input', {
      type: 'file',
      class: 'hidden',
      id: 'cells-file',
      tabindex: -1,
      'aria-hidden': 'true',
      onchange: () => this.#load(),
    });
    const turn = (/** @type {number} */ pages, /** @type {string} */ picture, /** @type {string} */ label) =>
      h(
        'button',
        { type: 'button', class: 'icon', title: label, 'aria-label': label, onclick: () => this.#turn(pages) },
        icon(picture),
      );
    this.element = h(
      'section',
      { class: 'memory cells', hidden: true },
      this.title,
      this.table,
      h('div', { class: 'memory-edit' }, this.where, this.value),
      h(
        'div',
        { class: 'buttons' },
        turn(-1, 'back', t('page.bench.cells.back')),
        turn(1, 'forward', t('page.bench.cells.on')),
        h(
          'button',
          { type: 'button', class: 'button small-button', id: 'cells-load', onclick: () => this.file.click() },
          t('page.bench.cells.load'),
        ),
        h(
          'button',
          {
            type: 'button',
            class: 'button small-button',
            id: 'cells-save',
            onclick: () => this.#part && actions.save(this.#part).catch(actions.fail),
          },
          t('page.bench.cells.save'),
        ),
      ),
      this.file,
    );
  }

  get part() {
    return this.#part;
  }

  /**
   * @param {Part | null} part
   * @param {string} [name] what people call it
   */
  show(part, name = '') {
    this.#part = part;
    this.#first = 0;
    this.#chosen = 0;
    this.#before = [];
    this.element.hidden = part === null;
    this.title.textContent = name;
    this.refresh();
  }

  async refresh() {
    const part = this.#part;
    if (!part || this.#asking || this.element.hidden) return;
    this.#asking = true;
    try {
      const { first, size, words } = await this.actions.read(part, this.#first, PAGE);
      if (part === this.#part) this.#draw(first, size, words);
    } catch (error) {
      this.actions.fail(error);
      this.element.hidden = true;
    }
    this.#asking = false;
  }

  /** @param {number} pages */
  #turn(pages) {
    const last = Math.max(0, Math.ceil(this.#size / PAGE) - 1) * PAGE;
    this.#first = Math.min(last, Math.max(0, this.#first + pages * PAGE));
    this.#chosen = this.#first;
    this.#before = [];
    this.refresh();
  }

  /**
   * @param {number} first
   * @param {number} size
   * @param {number[]} words
   */
  #draw(first, size, words) {
    this.#size = size;
    const digits = Math.max(2, ...words.map((word) => word.toString(16).length));
    const wide = Math.max(2, (size - 1).toString(16).length);
    const hex = (/** @type {number} */ value, /** @type {number} */ width) => value.toString(16).padStart(width, '0');
    const rows = [];
    for (let at = 0; at < words.length; at += COLUMNS) {
      const cells = words.slice(at, at + COLUMNS).map((word, low) => {
        const address = first + at + low;
        const changed = this.#before.length > 0 && this.#before[at + low] !== word;
        const look = `${word ? '' : 'zero'} ${changed ? 'changed' : ''} ${address === this.#chosen ? 'chosen' : ''}`;
        return h('td', { class: look, onclick: () => this.#choose(address) }, hex(word, digits));
      });
      rows.push(h('tr', null, h('th', { scope: 'row' }, hex(first + at, wide)), cells));
    }
    refill(this.table, h('table', { class: 'bytes' }, h('tbody', null, rows)));
    this.#before = words;
    const word = words[this.#chosen - first] ?? 0;
    this.where.textContent = t('page.bench.cell', { address: `0x${hex(this.#chosen, wide)}`, value: word, size });
    if (document.activeElement !== this.value) this.value.value = `0x${hex(word, digits)}`;
  }

  /** @param {number} address */
  #choose(address) {
    this.#chosen = address;
    this.refresh();
  }

  async #write() {
    const value = Number(this.value.value);
    if (!this.#part || !Number.isInteger(value) || value < 0) return;
    await this.actions.write(this.#part, this.#chosen, value);
    this.refresh();
  }

  async #load() {
    const file = this.file.files?.[0];
    this.file.value = '';
    if (!file || !this.#part) return;
    await this.actions.load(this.#part, file.name, await file.text());
    this.refresh();
  }
}
