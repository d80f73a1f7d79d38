/** The parts there are, to be taken into the hand: with a search, the ones used last on top. */
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';

/** @typedef {import('../machine/protocol.js').Shelf} Shelf */

const RECENT = 6;
/** Groups that are shown by their names alone at first. */
const CLOSED = ['Arithmetic', 'Memory', 'Plexers', 'Base'];

export class PartPalette {
  /** @type {Shelf[]} */
  #shelves = [];
  /** @type {Shelf['parts']} */
  #recent = [];
  #closed = new Set(CLOSED);

  /**
   * @param {(what: string, name: string) => void} take
   * @param {string[]} [only] names of the parts there are; all if it is missing
   */
  constructor(take, only) {
    this.take = take;
    this.only = only;
    this.input = h('input', {
      type: 'search',
      id: 'edit-search',
      placeholder: t('page.draw.search'),
      'aria-label': t('page.draw.search'),
      autocomplete: 'off',
      spellcheck: 'false',
      oninput: () => this.#draw(),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    this.list = h('div', { class: 'edit-shelves' });
    this.element = h(
      'aside',
      { class: 'edit-palette', 'aria-label': t('page.draw.parts'), hidden: true },
      h('div', { class: 'edit-find' }, this.input, h('kbd', { 'aria-hidden': 'true' }, '/')),
      this.list,
    );
  }

  /** @param {Shelf[]} shelves */
  show(shelves) {
    this.#shelves = shelves;
    this.#draw();
  }

  /** @param {string} what @param {string} name */
  used(what, name) {
    const known = this.#shelves.flatMap(({ parts }) => parts).find((part) => part.what === what);
    this.#recent = [known ?? { what, name, about: '', svg: '' }, ...this.#recent.filter((part) => part.what !== what)].slice(
      0,
      RECENT,
    );
    this.#draw();
  }

  /** Enter takes the first part that is found. @param {KeyboardEvent} event */
  #key(event) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    const first = this.list.querySelector('button');
    this.input.value = '';
    first?.click();
    this.#draw();
  }

  #draw() {
    const wanted = this.input.value.trim().toLowerCase();
    const fits = (/** @type {{name: string}} */ { name }) =>
      wanted ? name.toLowerCase().includes(wanted) : !this.only || this.only.includes(name);
    // The part of that name comes first, then those whose names begin so, then those that have it inside.
    const starts = (/** @type {{name: string}} */ { name }) =>
      name.toLowerCase() === wanted ? -1 : name.toLowerCase().startsWith(wanted) ? 0 : 1;
    const shelves = [
      ...(this.#recent.length && !wanted && !this.only ? [{ library: t('page.draw.recent'), parts: this.#recent }] : []),
      ...this.#shelves.map((shelf) => ({ ...shelf, library: shelf.library || t('page.draw.own') })),
    ];
    const found = shelves.map(({ library, parts }) => ({
      library,
      parts: parts.filter(fits).sort((a, b) => starts(a) - starts(b)),
    }));
    found.sort((a, b) => (wanted ? Math.min(1, ...a.parts.map(starts)) - Math.min(1, ...b.parts.map(starts)) : 0));
    refill(
      this.list,
      found
        .filter(({ parts }) => parts.length)
        .map(({ library, parts }) =>
          h(
            'details',
            {
              // A short list is not put away.
              open: wanted !== '' || this.only !== undefined || !this.#closed.has(library),
              ontoggle: (/** @type {Event} */ event) => this.#toggled(library, event),
            },
            h('summary', null, library),
            h(
              'div',
              { class: 'edit-shelf' },
              parts.map((part) => this.#part(part)),
            ),
          ),
        ),
    );
  }

  /** @param {Shelf['parts'][number]} part */
  #part({ what, name, about, svg }) {
    return h(
      'button',
      { type: 'button', class: 'edit-part', 'data-part': what, title: about || name, onclick: () => this.take(what, name) },
      svg ? h('img', { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: '', loading: 'lazy' }) : icon('chip'),
      h('span', null, name),
    );
  }

  /** @param {string} library @param {Event} event */
  #toggled(library, event) {
    if (this.input.value) return;
    if (/** @type {HTMLDetailsElement} */ (event.target).open) this.#closed.delete(library);
    else this.#closed.add(library);
  }
}
