/** The machine: a console as its board, down to its gates, in both directions of time, with its program beside it. */
import { announce } from '../lib/announce.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { SheetView } from '../sheet/sheet.js';
import { tabs } from '../workbench/tabs.js';
import { readAddress, writeAddress } from './address.js';
import { BoardPane } from './board.js';
import { FindBox } from './find.js';
import { editFirmware } from './firmware.js';
import { useKey } from './keys.js';
import { MachineLink, whenItIsTime } from './link.js';
import { LogPane, SHOWN, sentence } from './log.js';
import { RamPane } from './ram.js';
import { RegistersPane } from './registers.js';
import { SourcePane } from './source.js';
import { tell } from './tell.js';
import { TimelinePane } from './timeline.js';
import { Transport } from './transport.js';
import { WavePane } from './wave.js';

/**
 * @typedef {import('./protocol.js').Picture} Picture
 * @typedef {import('./protocol.js').Goal} Goal
 * @typedef {import('./protocol.js').Source} Source
 * @typedef {import('./address.js').Where} Where
 */

/** Between two looks at what need not be new with every picture, in milliseconds. */
const CALM = 120;
/** From a picture to such a look. */
const SOON = 25;
/** A step that takes longer can be given up with the button that pauses. */
const LONG = 100;
/** After the last step, in milliseconds, the address says where one is. */
const REST = 250;
const START_SPEED = 60;

export class MachineView {
  /** @type {Where} */
  #where = { model: '2023', processor: 'gates', moment: null, sheet: '/', acts: '', files: {}, board: false };
  /** @type {Picture | null} */
  #picture = null;
  /** @type {Source | null} */
  #source = null;
  #running = false;
  #asking = false;
  #looked = 0;
  /** A step takes long. */
  #long = false;
  #soon = 0;
  #rest = 0;
  #logged = -1;
  #marked = '';
  #left = false;
  /** @type {number | null} */
  #aim = null;
  #travelling = false;

  /**
   * @param {import('../main.js').App} app
   * @param {string} rest
   */
  constructor(app, rest) {
    this.app = app;
    this.link = new MachineLink();
    this.link.onpicture = (picture) => whenItIsTime(picture, () => this.#paint(picture));
    this.link.onbroken = (error) => app.fail(error);
    this.sheet = new SheetView({
      open: (path) => this.#open(path),
      press: (part, down) => this.#do({ part: part.part, down }),
      use: () => {},
      tell: (hit) => tell(this.link, hit),
      pick: () => {},
    });
    this.source = new SourcePane({
      breakpoints: (at) => this.#ask('breakpoints', { at }),
      edit: (bank) => this.#edit(bank),
    });
    this.registers = new RegistersPane();
    this.ram = new RamPane();
    this.log = new LogPane({ goTo: (moment) => this.goTo(moment) });
    this.wave = new WavePane({ changed: () => this.#record() });
    this.timeline = new TimelinePane({ goTo: (moment) => this.goTo(moment), future: (future) => this.#future(future) });
    this.find = new FindBox({
      find: async (text, most) => (await this.#ask('find', { text, most })) ?? [],
      show: (signal) => this.#show(signal),
      record: ({ signal, name }) => this.wave.add(signal, name),
    });
    this.board = new BoardPane({ press: (pit) => this.#do({ line: `press ${pit}` }), line: (line) => this.#do({ line }) });
    this.says = h('p', { class: 'machine-says', role: 'status' });
    this.transport = new Transport(
      {
        toggle: () => this.toggle(),
        step: (to, back) => this.step(to, back),
        speed: () => this.link.pace(this.#running, this.transport.wanted),
        power: (model, processor) => this.#power({ ...this.#where, model, processor, moment: null, sheet: '/', acts: '', files: {} }),
      },
      { model: '2023', processor: 'gates', speed: START_SPEED },
    );
    this.element = this.#layout();
    this.ready = readAddress(rest)
      .then((where) => this.#power(where))
      .catch((error) => app.fail(error));
  }

  #layout() {
    this.watch = h('button', { class: 'button small-button', type: 'button', onclick: () => this.#showBoard(!this.#where.board) }, t('machine.board'));
    const panes = tabs(t('machine.panes'), [
      ['source', t('machine.source'), this.source.element],
      ['log', t('machine.log'), this.log.element],
    ]);
    const tools = h(
      'div',
      { class: 'machine-tools' },
      this.find.element,
      this.watch,
      h('button', { class: 'button small-button', type: 'button', onclick: () => this.#share() }, t('machine.share')),
    );
    return h(
      'div',
      { class: 'machine', 'data-ready': 'false' },
      h('h1', { class: 'hidden' }, t('machine.title')),
      this.transport.element,
      h('div', { class: 'machine-line' }, tools, this.says, this.transport.choices),
      h(
        'div',
        { class: 'machine-body' },
        h('div', { class: 'machine-stage' }, this.board.element, this.sheet.element),
        h('aside', { class: 'machine-side', 'aria-label': t('machine.panes') }, panes.element, this.registers.element, this.ram.element),
      ),
      this.wave.element,
      this.timeline.element,
    );
  }

  /**
   * @template {keyof import('./protocol.js').Requests} K
   * @param {K} name
   * @param {import('./protocol.js').Requests[K][0]} request
   */
  async #ask(name, request) {
    try {
      return await this.link.ask(name, request);
    } catch (error) {
      if (!this.#left) this.app.fail(error);
      return null;
    }
  }

  /** Switches a console on, as an address says.
   * @param {Where} where */
  async #power(where) {
    this.element.dataset.ready = 'false';
    const { model, processor, files, acts } = where;
    const switched = await this.#ask('power', { model, processor, files, acts });
    if (!switched) return;
    this.#where = { ...where };
    this.#running = false;
    this.#logged = -1;
    this.#marked = '';
    this.transport.model.value = model;
    this.transport.processor.value = processor;
    this.#source = await this.link.ask('source', {});
    this.source.show(this.#source);
    this.source.tell();
    this.ram.name(this.#source);
    if (!(await this.#open(where.sheet))) await this.#open('/');
    if (where.moment) await this.link.ask('goto', { moment: where.moment });
    else if (!where.acts) this.#run(true);
    this.#showBoard(where.board);
    this.element.dataset.ready = 'true';
    this.element.dataset.parts = String(switched.parts);
  }

  /** @param {string} path */
  async #open(path) {
    try {
      this.sheet.show(await this.link.ask('sheet', { path }));
      this.#where.sheet = path;
      this.#address();
      return true;
    } catch (error) {
      this.app.fail(error);
      return false;
    }
  }

  /** @param {import('./protocol.js').Signal} signal */
  async #show(signal) {
    if (this.sheet.path !== signal.sheet && !(await this.#open(signal.sheet))) return;
    this.sheet.find(signal.part);
    this.sheet.table.focus();
  }

  /** @param {import('./protocol.js').Requests['do'][0]} what */
  async #do(what) {
    await this.#ask('do', what);
    // A console that is switched off in time waits for nobody.
    if (!this.#running && !('down' in what && !what.down)) this.#run(true);
  }

  /** @param {boolean} running */
  #run(running) {
    this.#running = running;
    this.#order(running);
    this.transport.show(running, 0);
    if (!running) this.#address();
  }

  /** Time stops; whoever stops it goes on to ask for something else. */
  #halt() {
    if (this.#running) this.#order(false);
    this.#running = false;
  }

  /** Whether time runs is not known until a picture from after this order is shown.
   * @param {boolean} running */
  #order(running) {
    this.link.pace(running, this.transport.wanted);
    this.element.dataset.running = '';
  }

  toggle() {
    if (this.#long) this.link.cancel();
    else this.#run(!this.#running);
  }

  /**
   * @param {Goal} to
   * @param {boolean} back
   */
  async step(to, back) {
    this.#halt();
    const timer = setTimeout(() => this.#takesLong(true), LONG);
    const arrived = await this.#ask('step', { to, back });
    clearTimeout(timer);
    this.#takesLong(false);
    if (arrived?.arrival === 'never') announce(t('machine.never'));
    if (arrived?.arrival === 'start') announce(t('machine.start'));
    this.#address();
  }

  /** @param {boolean} long */
  #takesLong(long) {
    if (this.#long === long) return;
    this.#long = long;
    this.transport.show(long || this.#running, 0);
  }

  /** Goes to a moment; while that takes its time, only the newest wish counts.
   * @param {number} moment */
  async goTo(moment) {
    this.#halt();
    this.#aim = moment;
    if (this.#travelling) return;
    this.#travelling = true;
    while (this.#aim !== null) {
      const aim = this.#aim;
      this.#aim = null;
      await this.#ask('goto', { moment: aim });
    }
    this.#travelling = false;
    this.#address();
  }

  /** @param {number} future */
  async #future(future) {
    await this.#ask('future', { future });
    this.#marked = '';
  }

  async #record() {
    await this.#ask('record', { signals: this.wave.signals.map(({ signal }) => signal) });
    this.#lookNow();
  }

  /** @param {Picture} picture */
  #paint(picture) {
    if (this.#left) return;
    this.#picture = picture;
    const { state, slots, rate } = picture;
    const current = picture.order === this.link.order;
    if (current) this.#running = picture.running;
    const running = this.#running;
    this.sheet.frame(slots, state.texts, !running);
    this.transport.show(running || this.#long, rate);
    this.timeline.now(state.now, state.end);
    if (state.console) {
      this.source.now(state.console);
      this.registers.show(state.console.registers, state.now);
      this.board.show(state.console);
      this.element.dataset.phase = state.console.panel.phase;
      this.element.dataset.waiting = String(state.console.waiting);
    }
    this.element.dataset.now = String(state.now);
    this.element.dataset.running = current ? String(running) : '';
    this.link.painted();
    if (running && performance.now() - this.#looked < CALM) return;
    // After the frame with the picture: nothing here is part of the answer to a key.
    if (!this.#soon) this.#soon = setTimeout(() => this.#lookNow(), SOON);
  }

  #lookNow() {
    this.#soon = 0;
    this.#looked = performance.now();
    if (this.#picture) this.#look(this.#picture);
  }

  /** What need not be new with every picture.
   * @param {Picture} picture */
  async #look({ state }) {
    if (this.#asking) return;
    this.#asking = true;
    try {
      if (state.console) this.ram.show(await this.link.ask('cells', {}));
      const marked = `${state.future} ${state.console?.logged} ${state.end}`;
      if (marked !== this.#marked) {
        this.#marked = marked;
        this.timeline.marks(await this.link.ask('marks', {}));
      }
      if (state.console && state.console.logged !== this.#logged) await this.#tellLog(state.console.logged);
      if (this.wave.signals.length) this.wave.show(await this.link.ask('wave', this.wave.stretch(state.now)));
      this.#status(state);
      this.sheet.again();
    } catch (error) {
      if (!this.#left) this.app.fail(error);
    }
    this.#asking = false;
    const latest = this.#picture;
    if (latest && latest.state.now !== state.now && !this.#running) this.#look(latest);
  }

  /** @param {number} logged */
  async #tellLog(logged) {
    this.#logged = logged;
    const name = this.#source?.computer ?? null;
    const { entries } = await this.link.ask('log', { last: SHOWN });
    this.log.show(entries, name);
    const last = entries.at(-1);
    this.last = last ? sentence(last, name) : '';
  }

  /** @param {import('./protocol.js').State} state */
  #status(state) {
    let text = this.last ?? '';
    if (state.stuck) text = t('machine.stuck');
    else if (state.console?.halted) text = t('machine.halted');
    if (this.says.textContent !== text) this.says.textContent = text;
  }

  /** Soon, so that keys pressed one after the other are quick, and browsers do not complain. */
  #address() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#addressNow(), REST);
  }

  /** Puts what is shown into the address, without a new entry in the history. */
  async #addressNow() {
    clearTimeout(this.#rest);
    const link = this.#left ? null : await this.#ask('link', {});
    if (!link) return;
    const where = { ...this.#where, acts: link.acts, moment: link.now, files: link.files ?? {} };
    const path = await writeAddress(where);
    if (!this.#left) history.replaceState(null, '', `#/${path}`);
  }

  async #share() {
    await this.#addressNow();
    try {
      await navigator.clipboard.writeText(location.href);
      announce(t('machine.shared'));
      this.says.textContent = t('machine.shared');
    } catch {
      this.says.textContent = location.href;
    }
  }

  /** The ordinary board stands beside the machine, or not.
   * @param {boolean} shown */
  #showBoard(shown) {
    this.#where.board = shown;
    this.board.element.hidden = !shown;
    this.watch?.setAttribute('aria-pressed', String(shown));
    if (this.#picture?.state.console) this.board.show(this.#picture.state.console);
    this.#address();
  }

  /** @param {number} bank */
  async #edit(bank) {
    const source = this.#source;
    if (!source || !source.banks[bank]) return;
    this.#run(false);
    const { model, processor, files } = this.#where;
    const changed = await editFirmware({
      bank: source.banks[bank],
      own: files,
      engine: this.app.engine,
      check: (all) => this.link.ask('assemble', { model, files: all }),
    });
    if (changed) await this.#power({ ...this.#where, model, processor, files: changed, moment: null, acts: '' });
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    return useKey(event, {
      toggle: () => this.toggle(),
      step: (to, back) => void this.step(to, back),
      press: (pit) => void this.#do({ line: `press ${pit}` }),
      find: () => this.find.input.focus(),
      up: () => this.sheet.up(),
    });
  }

  leave() {
    this.#left = true;
    clearTimeout(this.#soon);
    clearTimeout(this.#rest);
    this.link.close();
    this.board.stop();
  }
}

/** @type {import('../main.js').MakeView} */
export function machineView(app, rest) {
  const view = new MachineView(app, rest);
  return {
    element: view.element,
    title: t('machine.title'),
    keys: (event) => view.keys(event),
    leave: () => view.leave(),
  };
}
