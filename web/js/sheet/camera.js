/** Which part of a sheet is seen, and how large. */

/** @typedef {import('../machine/protocol.js').Box} Box */

const LEAST = 0.04;
const MOST = 8;
/** Pixels around a sheet that is shown whole. */
const MARGIN = 24;

export class Camera {
  /** Pixels of the page for a unit of the sheet. */
  scale = 1;
  /** Where the origin of the sheet is, in pixels of the page. */
  x = 0;
  y = 0;
  width = 1;
  height = 1;

  /** All of a box, below what stands at the top of the page.
   * @param {Box} box
   * @param {number} [above] */
  fit([left, top, right, bottom], above = MARGIN) {
    const width = Math.max(1, right - left);
    const height = Math.max(1, bottom - top);
    const room = (/** @type {number} */ space) => Math.max(40, space);
    const scale = Math.min(room(this.width - 2 * MARGIN) / width, room(this.height - MARGIN - above) / height);
    this.scale = Math.min(2.5, Math.max(LEAST, scale));
    this.centre((left + right) / 2, (top + bottom) / 2);
    this.y += (above - MARGIN) / 2;
  }

  /** @param {number} dx
   * @param {number} dy */
  move(dx, dy) {
    this.x += dx;
    this.y += dy;
  }

  /** Larger or smaller around a place of the page.
   * @param {number} factor
   * @param {number} x
   * @param {number} y */
  zoom(factor, x = this.width / 2, y = this.height / 2) {
    const scale = Math.min(MOST, Math.max(LEAST, this.scale * factor));
    const real = scale / this.scale;
    this.x = x - (x - this.x) * real;
    this.y = y - (y - this.y) * real;
    this.scale = scale;
  }

  /** @param {number} x
   * @param {number} y
   * @returns {[number, number]} the place of the sheet under a place of the page */
  at(x, y) {
    return [(x - this.x) / this.scale, (y - this.y) / this.scale];
  }

  /** @returns {Box} what is seen of the sheet */
  get seen() {
    const [left, top] = this.at(0, 0);
    const [right, bottom] = this.at(this.width, this.height);
    return [left, top, right, bottom];
  }

  /** Moves as little as needed to have a box in sight.
   * @param {Box} box */
  show(box) {
    const [left, top, right, bottom] = this.seen;
    if (box[0] >= left && box[1] >= top && box[2] <= right && box[3] <= bottom) return;
    this.centre((box[0] + box[2]) / 2, (box[1] + box[3]) / 2);
  }

  /** Brings a place of the sheet into the middle.
   * @param {number} x
   * @param {number} y */
  centre(x, y) {
    this.x = this.width / 2 - x * this.scale;
    this.y = this.height / 2 - y * this.scale;
  }
}

/** @param {Box} a
 * @param {Box} b */
export const overlap = (a, b) => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** @param {Box} a
 * @param {Box} b
 * @returns {Box} */
export const around = (a, b) => [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
