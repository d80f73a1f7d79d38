/** Picked signals over the latest stretch of time, as an oscilloscope shows them. */
import { h } from '../lib/dom.js';
import { isDark } from '../lib/settings.js';
import { t } from '../lib/texts.js';
import { Palette } from '../sheet/palette.js';

/** @typedef {import('./protocol.js').Wave} Wave */

const ROW = 30;
const SPANS = [32, 128, 512, 2048, 8192];

export class WavePane {
  /** @type {Array<{signal: string, name: string}>} */
  signals = [];

  /** @param {{changed: () => void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.names = h('ul', { class: 'wave-names' });
    this.canvas = h('canvas', { class: 'wave-canvas', role: 'img' });
    this.span = /** @type {HTMLSelectElement} */ (
      h(
        'select',
        { 'aria-label': t('machine.wave.span'), onchange: () => actions.changed() },
        SPANS.map((count) => h('option', { value: count, selected: count === 128 }, t('machine.wave.half-ticks', { count }))),
      )
    );
    this.element = h(
      'section',
      { class: 'wave', hidden: true, 'aria-label': t('machine.wave') },
      h('div', { class: 'wave-head' }, h('h2', { class: 'label' }, t('machine.wave')), this.span),
      h('div', { class: 'wave-body' }, this.names, this.canvas),
    );
  }

  /**
   * @param {string} signal
   * @param {string} name
   */
  add(signal, name) {
    if (this.signals.some((one) => one.signal === signal)) return;
    this.signals.push({ signal, name });
    this.#list();
    this.actions.changed();
  }

  /** @param {string} signal */
  remove(signal) {
    this.signals = this.signals.filter((one) => one.signal !== signal);
    this.#list();
    this.actions.changed();
  }

  #list() {
    this.element.hidden = this.signals.length === 0;
    this.names.replaceChildren(
      ...this.signals.map(({ signal, name }) =>
        h(
          'li',
          { title: signal },
          h('span', null, name),
          h('button', { type: 'button', class: 'wave-remove', 'aria-label': t('machine.wave.remove', { name }), onclick: () => this.remove(signal) }, '×'),
        ),
      ),
    );
  }

  /** @param {number} now
   * @returns {{from: number, to: number}} */
  stretch(now) {
    return { from: Math.max(0, now - Number(this.span.value)), to: now };
  }

  /** @param {Wave} wave */
  show({ from, to, signals }) {
    const { canvas } = this;
    const ratio = Math.min(2, devicePixelRatio || 1);
    const width = canvas.clientWidth;
    const height = ROW * Math.max(1, signals.length);
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    canvas.style.height = `${height}px`;
    const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d'));
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const palette = new Palette(isDark());
    const span = Math.max(1, to - from);
    const x = (/** @type {number} */ moment) => ((moment - from) / span) * (width - 2) + 1;
    signals.forEach((signal, row) => {
      const ends = [...signal.values.slice(1).map(([moment]) => moment), to];
      signal.values.forEach(([moment, value], i) => {
        const before = i > 0 ? signal.values[i - 1][1] : value;
        trace(pen, palette, { left: x(moment), right: x(ends[i]), top: row * ROW + 6, value, before, bit: signal.width === 1 });
      });
    });
    const last = signals.map(({ values }, i) => `${this.signals[i]?.name ?? ''} ${values.at(-1)?.[1] ?? ''}`);
    canvas.setAttribute('aria-label', `${t('machine.wave')}: ${last.join(', ')}`);
  }
}

/**
 * One value of a signal: a level for a bit, a box with its number for a bus.
 * @param {CanvasRenderingContext2D} pen
 * @param {Palette} palette
 * @param {{left: number, right: number, top: number, value: string, before: string, bit: boolean}} stretch
 */
function trace(pen, palette, { left, right, top, value, before, bit }) {
  const height = ROW - 12;
  const unknown = /[xE]/.test(value);
  pen.lineWidth = 1.6;
  pen.beginPath();
  if (bit) {
    const level = (/** @type {string} */ of) => (of === '1' ? top : of === '0' ? top + height : top + height / 2);
    pen.strokeStyle = palette.values[unknown ? (value === 'E' ? 3 : 2) : value === '1' ? 1 : 0];
    pen.moveTo(left, level(before));
    pen.lineTo(left, level(value));
    pen.lineTo(right, level(value));
    pen.stroke();
    return;
  }
  pen.strokeStyle = palette.values[unknown ? 2 : 4];
  pen.globalAlpha = 0.75;
  const slope = Math.min(3, (right - left) / 2);
  pen.moveTo(left, top + height / 2);
  pen.lineTo(left + slope, top);
  pen.lineTo(right - slope, top);
  pen.lineTo(right, top + height / 2);
  pen.lineTo(right - slope, top + height);
  pen.lineTo(left + slope, top + height);
  pen.closePath();
  pen.stroke();
  pen.globalAlpha = 1;
  pen.font = '12px ui-monospace, monospace';
  pen.textBaseline = 'middle';
  const wide = pen.measureText(value).width;
  if (wide + 8 < right - left) {
    pen.fillStyle = palette.values[4];
    pen.fillText(value, left + 5, top + height / 2 + 0.5);
  }
}
