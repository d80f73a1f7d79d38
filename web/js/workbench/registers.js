/** Registers and flags; those that changed in the last step are marked. */
import { h, refill } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/** @typedef {import('../protocol.js').ProgramState} ProgramState */

const hex = (/** @type {number} */ value) => value.toString(16).padStart(2, '0');

export class Registers {
  /** @type {Map<string, number>} */
  #before = new Map();

  constructor() {
    this.element = h('section', { class: 'registers', 'aria-label': t('page.bench.registers') });
  }

  /**
   * @param {ProgramState} state
   * @param {boolean} fresh nothing counts as changed
   */
  show(state, fresh) {
    const changed = (/** @type {string} */ name, /** @type {number} */ value) => {
      const was = this.#before.get(name);
      this.#before.set(name, value);
      return !fresh && was !== undefined && was !== value ? 'changed' : undefined;
    };
    refill(
      this.element,
      h(
        'dl',
        { class: 'values wide' },
        state.registers.map(({ name, value }) =>
          h(
            'div',
            { class: changed(name, value), 'data-register': name },
            h('dt', null, name),
            h('dd', null, h('strong', null, hex(value)), h('span', { class: 'soft small' }, ` ${value}`)),
          ),
        ),
      ),
      h(
        'ul',
        { class: 'flags', 'aria-label': t('page.bench.flags') },
        state.flags.map(({ name, on }) =>
          h(
            'li',
            { class: `${on ? 'on' : ''} ${changed(`flag ${name}`, Number(on)) ?? ''}`, 'data-flag': name, 'data-on': String(on) },
            name.toUpperCase(),
            h('span', { class: 'hidden' }, on ? t('page.bench.flag.on') : t('page.bench.flag.off')),
          ),
        ),
      ),
    );
  }
}
