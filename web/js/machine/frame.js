/** The frame of the machine: one bar, what it asks for, the stage with its looks, the panes beside it, time below. On a phone all
 * of these are tabs, and time is at the thumb. */
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { symbol } from './symbols.js';

/**
 * @typedef {'circuit' | 'panel' | 'datapath'} Look
 * @typedef {import('./side.js').Side} Side
 */

const LOOKS = /** @type {const} */ ([
  ['circuit', () => t('machine.look.circuit')],
  ['panel', () => t('machine.look.panel')],
  ['datapath', () => t('machine.look.datapath')],
]);
/** What is a tab on a small screen: looks of the stage, and panes of the side. */
const SMALL = /** @type {const} */ ([
  ['panel', () => t('machine.look.panel')],
  ['circuit', () => t('machine.look.circuit')],
  ['source', () => t('machine.source')],
  ['ram', () => t('machine.memory')],
  ['wave', () => t('machine.waves')],
  ['log', () => t('machine.log')],
  ['datapath', () => t('machine.look.datapath')],
]);

/** The same as in machine-small.css: narrow, or a phone held sideways. */
const SMALL_SCREEN = '(max-width: 900px), (max-height: 500px) and (max-width: 1000px)';
/** How many tabs the strip shows at once; a button shows the others. */
const FIRST = 4;

/** @param {string} tab @returns {tab is Look} */
const isLook = (tab) => tab === 'circuit' || tab === 'panel' || tab === 'datapath';

export class Frame {
  /** What a person chose where there is room for panes beside it. @type {Look} */
  #look = 'circuit';
  watching = false;
  /** The tab of a small screen. */
  tab = 'panel';

  /**
   * @param {object} parts
   * @param {HTMLElement} parts.ask
   * @param {HTMLElement} parts.watch
   * @param {HTMLElement} parts.find
   * @param {Record<Look, HTMLElement>} parts.looks
   * @param {HTMLElement} parts.timeline
   * @param {import('./transport.js').Transport} parts.transport
   * @param {Side} parts.side
   * @param {object} actions
   * @param {(model: string) => void} actions.model
   * @param {() => void} actions.restart
   * @param {() => void} actions.watch
   * @param {() => void} actions.more
   * @param {() => void} actions.looked another look, or another tab
   */
  constructor(parts, actions) {
    this.parts = parts;
    this.actions = actions;
    this.model = /** @type {HTMLSelectElement} */ (
      h('select', { 'aria-label': t('machine.console'), onchange: () => actions.model(this.model.value) })
    );
    const tool = (
      /** @type {string} */ look,
      /** @type {Node} */ picture,
      /** @type {string} */ label,
      /** @type {() => void} */ onclick,
    ) => h('button', { class: `icon ${look}`, type: 'button', 'aria-label': label, title: label, onclick }, picture);
    this.watch = h(
      'button',
      { class: 'watch-it', type: 'button', 'aria-pressed': 'false', onclick: actions.watch },
      icon('eye'),
      h('span', null, t('machine.board')),
    );
    this.bar = h(
      'div',
      { class: 'machine-bar' },
      h(
        'div',
        { class: 'bar-left' },
        h('label', { class: 'console-of' }, icon('chip'), this.model),
        tool('power', symbol('power'), t('machine.restart'), actions.restart),
      ),
      parts.transport.element,
      h('div', { class: 'bar-right' }, this.watch, tool('more', icon('more'), t('machine.more'), actions.more)),
    );
    this.looks = LOOKS.map(([name, text]) =>
      h('button', { type: 'button', 'data-look': name, onclick: () => this.show(name) }, text()),
    );
    this.sides = /** @type {const} */ ([
      ['source', t('machine.source')],
      ['ram', t('machine.memory')],
    ]).map(([name, text]) =>
      h('button', { type: 'button', 'data-look': name, class: 'of-side', onclick: () => this.#aside(name) }, text),
    );
    this.work = h('p', { class: 'at-work', hidden: true });
    this.full = tool('full', symbol('full'), t('machine.full'), () => this.#full());
    this.head = h(
      'div',
      { class: 'stage-head' },
      h('div', { class: 'looks', role: 'group', 'aria-label': t('machine.looks') }, this.looks, this.sides),
      parts.find,
      this.work,
      this.full,
    );
    this.stage = h('div', { class: 'machine-stage' }, this.head, Object.values(parts.looks));
    this.tabs = SMALL.map(([name, text]) =>
      h('button', { type: 'button', role: 'tab', 'data-small': name, onclick: () => this.choose(name) }, text()),
    );
    this.others = h(
      'button',
      {
        class: 'icon small-others',
        type: 'button',
        'aria-expanded': 'false',
        'aria-label': t('machine.panes.more'),
        title: t('machine.panes.more'),
        onclick: () => this.#others(this.others.getAttribute('aria-expanded') !== 'true'),
      },
      icon('more'),
    );
    this.strip = h(
      'div',
      { class: 'small-strip' },
      h(
        'div',
        {
          class: 'small-tabs',
          role: 'tablist',
          'aria-label': t('machine.panes'),
          onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
        },
        this.tabs,
      ),
      this.others,
    );
    this.unfold = h(
      'button',
      {
        class: 'icon unfold',
        type: 'button',
        'aria-expanded': 'true',
        'aria-label': t('machine.line.more'),
        title: t('machine.line.more'),
        onclick: () => this.#unfold(),
      },
      symbol('down'),
    );
    parts.timeline.append(this.unfold);
    this.body = h('div', { class: 'machine-body' }, parts.ask, parts.watch, this.stage, parts.side.splitter, parts.side.element);
    this.element = h(
      'div',
      { class: 'machine', 'data-ready': 'false' },
      h('h1', { class: 'hidden' }, t('machine.title')),
      this.bar,
      this.strip,
      this.body,
      parts.timeline,
    );
    this.small = matchMedia(SMALL_SCREEN);
    this.small.addEventListener('change', () => this.#place());
    this.#place();
    if (this.small.matches) this.#unfold();
    this.show('circuit', false);
  }

  /** The consoles there are, the newest first. @param {string[]} models */
  offer(models) {
    refill(
      this.model,
      models.toReversed().map((model) => h('option', { value: model }, t('machine.console.of', { model }))),
    );
  }

  /** Time is in the bar, or at the thumb. */
  #place() {
    const { transport, timeline, ask } = this.parts;
    if (this.small.matches) {
      timeline.append(transport.element);
      ask.append(this.watch);
    } else {
      this.bar.insertBefore(transport.element, this.bar.lastElementChild);
      this.bar.lastElementChild?.prepend(this.watch);
    }
    this.#mark();
  }

  /** What the stage shows. @returns {Look} */
  get look() {
    return this.small.matches && isLook(this.tab) ? this.tab : this.#look;
  }

  #unfold() {
    const open = this.unfold.getAttribute('aria-expanded') !== 'true';
    this.unfold.setAttribute('aria-expanded', String(open));
    this.unfold.replaceChildren(symbol(open ? 'down' : 'up'));
    this.parts.timeline.classList.toggle('folded', !open);
  }

  #full() {
    if (document.fullscreenElement) void document.exitFullscreen();
    else void this.stage.requestFullscreen?.().catch(() => {});
  }

  /** The second row of the strip. @param {boolean} open */
  #others(open) {
    this.others.setAttribute('aria-expanded', String(open));
    this.strip.classList.toggle('open', open);
  }

  /** @param {string} tab */
  choose(tab) {
    this.tab = tab;
    if (isLook(tab)) this.#look = tab;
    else this.parts.side.choose(tab);
    this.#mark();
    this.actions.looked();
  }

  /** A pane of the side in the place of the stage, where there is no room for both. @param {string} name */
  #aside(name) {
    this.parts.side.choose(name);
    this.element.dataset.aside = name;
    this.#mark();
    this.actions.looked();
  }

  /**
   * @param {Look} look
   * @param {boolean} [chosen] by a person
   */
  show(look, chosen = true) {
    this.#look = look;
    if (chosen || look !== 'circuit') this.tab = look;
    delete this.element.dataset.aside;
    this.#mark();
    if (chosen) this.actions.looked();
  }

  /** @param {boolean} on */
  watches(on) {
    this.watching = on;
    if (!on) delete this.element.dataset.aside;
    this.#mark();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const at = this.tabs.findIndex((tab) => tab === document.activeElement);
    const next = this.tabs[(at + step + this.tabs.length) % this.tabs.length];
    this.choose(next.dataset.small ?? 'panel');
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }

  #mark() {
    const { element, look, tab } = this;
    Object.assign(element.dataset, { look, tab, watch: String(this.watching), stage: String(isLook(tab)) });
    const aside = element.dataset.aside;
    for (const button of this.looks) button.setAttribute('aria-pressed', String(!aside && button.dataset.look === look));
    for (const button of this.sides) button.setAttribute('aria-pressed', String(aside === button.dataset.look));
    for (const button of this.tabs) {
      const on = button.dataset.small === tab;
      button.setAttribute('aria-selected', String(on));
      button.tabIndex = on ? 0 : -1;
    }
    // The row of the chosen tab stays in sight.
    this.#others(this.tabs.findIndex((button) => button.dataset.small === tab) >= FIRST);
    this.watch.setAttribute('aria-pressed', String(this.watching));
    this.parts.watch.hidden = !this.watching;
    const shown = this.small.matches ? tab : look;
    for (const [name, pane] of Object.entries(this.parts.looks)) pane.classList.toggle('off', name !== look);
    element.dataset.shown = shown;
  }
}
