/** All of time on a line: drag to any moment. The moves of a console are marked; of a circuit, its inputs. */
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { number } from './transport.js';

/** @typedef {import('./protocol.js').Marks} Marks */

/** Pixels between two labels: of moves, and of other inputs. */
const ROOM = 64;
const WIDE = 150;
/** Of what was done, only the last is marked. */
const MOST = 200;

export class TimelinePane {
  #dragging = false;
  #end = 1;
  /** What is marked: when, what kind of mark it is, its label. */
  /** @type {[moment: number, kind: string, label: string][]} */
  #labels = [];
  /** Pixels between two labels. */
  #room = ROOM;
  #drawn = '';

  /**
   * @param {object} actions
   * @param {(moment: number) => void} actions.goTo
   * @param {(future: number) => void} actions.future
   */
  constructor(actions) {
    this.actions = actions;
    this.range = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'range',
        min: 0,
        max: 1,
        value: 0,
        step: 1,
        'aria-label': t('machine.timeline'),
        oninput: () => {
          this.#dragging = true;
          actions.goTo(Number(this.range.value));
        },
        onchange: () => (this.#dragging = false),
      })
    );
    this.names = h('div', { class: 'time-marks', 'aria-hidden': 'true' });
    this.futures = /** @type {HTMLSelectElement} */ (
      h('select', {
        class: 'futures',
        'aria-label': t('machine.futures'),
        hidden: true,
        onchange: () => actions.future(Number(this.futures.value)),
      })
    );
    this.moment = h('output', { class: 'moment' });
    this.element = h(
      'section',
      { class: 'timeline', title: t('machine.timeline.about'), 'aria-label': t('machine.timeline') },
      h('div', { class: 'time-line' }, this.names, this.range),
      h('div', { class: 'time-side' }, this.moment, this.futures),
    );
    new ResizeObserver(() => this.#draw()).observe(this.names);
  }

  /**
   * @param {number} now
   * @param {number} end
   */
  now(now, end) {
    if (end !== this.#end) {
      this.#end = end;
      this.range.max = String(Math.max(1, end));
      this.#draw();
    }
    if (!this.#dragging) this.range.value = String(now);
    const text = t('machine.moment', { moment: number(now) });
    if (this.moment.textContent !== text) {
      this.moment.textContent = text;
      this.range.setAttribute('aria-valuetext', text);
    }
  }

  /** @param {Marks} marks */
  marks(marks) {
    this.#labels = labelsOf(marks);
    this.#room = marks.moves.length ? ROOM : WIDE;
    this.futures.hidden = marks.futures.length < 2;
    const names = marks.futures.map(({ number: at }) => at).join();
    if (this.futures.dataset.names !== names) {
      this.futures.dataset.names = names;
      this.futures.replaceChildren(
        ...marks.futures.map(({ number: at }) => h('option', { value: at }, t('machine.future', { number: at + 1 }))),
      );
    }
    this.futures.value = String(marks.here);
    this.#draw();
  }

  #draw() {
    const labels = this.#labels;
    const width = this.names.clientWidth;
    const key = `${width} ${this.#end} ${labels.length} ${labels.at(-1)}`;
    if (key === this.#drawn || width === 0) return;
    this.#drawn = key;
    const room = this.#room;
    let free = -room;
    this.names.replaceChildren(
      ...labels.map(([moment, kind, label]) => {
        const at = (moment / this.#end) * width;
        const named = at - free >= room;
        if (named) free = at;
        const mark = h(
          'button',
          {
            class: `time-mark ${kind} ${at < room / 2 ? 'first' : ''}`,
            type: 'button',
            tabindex: -1,
            title: label,
            onclick: () => this.actions.goTo(moment),
          },
          named && h('span', null, label),
        );
        mark.style.left = `${at}px`;
        return mark;
      }),
    );
  }
}

/**
 * @param {Marks} marks
 * @returns {[moment: number, kind: string, label: string][]}
 */
function labelsOf({ moves, acts }) {
  const done = acts.filter(({ text }) => !text.startsWith('release ')).slice(-MOST);
  if (!moves.length)
    return done.map(({ moment, text }) => [moment, 'act', text.replace(/"\/?([^"]*)"/, '$1').replace(/@-?\d+,-?\d+/g, '')]);
  return moves.map(({ moment, side, pit }) => [
    moment,
    side,
    side === 'south' ? t('machine.mark.you', { pit }) : t('machine.mark.machine', { pit }),
  ]);
}
