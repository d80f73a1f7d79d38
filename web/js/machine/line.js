/**
 * The line of time of a game: its episodes one after the other, each as wide as its text needs or a little more the longer it
 * took, waiting as a short zigzag. Below them a track on which any moment can be pointed at.
 */
import { h, refill, s } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { number } from './transport.js';

/**
 * @typedef {import('./protocol.js').Episode} Episode
 * @typedef {import('./protocol.js').Marks} Marks
 */

/** Half-ticks a second of a console that waits for a person; the worker keeps to it. */
export const WAITING = 400;
/** Waiting of fewer half-ticks is not worth a zigzag. */
const SHORT = 3 * WAITING;
/** Of an episode: pixels it may grow beyond its text, by the logarithm of its length. */
const GROWTH = 13;

export class LinePane {
  #end = 1;
  #now = 0;
  /** @type {Episode[]} */
  #episodes = [];
  #drawn = '';
  /** Where episodes lie: moments, and pixels from the left. */
  /** @type {{from: number, to: number, left: number, width: number}[]} */
  #places = [];
  #dragging = false;
  #told = '';

  /**
   * @param {object} actions
   * @param {(moment: number) => void} actions.goTo
   * @param {(future: number) => void} actions.future
   */
  constructor(actions) {
    this.actions = actions;
    this.chips = h('div', { class: 'line-chips' });
    this.range = /** @type {HTMLInputElement} */ (
      h('input', {
        type: 'range',
        min: 0,
        max: 1,
        value: 0,
        step: 1,
        'aria-label': t('machine.timeline'),
        oninput: () => actions.goTo(Number(this.range.value)),
      })
    );
    this.fill = h('span', { class: 'line-fill' });
    this.thumb = h('span', { class: 'line-thumb' });
    this.track = h('div', { class: 'line-track' }, this.fill, this.thumb, this.range);
    this.inner = h('div', { class: 'line-inner' }, this.chips, this.track);
    this.scroll = h('div', { class: 'line-scroll' }, this.inner);
    this.futures = /** @type {HTMLSelectElement} */ (
      h('select', {
        class: 'futures',
        'aria-label': t('machine.futures'),
        hidden: true,
        onchange: () => actions.future(Number(this.futures.value)),
      })
    );
    this.move = h('strong', { class: 'line-move' });
    this.moment = h('output', { class: 'moment' });
    this.status = h('div', { class: 'line-status' }, this.move, this.moment, this.futures);
    this.element = h('section', { class: 'timeline', 'aria-label': t('machine.timeline') }, this.scroll, this.status);
    this.#listen();
    new ResizeObserver(() => this.#measure()).observe(this.inner);
  }

  #listen() {
    const at = (/** @type {PointerEvent} */ event) => {
      const { left } = this.inner.getBoundingClientRect();
      this.actions.goTo(this.#momentAt(event.clientX - left));
    };
    this.track.addEventListener('pointerdown', (event) => {
      if (event.button > 0) return;
      this.#dragging = true;
      this.track.setPointerCapture(event.pointerId);
      at(event);
      this.range.focus({ preventScroll: true });
      event.preventDefault();
    });
    this.track.addEventListener('pointermove', (event) => this.#dragging && at(event));
    for (const end of ['pointerup', 'pointercancel']) this.track.addEventListener(end, () => (this.#dragging = false));
  }

  /**
   * @param {number} now
   * @param {number} end
   */
  now(now, end) {
    this.#now = now;
    if (end !== this.#end) {
      this.#end = end;
      this.range.max = String(Math.max(1, end));
    }
    if (Number(this.range.value) !== now) this.range.value = String(now);
    this.#thumb();
    const text = t('machine.moment', { moment: number(now) });
    if (this.moment.textContent !== text) {
      this.moment.textContent = text;
      this.range.setAttribute('aria-valuetext', text);
    }
  }

  /**
   * @param {Episode[]} episodes
   * @param {Marks} marks
   */
  show(episodes, marks) {
    this.#episodes = episodes.filter(
      ({ kind, from, to }, at) => kind !== 'waits' || at === episodes.length - 1 || to - from >= SHORT,
    );
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

  /** How many moves were made up to now. */
  get moves() {
    const made = this.#episodes.filter(({ from }) => from <= this.#now);
    return made.reduce((sum, { pits }) => sum + (pits?.length ?? 0), 0);
  }

  #draw() {
    const key = JSON.stringify(
      this.#episodes.map(({ from, kind, pits, to }) => [from, kind, pits, Math.round(Math.log2(Math.max(1, to - from)) * 2)]),
    );
    if (key !== this.#drawn) {
      this.#drawn = key;
      const last = this.#episodes.length - 1;
      refill(
        this.chips,
        this.#episodes.map((episode, at) => this.#chip(episode, at === last)),
      );
    }
    this.#measure();
  }

  /** @param {Episode} episode
   * @param {boolean} last */
  #chip(episode, last) {
    const { from, to, kind, side } = episode;
    const long = Math.max(1, to - from);
    const waits = kind === 'waits' && !last;
    const text = waits ? duration(long / WAITING) : chipText(episode, last);
    const chip = h(
      'button',
      {
        class: `line-chip is-${kind} ${side ?? ''} ${last && kind === 'waits' ? 'yours' : ''}`,
        type: 'button',
        tabindex: -1,
        'data-from': from,
        title: waits ? t('machine.waited', { time: text }) : t('machine.line.go', { what: text, moment: number(from) }),
        onclick: () => this.actions.goTo(from),
      },
      waits &&
        s(
          'svg',
          { viewBox: '0 0 40 12', width: 40, height: 12, 'aria-hidden': 'true' },
          s('path', { d: 'M1 6h8l4-5 6 10 6-10 4 5h10' }),
        ),
      h('span', null, text),
    );
    if (kind === 'moves') chip.style.paddingInline = `${14 + Math.max(0, Math.log2(long / 1500)) * GROWTH}px`;
    return chip;
  }

  #measure() {
    // The last episode grows all the time; where it ends is known when it is drawn again.
    const chips = /** @type {HTMLElement[]} */ ([...this.chips.children]);
    this.#places = chips.map((chip, at) => {
      const { from } = this.#episodes[at];
      const next = this.#episodes[at + 1];
      return { from, to: next ? next.from : Infinity, left: chip.offsetLeft, width: chip.offsetWidth };
    });
    this.#thumb();
  }

  #thumb() {
    const x = this.#pixel(this.#now);
    this.thumb.style.transform = `translateX(${x}px)`;
    this.fill.style.transform = `scaleX(${x})`;
    if (!this.#dragging && this.#told !== `${this.#drawn} ${Math.round(x / 40)}`) {
      this.#told = `${this.#drawn} ${Math.round(x / 40)}`;
      this.#reveal(x);
    }
  }

  /** @param {number} x */
  #reveal(x) {
    const { scrollLeft, clientWidth } = this.scroll;
    if (x < scrollLeft + 40 || x > scrollLeft + clientWidth - 60) this.scroll.scrollLeft = x - clientWidth * 0.8;
  }

  /** @param {number} moment */
  #pixel(moment) {
    const place = this.#places.findLast(({ from }) => from <= moment) ?? this.#places[0];
    if (!place) return 0;
    const to = Math.max(place.from + 1, Math.min(place.to, this.#end));
    return place.left + place.width * Math.min(1, Math.max(0, (moment - place.from) / (to - place.from)));
  }

  /** @param {number} x */
  #momentAt(x) {
    const place = this.#places.findLast(({ left }) => left <= x) ?? this.#places[0];
    if (!place) return 0;
    const to = Math.min(place.to, this.#end);
    const part = Math.min(1, Math.max(0, (x - place.left) / Math.max(1, place.width)));
    return Math.round(place.from + part * (to - place.from));
  }
}

/** @param {Episode} episode
 * @param {boolean} last */
export function chipText({ kind, side, pits = [] }, last) {
  if (kind === 'set-up') return t('machine.line.set-up');
  if (kind === 'over') return t('machine.line.over');
  if (kind === 'waits') return t('machine.line.yours');
  const list = pits.join(', ');
  if (side === 'south') return t('machine.mark.you', { pit: list });
  if (!pits.length) return last ? t('machine.line.thinks') : t('machine.line.thought');
  return t('machine.mark.machine', { pit: list });
}

/** Seconds as people say them.
 * @param {number} seconds */
export function duration(seconds) {
  if (seconds < 60) return t('machine.seconds', { count: Math.max(1, Math.round(seconds)) });
  return t('machine.minutes', { count: Math.round(seconds / 60) });
}
