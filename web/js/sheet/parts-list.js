/** The parts of a sheet as a list: for the keyboard, for screen readers, and for searching. */
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/** @typedef {import('../machine/protocol.js').Part} Part */

/** Of a larger sheet only parts with a name, or with something to do, are listed. */
const FEW = 400;

let lists = 0;

export class PartsList {
  /** @type {Part[]} */
  #parts = [];
  #at = -1;
  #id = `parts-${(lists += 1)}`;

  /**
   * @param {object} actions
   * @param {(part: Part | null) => void} actions.choose
   * @param {(part: Part) => void} actions.use opens it, or does what a hand does
   * @param {() => void} actions.up
   */
  constructor(actions) {
    this.actions = actions;
    this.element = h('div', {
      class: 'sheet-parts',
      role: 'listbox',
      tabindex: 0,
      'aria-label': t('machine.parts'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onclick: (/** @type {MouseEvent} */ event) => this.#click(event),
      ondblclick: () => this.#use(),
      onblur: () => this.actions.choose(null),
      onfocus: () => this.choose(Math.max(0, this.#at)),
    });
  }

  /** @param {Part[]} parts */
  show(parts) {
    const worth = (/** @type {Part} */ part) => Number(!part.hand) * 2 + Number(!part.opens) + Number(!part.label);
    this.#parts = parts
      .filter((part) => part.opens || part.hand || part.label || parts.length <= FEW)
      .sort((a, b) => worth(a) - worth(b) || a.box[1] - b.box[1] || a.box[0] - b.box[0]);
    this.#at = -1;
    this.element.removeAttribute('aria-activedescendant');
    this.element.replaceChildren(
      ...this.#parts.map((part, i) =>
        h(
          'div',
          {
            role: 'option',
            id: `${this.#id}-${i}`,
            'data-part': part.part,
            'data-box': part.box.join(),
            'aria-selected': 'false',
          },
          describe(part),
        ),
      ),
    );
    if (this.#parts.length === 0)
      this.element.append(h('div', { role: 'option', 'aria-selected': 'false' }, t('machine.parts.none')));
  }

  /** @param {number} at */
  choose(at) {
    if (this.#parts.length === 0) return;
    this.element.children[this.#at]?.setAttribute('aria-selected', 'false');
    this.#at = Math.min(this.#parts.length - 1, Math.max(0, at));
    const option = this.element.children[this.#at];
    option.setAttribute('aria-selected', 'true');
    option.scrollIntoView({ block: 'nearest' });
    this.element.setAttribute('aria-activedescendant', option.id);
    this.actions.choose(this.#parts[this.#at]);
  }

  #use() {
    const part = this.#parts[this.#at];
    if (part) this.actions.use(part);
  }

  /** @param {MouseEvent} event */
  #click(event) {
    const option = event.target instanceof Element ? event.target.closest('[role="option"]') : null;
    if (option) this.choose([...this.element.children].indexOf(option));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const page = 8;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowDown: () => this.choose(this.#at + 1),
      ArrowUp: () => this.choose(this.#at - 1),
      PageDown: () => this.choose(this.#at + page),
      PageUp: () => this.choose(this.#at - page),
      Home: () => this.choose(0),
      End: () => this.choose(this.#parts.length - 1),
      Enter: () => this.#use(),
      ' ': () => this.#use(),
      Backspace: () => this.actions.up(),
    };
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
}

/** @param {Part} part */
function describe(part) {
  const name = part.label ? `${part.label}, ${part.kind}` : part.kind;
  if (part.opens) return t('machine.parts.opens', { name });
  if (part.hand === 'press') return t('machine.parts.press', { name });
  return name;
}
