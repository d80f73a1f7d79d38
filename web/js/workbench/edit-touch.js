/** Fingers while a sheet is drawn on: one draws, two move the sheet, one that rests asks what can be done. */

/** A finger that rests this long opens the menu, in milliseconds. */
const REST = 600;
/** Pixels a resting finger may move. */
const STILL = 8;

export class Touches {
  /** @type {Map<number, PointerEvent>} */
  #down = new Map();
  #pinching = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #long;

  /**
   * @param {HTMLElement} table
   * @param {(event: PointerEvent) => void} rested
   * @param {() => void} letGo what the first finger began is given up
   */
  constructor(table, rested, letGo) {
    this.table = table;
    this.rested = rested;
    this.letGo = letGo;
  }

  /** @param {PointerEvent} event @returns {boolean} whether the sheet should have the event, to be moved */
  passes(event) {
    const first = this.#down.get(event.pointerId);
    const still = first && Math.hypot(event.clientX - first.clientX, event.clientY - first.clientY) < STILL;
    if (event.type !== 'pointermove' || !still) clearTimeout(this.#long);
    if (event.type === 'pointerdown') this.#pressed(event);
    else if (event.type !== 'pointermove') this.#down.delete(event.pointerId);
    const passes = this.#pinching;
    if (!this.#down.size) this.#pinching = false;
    return passes;
  }

  /** @param {PointerEvent} event */
  #pressed(event) {
    this.#down.set(event.pointerId, event);
    if (this.#down.size === 1) this.#long = setTimeout(() => this.rested(event), REST);
    if (this.#down.size !== 2 || this.#pinching) return;
    this.#pinching = true;
    this.letGo();
    // The sheet has not heard of the first finger yet.
    const [first] = this.#down.values();
    this.table.dispatchEvent(new PointerEvent('pointerdown', first));
    this.#down.set(event.pointerId, event);
  }
}
