/** What lies over a sheet while it is drawn: what is chosen, what a drag would do, where keys draw. */
import { h } from '../lib/dom.js';

/**
 * @typedef {import('../machine/protocol.js').Ghost} Ghost
 * @typedef {[number, number, number, number]} Four
 * @typedef {object} Shown
 * @property {Four[]} boxes of chosen parts
 * @property {Four[]} chosen wires
 * @property {Four[]} mineBoxes what was drawn in addition to what was given
 * @property {Four[]} mine
 * @property {Ghost | null} ghost
 * @property {number[] | null} frame
 * @property {number[] | null} line
 * @property {[number, number] | null} cursor
 */

export class Overlay {
  /** @type {Shown} */
  #shown = { boxes: [], chosen: [], mineBoxes: [], mine: [], ghost: null, frame: null, line: null, cursor: null };
  #due = 0;

  /** @param {import('../sheet/sheet.js').SheetView} sheet */
  constructor(sheet) {
    this.sheet = sheet;
    this.canvas = h('canvas', { class: 'layer edit-layer', 'aria-hidden': 'true' });
    sheet.table.append(this.canvas);
    // The camera tells where it stands whenever the sheet is painted.
    new MutationObserver(() => this.#later()).observe(sheet.table, { attributeFilter: ['data-camera'] });
  }

  /** @param {Partial<Shown>} shown */
  show(shown) {
    Object.assign(this.#shown, shown);
    if ('ghost' in shown) {
      const { ghost } = shown;
      this.sheet.table.dataset.ghost = ghost ? (ghost.refused ? 'refused' : 'fits') : '';
    }
    this.#later();
  }

  #later() {
    if (!this.#due) this.#due = requestAnimationFrame(() => ((this.#due = 0), this.#paint()));
  }

  #paint() {
    const { camera } = this.sheet;
    const ratio = Math.min(2, devicePixelRatio || 1);
    const [width, height] = [Math.round(camera.width * ratio), Math.round(camera.height * ratio)];
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    const pen = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.setTransform(camera.scale * ratio, 0, 0, camera.scale * ratio, camera.x * ratio, camera.y * ratio);
    const style = getComputedStyle(this.sheet.table);
    const colour = (/** @type {string} */ name) => style.getPropertyValue(name).trim() || '#1f6fb2';
    const { boxes, chosen, mineBoxes, mine, ghost, frame, line, cursor } = this.#shown;
    const mark = colour('--accent');
    const own = colour('--own');
    this.#boxes(pen, mineBoxes, own, []);
    this.#wires(pen, mine, own, 5);
    this.#boxes(pen, boxes, mark, []);
    this.#wires(pen, chosen, mark, 6);
    if (ghost) {
      const shade = ghost.refused ? colour('--bad') : mark;
      this.#boxes(pen, ghost.boxes, shade, [4, 3]);
      this.#wires(pen, ghost.wires, shade, 3);
      for (const [x, y] of ghost.ports) this.#dot(pen, x, y, 3, shade);
      for (const [x, y] of ghost.joined) this.#ring(pen, x, y, shade);
      for (const [x, y] of ghost.lost) this.#dot(pen, x, y, 7, colour('--bad'));
    }
    if (frame) this.#boxes(pen, [/** @type {Four} */ (frame)], mark, [6, 4]);
    if (line) this.#wires(pen, [/** @type {Four} */ (line)], colour('--bad'), 2);
    if (cursor)
      this.#wires(
        pen,
        [
          [cursor[0] - 6, cursor[1], cursor[0] + 6, cursor[1]],
          [cursor[0], cursor[1] - 6, cursor[0], cursor[1] + 6],
        ],
        mark,
        1.5,
      );
  }

  /** @param {CanvasRenderingContext2D} pen @param {Four[]} boxes @param {string} colour @param {number[]} dash */
  #boxes(pen, boxes, colour, dash) {
    pen.strokeStyle = colour;
    pen.lineWidth = 2 / this.sheet.camera.scale;
    pen.setLineDash(dash);
    for (const [left, top, right, bottom] of boxes) pen.strokeRect(left - 3, top - 3, right - left + 6, bottom - top + 6);
    pen.setLineDash([]);
  }

  /** @param {CanvasRenderingContext2D} pen @param {Four[]} wires @param {string} colour @param {number} width */
  #wires(pen, wires, colour, width) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.globalAlpha = 0.7;
    pen.beginPath();
    for (const [x0, y0, x1, y1] of wires) {
      pen.moveTo(x0, y0);
      pen.lineTo(x1, y1);
    }
    pen.stroke();
    pen.globalAlpha = 1;
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {string} colour */
  #ring(pen, x, y, colour) {
    pen.strokeStyle = colour;
    pen.lineWidth = 2;
    pen.beginPath();
    pen.arc(x, y, 8, 0, 2 * Math.PI);
    pen.stroke();
  }

  /** @param {CanvasRenderingContext2D} pen @param {number} x @param {number} y @param {number} radius @param {string} colour */
  #dot(pen, x, y, radius, colour) {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.arc(x, y, radius, 0, 2 * Math.PI);
    pen.fill();
  }
}
