/** Finds a signal by its name: leads to it on its sheet, or records it. */
import { h } from '../lib/dom.js';
import { Life, passDropped } from '../lib/life.js';
import { t } from '../lib/texts.js';
import { pathOf } from '../sheet/names.js';

/** @typedef {import('./protocol.js').Signal} Signal */

const MOST = 12;

export class FindBox {
  #life = new Life();

  /**
   * @param {object} actions
   * @param {(text: string, most: number) => Promise<Signal[]>} actions.find
   * @param {(signal: Signal) => void} actions.show
   * @param {(signal: Signal) => void} actions.record
   * @param {(signal: Signal) => void} [actions.point] something is pointed at in the list
   * @param {() => void} actions.leave gives the focus to what is looked at
   */
  constructor(actions) {
    this.actions = actions;
    this.input = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'text',
        class: 'find-input',
        placeholder: t('machine.find'),
        'aria-label': t('machine.find'),
        autocomplete: 'off',
        spellcheck: 'false',
        oninput: () => this.#search().catch(passDropped),
        onkeydown: (/** @type {KeyboardEvent} */ event) => {
          if (event.key === 'Escape') this.close();
          else if (event.key === 'ArrowDown') /** @type {HTMLElement | null} */ (this.results.querySelector('button'))?.focus();
          else if (event.key === 'Enter') /** @type {HTMLElement | null} */ (this.results.querySelector('button'))?.click();
          else return;
          event.preventDefault();
        },
      })
    );
    this.results = h('ul', { class: 'find-results', hidden: true });
    this.element = h(
      'div',
      {
        class: 'find',
        role: 'search',
        onfocusout: (/** @type {FocusEvent} */ event) => {
          if (!(event.relatedTarget instanceof Node && this.element.contains(event.relatedTarget))) this.results.hidden = true;
        },
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#walk(event),
      },
      this.input,
      this.results,
    );
  }

  close() {
    this.input.value = '';
    this.#forget();
  }

  /** The values found belong to one moment: none of them is stored, and a pending answer comes too late. */
  #forget() {
    this.#life.forget('search');
    this.results.hidden = true;
    this.results.replaceChildren();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const rows = [...this.results.children];
    const focused = document.activeElement;
    const at = rows.findIndex((row) => row.contains(focused));
    if (at < 0) return;
    const next = { ArrowDown: rows[at + 1], ArrowUp: rows[at - 1] }[event.key];
    if (event.key === 'Escape') {
      this.close();
      this.actions.leave();
    } else if (event.key === 'ArrowUp' && !next) this.input.focus();
    else if (!event.key.startsWith('Arrow')) return;
    // From a wave to the next wave, from a name to the next name.
    /** @type {HTMLElement | null | undefined} */ (next?.querySelector(`.${focused?.className}`))?.focus();
    event.preventDefault();
  }

  async #search() {
    const text = this.input.value.trim();
    if (!text) {
      this.#forget();
      return;
    }
    const found = await this.#life.newest('search', this.actions.find(text, MOST));
    this.results.replaceChildren(
      ...found.map((signal) =>
        h(
          'li',
          null,
          h(
            'button',
            {
              class: 'find-show',
              type: 'button',
              onpointerenter: () => this.actions.point?.(signal),
              onfocus: () => this.actions.point?.(signal),
              onclick: () => {
                this.close();
                this.actions.show(signal);
              },
            },
            h('strong', null, signal.name),
            h(
              'span',
              { class: 'soft small' },
              ` ${signal.value} · ${signal.sheet === '/' ? signal.title : pathOf(signal.sheet)}`,
            ),
          ),
          h(
            'button',
            {
              class: 'find-record',
              type: 'button',
              title: t('machine.wave.add'),
              'aria-label': t('machine.wave.record', { name: signal.name }),
              onclick: () => this.actions.record(signal),
            },
            '∿',
          ),
        ),
      ),
    );
    if (found.length === 0) this.results.append(h('li', { class: 'soft small none' }, t('machine.find.none')));
    this.results.dataset.for = text;
    this.results.hidden = false;
  }
}
