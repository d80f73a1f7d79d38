/**
 * Who was ahead over a game: above the line the row below the board is ahead, under it the other one. What is worth a word is
 * written at its move; grades differ in shape as well as colour.
 */
import { h, refill, s } from '../lib/dom.js';
import { signed, t } from '../lib/texts.js';

/**
 * @typedef {{ply: number, margin: number, grade?: string | null, label?: string}} Point `margin` is south's
 * @typedef {{ply: number, text: string, look: 'good' | 'bad' | 'them'}} Note
 * @typedef {object} Who
 * @property {import('../protocol.js').BySide<string>} names
 * @property {import('../protocol.js').Side} near the row below
 */

const [WIDTH, HEIGHT] = [600, 150];
const EDGE = 14;
/** At least this many seeds from the middle to the edge. */
const SCALE = 8;

export class Graph {
  /** @param {{onply?: (ply: number) => void, label: string}} options */
  constructor({ onply, label }) {
    this.onply = onply;
    this.label = label;
    this.plot = h('div', { class: 'graph' });
    this.legend = h('p', { class: 'legend small soft', 'aria-hidden': 'true' });
    this.element = h(
      'section',
      { class: 'card graph-card' },
      h('div', { class: 'card-head' }, h('h2', { class: 'label' }, label), this.legend),
      this.plot,
    );
  }

  /**
   * @param {Point[]} points
   * @param {number} plies how many moves there are in all
   * @param {number} current
   * @param {Who} who
   * @param {Note[]} [notes] two at most
   */
  draw(points, plies, current, { names, near }, notes = []) {
    const sign = near === 'south' ? 1 : -1;
    const most = Math.max(SCALE, ...points.map((point) => Math.abs(point.margin)));
    const x = (/** @type {number} */ ply) => EDGE + (ply / Math.max(1, plies)) * (WIDTH - 2 * EDGE);
    const y = (/** @type {number} */ margin) => HEIGHT / 2 - ((sign * margin) / most) * (HEIGHT / 2 - 16);
    const far = near === 'south' ? 'north' : 'south';
    refill(this.legend, h('span', { class: 'key own' }, names[near]), h('span', { class: 'key them' }, names[far]));
    const at = (/** @type {number} */ ply) => points.find((point) => point.ply === ply);
    const place = (/** @type {HTMLElement} */ element, /** @type {Point} */ point) => {
      element.style.left = `${(x(point.ply) / WIDTH) * 100}%`;
      element.style.top = `${(y(point.margin) / HEIGHT) * 100}%`;
      return element;
    };
    const marked = (/** @type {Point} */ { grade, ply }) =>
      (grade && grade !== 'best' && grade !== 'inexact') || ply === current || notes.some((note) => note.ply === ply);
    const dots = points.filter(marked).map((point) => {
      const look = notes.find((note) => note.ply === point.ply)?.look ?? '';
      const them = sign * point.margin < 0 ? 'them' : '';
      const now = point.ply === current ? 'current' : '';
      const title = point.label ?? signed(sign * point.margin);
      return place(h('span', { class: `dot ${point.grade ?? ''} ${look} ${them} ${now}`, title }), point);
    });
    const words = notes.flatMap((note) => {
      const point = at(note.ply);
      if (!point) return [];
      const side = x(note.ply) < WIDTH * 0.2 ? 'start' : x(note.ply) > WIDTH * 0.8 ? 'end' : '';
      const below = sign * point.margin < 0 ? 'below' : '';
      return [place(h('span', { class: `graph-note ${note.look} ${side} ${below}` }, note.text), point)];
    });
    const svg = this.#curve(points, current, x, y);
    refill(this.plot, svg, dots, words, points.length < 2 && h('p', { class: 'nothing small soft' }, t('page.graph.empty')));
    const { onply } = this;
    if (onply) {
      this.plot.onclick = (event) => {
        const box = this.plot.getBoundingClientRect();
        const share = ((event.clientX - box.left) / box.width) * WIDTH;
        onply(Math.round(((share - EDGE) / (WIDTH - 2 * EDGE)) * plies));
      };
    }
  }

  /**
   * The line and the ground under it, in one colour above the middle and in another below.
   * @param {Point[]} points
   * @param {number} current
   * @param {(ply: number) => number} x
   * @param {(margin: number) => number} y
   */
  #curve(points, current, x, y) {
    const line = points.map(({ ply, margin }) => `${x(ply).toFixed(1)},${y(margin).toFixed(1)}`).join(' ');
    const [first, last] = [points.at(0), points.at(-1)];
    const middle = HEIGHT / 2;
    const area = first && last ? `${x(first.ply).toFixed(1)},${middle} ${line} ${x(last.ply).toFixed(1)},${middle}` : '';
    const half = (/** @type {string} */ look, /** @type {number} */ top) =>
      s(
        'svg',
        {
          x: 0,
          y: top,
          width: WIDTH,
          height: middle,
          viewBox: `0 ${top} ${WIDTH} ${middle}`,
          preserveAspectRatio: 'none',
          class: look,
        },
        s('polygon', { class: 'area', points: area }),
        s('polyline', { class: 'curve', points: line }),
      );
    const told = first && last ? `${this.label}: ${signed(first.margin)} … ${signed(last.margin)}` : this.label;
    return s(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': told },
      s('line', { class: 'axis', x1: 0, x2: WIDTH, y1: middle, y2: middle }),
      points.length > 1 && [half('own', 0), half('them', middle)],
      points.length > 1 && current >= 0 && s('line', { class: 'now', x1: x(current), x2: x(current), y1: 4, y2: HEIGHT - 4 }),
    );
  }
}
