/** A small circuit of a text under power: its inputs can be set, and everything on it is drawn as it is then. */
import { h, refill } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/** @typedef {import('./protocol.js').Demo} State @typedef {import('./protocol.js').Pin} Pin */

export class Demo {
  /** @type {string[]} */
  #acts = [];

  /**
   * @param {(acts: string[]) => Promise<State>} ask
   * @param {string} words
   * @param {(error: unknown) => void} fail
   */
  constructor(ask, words, fail) {
    this.ask = ask;
    this.fail = fail;
    this.words = words;
    this.picture = h('div', { class: 'demo-picture', role: 'img', 'aria-label': words });
    this.pins = h('div', { class: 'demo-pins' });
    this.element = h('figure', { class: 'demo', 'data-demo': words }, this.picture, this.pins);
    void this.#show();
  }

  async #show() {
    try {
      const { svg, inputs, outputs } = await this.ask(this.#acts);
      // The drawing is our own: nothing in it runs.
      const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
      this.picture.replaceChildren(document.importNode(drawing, true));
      const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.pin : undefined;
      refill(
        this.pins,
        inputs.map((pin) => this.#input(pin)),
        outputs.map((pin) => this.#output(pin)),
      );
      if (focused) /** @type {HTMLElement | null} */ (this.pins.querySelector(`[data-pin="${CSS.escape(focused)}"]`))?.focus();
    } catch (error) {
      this.fail(error);
    }
  }

  /** @param {Pin} pin @param {string | number} value */
  #set(pin, value) {
    this.#acts.push(`set ${pin.path} = ${value}`);
    void this.#show();
  }

  /** @param {Pin} pin */
  #input(pin) {
    const { name, width, value } = pin;
    if (width === 1) {
      const on = value === '1';
      const label = t('course.set', { name, value: on ? 0 : 1 });
      return h(
        'button',
        {
          type: 'button',
          class: 'demo-pin',
          'data-pin': name,
          'aria-pressed': String(on),
          title: label,
          onclick: () => this.#set(pin, on ? 0 : 1),
        },
        h('span', null, name),
        h('strong', null, value),
      );
    }
    const most = 2 ** Math.min(width, 16) - 1;
    const number = h('input', {
      type: 'range',
      min: 0,
      max: most,
      value: Number.parseInt(value, 10) || 0,
      'data-pin': name,
      'aria-label': name,
      onchange: () => this.#set(pin, number.value),
    });
    return h('label', { class: 'demo-pin' }, h('span', null, name), number, h('strong', null, value));
  }

  /** @param {Pin} pin */
  #output({ name, value }) {
    return h('span', { class: 'demo-pin out', 'data-value': value }, h('span', null, name), h('strong', null, value));
  }
}
