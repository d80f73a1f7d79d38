// What is on the sheets of a circuit file, and drawing it in the editor as a person would: parts from the palette, their
// attributes, wires with the mouse.
import assert from 'node:assert/strict';
import { Pen } from './drawing.js';

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {[number, number]} Point
 * @typedef {{name: string, at: Point, attributes: [string, string][], key: string}} Part
 * @typedef {{from: Point, to: Point, key: string}} Wire
 * @typedef {{parts: Part[], wires: Wire[]}} Sheet
 */

/** @param {string} text @returns {Point} */
function point(text) {
  const [x, y] = text.replace(/[()]/g, '').split(',').map(Number);
  return [x, y];
}

/** @type {Record<string, string>} */
const PLAIN = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&apos;': "'", '&amp;': '&' };
/** @param {string} text */
const plain = (text) => text.replace(/&(?:lt|gt|quot|apos|amp);/g, (one) => PLAIN[one]);

/**
 * The parts and wires of a circuit of a file.
 * @param {string} text
 * @param {string | null} circuit null for the main one
 * @returns {Sheet}
 */
export function sheetOf(text, circuit) {
  const wanted = circuit ?? plain(text.match(/<main name="([^"]*)"/)?.[1] ?? '');
  const sheets = [...text.matchAll(/<circuit name="([^"]*)">([\s\S]*?)<\/circuit>/g)];
  const body = sheets.find(([, name]) => plain(name) === wanted)?.[2];
  assert.ok(body !== undefined, `there is no circuit ${wanted}`);
  const parts = [...body.matchAll(/<comp ([^>]*?)(?:\/>|>([\s\S]*?)<\/comp>)/g)].map(([, head, inside = '']) => {
    const name = plain(head.match(/name="([^"]*)"/)?.[1] ?? '');
    const at = point(head.match(/loc="([^"]*)"/)?.[1] ?? '');
    const all = inside.matchAll(/<a name="([^"]*)" val="([^"]*)"\/>/g);
    const attributes = [...all].map(([, key, value]) => /** @type {[string, string]} */ ([key, plain(value)]));
    return { name, at, attributes, key: JSON.stringify([name, at, [...attributes].sort()]) };
  });
  const wires = [...body.matchAll(/<wire from="([^"]*)" to="([^"]*)"\/>/g)].map(([key, from, to]) => ({
    from: point(from),
    to: point(to),
    key,
  }));
  return { parts, wires };
}

/**
 * What has to be drawn to come from one circuit to another. Nothing may have to be taken away.
 * @param {Sheet} before
 * @param {Sheet} after
 * @returns {Sheet}
 */
export function missing(before, after) {
  /** @template {{key: string}} T @param {T[]} here @param {T[]} there @returns {T[]} */
  const without = (here, there) => here.filter(({ key }) => !there.some((other) => other.key === key));
  const gone = [...without(before.parts, after.parts), ...without(before.wires, after.wires)];
  assert.deepEqual(
    gone.map(({ key }) => key),
    [],
    'only what is missing can be drawn',
  );
  return { parts: without(after.parts, before.parts), wires: without(after.wires, before.wires) };
}

/** What else depends on an attribute is set before it. */
const FIRST = ['facing', 'width', 'fanout', 'incoming', 'in_width', 'out_width', 'inputs', 'select', 'size'];

/** @param {[string, string][]} attributes */
function ordered(attributes) {
  const rank = (/** @type {string} */ name) => (FIRST.includes(name) ? FIRST.indexOf(name) : FIRST.length);
  return [...attributes].sort(([a], [b]) => rank(a) - rank(b));
}

/**
 * Draws what is missing of a circuit: all parts, then all wires.
 * @param {Page} page
 * @param {Sheet} sheet
 */
export async function drawSheet(page, { parts, wires }) {
  const pen = new Pen(page);
  for (const { name, at, attributes } of parts) {
    await pen.put(name, at);
    await pen.set(Object.fromEntries(ordered(attributes)));
  }
  await page.keyboard.press('Escape');
  await page.click('#edit-wire');
  for (const { from, to } of wires) await pen.wire(from, to);
}
