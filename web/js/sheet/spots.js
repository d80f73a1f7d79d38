/** Places of a sheet where something is wrong: marked over everything, as large at any zoom. */

/**
 * @typedef {{point: [number, number], severity: 'error' | 'warning', lines: string[]}} Spot
 */

/** Pixels from the middle to the edge, and how far beside it still counts. */
const RADIUS = 8;
const REACH = 12;

export class Spots {
  /** @type {Spot[]} */
  list = [];

  /**
   * @param {number} x
   * @param {number} y
   * @param {number} scale
   * @returns {Spot | null}
   */
  at(x, y, scale) {
    const near = (/** @type {Spot} */ { point }) => Math.hypot(point[0] - x, point[1] - y) * scale <= REACH;
    return this.list.findLast(near) ?? null;
  }

  /**
   * @param {CanvasRenderingContext2D} pen
   * @param {number} scale
   * @param {import('./palette.js').Palette} palette
   */
  paint(pen, scale, palette) {
    const radius = RADIUS / scale;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.font = `bold ${12 / scale}px sans-serif`;
    for (const { point, severity } of this.list) {
      const [x, y] = point;
      pen.beginPath();
      pen.arc(x, y, radius, 0, 2 * Math.PI);
      pen.fillStyle = severity === 'error' ? palette.values[3] : palette.mark;
      pen.fill();
      pen.lineWidth = 1.5 / scale;
      pen.strokeStyle = palette.paper;
      pen.stroke();
      pen.fillStyle = severity === 'error' ? palette.paper : '#1d1b18';
      pen.fillText('!', x, y + 0.5 / scale);
    }
  }
}
