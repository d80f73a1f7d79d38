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

  /** @param {Sheet} sheet */
  constructor(sheet) {
    this.matrices = sheet.matrices;
    const comes = new Set();
    for (const item of sheet.items) if (item.when && item.part !== undefined) comes.add(item.part);
    for (const item of sheet.items) {
      const shape = { ...item, path: item.d === undefined ? null : new Path2D(item.d) };
      if (item.part !== undefined && (comes.has(item.part) || changes(item))) this.#lively(shape);
      else if (item.net !== undefined && this.#wire(shape)) continue;
      else this.#coloured(shape);
    }
    const all = [...this.lively.values()];
    for (const one of all) one.beside = all.filter((other) => other !== one && overlap(one.box, other.box));
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
