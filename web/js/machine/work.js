/** Where on the top sheet the machine is at work: the displays of a pit, with the chips that stand in their column. */
import { around } from '../sheet/camera.js';

/**
 * @typedef {import('./protocol.js').Story} Story
 * @typedef {import('./protocol.js').Part} Part
 * @typedef {import('./protocol.js').Box} Box
 * @typedef {import('./protocol.js').Requests['houses'][1]} Houses
 */

/** Units of the sheet between a display and the chips that belong to it. */
const NEAR = 60;

/**
 * @param {Story} story
 * @param {Houses} houses
 * @param {Part[]} parts
 * @returns {{box: Box, names: string[]} | null}
 */
export function workOf({ weighing, work }, houses, parts) {
  const thought = weighing && !weighing.past ? weighing.at : null;
  const wanted = thought ? { side: 'north', pit: thought } : work;
  const house = houses.find(({ side, pit }) => side === wanted?.side && pit === wanted?.pit);
  const digits = parts.filter(({ part }) => house?.digits.includes(part));
  if (!wanted || !digits.length) return null;
  let box = digits.map((digit) => digit.box).reduce(around);
  const middle = (box[0] + box[2]) / 2;
  const chips = parts.filter(({ opens }) => opens).filter(({ box: [left, , right] }) => left < middle && middle < right);
  const names = [];
  // Chips touch each other: a part that touches the framed ones belongs to them.
  for (let grown = true; grown;) {
    const next = chips.findIndex((chip) => chip.box[1] - NEAR < box[3] && box[1] < chip.box[3] + NEAR);
    grown = next >= 0;
    if (!grown) break;
    const [chip] = chips.splice(next, 1);
    box = around(box, chip.box);
    names.push(wanted.pit ? `${chip.kind} ${wanted.pit}` : chip.kind);
  }
  return { box, names };
}
