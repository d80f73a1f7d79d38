/**
 * Drawing on a sheet: turns what hands do into questions and changes, and shows what the crates answer. What a press takes hold
 * of, where a wire goes and what fits is not known here.
 */
import { announce } from '../lib/announce.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { AttributePane } from './edit-attributes.js';
import { getCopied, isParts, setCopied } from './edit-clip.js';
import { LabelField } from './edit-label.js';
import { Overlay } from './edit-overlay.js';
import { PartPalette } from './edit-palette.js';
import { barButton, chipSheet, editBar, partMenu } from './edit-bar.js';
import { Tools } from './edit-tools.js';
import { Touches } from './edit-touch.js';

/**
 * @typedef {import('../machine/protocol.js').Change} Change
 * @typedef {import('../machine/protocol.js').EditState} EditState
 * @typedef {import('../machine/protocol.js').Pressed} Pressed
 * @typedef {[number, number]} Place
 * @typedef {{parts: number[], wires: Array<[number, number, number, number]>}} Chosen
 *
 * @typedef {object} Actions
 * @property {import('../machine/link.js').MachineLink['ask']} ask
 * @property {(state: EditState) => Promise<void>} changed the circuit is another now
 * @property {() => void} save
 * @property {(error: unknown) => void} fail
 * @property {(part: number) => void} [memory] shows what is in a memory
 * @property {() => void} [attributes] brings the attributes into sight
 *
 * @typedef {object} Limits what a task gives: see docs/draw.md, "The editor inside a task"
 * @property {string[]} [parts] names of the parts that may be placed; all if it is missing
 * @property {{parts: number, wires: Array<[number, number, number, number]>}} [given] how many parts and which wires were there before:
 *   what the student adds is marked
 *
 * @typedef {{kind: 'wait' | 'wire' | 'part' | 'box' | 'cut', path: Place[], start: Place, by: Place, add: boolean, at: Place}} Drag
 */

const GRID = 10;
/** The turns of a part, counter-clockwise. */
const FACINGS = ['east', 'north', 'west', 'south'];
/** @type {Record<string, string>} */
const ARROWS = { ArrowRight: 'east', ArrowUp: 'north', ArrowLeft: 'west', ArrowDown: 'south' };
/** @type {Record<string, Place>} */
const STEPS = { ArrowRight: [GRID, 0], ArrowUp: [0, -GRID], ArrowLeft: [-GRID, 0], ArrowDown: [0, GRID] };
/** What digits and digits with Alt change, the first one a part has. */
const NUMBERS = ['inputs', 'fanout', 'select', 'addrWidth', 'in_width', 'group', 'length'];
const WIDTHS = ['width', 'dataWidth', 'incoming', 'out_width', 'bits'];
/** How large a sheet is when drawing begins, at most. */
const LARGEST = 1.25;
/** Digits typed within this time form one number, in milliseconds. */
const TYPING = 800;

const nearest = (/** @type {number} */ at) => Math.floor((at + GRID / 2) / GRID) * GRID;

export class Editor {
  on = false;
  /** @type {import('./edit-tools.js').ToolName} */
  tool = 'select';
  /** @type {EditState | null} */
  state = null;
  /** @type {Chosen} */
  chosen = { parts: [], wires: [] };
  /** What is placed with the next click; `has` are the attributes it has. @type {{what: string, name: string, attrs: [string, string][], has?: string[]} | null} */
  hand = null;
  /** Where keys draw. @type {Place} */
  cursor = [100, 100];
  /** A wire that is drawn with keys. @type {Place[] | null} */
  #wire = null;
  /** @type {Drag | null} */
  #drag = null;
  #asking = false;
  /** @type {(() => void) | null} */
  #next = null;
  /** Digits typed so far, for which attribute of which parts, and when. */
  #typed = { text: '', of: '', at: 0 };
  /** Why the last change was refused. */
  why = '';
  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * @param {import('../sheet/sheet.js').SheetView} sheet
   * @param {Actions} actions
   * @param {Limits} [limits]
   */
  constructor(sheet, actions, limits = {}) {
    this.sheet = sheet;
    this.actions = actions;
    this.limits = limits;
    this.overlay = new Overlay(sheet);
    this.label = new LabelField(sheet);
    this.touches = new Touches(
      sheet.table,
      (event) => this.#rested(event),
      () => this.letGo(),
    );
    this.tools = new Tools((tool) => this.choosesTool(tool));
    this.palette = new PartPalette((what, name) => this.take(what, name), limits.parts);
    this.attributes = new AttributePane({
      set: (name, value) => this.change({ do: 'set', parts: this.chosen.parts, name, value }),
      memory: () => actions.memory?.(this.chosen.parts[0]),
      align: (side) => this.change({ do: 'align', parts: this.chosen.parts, side }),
      chip: () => chipSheet(this),
      ports: async (part) => (await actions.ask('part', { part })).ports,
    });
    this.says = h('p', { class: 'edit-says', role: 'status' });
    this.undo = barButton('undo', 'undo', t('page.draw.undo'), () => this.change({ do: 'undo' }));
    this.redo = barButton('redo', 'redo', t('page.draw.redo'), () => this.change({ do: 'redo' }));
    this.bar = editBar(this);
    // On a narrow screen the tools are with the rest of the bar, within reach of a thumb.
    const narrow = matchMedia('(max-width: 1000px)');
    const place = () => (narrow.matches ? this.bar : this.palette.element).prepend(this.tools.element);
    narrow.addEventListener('change', place);
    place();
    const { table } = sheet;
    for (const [name, act] of /** @type {[string, (event: PointerEvent) => void][]} */ ([
      ['pointerdown', (event) => this.#down(event)],
      ['pointermove', (event) => this.#move(event)],
      ['pointerup', (event) => this.#up(event)],
      ['pointercancel', (event) => this.#up(event)],
    ])) {
      table.addEventListener(name, (event) => this.#heard(/** @type {PointerEvent} */ (event), act), true);
    }
    table.addEventListener('dblclick', (event) => this.#double(event), true);
    table.addEventListener('contextmenu', (event) => this.#menu(event), true);
    table.addEventListener('keydown', (event) => this.#key(event), true);
    table.addEventListener('paste', (event) => this.#pasted(event));
  }

  /** Whether a press draws; otherwise it works the circuit. */
  get drawing() {
    return this.tool !== 'press';
  }

  /** Begins or ends drawing. @param {boolean} on */
  async switch(on) {
    this.on = on;
    this.bar.hidden = !on;
    this.palette.element.hidden = !on;
    this.choosesTool('select');
    if (!on) return;
    await this.#told(await this.actions.ask('edit', {}));
    this.#counted();
    this.palette.show(await this.actions.ask('look', { ask: 'palette' }));
    this.#room();
    this.sheet.table.focus();
  }

  /** A sheet with little on it is not shown so large that nothing fits beside it. */
  #room() {
    const { camera } = this.sheet;
    if (camera.scale <= LARGEST) return;
    const [left, top] = camera.at(0, 0).map((at) => Math.max(0, at));
    camera.zoom(LARGEST / camera.scale);
    this.sheet.goTo([left + (0.45 * camera.width) / LARGEST, top + (0.45 * camera.height) / LARGEST]);
  }

  /** Draws, or works the circuit by hand. @param {boolean} drawing */
  draws(drawing) {
    if (drawing !== this.drawing) this.choosesTool(drawing ? 'select' : 'press');
  }

  /** @param {import('./edit-tools.js').ToolName} tool */
  choosesTool(tool) {
    this.tool = tool;
    this.tools.show(tool);
    this.sheet.table.classList.toggle('edited', this.on && this.drawing);
    this.sheet.table.dataset.tool = tool;
    this.#forget();
  }

  #forget() {
    this.hand = null;
    this.#wire = null;
    this.#drag = null;
    this.choose({ parts: [], wires: [] });
    this.#say('');
  }

  /** @param {string} text */
  #say(text) {
    if (this.says.textContent !== text) this.says.textContent = text;
  }

  /** A part into the hand. @param {string} what @param {string} name */
  take(what, name) {
    this.#forget();
    this.draws(true);
    this.hand = { what, name, attrs: [] };
    this.#say(t('page.draw.in-hand', { name }));
    this.sheet.table.focus();
    this.#inHand(this.cursor);
  }

  /** @param {Chosen} chosen */
  async choose(chosen) {
    this.chosen = chosen;
    this.bar.classList.toggle('chosen', chosen.parts.length + chosen.wires.length > 0);
    this.overlay.show({ chosen: chosen.wires, boxes: [], cursor: null });
    // What is being dragged by now has its own picture.
    if (!this.#drag && !this.hand && !this.#wire) this.overlay.show({ ghost: null });
    if (!this.on) return;
    const told = await this.actions.ask('look', { ask: 'attributes', parts: chosen.parts }).catch(() => null);
    if (!told || this.chosen !== chosen) return;
    this.overlay.show({ boxes: told.boxes });
    this.#boxes = told.boxes;
    this.sheet.table.dataset.chosen = String(chosen.parts.length + chosen.wires.length);
    this.attributes.show(told, chosen);
  }

  /** Boxes of the selected parts. @type {Array<[number, number, number, number]>} */
  #boxes = [];

  /** One change after the other; what is refused says why. @param {Change} change */
  change(change) {
    const done = this.#last.then(() => this.#change(change));
    this.#last = done.catch(() => {});
    return done;
  }

  /** @param {Change} change */
  async #change(change) {
    this.overlay.show({ ghost: null });
    try {
      const state = await this.actions.ask('change', change);
      await this.actions.changed(state);
      await this.#told(state);
      this.why = '';
      if (state.new.length) await this.choose({ parts: state.new, wires: [] });
      else if (['set', 'copy'].includes(change.do)) await this.choose({ ...this.chosen });
      else await this.choose({ parts: change.do === 'move' ? this.chosen.parts : [], wires: [] });
      this.#counted();
      return true;
    } catch (error) {
      const text = error instanceof Error ? error.message : String(error);
      this.why = text;
      this.#say(text);
      announce(text);
      return false;
    }
  }

  /** @param {EditState} state */
  async #told(state) {
    this.state = state;
    this.#mine();
    this.undo.disabled = !state.done.length;
    this.redo.disabled = !state.undone.length;
    this.undo.title = [t('page.draw.undo'), state.done.at(-1)].filter(Boolean).join(': ');
    this.redo.title = [t('page.draw.redo'), state.undone[0]].filter(Boolean).join(': ');
    if (!this.hand) this.#say(state.done.at(-1) ?? '');
  }

  /** Time has led to the circuit as it was or will be. @param {EditState} state */
  async travelled(state) {
    this.#forget();
    await this.#told(state);
    this.#counted();
  }

  /** An edit is done, and what is selected after it is shown. */
  #counted() {
    this.sheet.table.dataset.edits = String(this.state?.done.length ?? 0);
  }

  /** What is not given by a task is marked as the student's own. */
  async #mine() {
    const { given } = this.limits;
    if (!given) return;
    const whole = 1_000_000;
    const all = await this.actions.ask('look', { ask: 'box', from: [-whole, -whole], to: [whole, whole] });
    const parts = all.parts.filter((/** @type {number} */ part) => part >= given.parts);
    const known = new Set(given.wires.map(String));
    const { boxes } = await this.actions.ask('look', { ask: 'attributes', parts });
    this.overlay.show({ mine: all.wires.filter((/** @type {number[]} */ wire) => !known.has(String(wire))), mineBoxes: boxes });
  }

  remove() {
    const { parts, wires } = this.chosen;
    if (parts.length + wires.length) return this.change({ do: 'remove', parts, wires });
  }

  turn() {
    if (this.hand) {
      const now = this.hand.attrs.find(([name]) => name === 'facing')?.[1] ?? 'east';
      return this.#face(FACINGS[(FACINGS.indexOf(now) + 1) % FACINGS.length]);
    }
    const now = this.attributes.value('facing') ?? 'east';
    return this.#face(FACINGS[(FACINGS.indexOf(now) + 1) % FACINGS.length]);
  }

  /** @param {string} facing */
  #face(facing) {
    if (this.hand) {
      this.#prepare('facing', facing);
    } else if (this.attributes.has('facing')) this.change({ do: 'set', parts: this.chosen.parts, name: 'facing', value: facing });
  }

  /** Sets an attribute of the part in hand. @param {string} name @param {string} value */
  #prepare(name, value) {
    if (!this.hand) return;
    this.hand.attrs = [...this.hand.attrs.filter(([known]) => known !== name), [name, value]];
    this.#inHand(this.cursor);
  }

  twice() {
    if (this.chosen.parts.length) return this.change({ do: 'duplicate', ...this.chosen });
  }

  /** Where an event is on the sheet. @param {MouseEvent} event @returns {Place} */
  #place(event) {
    const { left, top } = this.sheet.table.getBoundingClientRect();
    return this.sheet.camera.at(event.clientX - left, event.clientY - top);
  }

  /**
   * While drawing, the first button is ours; the others move the sheet as always.
   * @param {PointerEvent} event
   * @param {(event: PointerEvent) => void} act
   */
  #heard(event, act) {
    if (!this.on || !this.drawing || event.target === this.label.input) return;
    if (event.pointerType === 'touch' && this.touches.passes(event)) return;
    if (event.type === 'pointerdown' && (event.button !== 0 || !event.isPrimary)) return;
    if (event.type !== 'pointerdown' && !this.#drag && !this.hand) return;
    event.stopImmediatePropagation();
    act(event);
  }

  /** Nothing is being dragged any more. */
  letGo() {
    this.#drag = null;
    this.overlay.show({ ghost: null, frame: null, line: null });
  }

  /** A finger rests where it was put down. @param {PointerEvent} event */
  #rested(event) {
    const drag = this.#drag;
    if (!drag || drag.by[0] || drag.by[1] || this.hand) return;
    this.letGo();
    this.#menu(event);
  }

  /** What can be done with what is under the pointer, or selected. @param {MouseEvent} event */
  async #menu(event) {
    if (!this.on || !this.drawing) return;
    event.preventDefault();
    const [x, y] = this.#place(event);
    const pressed = await this.actions.ask('look', { ask: 'press', x, y });
    if (pressed.part !== null && !this.chosen.parts.includes(pressed.part))
      await this.choose({ parts: [pressed.part], wires: [] });
    else if (pressed.wire && !this.chosen.wires.length) await this.choose({ parts: [], wires: [pressed.wire] });
    await partMenu(this);
  }

  /** Selects everything that is connected to what is selected. */
  net() {
    return this.actions.ask('look', { ask: 'net', ...this.chosen }).then((found) => this.choose(found));
  }

  /** Takes hold of a part that was found in the list of parts. @param {number} part @returns {boolean} whether it is drawn on */
  takesHold(part) {
    if (!this.on || !this.drawing) return false;
    this.sheet.table.focus();
    this.choose({ parts: [part], wires: [] }).then(() => announce(t('page.draw.held', { name: this.attributes.title })));
    return true;
  }

  /** Writes an attribute where the selected part stands. @param {string} name */
  write(name) {
    const [box] = this.#boxes;
    if (!box || !this.attributes.has(name)) return;
    this.label.open(box, t('page.draw.label'), this.attributes.value(name) ?? '', (value) =>
      this.change({ do: 'set', parts: this.chosen.parts, name, value }),
    );
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const at = this.#place(event);
    this.sheet.table.focus();
    this.sheet.table.setPointerCapture(event.pointerId);
    if (this.hand) {
      this.#put(/** @type {Place} */ (at.map(Math.round)), event.shiftKey);
      return;
    }
    if (this.tool === 'text') {
      this.#text(/** @type {Place} */ (at.map(Math.round)));
      return;
    }
    const drag = /** @type {Drag} */ ({ kind: 'wait', path: [at], start: at, by: [0, 0], add: event.shiftKey, at });
    this.#drag = drag;
    this.actions
      .ask('look', { ask: 'press', x: at[0], y: at[1] })
      .then((pressed) => this.#pressed(drag, pressed, event.altKey))
      .catch(this.actions.fail);
  }

  /** What the press took hold of is known. @param {Drag} drag @param {Pressed} pressed @param {boolean} alt */
  #pressed(drag, pressed, alt) {
    const ended = this.#drag !== drag;
    if (this.tool === 'wire' && pressed.kind !== 'wire') {
      drag.kind = 'wire';
      drag.start = /** @type {Place} */ (drag.path[0].map(nearest));
      drag.path = [drag.start, ...drag.path.slice(1)];
    } else if (pressed.kind === 'empty') drag.kind = alt ? 'cut' : 'box';
    else if (pressed.kind === 'part' || (alt && pressed.wire)) {
      drag.kind = 'part';
      const part = pressed.part;
      const known = part !== null && this.chosen.parts.includes(part);
      if (drag.add && known) this.choose({ ...this.chosen, parts: this.chosen.parts.filter((one) => one !== part) });
      else if (!known) this.choose(this.#with(drag.add, part, part === null ? pressed.wire : null));
    } else {
      drag.kind = 'wire';
      drag.start = pressed.at;
      drag.path = [pressed.at, ...drag.path.slice(1)];
    }
    const still = Math.hypot(drag.at[0] - drag.path[0][0], drag.at[1] - drag.path[0][1]) < GRID / 2;
    if (ended && drag.kind === 'wire' && still) this.choose(this.#with(drag.add, pressed.part, pressed.wire));
    else if (ended) this.#finish(drag);
    else if (drag.kind === 'wire') Object.assign(drag, { pressed });
    this.#preview();
  }

  /**
   * @param {boolean} add
   * @param {number | null} part
   * @param {[number, number, number, number] | null} wire
   * @returns {Chosen}
   */
  #with(add, part, wire) {
    const { parts, wires } = add ? this.chosen : { parts: [], wires: [] };
    return { parts: part === null ? parts : [...parts, part], wires: wire ? [...wires, wire] : wires };
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const at = this.#place(event);
    const drag = this.#drag;
    if (!drag) {
      this.#inHand(/** @type {Place} */ (at.map(Math.round)));
      return;
    }
    drag.at = at;
    drag.path.push(at);
    drag.by = [nearest(at[0] - drag.start[0]), nearest(at[1] - drag.start[1])];
    this.#preview();
  }

  /** The points of a path as whole places, each once. @param {Place[]} path @returns {Place[]} */
  #points(path) {
    const whole = path.map(([x, y]) => /** @type {Place} */ ([Math.round(x), Math.round(y)]));
    return whole.filter(
      (at, i) => i === 0 || nearest(at[0]) !== nearest(whole[i - 1][0]) || nearest(at[1]) !== nearest(whole[i - 1][1]),
    );
  }

  /** Shows what the drag would do. */
  #preview() {
    const drag = this.#drag;
    if (!drag || drag.kind === 'wait') return;
    const { start, at } = drag;
    if (drag.kind === 'box') this.overlay.show({ frame: [...start, ...at] });
    else if (drag.kind === 'cut') this.overlay.show({ line: [...start, ...at] });
    else if (drag.kind === 'wire') this.#ghost({ ask: 'wire', path: this.#points(drag.path) });
    else if (drag.by[0] || drag.by[1]) this.#ghost({ ask: 'move', ...this.chosen, by: drag.by });
  }

  /** One question at a time; only the newest waits. @param {import('../machine/protocol.js').LookGhost} question */
  async #ghost(question) {
    if (this.#asking) {
      this.#next = () => this.#ghost(question);
      return;
    }
    this.#asking = true;
    const ghost = await this.actions.ask('look', question).catch(() => null);
    this.#asking = false;
    if (this.#drag || this.hand || this.#wire) {
      this.overlay.show({ ghost });
      if (this.hand && ghost) this.hand.has = ghost.attributes;
      if (ghost?.refused) this.#say(ghost.refused);
      else if (ghost?.joined.length) this.#say(t('page.draw.joins', { places: ghost.joined.map(String).join('; ') }));
    }
    const next = this.#next;
    this.#next = null;
    next?.();
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const drag = this.#drag;
    if (!drag) return;
    this.#drag = null;
    if (event.type === 'pointercancel') {
      this.overlay.show({ ghost: null, frame: null, line: null });
      return;
    }
    drag.at = this.#place(event);
    drag.path.push(drag.at);
    drag.by = [nearest(drag.at[0] - drag.start[0]), nearest(drag.at[1] - drag.start[1])];
    if (drag.kind !== 'wait') this.#finish(drag);
  }

  /** @param {Drag & {pressed?: Pressed}} drag */
  async #finish(drag) {
    const whole = (/** @type {Place} */ [x, y]) => /** @type {Place} */ ([Math.round(x), Math.round(y)]);
    this.overlay.show({ ghost: null, frame: null, line: null });
    const moved = drag.by[0] !== 0 || drag.by[1] !== 0;
    const { kind, add, start, at } = drag;
    if (kind === 'cut') await this.change({ do: 'cut', from: whole(start), to: whole(at) });
    else if (kind === 'box') {
      const found = await this.actions.ask('look', { ask: 'box', from: whole(start), to: whole(at) });
      const before = add ? this.chosen : { parts: [], wires: [] };
      const parts = [...new Set([...before.parts, ...found.parts])];
      await this.choose({ parts, wires: [...before.wires, ...found.wires] });
    } else if (kind === 'wire' && moved) await this.change({ do: 'wire', path: this.#points(drag.path) });
    else if (kind === 'wire' && drag.pressed) await this.choose(this.#with(add, drag.pressed.part, drag.pressed.wire));
    else if (kind === 'part' && moved) await this.change({ do: 'move', ...this.chosen, by: drag.by, plain: add });
  }

  /** Shows the part in hand at a place. @param {Place} at */
  #inHand(at) {
    if (!this.hand) return;
    this.cursor = /** @type {Place} */ (at.map(nearest));
    this.#ghost({ ask: 'part', what: this.hand.what, at, attrs: this.hand.attrs });
  }

  /** Text on the sheet, written where it will stand. @param {Place} at */
  #text([x, y]) {
    this.label.open([x, y, x, y], t('page.draw.tool.text'), '', async (text) => {
      await this.change({ do: 'place', what: '#Base/Text', at: [x, y], attrs: [['text', text]] });
      this.choosesTool('select');
    });
  }

  /** Puts the part down; with Shift another one stays in hand. @param {Place} at @param {boolean} another */
  async #put(at, another) {
    const { hand } = this;
    if (!hand) return;
    if (!another) this.hand = null;
    const done = await this.change({ do: 'place', what: hand.what, at, attrs: hand.attrs });
    if (!done) this.hand = hand;
    else {
      this.palette.used(hand.what, hand.name);
      // A tunnel without a name joins nothing.
      if (hand.what.endsWith('/Tunnel') && !another) this.write('label');
    }
  }

  /** A double click on a part leads to its label. @param {MouseEvent} event */
  async #double(event) {
    if (!this.on || !this.drawing) return;
    event.stopImmediatePropagation();
    const [x, y] = this.#place(event);
    const { part } = await this.actions.ask('look', { ask: 'press', x, y });
    if (part === null) return;
    await this.choose({ parts: [part], wires: [] });
    this.write(this.attributes.has('text') ? 'text' : 'label');
  }

  async #copy() {
    if (!this.chosen.parts.length && !this.chosen.wires.length) return false;
    const done = await this.change({ do: 'copy', ...this.chosen });
    if (done) setCopied((await this.actions.ask('look', { ask: 'copied' })).text);
    return done;
  }

  /** What was copied last, here or in another file. */
  paste() {
    const text = getCopied();
    if (text) return this.change({ do: 'paste-file', text, by: [GRID, GRID] });
  }

  /** The clipboard of the system. @param {ClipboardEvent} event */
  #pasted(event) {
    const text = event.clipboardData?.getData('text') ?? '';
    if (!this.on || !this.drawing || !isParts(text)) return;
    event.preventDefault();
    this.change({ do: 'paste-file', text, by: [GRID, GRID] });
  }

  #all() {
    const whole = 1_000_000;
    return this.actions
      .ask('look', { ask: 'box', from: [-whole, -whole], to: [whole, whole] })
      .then((found) => this.choose(found));
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    if (!this.on || event.target !== this.sheet.table) return;
    const command = event.ctrlKey || event.metaKey;
    const act = command ? this.#command(event) : this.#plain(event);
    if (!act) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }

  /** @param {KeyboardEvent} event @returns {(() => unknown) | undefined} */
  #command(event) {
    const step = STEPS[event.key];
    if (step && this.chosen.parts.length + this.chosen.wires.length)
      return () => this.change({ do: 'move', ...this.chosen, by: step });
    /** @type {Record<string, () => unknown>} */
    const commands = {
      z: () => this.change({ do: event.shiftKey ? 'redo' : 'undo' }),
      y: () => this.change({ do: 'redo' }),
      a: () => this.#all(),
      c: () => this.#copy(),
      x: () => this.#copy().then((done) => done && this.remove()),
      d: () => this.twice(),
      s: () => this.actions.save(),
      e: () => this.net(),
      // Without anything copied on this site, the browser's own paste follows.
      ...(getCopied() ? { v: () => this.paste() } : {}),
    };
    return commands[event.key.toLowerCase()];
  }

  /** @param {KeyboardEvent} event @returns {(() => unknown) | undefined} */
  #plain(event) {
    const { key } = event;
    const chosen = key === 'w' ? undefined : Tools.of(key);
    if (chosen) return () => this.choosesTool(chosen);
    if (!this.drawing) return undefined;
    const facing = ARROWS[key];
    if (facing && (this.hand || (this.chosen.parts.length && !this.#wire))) {
      // A part in hand that keys have brought moves with Shift and turns without.
      return this.hand && event.shiftKey ? () => this.#step(STEPS[key]) : () => this.#face(facing);
    }
    if (facing) return () => this.#step(STEPS[key]);
    // With Alt, some keyboards type another sign.
    const digit = /^\d$/.test(key) ? key : event.altKey ? event.code.match(/^Digit(\d)$/)?.[1] : undefined;
    if (digit && (this.hand || this.chosen.parts.length)) return () => this.#digit(digit, event.altKey);
    /** @type {Record<string, () => unknown>} */
    const keys = {
      Delete: () => this.remove(),
      Backspace: () => this.remove(),
      Escape: () => this.#forget(),
      Enter: () => this.#enter(),
      Insert: () => this.twice(),
      '/': () => this.palette.input.focus(),
      r: () => this.turn(),
      w: () => this.#begin(),
    };
    return keys[key];
  }

  /** Moves the cursor, the part in hand with it, the wire after it. @param {Place} step */
  #step([dx, dy]) {
    this.cursor = [Math.max(0, this.cursor[0] + dx), Math.max(0, this.cursor[1] + dy)];
    this.sheet.camera.show([this.cursor[0] - 20, this.cursor[1] - 20, this.cursor[0] + 20, this.cursor[1] + 20]);
    this.overlay.show({ cursor: this.cursor });
    if (this.hand || this.#wire) announce(this.cursor.join(', '));
    else this.#under();
    if (this.hand) this.#inHand(this.cursor);
    if (!this.#wire) return;
    this.#wire.push(this.cursor);
    this.#ghost({ ask: 'wire', path: this.#wire });
  }

  /** Says what is under the cursor. */
  async #under() {
    const at = this.cursor;
    const { kind, part } = await this.actions.ask('look', { ask: 'press', x: at[0], y: at[1] });
    if (at !== this.cursor) return;
    const name =
      part === null
        ? kind === 'wire'
          ? t('page.draw.under.wire')
          : t('page.draw.under.empty')
        : (await this.actions.ask('look', { ask: 'attributes', parts: [part] })).title;
    announce(`${at.join(', ')}: ${name}`);
  }

  #begin() {
    this.choose({ parts: [], wires: [] });
    this.#wire = [this.cursor];
    this.overlay.show({ cursor: this.cursor });
    this.#say(t('page.draw.wire'));
  }

  /** Puts down what is in hand, ends a wire, or takes hold of what is under the cursor. */
  async #enter() {
    if (this.hand) return this.#put(this.cursor, false);
    const wire = this.#wire;
    this.#wire = null;
    if (wire) return this.change({ do: 'wire', path: wire });
    const [x, y] = this.cursor;
    const { part, wire: under } = await this.actions.ask('look', { ask: 'press', x, y });
    await this.choose(this.#with(false, part, under));
  }

  /** Digits set the main number of a part, with Alt its width. @param {string} digit @param {boolean} alt */
  #digit(digit, alt) {
    const has = (/** @type {string} */ one) => (this.hand ? this.hand.has?.includes(one) : this.attributes.has(one));
    const name = (alt ? WIDTHS : NUMBERS).find(has);
    if (!name) return;
    const now = performance.now();
    const of = `${name} ${this.hand?.what ?? this.chosen.parts}`;
    const text = of === this.#typed.of && now - this.#typed.at < TYPING ? this.#typed.text + digit : digit;
    this.#typed = { text, of, at: now };
    if (Number(text) === 0) return;
    if (this.hand) this.#prepare(name, text);
    else this.change({ do: 'set', parts: this.chosen.parts, name, value: text });
  }
}
