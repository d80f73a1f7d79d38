/** A note with a way back that stays for some seconds. */
import { h } from './dom.js';
import { t } from './texts.js';

/** How long what was there before can be had back, in milliseconds. */
const UNDO = 10_000;

export class Offer {
  /** @type {(() => void) | null} */
  #end = null;

  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
  }

  /**
   * @param {string} text
   * @param {() => void} undo
   * @param {() => void} [over] it can no longer be undone
   */
  make(text, undo, over = () => {}) {
    this.end();
    const element = h(
      'div',
      { class: 'offer', role: 'status' },
      h('span', null, text),
      h('button', { type: 'button', class: 'linklike', onclick: () => leave(undo) }, t('machine.undo')),
    );
    const leave = (/** @type {() => void} */ then) => {
      clearTimeout(timer);
      element.remove();
      this.#end = null;
      then();
    };
    this.#end = () => leave(over);
    const timer = setTimeout(this.#end, UNDO);
    this.host.append(element);
  }

  /** The previous contents are released. */
  end() {
    this.#end?.();
  }
}
