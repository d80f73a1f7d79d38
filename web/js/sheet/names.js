/**
 * What people call a part of a sheet: its label if it has one, otherwise what it is and where, "button left of digit 3". Places in
 * numbers mean nothing to anybody who looks at a picture.
 */
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../machine/protocol.js').Part} Part
 * @typedef {import('../machine/protocol.js').Box} Box
 */

/** Parts that say nothing about where something is. */
const DULL = /^(Tunnel|Splitter|Text|Label|Power|Ground|Pull Resistor|Constant|Bit Extender|Clock)$/;
/** Units of the sheet within which something is beside something else. */
const NEAR = 400;

/** @type {Record<'left' | 'right' | 'above' | 'below', (part: string, mark: string) => string>} */
const WHERE = {
  left: (part, mark) => t('machine.where.left', { part, mark }),
  right: (part, mark) => t('machine.where.right', { part, mark }),
  above: (part, mark) => t('machine.where.above', { part, mark }),
  below: (part, mark) => t('machine.where.below', { part, mark }),
};

/** Names of a sheet's parts are asked for again and again. @type {WeakMap<Part[], Map<number, string>>} */
const known = new WeakMap();

/**
 * @param {Part} part
 * @param {Part[]} parts all of its sheet
 */
export function nameOf(part, parts) {
  let names = known.get(parts);
  if (!names) known.set(parts, (names = new Map()));
  const found = names.get(part.part);
  if (found !== undefined) return found;
  const name = named(part, parts);
  names.set(part.part, name);
  return name;
}

/** @param {Part} part @param {Part[]} parts */
function named(part, parts) {
  if (part.label) return part.opens ? `${part.label}, ${part.kind}` : part.label;
  const alike = parts.filter((other) => other.kind === part.kind && !other.label);
  if (alike.length === 1) return part.kind;
  const landmark = landmarkOf(part, parts);
  if (landmark) return WHERE[landmark.direction](part.kind, landmark.name);
  const order = [...alike].sort((a, b) => a.box[1] - b.box[1] || a.box[0] - b.box[0]);
  return t('machine.where.number', { part: part.kind, number: order.indexOf(part) + 1, count: alike.length });
}

/** @param {Box} box */
const middle = ([left, top, right, bottom]) => [(left + right) / 2, (top + bottom) / 2];

/** The nearest part with a name.
 * @param {Part} part
 * @param {Part[]} parts
 * @returns {{name: string, direction: 'left' | 'right' | 'above' | 'below'} | null} */
function landmarkOf(part, parts) {
  const [x, y] = middle(part.box);
  let best = null;
  let least = NEAR;
  for (const other of parts) {
    if (other === part || !(other.label || other.opens) || DULL.test(other.kind)) continue;
    const [left, top, right, bottom] = other.box;
    const dx = Math.max(left - x, 0, x - right);
    const dy = Math.max(top - y, 0, y - bottom);
    const far = Math.hypot(dx, dy);
    if (far < least) [best, least] = [other, far];
  }
  if (!best) return null;
  const [otherX, otherY] = middle(best.box);
  const across = Math.abs(otherX - x) / Math.max(1, best.box[2] - best.box[0]);
  const down = Math.abs(otherY - y) / Math.max(1, best.box[3] - best.box[1]);
  const direction = across > down ? (x < otherX ? 'left' : 'right') : y < otherY ? 'above' : 'below';
  return { name: best.label ?? best.kind, direction };
}

/** A path of sheets without the places: `/Game_Operator@540,800/CdM-8@420,140` is Game_Operator › CdM-8.
 * @param {string} path */
export const pathOf = (path) =>
  path
    .split('/')
    .filter(Boolean)
    .map((step) => step.replace(/@-?\d+,-?\d+$/, ''))
    .join(' › ');
