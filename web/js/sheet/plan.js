/**
 * What of a sheet is painted where. Four layers lie on each other: wires, grouped by the slot of their colour; what never
 * changes; shapes whose colour changes, which are painted over; and parts with texts or shapes that come and go, each of
 * which is wiped and painted anew.
 */
import { around, overlap } from './camera.js';

/**
 * @typedef {import('../machine/protocol.js').Sheet} Sheet
 * @typedef {import('../machine/protocol.js').Item} Item
 * @typedef {import('../machine/protocol.js').Ink} Ink
 * @typedef {import('../machine/protocol.js').Box} Box
 * @typedef {Item & {path: Path2D | null}} Shape
 * @typedef {{lines: Path2D, width: number, dots: Path2D, box: Box}} Wires
 * @typedef {{part: number, box: Box, shapes: Shape[], beside: Lively[]}} Lively
 */

/** @param {Ink | undefined} ink
 * @returns {number | null} */
export function slotOf(ink) {
  if (ink === undefined || typeof ink === 'string') return null;
  if ('value' in ink) return ink.value;
  return 'light' in ink ? ink.light : ink.cell;
}

/** Milliseconds of work before the browser is let in. */
const STRETCH = 12;
/** The side of a cell, in units of the sheet. */
const CELL = 200;

/** @param {Box} box */
function cellsOf([left, top, right, bottom]) {
  const cells = [];
  for (let x = Math.floor(left / CELL); x <= Math.floor(right / CELL); x += 1) {
    for (let y = Math.floor(top / CELL); y <= Math.floor(bottom / CELL); y += 1) cells.push(`${x} ${y}`);
  }
  return cells;
}

const changes = (/** @type {Item} */ item) =>
  item.when !== undefined || item.lever !== undefined || (item.text !== undefined && 'text' in item.text.says);

export class Plan {
  /** @type {Map<number, Wires>} */
  wires = new Map();
  /** @type {Shape[]} */
  still = [];
  /** @type {Map<number, Shape[]>} By slot. */
  coloured = new Map();
  /** @type {Map<number, Lively>} By part. */
  lively = new Map();
  /** @type {Map<number, Set<Lively>>} By slot, and by text. */
  bySlot = new Map();
  /** @type {Map<number, Set<Lively>>} */
  byText = new Map();
  /** @type {Map<number, Shape[]>} The shapes of a net, to light it. */
  nets = new Map();

  /** Parts with shapes that come and go. @type {Set<number>} */
  #comes = new Set();

  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.matrices = sheet.matrices;
    for (const item of sheet.items) if (item.when && item.part !== undefined) this.#comes.add(item.part);
  }

  /** The plan of a sheet, at once.
   * @param {Sheet} sheet */
  static of(sheet) {
    const plan = new Plan(sheet);
    for (const item of sheet.items) plan.#take(item);
    plan.#neighbours();
    return plan;
  }

  /** The same in short stretches, between which the browser is free.
   * @param {Sheet} sheet
   * @param {(part: number) => void} progress hears how much is done, from 0 to 1 */
  static async made(sheet, progress) {
    const plan = new Plan(sheet);
    let begun = performance.now();
    for (const [at, item] of sheet.items.entries()) {
      plan.#take(item);
      if (at % 64 === 0 && performance.now() - begun > STRETCH) {
        progress(at / sheet.items.length);
        await new Promise((resolve) => setTimeout(resolve));
        begun = performance.now();
      }
    }
    plan.#neighbours();
    return plan;
  }

  /** @param {Item} item */
  #take(item) {
    const shape = { ...item, path: item.d === undefined ? null : new Path2D(item.d) };
    if (item.part !== undefined && (this.#comes.has(item.part) || changes(item))) this.#lively(shape);
    else if (item.net === undefined || !this.#wire(shape)) this.#coloured(shape);
  }

  /** Which parts lie over each other: only those of one cell of a grid, or of cells beside it, can. */
  #neighbours() {
    /** @type {Map<string, Lively[]>} */
    const cells = new Map();
    for (const one of this.lively.values()) {
      for (const cell of cellsOf(one.box)) cells.set(cell, [...(cells.get(cell) ?? []), one]);
    }
    const order = new Map([...this.lively.values()].map((one, at) => [one, at]));
    const place = (/** @type {Lively} */ one) => order.get(one) ?? 0;
    for (const one of this.lively.values()) {
      const near = new Set(cellsOf(one.box).flatMap((cell) => cells.get(cell) ?? []));
      one.beside = [...near].filter((other) => other !== one && overlap(one.box, other.box)).sort((a, b) => place(a) - place(b));
    }
  }

  /** @param {Shape} shape */
  #wire(shape) {
    const net = /** @type {number} */ (shape.net);
    const known = this.nets.get(net);
    if (known) known.push(shape);
    else this.nets.set(net, [shape]);
    const slot = slotOf(shape.stroke ?? shape.fill);
    if (slot === null || !shape.path) return false;
    let wires = this.wires.get(slot);
    if (!wires) {
      wires = { lines: new Path2D(), width: shape.width ?? 3, dots: new Path2D(), box: shape.box };
      this.wires.set(slot, wires);
    }
    (shape.stroke === undefined ? wires.dots : wires.lines).addPath(shape.path);
    wires.box = around(wires.box, shape.box);
    return true;
  }

  /** @param {Shape} shape */
  #coloured(shape) {
    const slots = [slotOf(shape.stroke), slotOf(shape.fill)].filter((slot) => slot !== null);
    if (slots.length === 0) this.still.push(shape);
    for (const slot of slots) {
      const known = this.coloured.get(slot);
      if (known) known.push(shape);
      else this.coloured.set(slot, [shape]);
    }
  }

  /** @param {Shape} shape */
  #lively(shape) {
    const part = /** @type {number} */ (shape.part);
    let lively = this.lively.get(part);
    if (!lively) this.lively.set(part, (lively = { part, box: shape.box, shapes: [], beside: [] }));
    lively.shapes.push(shape);
    // Texts may be wider than anybody knew.
    const room = shape.text && 'text' in shape.text.says ? 14 : 6;
    const [left, top, right, bottom] = shape.box;
    lively.box = around(lively.box, [left - room, top - room, right + room, bottom + room]);
    for (const slot of [slotOf(shape.stroke), slotOf(shape.fill), shape.when?.[0] ?? null]) {
      if (slot !== null) note(this.bySlot, slot, lively);
    }
    const text = shape.lever?.text ?? (shape.text && 'text' in shape.text.says ? shape.text.says.text : null);
    if (text !== null) note(this.byText, text, lively);
  }
}

/**
 * @param {Map<number, Set<Lively>>} index
 * @param {number} key
 * @param {Lively} lively
 */
function note(index, key, lively) {
  const known = index.get(key);
  if (known) known.add(lively);
  else index.set(key, new Set([lively]));
}
