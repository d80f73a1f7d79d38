/**
 * A sheet of a circuit on canvases, to look at and to touch. It paints the given shapes, reports what is pointed at, and knows
 * nothing about circuits.
 */
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { isDark } from '../lib/settings.js';
import { t } from '../lib/texts.js';
import { Camera } from './camera.js';
import { Hits } from './hits.js';
import { LAYERS, Painter } from './painter.js';
import { Palette } from './palette.js';
import { Plan } from './plan.js';
import { PartsList } from './parts-list.js';
import { Spots } from './spots.js';
import { Tip } from './tip.js';

/**
 * @typedef {import('../machine/protocol.js').Sheet} Sheet
 * @typedef {import('../machine/protocol.js').Part} Part
 * @typedef {import('./hits.js').Hit} Hit
 *
 * @typedef {object} Actions
 * @property {(path: string) => void} open shows another sheet
 * @property {(part: Part, down: boolean) => void} press
 * @property {(part: Part) => void} use something else a hand can do with a part
 * @property {(part: Part) => boolean} [hold] whether a part of the list is taken hold of instead of used
 * @property {(hit: Hit | null) => Promise<string[]>} tell the lines that explain what is pointed at
 * @property {(net: number | null) => void} pick
 */

/** Pixels a press may move and still be a click. */
const STILL = 5;
/** Sheets with more items are moved as a picture, and painted when the hand rests. */
const LARGE = 6000;
/** Pixels that the way back takes at the top of a sheet inside another one. */
const CRUMBS = 60;

export class SheetView {
  /** @type {Sheet | null} */
  #sheet = null;
  #hits = new Hits([]);
  #spots = new Spots();
  /** @type {Map<number, Part>} */
  #parts = new Map();
  /** @type {Map<number, PointerEvent>} */
  #pointers = new Map();
  /** @type {{x: number, y: number, moved: boolean, part: Part | null, pinch: number} | null} */
  #drag = null;
  /** @type {number | null} */
  #lit = null;
  /** @type {Part | null} */
  #chosen = null;
  /** What is framed as being at work. */
  /** @type {import('../machine/protocol.js').Box | null} */
  #around = null;
  #repaint = 0;
  #turn = 0;
  #rest = 0;
  #fresh = true;
  /** All of the sheet is shown, and stays so when the room for it changes. */
  #fitted = true;
  /** How the camera stood when the canvases were last painted. */
  #painted = { scale: 1, x: 0, y: 0 };
  #theme = false;
  /** Pixels at the top that something else covers. */
  above = 0;

  /** @param {Actions} actions */
  constructor(actions) {
    this.actions = actions;
    this.camera = new Camera();
    const canvases = ['wires', 'still', 'coloured', 'lively', 'marks'].map((layer) => h('canvas', { class: `layer ${layer}` }));
    this.stack = h('div', { class: 'layers', 'aria-hidden': 'true' }, canvases);
    this.painter = new Painter(this.camera, canvases);
    this.crumbs = h('nav', { class: 'crumbs', 'aria-label': t('machine.crumbs') });
    this.tip = new Tip(this.camera, actions.tell);
    this.list = new PartsList({
      choose: (part) => this.#choose(part),
      use: (part) => this.#use(part),
      up: () => this.up(),
    });
    this.table = h(
      'div',
      {
        class: 'sheet-table',
        tabindex: 0,
        role: 'group',
        'aria-label': t('machine.sheet'),
        onkeydown: (/** @type {KeyboardEvent} */ event) => this.#key(event),
      },
      this.stack,
      this.tip.element,
    );
    this.coming = /** @type {HTMLProgressElement} */ (
      h('progress', { class: 'sheet-coming', max: 1, value: 0, hidden: true, 'aria-label': t('machine.sheet.coming') })
    );
    this.element = h('section', { class: 'sheet-view' }, this.table, this.crumbs, this.#tools(), this.coming, this.list.element);
    this.#listen();
    new ResizeObserver(() => this.#resize()).observe(this.table);
  }

  #tools() {
    const tool = (/** @type {string} */ name, /** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h('button', { class: 'icon', type: 'button', 'aria-label': label, title: label, onclick }, icon(name));
    return h(
      'div',
      { class: 'sheet-tools' },
      tool('new', t('machine.zoom.in'), () => this.#zoom(1.25)),
      tool('minus', t('machine.zoom.out'), () => this.#zoom(0.8)),
      tool('fit', t('machine.zoom.fit'), () => this.fit()),
    );
  }

  get path() {
    return this.#sheet?.path ?? '/';
  }

  get title() {
    return this.#sheet?.title ?? '';
  }

  /** The parts of the sheet. */
  get parts() {
    return this.#sheet?.parts ?? [];
  }

  /** Shows a sheet, piece by piece where it is large, so that the page can be used and says how far it is.
   * @param {Sheet} sheet */
  async load(sheet) {
    const turn = (this.#loading += 1);
    const plan = await Plan.made(sheet, (part) => this.#progress(part));
    this.#progress(1);
    if (turn === this.#loading) this.show(sheet, plan);
  }

  #loading = 0;

  /** A sheet is loading; its progress is not known yet.
   * @param {boolean} coming */
  expect(coming) {
    this.element.setAttribute('aria-busy', String(coming));
    this.coming.hidden = !coming;
    this.coming.removeAttribute('value');
  }

  /** @param {number} part from 0 to 1 */
  #progress(part) {
    this.element.setAttribute('aria-busy', String(part < 1));
    this.coming.hidden = part >= 1;
    this.coming.value = part;
  }

  /** @param {Sheet} sheet
   * @param {Plan} [plan] what of it is painted where, if that is known */
  show(sheet, plan) {
    const same = this.#sheet?.path === sheet.path && this.#sheet.title === sheet.title;
    this.#sheet = sheet;
    this.#hits = new Hits(sheet.items);
    this.#parts = new Map(sheet.parts.map((part) => [part.part, part]));
    this.#lit = null;
    this.#chosen = null;
    this.#spots.list = [];
    this.tip.hide();
    this.painter.show(sheet, plan);
    this.list.show(sheet.parts);
    refill(
      this.crumbs,
      h(
        'ol',
        null,
        sheet.crumbs.map(({ path, title }, i) =>
          h(
            'li',
            null,
            i === sheet.crumbs.length - 1
              ? h('span', { 'aria-current': 'page' }, title)
              : h('button', { type: 'button', class: 'crumb', onclick: () => this.actions.open(path) }, title),
          ),
        ),
      ),
    );
    if (!same || this.#fresh) this.fit();
    else this.paint();
  }

  /** The sheet that this one is a part of. */
  up() {
    const crumbs = this.#sheet?.crumbs ?? [];
    if (crumbs.length > 1) this.actions.open(crumbs[crumbs.length - 2].path);
  }

  /** Shows all of the sheet. */
  fit() {
    if (!this.#sheet || this.camera.width < 2) return;
    const first = this.#fresh;
    this.#fresh = false;
    this.#fitted = true;
    this.camera.fit(this.#sheet.bounds, (this.#sheet.crumbs.length > 1 ? CRUMBS : 0) + this.above || undefined);
    if (first) this.#paintInTurn();
    else this.paint();
  }

  /**
   * @param {Uint8Array} slots
   * @param {Array<[number, string]>} texts
   * @param {boolean} rests nothing follows soon: all is painted again after this frame, so that no edge is blurred by what was there before
   */
  frame(slots, texts, rests) {
    this.painter.frame(slots, texts);
    if (this.#theme !== isDark()) this.paint();
    else if (rests) this.#paintInTurn();
  }

  /** Paints everything again before the next frame of the browser. */
  paint() {
    if (this.#repaint) return;
    this.#repaint = requestAnimationFrame(() => {
      this.#repaint = 0;
      this.#paintNow();
    });
  }

  /** Paints everything again, a layer in each frame of the browser: there is time, and no frame should take long. */
  #paintInTurn() {
    let layer = 0;
    cancelAnimationFrame(this.#turn);
    const next = () => {
      const { scale, x, y } = this.camera;
      const moved = scale !== this.#painted.scale || x !== this.#painted.x || y !== this.#painted.y;
      if (layer > 0 && moved) return this.#paintNow();
      if (layer === 0) this.#look();
      this.painter.layer(layer);
      layer += 1;
      this.#turn = layer < LAYERS ? requestAnimationFrame(next) : 0;
      if (layer === LAYERS) this.#marks();
    };
    this.#turn = requestAnimationFrame(next);
  }

  #paintNow() {
    cancelAnimationFrame(this.#turn);
    this.#look();
    this.painter.all();
    this.#marks();
  }

  /** From where, and in which colours, it is painted. */
  #look() {
    this.#theme = isDark();
    if (this.painter.palette.dark !== this.#theme) this.painter.palette = new Palette(this.#theme);
    const { scale, x, y } = this.camera;
    this.#painted = { scale, x, y };
    this.stack.style.transform = '';
    this.table.dataset.camera = [scale, x, y].join();
  }

  /** After the camera moved: a small sheet is painted, a large one pulled along until the hand rests. */
  #moved() {
    this.tip.hide();
    this.#fitted = false;
    if ((this.#sheet?.items.length ?? 0) <= LARGE) {
      this.paint();
      return;
    }
    const { scale, x, y } = this.camera;
    const real = scale / this.#painted.scale;
    this.stack.style.transform = `translate(${x - this.#painted.x * real}px, ${y - this.#painted.y * real}px) scale(${real})`;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.paint(), 120);
  }

  #resize() {
    const { width, height } = this.table.getBoundingClientRect();
    if (width < 2 || height < 2) return;
    this.camera.move((width - this.camera.width) / 2, (height - this.camera.height) / 2);
    Object.assign(this.camera, { width, height });
    this.painter.measure();
    if (this.#fresh || this.#fitted) this.fit();
    else this.#paintNow();
  }

  #marks() {
    this.painter.marks(this.#lit === null ? [] : [this.#lit], this.#chosen?.box ?? null, this.#spots, this.#around);
  }

  /** Marks places of this sheet.
   * @param {import('./spots.js').Spot[]} list */
  spots(list) {
    this.#spots.list = list;
    this.table.dataset.spots = String(list.length);
    this.#marks();
  }

  /** Brings a place into the middle, large enough to see what is there.
   * @param {[number, number]} point */
  goTo([x, y]) {
    this.camera.zoom(Math.max(1, 1 / this.camera.scale));
    this.camera.centre(x, y);
    this.#fitted = false;
    this.paint();
  }

  /** @param {number | null} net */
  light(net) {
    this.#lit = net;
    this.#marks();
  }

  /** Frames a stretch of the sheet as being at work; nothing frames nothing.
   * @param {import('../machine/protocol.js').Box | null} box */
  around(box) {
    if (String(box) === String(this.#around)) return;
    this.#around = box;
    this.table.dataset.around = box ? box.join() : '';
    this.#marks();
  }

  /** Frames a part without moving anything.
   * @param {number} number */
  point(number) {
    this.#chosen = this.#parts.get(number) ?? null;
    this.#marks();
  }

  /** Brings a part into sight and frames it.
   * @param {number} number */
  find(number) {
    this.#choose(this.#parts.get(number) ?? null);
  }

  /** @param {Part | null} part */
  #choose(part) {
    this.#chosen = part;
    if (part) this.camera.show(part.box);
    this.paint();
  }

  /** @param {Part} part */
  #use(part) {
    if (this.actions.hold?.(part)) return;
    if (part.opens) this.actions.open(part.opens);
    else if (part.hand === 'press') {
      this.actions.press(part, true);
      setTimeout(() => this.actions.press(part, false), 60);
    } else this.actions.use(part);
  }

  /** @param {number} factor
   * @param {number} [x]
   * @param {number} [y] */
  #zoom(factor, x, y) {
    this.camera.zoom(factor, x, y);
    this.#moved();
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (event.target !== this.table) return;
    const step = 60;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.camera.move(step, 0),
      ArrowRight: () => this.camera.move(-step, 0),
      ArrowUp: () => this.camera.move(0, step),
      ArrowDown: () => this.camera.move(0, -step),
      '+': () => this.camera.zoom(1.25),
      '=': () => this.camera.zoom(1.25),
      '-': () => this.camera.zoom(0.8),
    };
    /** @type {Record<string, () => void>} */
    const others = { 0: () => this.fit(), Backspace: () => this.up(), Enter: () => this.list.element.focus() };
    const { key } = event;
    if (!(keys[key] || others[key]) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    others[key]?.();
    if (!keys[key]) return;
    keys[key]();
    this.#moved();
  }

  #listen() {
    const { table } = this;
    table.addEventListener('pointerdown', (event) => this.#down(event));
    table.addEventListener('pointermove', (event) => this.#move(event));
    table.addEventListener('pointerup', (event) => this.#up(event));
    table.addEventListener('pointercancel', (event) => this.#up(event));
    table.addEventListener('pointerleave', () => this.#point(null, 0, 0));
    table.addEventListener('dblclick', (event) => {
      const hit = this.#hit(event);
      const part = hit && 'part' in hit ? this.#parts.get(hit.part) : null;
      if (part?.opens) this.actions.open(part.opens);
      else if (part?.hand && part.hand !== 'press' && part.hand !== 'set') this.actions.use(part);
    });
    table.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const { x, y } = this.#place(event);
        const pixels = event.deltaMode === 1 ? event.deltaY * 16 : event.deltaY;
        this.#zoom(Math.exp(-pixels * (event.ctrlKey ? 0.01 : 0.0016)), x, y);
      },
      { passive: false },
    );
  }

  /** @param {MouseEvent} event */
  #place(event) {
    const { left, top } = this.table.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  }

  /** @param {MouseEvent} event */
  #hit(event) {
    const { x, y } = this.#place(event);
    const [sheetX, sheetY] = this.camera.at(x, y);
    return this.#hits.at(sheetX, sheetY, 4 / this.camera.scale);
  }

  /** What is wrong at a place of the page.
   * @param {number} x
   * @param {number} y */
  #wrong(x, y) {
    const [sheetX, sheetY] = this.camera.at(x, y);
    return this.#spots.at(sheetX, sheetY, this.camera.scale)?.lines ?? null;
  }

  /** @param {PointerEvent} event */
  #down(event) {
    if (event.button > 1) return;
    this.#pointers.set(event.pointerId, event);
    this.table.setPointerCapture(event.pointerId);
    const hit = this.#hit(event);
    const part = (hit && 'part' in hit && this.#parts.get(hit.part)) || null;
    const pressed = this.#pointers.size === 1 && part?.hand === 'press' ? part : null;
    if (pressed) this.actions.press(pressed, true);
    this.#drag = { ...this.#middle(), moved: false, part: pressed, pinch: this.#spread() };
  }

  #middle() {
    const all = [...this.#pointers.values()].map((event) => this.#place(event));
    const sum = all.reduce((a, b) => ({ x: a.x + b.x, y: a.y + b.y }), { x: 0, y: 0 });
    return { x: sum.x / all.length, y: sum.y / all.length };
  }

  #spread() {
    const [a, b] = [...this.#pointers.values()];
    return b ? Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) : 0;
  }

  /** @param {PointerEvent} event */
  #move(event) {
    if (!this.#pointers.has(event.pointerId)) {
      const { x, y } = this.#place(event);
      this.#point(this.#hit(event), x, y);
      return;
    }
    this.#pointers.set(event.pointerId, event);
    const drag = this.#drag;
    if (!drag || drag.part) return;
    const { x, y } = this.#middle();
    const spread = this.#spread();
    if (!drag.moved && spread === 0 && Math.hypot(x - drag.x, y - drag.y) < STILL) return;
    drag.moved = true;
    if (spread && drag.pinch) this.camera.zoom(spread / drag.pinch, x, y);
    this.camera.move(x - drag.x, y - drag.y);
    Object.assign(drag, { x, y, pinch: spread });
    this.#moved();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    if (!this.#pointers.delete(event.pointerId)) return;
    const drag = this.#drag;
    if (drag?.part) this.actions.press(drag.part, false);
    else if (drag && !drag.moved && event.type === 'pointerup') this.#click(event);
    this.#drag = this.#pointers.size ? { ...this.#middle(), moved: true, part: null, pinch: this.#spread() } : null;
  }

  /** @param {PointerEvent} event */
  #click(event) {
    const hit = this.#hit(event);
    const net = hit && 'net' in hit ? hit.net : null;
    this.light(net === this.#lit ? null : net);
    this.actions.pick(this.#lit);
    const part = hit && 'part' in hit ? this.#parts.get(hit.part) : null;
    if (part?.hand === 'set') this.actions.use(part);
    if (event.pointerType !== 'mouse') {
      const { x, y } = this.#place(event);
      this.#point(hit, x, y);
    }
  }

  /**
   * Explains what is pointed at.
   * @param {Hit | null} hit
   * @param {number} x
   * @param {number} y
   */
  async #point(hit, x, y) {
    const part = hit && 'part' in hit ? this.#parts.get(hit.part) : null;
    this.table.style.cursor = part?.hand || part?.opens ? 'pointer' : '';
    await this.tip.point(this.#wrong(x, y) ?? hit, x, y);
  }

  /** What is pointed at has another value now. */
  again() {
    return this.tip.again();
  }
}
