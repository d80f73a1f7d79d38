/** Everything a hand can do on the open sheet: buttons, pins, keyboards, joysticks, memories. */
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { nameOf } from '../sheet/names.js';

/**
 * @typedef {import('../machine/protocol.js').Part} Part
 * @typedef {object} Actions
 * @property {(part: Part, down: boolean) => void} press
 * @property {(part: Part, value: string) => void} set
 * @property {(part: Part, text: string) => void} type
 * @property {(part: Part, x: number, y: number) => void} move
 * @property {(part: Part) => void} memory
 * @property {(part: Part) => Promise<{value: string, width: number}>} value
 */

/** The most parts that are listed. */
const MOST = 60;
/** The nine places of a joystick, as far out as it goes. */
const REACH = 14;
const PLACES = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => /** @type {[number, number]} */ ([x, y])));

export class Hands {
  /** @type {Part[]} */
  #parts = [];
  /** @type {Array<{part: Part, show: (value: string, width: number) => void}>} */
  #shown = [];
  #asking = false;

  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.element = h('div', { class: 'hands' });
  }

  /** @param {Part[]} parts */
  show(parts) {
    this.#shown = [];
    this.#parts = parts;
    const usable = parts.filter(({ hand }) => hand !== null).sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
    if (!usable.length) {
      refill(this.element, h('p', { class: 'soft small' }, t('page.bench.hands.none')));
      return;
    }
    refill(
      this.element,
      usable
        .slice(0, MOST)
        .map((part) => h('div', { class: `hand hand-${part.hand}`, 'data-hand': part.name }, this.#control(part))),
      usable.length > MOST && h('p', { class: 'soft small' }, t('page.bench.hands.more', { count: usable.length - MOST })),
    );
  }

  /** @param {Part} part */
  #control(part) {
    const name = nameOf(part, this.#parts);
    const title = h('span', { class: 'hand-name' }, name);
    switch (part.hand) {
      case 'press':
        return [title, this.#button(part, name)];
      case 'set':
        return [title, this.#pin(part, name)];
      case 'type':
        return [title, this.#keyboard(part, name)];
      case 'move':
        return [title, this.#joystick(part, name)];
      default:
        return [
          title,
          h(
            'button',
            { type: 'button', class: 'button small-button', onclick: () => this.actions.memory(part) },
            icon('chip'),
            t('page.bench.memory.look'),
          ),
        ];
    }
  }

  /**
   * Pressed while the pointer or the key is down.
   * @param {Part} part
   * @param {string} name
   */
  #button(part, name) {
    let down = false;
    const press = (/** @type {boolean} */ wanted) => {
      if (wanted === down) return;
      down = wanted;
      this.actions.press(part, down);
    };
    const isKey = (/** @type {KeyboardEvent} */ event) => event.key === ' ' || event.key === 'Enter';
    return h(
      'button',
      {
        type: 'button',
        class: 'button small-button',
        'aria-label': t('page.bench.press', { name }),
        onpointerdown: () => press(true),
        onpointerup: () => press(false),
        onpointerleave: () => press(false),
        onblur: () => press(false),
        onkeydown: (/** @type {KeyboardEvent} */ event) => isKey(event) && (event.preventDefault(), press(true)),
        onkeyup: (/** @type {KeyboardEvent} */ event) => isKey(event) && press(false),
      },
      t('page.bench.press.short'),
    );
  }

  /**
   * @param {Part} part
   * @param {string} name
   */
  #pin(part, name) {
    const input = h('input', {
      type: 'text',
      class: 'hand-value',
      'aria-label': t('page.bench.pin', { name }),
      autocomplete: 'off',
      spellcheck: 'false',
      onchange: () => this.actions.set(part, input.value.trim()),
    });
    const flip = h(
      'button',
      {
        type: 'button',
        class: 'button small-button flip',
        'aria-label': t('page.bench.flip', { name }),
        hidden: true,
        onclick: () => this.actions.set(part, flip.textContent === '1' ? '0' : '1'),
      },
      '0',
    );
    this.#shown.push({
      part,
      show(value, width) {
        const bit = width === 1;
        flip.hidden = !bit;
        input.hidden = bit;
        flip.textContent = value;
        flip.classList.toggle('on', value === '1');
        if (document.activeElement !== input) input.value = value;
      },
    });
    return h('span', { class: 'hand-pin' }, flip, input);
  }

  /**
   * @param {Part} part
   * @param {string} name
   */
  #keyboard(part, name) {
    const input = h('input', {
      type: 'text',
      class: 'hand-text',
      'aria-label': t('page.bench.type', { name }),
      placeholder: t('page.bench.type.short'),
      autocomplete: 'off',
      autocapitalize: 'off',
      spellcheck: 'false',
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        this.actions.type(part, '\n');
      },
      oninput: () => {
        const text = input.value;
        input.value = '';
        if (text) this.actions.type(part, text);
      },
    });
    return input;
  }

  /**
   * @param {Part} part
   * @param {string} name
   */
  #joystick(part, name) {
    return h(
      'div',
      { class: 'stick', role: 'group', 'aria-label': t('page.bench.joystick', { name }) },
      PLACES.map(([x, y]) =>
        h(
          'button',
          {
            type: 'button',
            'aria-label': `${REACH * x}, ${REACH * y}`,
            onclick: () => this.actions.move(part, REACH * x, REACH * y),
          },
          x === 0 && y === 0 ? '●' : '·',
        ),
      ),
    );
  }

  /** What pins are worth now. */
  async refresh() {
    if (this.#asking) return;
    this.#asking = true;
    const shown = this.#shown;
    try {
      const values = await Promise.all(shown.map(({ part }) => this.actions.value(part)));
      if (shown === this.#shown) for (const [at, { show }] of shown.entries()) show(values[at].value, values[at].width);
    } catch {
      // The sheet is another by now; the next refresh asks about its parts.
    }
    this.#asking = false;
  }
}
