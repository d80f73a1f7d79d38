/** The firmware beside the machine: the bank that answers, the line that comes next, breakpoints in the margin. */
import { h, refill } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('./protocol.js').Source} Source
 * @typedef {import('./protocol.js').ConsoleState} ConsoleState
 */

export class SourcePane {
  /** @type {Source | null} */
  #source = null;
  #bank = -1;
  /** @type {Map<number, HTMLElement>} Rows of the bank by address. */
  #rows = new Map();
  /** Banks that were open: a program goes from one to the other and back all the time. @type {Map<number, {lines: HTMLElement[], rows: Map<number, HTMLElement>, stops: HTMLElement[]}>} */
  #banks = new Map();
  /** @type {HTMLElement[]} */
  #stops = [];
  #cursor = 0;
  /** @type {HTMLElement | null} */
  #now = null;
  /** @type {Set<string>} Bank and address. */
  breakpoints = new Set();

  /**
   * @param {object} actions
   * @param {(at: Array<[number, number]>) => void} actions.breakpoints
   * @param {(bank: number) => void} actions.edit
   * @param {(bank: number, line: {address: number, text: string}) => void} [actions.explain] the pointer is over an instruction
   */
  constructor(actions) {
    this.actions = actions;
    this.title = h('h2', { class: 'label source-title' });
    this.lines = h('div', {
      class: 'source-lines',
      role: 'listbox',
      tabindex: 0,
      'aria-label': t('machine.source'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onclick: (/** @type {MouseEvent} */ event) => this.#click(event),
    });
    this.element = h(
      'section',
      { class: 'source' },
      h(
        'div',
        { class: 'source-head' },
        this.title,
        h('button', { class: 'linklike small', type: 'button', onclick: () => this.actions.edit(this.#bank) }, t('machine.edit')),
      ),
      this.lines,
    );
  }

  /** @param {Source} source */
  show(source) {
    this.#source = source;
    this.#bank = -1;
    this.#banks.clear();
  }

  /** @param {ConsoleState} state */
  now({ bank, registers: { pc } }) {
    if (bank !== this.#bank) this.#open(bank);
    const row = this.#rows.get(pc) ?? null;
    if (row === this.#now || !row) return;
    this.#now?.classList.remove('now');
    this.#now?.removeAttribute('aria-current');
    row.classList.add('now');
    row.setAttribute('aria-current', 'step');
    this.#now = row;
    this.#reveal(row);
  }

  /** Brings a line into sight, without moving anything else of the page.
   * @param {HTMLElement} row */
  #reveal(row) {
    const { lines } = this;
    const top = row.offsetTop;
    const room = lines.clientHeight;
    if (top < lines.scrollTop + 24 || top > lines.scrollTop + room - 48) lines.scrollTop = top - room / 2;
  }

  /** @param {number} number */
  #open(number) {
    const bank = this.#source?.banks[number];
    if (!bank) return;
    this.#bank = number;
    this.#now?.classList.remove('now');
    this.#cursor = 0;
    this.#now = null;
    const names = bank.files.map((file) => file.name).join(', ');
    refill(
      this.title,
      h('strong', null, names),
      ` · ${t('machine.bank.of', { number })}`,
      bank.files.some((file) => file.changed) && ` · ${t('machine.changed')}`,
    );
    let built = this.#banks.get(number);
    if (!built) this.#banks.set(number, (built = this.#build(number, bank)));
    this.#rows = built.rows;
    this.#stops = built.stops;
    this.lines.replaceChildren(...built.lines);
    this.lines.scrollTop = 0;
  }

  /**
   * @param {number} number
   * @param {Source['banks'][0]} bank
   */
  #build(number, bank) {
    /** @type {Map<number, HTMLElement>} */
    const rows = new Map();
    /** @type {HTMLElement[]} */
    const stops = [];
    const lines = bank.files.flatMap((file, at) => {
      const codes = new Map(bank.lines.filter((line) => line.file === at).map((line) => [line.line, line]));
      const head = bank.files.length > 1 ? [h('div', { class: 'source-file', role: 'presentation' }, file.name)] : [];
      return [
        ...head,
        ...file.text.split('\n').map((text, i) => {
          const code = codes.get(i + 1);
          const row = this.#row(number, code, i + 1, text);
          if (code) {
            rows.set(code.address, row);
            stops.push(row);
          }
          return row;
        }),
      ];
    });
    return { lines, rows, stops };
  }

  /**
   * @param {number} bank
   * @param {{address: number, label: string | null} | undefined} code
   * @param {number} number
   * @param {string} text
   */
  #row(bank, code, number, text) {
    const row = h(
      'div',
      { class: 'source-line', role: code ? 'option' : 'presentation' },
      h('span', { class: 'stop', 'aria-hidden': 'true' }),
      h('span', { class: 'line-number' }, number),
      h('code', null, coloured(text)),
    );
    if (code) {
      row.dataset.at = `${bank}:${code.address}`;
      row.id = `source-${bank}-${code.address}`;
      row.setAttribute('aria-selected', String(this.breakpoints.has(row.dataset.at)));
    }
    return row;
  }

  /** @param {HTMLElement} row */
  #toggle(row) {
    const at = row.dataset.at ?? '';
    const on = !this.breakpoints.delete(at);
    if (on) this.breakpoints.add(at);
    row.setAttribute('aria-selected', String(on));
    this.tell();
  }

  /** Says where the breakpoints are. */
  tell() {
    const at = [...this.breakpoints].map((text) => /** @type {[number, number]} */ (text.split(':').map(Number)));
    this.actions.breakpoints(at);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (!(event.target instanceof Element)) return;
    const row = /** @type {HTMLElement | null} */ (event.target.closest('[role="option"]'));
    if (!row) return;
    if (event.target.closest('.stop, .line-number')) this.#toggle(row);
    else this.#explain(row);
  }

  /** @param {HTMLElement} row */
  #explain(row) {
    const [bank, address] = (row.dataset.at ?? '').split(':').map(Number);
    const text =
      row
        .querySelector('code')
        ?.textContent?.replace(/^[^\s]*[:>]/, '')
        .replace(/#.*/, '')
        .trim() ?? '';
    this.actions.explain?.(bank, { address, text: text.replace(/\s+/g, ' ') });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const moves = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 });
    const move = moves[event.key];
    if (move) {
      const from = this.lines.hasAttribute('aria-activedescendant') || !this.#now ? this.#cursor : this.#stops.indexOf(this.#now);
      this.#stops[this.#cursor]?.classList.remove('cursor');
      this.#cursor = Math.min(this.#stops.length - 1, Math.max(0, from + move));
      const row = this.#stops[this.#cursor];
      if (!row) return;
      row.classList.add('cursor');
      this.lines.setAttribute('aria-activedescendant', row.id);
      this.#reveal(row);
    } else if (event.key === 'Enter' || event.key === ' ' || event.key === 'b') {
      const row = this.#stops[this.#cursor];
      if (row) this.#toggle(row);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

/**
 * A line split into its label, instruction and comment.
 * @param {string} line
 */
function coloured(line) {
  const [, label, between, word, rest, comment] =
    line.match(/^(\s*[\w.]+[:>])?(\s*)([\w.]*)([^#]*)(#.*)?$/) ?? /** @type {string[]} */ ([line, '', '', '', line]);
  return [
    label && h('span', { class: 'asm-label' }, label),
    between,
    word && h('span', { class: 'asm-word' }, word),
    rest,
    comment && h('span', { class: 'asm-comment' }, comment),
  ].filter((part) => part);
}
