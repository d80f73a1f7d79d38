/** What stands beside the circuit: program, memory, waves and log, each with the whole height; a bar between that can be dragged. */
import { h } from '../lib/dom.js';
import { read, write } from '../lib/settings.js';
import { t } from '../lib/texts.js';
import { tabs } from '../workbench/tabs.js';

const KEY = 'mancala.machine.side';
/** Pixels. */
const LEAST = 280;
const STEP = 24;

export class Side {
  #width = Number(read(KEY)) || 0;

  /**
   * @param {{program: HTMLElement, memory: HTMLElement, waves: HTMLElement, log: HTMLElement}} panes
   * @param {() => void} chosen
   */
  constructor({ program, memory, waves, log }, chosen) {
    this.memory = memory;
    this.program = h('div', { class: 'side-program' }, program);
    this.memoryHome = h('div', { class: 'side-memory' }, memory);
    this.tabs = tabs(t('machine.panes'), [
      ['source', t('machine.source'), this.program],
      ['ram', t('machine.memory'), this.memoryHome],
      ['wave', t('machine.waves'), waves],
      ['log', t('machine.log'), log],
    ]);
    this.tabs.element.addEventListener('click', chosen);
    this.element = h('aside', { class: 'machine-side', id: 'machine-side', 'aria-label': t('machine.panes') }, this.tabs.element);
    this.splitter = h('div', {
      class: 'splitter',
      role: 'separator',
      tabindex: 0,
      'aria-orientation': 'vertical',
      'aria-controls': 'machine-side',
      'aria-label': t('machine.splitter'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      ondblclick: () => this.#set(0),
    });
    this.#drag();
    this.wide = matchMedia('(min-width: 1600px)');
    this.wide.addEventListener('change', () => this.#place());
    this.#place();
    this.#set(this.#width);
  }

  /** Where there is much width, the memory stands below the program. */
  #place() {
    const home = this.wide.matches ? this.program : this.memoryHome;
    if (this.memory.parentElement !== home) home.append(this.memory);
    const tab = /** @type {HTMLElement | null} */ (this.tabs.element.querySelector('[data-tab="ram"]'));
    if (tab) tab.hidden = this.wide.matches;
    if (this.wide.matches && tab?.getAttribute('aria-selected') === 'true') this.tabs.choose('source');
  }

  /** @param {string} name */
  choose(name) {
    this.tabs.choose(name === 'ram' && this.wide.matches ? 'source' : name);
  }

  get chosen() {
    return this.tabs.element.querySelector('[aria-selected="true"]')?.getAttribute('data-tab') ?? 'source';
  }

  /** @param {string} name */
  shows(name) {
    return this.chosen === name || (name === 'ram' && this.chosen === 'source' && this.wide.matches);
  }

  /** @param {number} width 0 is as wide as it was made */
  #set(width) {
    const most = Math.max(LEAST, innerWidth * 0.6);
    this.#width = width ? Math.round(Math.min(most, Math.max(LEAST, width))) : 0;
    if (this.#width) this.element.style.width = `${this.#width}px`;
    else this.element.style.removeProperty('width');
    const now = this.#width || this.element.offsetWidth || LEAST;
    this.splitter.setAttribute('aria-valuenow', String(now));
    this.splitter.setAttribute('aria-valuemin', String(LEAST));
    this.splitter.setAttribute('aria-valuemax', String(Math.round(most)));
    write(KEY, this.#width);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (!step) return;
    this.#set((this.#width || this.element.offsetWidth) + step);
    event.preventDefault();
    event.stopPropagation();
  }

  #drag() {
    const { splitter } = this;
    let dragging = false;
    splitter.addEventListener('pointerdown', (event) => {
      dragging = true;
      splitter.setPointerCapture(event.pointerId);
      event.preventDefault();
    });
    splitter.addEventListener('pointermove', (event) => {
      if (dragging) this.#set(this.element.getBoundingClientRect().right - event.clientX);
    });
    for (const end of ['pointerup', 'pointercancel']) splitter.addEventListener(end, () => (dragging = false));
  }
}
