/** Paints a sheet: all of it when the view changes, and only what looks different otherwise. */
import { overlap } from './camera.js';
import { Palette } from './palette.js';
import { Plan } from './plan.js';

/**
 * @typedef {import('../machine/protocol.js').Sheet} Sheet
 * @typedef {import('./plan.js').Shape} Shape
 * @typedef {import('./plan.js').Lively} Lively
 * @typedef {CanvasRenderingContext2D} Pen
 */

/** Letters smaller than this cannot be read: they are left out. */
const LEGIBLE = 3.5;
/** Shapes smaller than this cannot be seen. */
const VISIBLE = 1.2;

/** Of the canvases those that show the sheet; the last one has marks. */
export const LAYERS = 4;

export class Painter {
  /** @type {Plan | null} */
  #plan = null;
  /** @type {Uint8Array} */
  #slots = new Uint8Array(0);
  /** @type {string[]} */
  #texts = [];
  palette = new Palette(false);

  /**
   * @param {import('./camera.js').Camera} camera
   * @param {HTMLCanvasElement[]} canvases wires, what is still, what is coloured, what is lively, marks
   */
  constructor(camera, canvases) {
    this.camera = camera;
    this.canvases = canvases;
    this.pens = canvases.map((canvas) => /** @type {Pen} */ (canvas.getContext('2d')));
    this.ratio = 1;
  }

  /** @param {Sheet} sheet
   * @param {Plan} [plan] */
  show(sheet, plan) {
    this.#plan = plan ?? Plan.of(sheet);
    this.#slots = new Uint8Array(sheet.slots).fill(255);
    this.#texts = [];
  }

  /** Gives the canvases the size of their element. */
  measure() {
    this.ratio = Math.min(2, devicePixelRatio || 1);
    const { width, height } = this.camera;
    for (const canvas of this.canvases) {
      canvas.width = Math.round(width * this.ratio);
      canvas.height = Math.round(height * this.ratio);
    }
  }

  /** @param {Pen} pen */
  #aim(pen) {
    const { scale, x, y } = this.camera;
    pen.setTransform(scale * this.ratio, 0, 0, scale * this.ratio, x * this.ratio, y * this.ratio);
    pen.lineCap = 'square';
    pen.textBaseline = 'alphabetic';
  }

  /** Everything that can be seen. */
  all() {
    for (let layer = 0; layer < LAYERS; layer += 1) this.layer(layer);
  }

  /** Everything of one canvas that can be seen. @param {number} number of wires, what is still, coloured, lively */
  layer(number) {
    const plan = this.#plan;
    if (!plan) return;
    const { width, height } = this.canvases[number];
    const pen = this.pens[number];
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    this.#aim(pen);
    const { seen } = this.camera;
    if (number === 0) for (const [slot, one] of plan.wires) if (overlap(one.box, seen)) this.#wires(pen, slot);
    if (number === 1) for (const shape of plan.still) if (overlap(shape.box, seen)) this.#shape(pen, shape);
    if (number === 2)
      for (const shapes of plan.coloured.values())
        for (const shape of shapes) if (overlap(shape.box, seen)) this.#shape(pen, shape);
    if (number === 3)
      for (const one of plan.lively.values()) if (overlap(one.box, seen)) for (const shape of one.shapes) this.#shape(pen, shape);
  }

  /**
   * What looks different now.
   * @param {Uint8Array} slots
   * @param {Array<[number, string]>} texts
   */
  frame(slots, texts) {
    const plan = this.#plan;
    if (!plan || slots.length !== this.#slots.length) return;
    const seen = this.camera.seen;
    /** @type {Set<Lively>} */
    const touched = new Set();
    for (const [text, says] of texts) {
      this.#texts[text] = says;
      for (const one of plan.byText.get(text) ?? []) touched.add(one);
    }
    const old = this.#slots;
    this.#slots = slots;
    const [wires, , coloured] = this.pens;
    for (let slot = 0; slot < slots.length; slot += 1) {
      if (slots[slot] === old[slot]) continue;
      const net = plan.wires.get(slot);
      if (net && overlap(net.box, seen)) this.#wires(wires, slot);
      for (const shape of plan.coloured.get(slot) ?? []) {
        if (overlap(shape.box, seen)) this.#shape(coloured, shape);
      }
      for (const one of plan.bySlot.get(slot) ?? []) touched.add(one);
    }
    for (const one of touched) if (overlap(one.box, seen)) this.#again(one);
  }

  /** Wipes a part and paints it again, with what lies over its edges.
   * @param {Lively} one */
  #again(one) {
    const pen = this.pens[3];
    const [left, top, right, bottom] = one.box;
    pen.save();
    pen.beginPath();
    pen.rect(left, top, right - left, bottom - top);
    pen.clip();
    pen.clearRect(left, top, right - left, bottom - top);
    for (const part of [...one.beside, one]) for (const shape of part.shapes) this.#shape(pen, shape);
    pen.restore();
  }

  /**
   * @param {Pen} pen
   * @param {number} slot
   */
  #wires(pen, slot) {
    const wires = this.#plan?.wires.get(slot);
    if (!wires) return;
    const colour = this.palette.values[this.#slots[slot]] ?? this.palette.values[5];
    pen.strokeStyle = colour;
    pen.lineWidth = Math.max(wires.width, 1.2 / this.camera.scale);
    pen.stroke(wires.lines);
    if (this.camera.scale > 0.2) {
      pen.fillStyle = colour;
      pen.fill(wires.dots);
    }
  }

  /**
   * @param {Pen} pen
   * @param {Shape} shape
   */
  #shape(pen, shape) {
    if (shape.when && this.#slots[shape.when[0]] !== shape.when[1]) return;
    const size = Math.max(shape.box[2] - shape.box[0], shape.box[3] - shape.box[1]) * this.camera.scale;
    if (size < VISIBLE && !shape.text) return;
    const matrix = shape.matrix === undefined ? null : this.#plan?.matrices[shape.matrix];
    if (matrix) {
      pen.save();
      pen.transform(...matrix);
    }
    if (shape.text) this.#text(pen, shape);
    else if (shape.lever) this.#lever(pen, shape);
    else if (shape.path) this.#path(pen, shape, shape.path);
    if (matrix) pen.restore();
  }

  /**
   * @param {Pen} pen
   * @param {Shape} shape
   * @param {Path2D} path
   */
  #path(pen, { fill, stroke, width }, path) {
    if (fill !== undefined) {
      pen.fillStyle = this.palette.of(fill, this.#slots);
      pen.fill(path);
    }
    if (stroke !== undefined) {
      pen.strokeStyle = this.palette.of(stroke, this.#slots);
      pen.lineWidth = Math.max(width ?? 1, 0.7 / this.camera.scale);
      pen.stroke(path);
    }
  }

  /**
   * @param {Pen} pen
   * @param {Shape} shape
   */
  #text(pen, { text, fill }) {
    if (!text || text.size * this.camera.scale < LEGIBLE) return;
    const says = 'fixed' in text.says ? text.says.fixed : (this.#texts[text.says.text] ?? '');
    pen.font = text.font;
    pen.textAlign = text.align;
    pen.fillStyle = this.palette.of(fill ?? '#000000', this.#slots);
    pen.fillText(says, text.at[0], text.at[1]);
  }

  /**
   * @param {Pen} pen
   * @param {Shape} shape
   */
  #lever(pen, shape) {
    const { lever } = shape;
    if (!lever) return;
    const [dx, dy] = (this.#texts[lever.text] ?? '0,0').split(',').map(Number);
    const path = new Path2D();
    if (lever.radius === null) {
      path.moveTo(lever.at[0], lever.at[1]);
      path.lineTo(lever.at[0] + dx, lever.at[1] + dy);
    } else {
      path.arc(lever.at[0] + dx, lever.at[1] + dy, lever.radius, 0, 2 * Math.PI);
    }
    this.#path(pen, shape, path);
  }

  /**
   * Lights nets, frames a part and marks places, over everything.
   * @param {number[]} nets
   * @param {import('../machine/protocol.js').Box | null} box
   * @param {import('./spots.js').Spots} spots
   * @param {import('../machine/protocol.js').Box | null} [around] what is at work
   */
  marks(nets, box, spots, around = null) {
    const pen = this.pens[4];
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvases[4].width, this.canvases[4].height);
    this.#aim(pen);
    const { scale } = this.camera;
    pen.globalAlpha = 0.55;
    pen.strokeStyle = pen.fillStyle = this.palette.mark;
    pen.lineCap = 'round';
    for (const net of nets) {
      for (const shape of this.#plan?.nets.get(net) ?? []) {
        if (!shape.path) continue;
        pen.lineWidth = (shape.width ?? 3) + 5 / scale;
        if (shape.stroke !== undefined) pen.stroke(shape.path);
        else pen.fill(shape.path);
      }
    }
    pen.globalAlpha = 1;
    spots.paint(pen, scale, this.palette);
    if (around) {
      pen.globalAlpha = 0.25;
      this.#frame(pen, around, 8, 9, this.palette.work);
      pen.globalAlpha = 1;
      this.#frame(pen, around, 8, 3, this.palette.work);
    }
    if (box) this.#frame(pen, box, 4, 2.5, this.palette.chosen);
  }

  /**
   * @param {Pen} pen
   * @param {import('../machine/protocol.js').Box} box
   * @param {number} pixels around it
   * @param {number} width
   * @param {string} colour
   */
  #frame(pen, [left, top, right, bottom], pixels, width, colour) {
    const { scale } = this.camera;
    const room = pixels / scale;
    pen.strokeStyle = colour;
    pen.lineWidth = width / scale;
    pen.beginPath();
    pen.roundRect(left - room, top - room, right - left + 2 * room, bottom - top + 2 * room, (pixels + 2) / scale);
    pen.stroke();
  }
}
