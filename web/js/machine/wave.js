/** Picked signals over a stretch of time, as an oscilloscope shows them: an axis of time below, and a cursor with the values under it. */
import { h } from '../lib/dom.js';
import { isDark } from '../lib/settings.js';
import { t } from '../lib/texts.js';
import { Palette } from '../sheet/palette.js';
import { number } from './transport.js';

/** @typedef {import('./protocol.js').Wave} Wave */

const ROW = 44;
/** Pixels for the axis of time below the signals. */
const AXIS = 34;
const SPANS = [16, 32, 64, 128, 512, 2048, 8192];

export class WavePane {
  /** @type {Array<{signal: string, name: string}>} */
  signals = [];
  #span = SPANS.indexOf(128);
  /** @type {Wave | null} */
  #wave = null;
  /** The moment under the cursor; none is the last one. */
  /** @type {number | null} */
  #cursor = null;

  /**
   * @param {object} actions
   * @param {() => void} actions.changed
   * @param {() => void} [actions.add] leads to where signals are found; then the pane is there without any, too
   * @param {(moment: number) => void} [actions.goTo]
   */
  constructor(actions) {
    this.actions = actions;
    this.names = h('ul', { class: 'wave-names' });
    this.canvas = h('canvas', {
      class: 'wave-canvas',
      role: 'img',
      tabindex: 0,
      onpointermove: (/** @type {PointerEvent} */ event) => this.#point(this.#momentAt(event)),
      onpointerleave: () => this.#point(null),
      onclick: (/** @type {MouseEvent} */ event) => actions.goTo?.(this.#momentAt(event)),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
    });
    const zoom = (/** @type {string} */ text, /** @type {string} */ label, /** @type {number} */ by) =>
      h('button', { class: 'icon', type: 'button', 'aria-label': label, title: label, onclick: () => this.#zoom(by) }, text);
    this.title = h('strong', null);
    this.stretchSays = h('span', { class: 'soft' });
    this.empty = h('p', { class: 'wave-empty soft' }, t('machine.wave.none'));
    this.element = h(
      'section',
      { class: 'wave', hidden: !actions.add, 'aria-label': t('machine.wave') },
      h(
        'div',
        { class: 'wave-head' },
        h('h2', { class: 'wave-title' }, this.title, ' ', this.stretchSays),
        zoom('−', t('machine.wave.less'), 1),
        zoom('+', t('machine.wave.more'), -1),
      ),
      this.empty,
      h('div', { class: 'wave-body' }, this.names, this.canvas),
      actions.add &&
        h(
          'div',
          { class: 'pane-foot' },
          h('button', { class: 'button small-button', type: 'button', onclick: actions.add }, `+ ${t('machine.wave.new')}`),
          h('span', { class: 'soft' }, t('machine.wave.or')),
        ),
    );
    this.#list();
  }

  /** @param {number} by */
  #zoom(by) {
    this.#span = Math.min(SPANS.length - 1, Math.max(0, this.#span + by));
    this.actions.changed();
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
    const count = this.signals.length;
    this.element.hidden = count === 0 && !this.actions.add;
    this.empty.hidden = count > 0;
    this.canvas.hidden = count === 0;
    this.title.textContent = t('machine.wave.count', { count });
    this.names.replaceChildren(
      ...this.signals.map(({ signal, name }) =>
        h(
          'li',
          { title: name },
          h('div', null, h('strong', null, name), h('output', { class: 'wave-value' })),
          h(
            'button',
            {
              type: 'button',
              class: 'wave-remove',
              'aria-label': t('machine.wave.remove', { name }),
              onclick: () => this.remove(signal),
            },
            '×',
          ),
        ),
      ),
    );
  }

  /** @param {number} now
   * @returns {{from: number, to: number}} */
  stretch(now) {
    return { from: Math.max(0, now - SPANS[this.#span]), to: now };
  }

  /** @param {MouseEvent} event */
  #momentAt(event) {
    const { left, width } = this.canvas.getBoundingClientRect();
    const { from, to } = this.#wave ?? { from: 0, to: 1 };
    return Math.round(from + Math.min(1, Math.max(0, (event.clientX - left) / width)) * (to - from));
  }

  /** @param {number | null} moment */
  #point(moment) {
    this.#cursor = moment;
    if (this.#wave) this.show(this.#wave);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const wave = this.#wave;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!wave || (!step && event.key !== 'Enter')) return;
    event.preventDefault();
    event.stopPropagation();
    const at = this.#cursor ?? wave.to;
    if (step) this.#point(Math.min(wave.to, Math.max(wave.from, at + step)));
    else this.actions.goTo?.(at);
  }

  /** @param {Wave} wave */
  show(wave) {
    this.#wave = wave;
    const { canvas } = this;
    const { from, to, signals } = wave;
    const ratio = Math.min(2, devicePixelRatio || 1);
    const width = canvas.clientWidth;
    if (!width) return;
    const height = ROW * signals.length + AXIS;
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
        trace(pen, palette, { left: x(moment), right: x(ends[i]), top: row * ROW + 8, value, before, bit: signal.width === 1 });
      });
      pen.fillStyle = palette.dark ? '#35312b' : '#e4ddd1';
      pen.fillRect(0, (row + 1) * ROW - 1, width, 1);
    });
    const at = Math.min(to, Math.max(from, this.#cursor ?? to));
    this.#axis(pen, palette, { from, to, at, x, width, top: ROW * signals.length });
    const values = signals.map((signal) => signal.values.findLast(([moment]) => moment <= at)?.[1] ?? '');
    [...this.names.querySelectorAll('output')].forEach((value, row) => (value.textContent = values[row] ?? ''));
    this.stretchSays.textContent = ` · ${t('machine.wave.half-ticks', { count: to - from })}`;
    const told = values.map((value, row) => `${this.signals[row]?.name ?? ''} ${value}`);
    canvas.setAttribute('aria-label', `${t('machine.wave.at', { moment: number(at) })}: ${told.join(', ')}`);
    canvas.dataset.at = String(at);
  }

  /**
   * The axis of time with the cursor.
   * @param {CanvasRenderingContext2D} pen
   * @param {Palette} palette
   * @param {{from: number, to: number, at: number, x: (moment: number) => number, width: number, top: number}} view
   */
  #axis(pen, palette, { from, to, at, x, width, top }) {
    const ink = palette.dark ? '#aba294' : '#6a6257';
    const mark = palette.dark ? '#f0916b' : '#a8411f';
    pen.font = '12px ui-monospace, monospace';
    pen.textBaseline = 'middle';
    pen.fillStyle = ink;
    for (const [moment, align] of /** @type {const} */ ([
      [from, 'left'],
      [to, 'right'],
    ])) {
      pen.textAlign = align;
      pen.fillText(number(moment), Math.min(width - 2, Math.max(2, x(moment))), top + AXIS / 2 + 2);
    }
    const text = number(at);
    const wide = pen.measureText(text).width + 16;
    const middle = Math.min(width - wide / 2 - 1, Math.max(wide / 2 + 1, x(at)));
    pen.fillStyle = mark;
    pen.fillRect(Math.min(width - 2, x(at) - 0.75), 0, 1.5, top + 8);
    pen.beginPath();
    pen.roundRect(middle - wide / 2, top + 8, wide, 22, 11);
    pen.fill();
    pen.fillStyle = palette.dark ? '#1c1a17' : '#ffffff';
    pen.textAlign = 'center';
    pen.fillText(text, middle, top + 19.5);
    pen.textAlign = 'left';
  }
}

/**
 * One value of a signal: a level for a bit, a box with its number for a bus.
 * @param {CanvasRenderingContext2D} pen
 * @param {Palette} palette
 * @param {{left: number, right: number, top: number, value: string, before: string, bit: boolean}} stretch
 */
function trace(pen, palette, { left, right, top, value, before, bit }) {
  const height = ROW - 18;
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
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  const wide = pen.measureText(value).width;
  if (wide + 8 < right - left) {
    pen.fillStyle = palette.values[4];
    pen.fillText(value, left + 5, top + height / 2 + 0.5);
  }
}
