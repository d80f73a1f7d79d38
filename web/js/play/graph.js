/** South's margin over a game: above the line south is ahead. Grades are told apart by shape as well as colour. */
import { h, refill, s } from '../lib/dom.js';
import { signed, t } from '../lib/texts.js';

/**
 * @typedef {{ply: number, margin: number, exact: boolean, grade?: string | null, label?: string}} Point
 */

const [WIDTH, HEIGHT] = [600, 150];

export class Graph {
  /** @param {{onply?: (ply: number) => void, label: string}} options */
  constructor({ onply, label }) {
    this.onply = onply;
    this.element = h('div', { class: 'graph' });
    this.label = label;
  }

  /**
   * @param {Point[]} points
   * @param {number} plies how many moves there are in all
   * @param {number} current
   */
  draw(points, plies, current) {
    const most = Math.max(8, ...points.map((point) => Math.abs(point.margin)));
    const x = (/** @type {number} */ ply) => 14 + (ply / Math.max(1, plies)) * (WIDTH - 28);
    const y = (/** @type {number} */ margin) => HEIGHT / 2 - (margin / most) * (HEIGHT / 2 - 16);
    const line = points.map((point) => `${x(point.ply).toFixed(1)},${y(point.margin).toFixed(1)}`).join(' ');
    const first = points.at(0);
    const last = points.at(-1);
    const area =
      first && last ? `${x(first.ply).toFixed(1)},${HEIGHT / 2} ${line} ${x(last.ply).toFixed(1)},${HEIGHT / 2}` : '';
    const svg = s(
      'svg',
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': this.#told(points) },
      s('line', { class: 'axis', x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2 }),
      points.length > 1 && s('polygon', { class: 'area', points: area }),
      points.length > 1 && s('polyline', { class: 'curve', points: line }),
      points.length > 0 && s('line', { class: 'now', x1: x(current), x2: x(current), y1: 4, y2: HEIGHT - 4 }),
    );
    const dots = points.filter(
      (point) => (point.grade && point.grade !== 'best' && point.grade !== 'inexact') || point.ply === current,
    );
    const marks = dots.map((point) => {
      const dot = h('span', {
        class: `dot ${point.grade ?? ''} ${point.ply === current ? 'current' : ''}`,
        title: point.label ?? signed(point.margin),
      });
      dot.style.left = `${(x(point.ply) / WIDTH) * 100}%`;
      dot.style.top = `${(y(point.margin) / HEIGHT) * 100}%`;
      return dot;
    });
    refill(
      this.element,
      svg,
      marks,
      points.length === 0 && h('p', { class: 'nothing small soft' }, t('page.graph.empty')),
      h('span', { class: 'pole top', 'aria-hidden': 'true' }, t('page.south')),
      h('span', { class: 'pole bottom', 'aria-hidden': 'true' }, t('page.north')),
    );
    if (this.onply) {
      const { onply } = this;
      this.element.onclick = (event) => {
        const box = this.element.getBoundingClientRect();
        onply(Math.round(((event.clientX - box.left) / box.width) * plies));
      };
    }
  }

  /** @param {Point[]} points */
  #told(points) {
    const last = points.at(-1);
    return last ? `${this.label}: ${signed(points[0].margin)} … ${signed(last.margin)}` : this.label;
  }
}
