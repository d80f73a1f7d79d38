/** Writing on the sheet itself: the label of a part where it stands, a tunnel's name, a text. */
import { h } from '../lib/dom.js';

/** @typedef {[number, number, number, number]} Box */

export class LabelField {
  /** @type {((text: string) => unknown) | null} */
  #done = null;
  /** @type {Box | null} */
  #box = null;

  /** @param {import('../sheet/sheet.js').SheetView} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.input = h('input', {
      type: 'text',
      class: 'edit-label',
      id: 'edit-label',
      autocomplete: 'off',
      spellcheck: 'false',
      hidden: true,
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      onblur: () => this.#end(true),
      onpointerdown: (/** @type {Event} */ event) => event.stopPropagation(),
    });
    sheet.table.append(this.input);
    new MutationObserver(() => this.#place()).observe(sheet.table, { attributeFilter: ['data-camera'] });
  }

  /**
   * @param {Box} box where it stands on the sheet
   * @param {string} name what is written, for those who do not see it
   * @param {string} text
   * @param {(text: string) => unknown} done
   */
  open(box, name, text, done) {
    this.#end(false);
    this.#box = box;
    this.#done = (now) => now !== text && done(now);
    this.input.setAttribute('aria-label', name);
    this.input.placeholder = name;
    this.input.value = text;
    this.input.hidden = false;
    this.#place();
    this.input.focus();
    this.input.select();
  }

  #place() {
    if (!this.#box) return;
    const { scale, x, y } = this.sheet.camera;
    const [left, top, right] = this.#box;
    Object.assign(this.input.style, { left: `${((left + right) / 2) * scale + x}px`, top: `${top * scale + y}px` });
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    event.stopPropagation();
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    this.#end(event.key === 'Enter');
    this.sheet.table.focus();
  }

  /** @param {boolean} keep */
  #end(keep) {
    const done = this.#done;
    if (!done) return;
    this.#done = null;
    this.#box = null;
    this.input.hidden = true;
    if (keep) done(this.input.value.trim());
  }
}
