/** The small label beside the mouse that explains what is pointed at. */
import { h, refill } from '../lib/dom.js';

/** @typedef {import('./hits.js').Hit} Hit */

export class Tip {
  /** What is explained: something on the sheet, or lines that are known. */
  #pointed = '';

  /**
   * @param {import('./camera.js').Camera} camera
   * @param {(hit: Hit) => Promise<string[]>} tell
   */
  constructor(camera, tell) {
    this.camera = camera;
    this.tell = tell;
    this.element = h('div', { class: 'sheet-tip', hidden: true });
  }

  hide() {
    this.element.hidden = true;
  }

  /**
   * @param {Hit | string[] | null} what
   * @param {number} x
   * @param {number} y
   */
  async point(what, x, y) {
    const key = JSON.stringify(what);
    if (key !== this.#pointed) {
      this.#pointed = key;
      if (!what) this.hide();
      const lines = await this.#lines(what);
      if (key !== this.#pointed) return;
      this.#show(lines);
      this.element.hidden = lines.length === 0;
    }
    const { element, camera } = this;
    const left = Math.min(x + 14, camera.width - element.offsetWidth - 8);
    const below = y + 18 + element.offsetHeight < camera.height;
    element.style.transform = `translate(${Math.max(4, left)}px, ${below ? y + 18 : y - 10 - element.offsetHeight}px)`;
  }

  /** What is pointed at may have another value now. */
  async again() {
    const key = this.#pointed;
    if (this.element.hidden || key === '' || key === 'null') return;
    const lines = await this.#lines(JSON.parse(key));
    if (key === this.#pointed) this.#show(lines);
  }

  /** @param {Hit | string[] | null} what */
  async #lines(what) {
    if (Array.isArray(what)) return what;
    return what ? this.tell(what) : [];
  }

  /** @param {string[]} lines */
  #show(lines) {
    refill(
      this.element,
      lines.map((line, i) => h('div', { class: i ? 'soft' : undefined }, line)),
    );
  }
}
