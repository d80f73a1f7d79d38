/** The attributes of what is chosen, each with the control that fits it. */
import { h, refill } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../machine/protocol.js').Attributes} Attributes
 * @typedef {import('../machine/protocol.js').Attribute} Attribute
 * @typedef {'left' | 'right' | 'top' | 'bottom' | 'column' | 'row'} Side
 *
 * @typedef {object} PaneActions
 * @property {(name: string, value: string) => unknown} set
 * @property {() => unknown} memory shows the contents of the selected memory
 * @property {(side: Side) => unknown} align
 * @property {() => unknown} chip makes a circuit of the selected parts
 * @property {(part: number) => Promise<{name: string, value: string, width: number}[]>} ports what is at the ports of a part now
 */

/** @type {Array<[Side, string, () => string]>} */
const SIDES = [
  ['left', '⇤', () => t('page.draw.align.left')],
  ['column', '↔', () => t('page.draw.align.column')],
  ['right', '⇥', () => t('page.draw.align.right')],
  ['top', '⤒', () => t('page.draw.align.top')],
  ['row', '↕', () => t('page.draw.align.row')],
  ['bottom', '⤓', () => t('page.draw.align.bottom')],
];

export class AttributePane {
  /** @type {Attribute[]} */
  #list = [];

  /** @param {PaneActions} actions */
  constructor(actions) {
    this.actions = actions;
    this.ports = h('dl', { class: 'edit-ports' });
    this.element = h('div', { class: 'edit-attributes' }, h('p', { class: 'soft small' }, t('page.draw.nothing')));
  }

  /** What is selected. */
  title = '';

  /** @param {string} name */
  has(name) {
    return this.#list.some((attribute) => attribute.name === name);
  }

  /** @param {string} name */
  value(name) {
    return this.#list.find((attribute) => attribute.name === name)?.value ?? null;
  }

  /** @param {string} name */
  focus(name) {
    /** @type {HTMLElement | null} */ (this.element.querySelector(`[data-attribute="${name}"]`))?.focus();
  }

  /**
   * @param {Attributes} told
   * @param {{parts: number[], wires: unknown[]}} chosen
   */
  show({ title, about, attributes }, { parts, wires }) {
    const focused = /** @type {HTMLElement | null} */ (document.activeElement)?.dataset?.attribute;
    this.#list = attributes;
    this.title = title;
    if (!parts.length) {
      const text = wires.length ? t('page.draw.wires', { count: wires.length }) : t('page.draw.nothing');
      this.#part = null;
      refill(this.element, h('p', { class: 'soft small' }, text));
      return;
    }
    refill(
      this.element,
      h('h3', null, parts.length === 1 ? title : t('page.draw.several', { count: parts.length })),
      parts.length === 1 && about ? h('p', { class: 'soft small' }, about) : null,
      parts.length > 1 ? this.#align() : null,
      attributes.map((attribute) =>
        attribute.control === 'contents'
          ? h('div', { class: 'edit-attribute' }, h('span', null, attribute.shown), this.#contents())
          : h('label', { class: 'edit-attribute' }, h('span', null, attribute.shown), this.#control(attribute)),
      ),
      parts.length === 1 ? [h('h4', null, t('page.draw.ports')), this.ports] : null,
      h(
        'button',
        { type: 'button', class: 'button small-button', id: 'edit-chip', onclick: () => this.actions.chip() },
        t('page.draw.chip'),
      ),
    );
    const part = parts.length === 1 ? parts[0] : null;
    // What another part had at its ports is not shown for a moment.
    if (part !== this.#part) refill(this.ports);
    this.#part = part;
    this.refresh();
    if (focused) this.focus(focused);
  }

  /** @type {number | null} */
  #part = null;

  /** What is at the ports of the selected part now. */
  async refresh() {
    const part = this.#part;
    if (part === null || !this.ports.isConnected) return;
    const ports = await this.actions.ports(part).catch(() => null);
    if (!ports || part !== this.#part) return;
    refill(
      this.ports,
      ports
        .map(({ name, value, width }) => [
          h('dt', null, name, ' ', h('span', { class: 'soft' }, t('page.draw.bits', { count: width }))),
          h('dd', null, value),
        ])
        .flat(),
    );
  }

  #contents() {
    return h(
      'button',
      { type: 'button', class: 'button small-button', id: 'edit-contents', onclick: () => this.actions.memory() },
      t('page.bench.memory.look'),
    );
  }

  #align() {
    return h(
      'div',
      { class: 'edit-align', role: 'group', 'aria-label': t('page.draw.align') },
      SIDES.map(([side, sign, name]) =>
        h(
          'button',
          {
            type: 'button',
            class: 'icon',
            'data-align': side,
            title: name(),
            'aria-label': name(),
            onclick: () => this.actions.align(side),
          },
          sign,
        ),
      ),
    );
  }

  /** @param {Attribute} attribute */
  #control({ name, value, control, choices, min, max }) {
    const changed = (/** @type {Event} */ event) => {
      const field = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
      if (field.value !== value) this.actions.set(name, field.value);
    };
    const common = { 'data-attribute': name, onchange: changed };
    if (control === 'choice' || control === 'switch') {
      const all = control === 'switch' ? ['true', 'false'] : choices;
      const shown = (/** @type {string} */ one) =>
        one === 'true' ? t('page.draw.yes') : one === 'false' ? t('page.draw.no') : one;
      return h(
        'select',
        common,
        value === null && h('option', { value: '', selected: true }, ''),
        all.map((one) => h('option', { value: one, selected: one === value }, shown(one))),
      );
    }
    if (control === 'colour' && /^#[0-9a-f]{6}$/i.test(value ?? '')) return h('input', { ...common, type: 'color', value });
    const number =
      control === 'number' ? { type: 'number', min, max } : { type: 'text', spellcheck: 'false', autocomplete: 'off' };
    return h('input', { ...common, ...number, value: value ?? '', placeholder: value === null ? t('page.draw.differs') : '' });
  }
}
