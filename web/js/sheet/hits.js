/** What is under the mouse: boxes in a grid. A part comes before a wire, the topmost first. */

/**
 * @typedef {import('../machine/protocol.js').Item} Item
 * @typedef {{part: number} | {net: number}} Hit
 */

const CELL = 80;

export class Hits {
  /** @type {Map<string, Item[]>} */
  #grid = new Map();

  /** @param {Item[]} items */
  constructor(items) {
    for (const item of items) {
      if (item.part === undefined && item.net === undefined) continue;
      const [left, top, right, bottom] = item.box.map((at) => Math.floor(at / CELL));
      // A box over a whole large sheet is rare: it is a drawn frame.
      if ((right - left + 1) * (bottom - top + 1) > 4000) continue;
      for (let x = left; x <= right; x += 1) {
        for (let y = top; y <= bottom; y += 1) {
          const key = `${x},${y}`;
          const cell = this.#grid.get(key);
          if (cell) cell.push(item);
          else this.#grid.set(key, [item]);
        }
      }
    }
  }

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} reach how far beside a wire still counts
   * @returns {Hit | null}
   */
  at(x, y, reach) {
    const cell = this.#grid.get(`${Math.floor(x / CELL)},${Math.floor(y / CELL)}`) ?? [];
    /** @type {Hit | null} */
    let wire = null;
    for (let i = cell.length - 1; i >= 0; i -= 1) {
      const { box, part, net } = cell[i];
      const room = part === undefined ? reach : 0;
      if (x < box[0] - room || x > box[2] + room || y < box[1] - room || y > box[3] + room) continue;
      if (part !== undefined) return { part };
      if (net !== undefined && !wire) wire = { net };
    }
    return wire;
  }
}
