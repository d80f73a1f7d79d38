/** The registers and flags; those that the last step changed are marked. */
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/** @typedef {import('./protocol.js').Registers} Registers */

const hex = (/** @type {number} */ byte) => byte.toString(16).padStart(2, '0');

/** @param {Registers} registers
 * @returns {Array<[string, string]>} */
const cells = ({ r, pc, sp, ps }) => [
  ...r.map((value, i) => /** @type {[string, string]} */ ([`r${i}`, hex(value)])),
  ['pc', hex(pc)],
  ['sp', hex(sp)],
  ['CVZN', (ps & 15).toString(2).padStart(4, '0')],
];

export class RegistersPane {
  /** @type {string[]} */
  #shown = [];
  /** @type {string[]} */
  #before = [];
  #moment = -1;

  constructor() {
    this.cells = cells({ r: [0, 0, 0, 0], pc: 0, sp: 0, ps: 0 }).map(([name]) => {
      const value = h('dd', null);
      return { name, value };
    });
    this.element = h(
      'section',
      { class: 'registers' },
      h('h2', { class: 'label' }, t('machine.registers')),
      h(
        'dl',
        null,
        this.cells.map(({ name, value }) => h('div', null, h('dt', null, name), value)),
      ),
    );
  }

  /**
   * @param {Registers} registers
   * @param {number} moment
   */
  show(registers, moment) {
    const now = cells(registers).map(([, value]) => value);
    if (moment !== this.#moment) {
      this.#before = this.#shown.length ? this.#shown : now;
      this.#moment = moment;
    }
    this.#shown = now;
    now.forEach((value, i) => {
      const cell = this.cells[i].value;
      if (cell.textContent !== value) cell.textContent = value;
      cell.classList.toggle('changed', value !== this.#before[i]);
    });
  }
}
