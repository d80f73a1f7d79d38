/** A circuit of one's own: checked, drawn, run in both directions of time, with everything on it that a hand can touch. */
import { announce } from '../lib/announce.js';
import { h, refill } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { icon } from '../lib/icons.js';
import { Offer } from '../lib/offer.js';
import { t } from '../lib/texts.js';
import { FindBox } from '../machine/find.js';
import { MachineLink, whenItIsTime } from '../machine/link.js';
import { tell } from '../machine/tell.js';
import { TimelinePane } from '../machine/timeline.js';
import { Travel } from '../machine/travel.js';
import { WavePane } from '../machine/wave.js';
import { nameOf } from '../sheet/names.js';
import { SheetView } from '../sheet/sheet.js';
import { Cells } from './cells.js';
import { Editor } from './edit.js';
import { saveFile } from './edit-save.js';
import { Faults } from './faults.js';
import { Hands } from './hands.js';
import { Pace } from './pace.js';
import { aboutRun, replay } from './replay.js';
import { saveMemory, saveSvg, saveVcd } from './save.js';
import { tabs } from './tabs.js';
import { Touch } from './touch.js';
import { TryPane } from './try.js';
import { circuitFiles, kindOf, stemOf } from './work.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('../machine/protocol.js').Part} Part
 * @typedef {import('../machine/protocol.js').Picture} Picture
 * @typedef {import('./work.js').Work} Work
 * @typedef {import('./work.js').WorkFile} WorkFile
 */

/** A file that is not open after this time is given up. */
const PATIENCE = 30_000;
const START_SPEED = 30;

export class CircuitPane {
  #life = new Life();
  #marked = '';
  /** @type {MachineLink | null} */
  #link = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** Of the circuit that the sheet shows. */
  #version = 0;
  /** @type {Part[]} */
  #parts = [];
  /**
   * @param {App} app
   * @param {Work} work
   * @param {WorkFile} file
   * @param {WorkFile} [run] what is done again on it
   */
  constructor(app, work, file, run) {
    this.app = app;
    this.work = work;
    this.file = file;
    this.run = run;
    this.touch = new Touch((name, request) => this.#ask(name, request), app.fail);
    this.sheet = new SheetView({
      open: (path) => this.#sheet(path),
      press: (part, down) => this.touch.press(part, down),
      use: (part) => this.#use(part),
      hold: (part) => this.editor.takesHold(part.part),
      tell: async (hit) => (this.#link ? tell(this.#link, hit, this.sheet.parts) : []),
      pick: () => {},
    });
    this.hands = new Hands({
      press: (part, down) => this.touch.press(part, down),
      set: (part, value) => this.touch.line(part, (path) => `set ${path} = ${value}`),
      type: (part, text) => this.touch.line(part, (path) => `type ${path} ${JSON.stringify(text)}`),
      move: (part, x, y) => this.touch.line(part, (path) => `joystick ${path} ${x} ${y}`),
      memory: (part) => this.#memory(part),
      value: (part) => this.touch.value(part),
    });
    this.cells = new Cells({
      read: (part, first, count) => this.#ask('memory', { part: part.part, first, count }),
      // While a circuit is drawn, what is in a ROM belongs to its file.
      write: (part, address, value) =>
        this.#drawn(part)
          ? this.editor.change({ do: 'words', part: part.part, first: address, words: [value] })
          : this.touch.line(part, (path) => `set ${path}[${address}] = ${value}`),
      load: (part, name, text) =>
        this.#drawn(part)
          ? this.editor.change({ do: 'image', part: part.part, text })
          : this.touch.line(part, (path) => `load ${path} ${JSON.stringify(name)}`, { [name]: text }),
      save: (part) => saveMemory((name, request) => this.#ask(name, request), part),
      fail: app.fail,
    });
    this.travel = new Travel({
      link: () => this.#link,
      rate: () => this.pace.rate,
      ordered: () => {},
      controls: () => this.pace.show(this.travel.running || this.travel.long, 0),
      arrived: () => {},
      look: (picture) => this.#look(picture),
      fail: (error) => this.#life.over || app.fail(error),
    });
    this.pace = new Pace(
      {
        toggle: () => this.#toggle(),
        restart: () => this.#restart().catch((error) => this.#failed(error)),
        step: (to, back) => this.travel.step(to, back),
        speed: (rate) => this.#link?.pace(this.travel.running, rate),
      },
      START_SPEED,
    );
    this.wave = new WavePane({ changed: () => this.#record() });
    this.timeline = new TimelinePane({ goTo: (moment) => this.travel.goTo(moment), future: (future) => this.#future(future) });
    this.find = new FindBox({
      find: (text, most) => this.#ask('find', { text, most }),
      show: (signal) => this.#show(signal),
      record: ({ signal, name }) => this.wave.add(signal, name),
      leave: () => this.sheet.table.focus(),
    });
    this.faults = new Faults({
      go: (point, place) => this.#reveal(point, place).catch(app.fail),
      repair: (change) => this.editor.change(change),
      counted: (count) =>
        this.tabs?.retitle('problems', count ? `${t('page.code.problems')} (${count})` : t('page.code.problems')),
    });
    this.editor = new Editor(this.sheet, {
      ask: (name, request) => this.#ask(name, request),
      changed: (state) => this.#edited(state),
      save: () => saveFile(this.file).catch(app.fail),
      fail: app.fail,
      memory: (number) => {
        const part = this.#parts.find((one) => one.part === number);
        if (part) this.#memory(part);
      },
      attributes: () => this.tabs.choose('edit'),
    });
    this.editSwitch = h(
      'button',
      {
        type: 'button',
        class: 'button small-button',
        id: 'bench-edit',
        'aria-pressed': 'false',
        onclick: () => this.#edit().catch(app.fail),
      },
      icon('editor'),
      t('page.draw'),
    );
    this.try = run ? null : new TryPane(app, work, file);
    this.status = h('p', { class: 'bench-status', role: 'status' }, t('page.bench.opening', { name: file.name }));
    this.choice = h('select', { 'aria-label': t('page.bench.sheet'), onchange: () => this.#chosen() });
    this.tabs = tabs(t('page.bench.about-circuit'), [
      ...(run ? [/** @type {[string, string, HTMLElement]} */ (['run', t('page.bench.run-file'), aboutRun(run)])] : []),
      ...(run
        ? []
        : [/** @type {[string, string, HTMLElement]} */ (['edit', t('page.draw.attributes'), this.editor.attributes.element])]),
      ['hands', t('page.bench.hands'), h('div', null, this.hands.element, this.cells.element)],
      ['problems', t('page.code.problems'), this.faults.element],
      ...(this.try ? [/** @type {[string, string, HTMLElement]} */ (['try', t('page.try'), this.try.element])] : []),
    ]);
    if (!run) this.tabs.choose('hands');
    this.element = this.#layout();
    this.offer = new Offer(this.element);
    this.#open().catch((error) => this.#failed(error));
  }

  /** The circuit on show is compared with its specification. */
  #checkChip() {
    this.work.oncheck?.(this.file.name, this.choice.value || undefined);
  }

  #layout() {
    /** @type {import('./save.js').Ask} */
    const ask = (name, request) => this.#ask(name, request);
    const save = (/** @type {string} */ id, /** @type {string} */ label, /** @type {() => Promise<void>} */ act) =>
      h(
        'button',
        { type: 'button', class: 'button small-button', id: `bench-${id}`, onclick: () => act().catch(this.app.fail) },
        icon('download'),
        label,
      );
    return h(
      'div',
      { class: 'bench-circuit', 'data-ready': 'false' },
      h(
        'div',
        { class: 'circuit-bar' },
        this.pace.element,
        h(
          'div',
          { class: 'buttons' },
          this.run ? null : this.editSwitch,
          this.run || !this.work.oncheck || !this.work.files.some(({ name }) => kindOf(name) === 'chip')
            ? null
            : h(
                'button',
                { type: 'button', class: 'button small-button', id: 'bench-chip', onclick: () => this.#checkChip() },
                icon('check'),
                t('page.bench.chip.check'),
              ),
          this.find.element,
          this.choice,
          save('svg', 'SVG', () => saveSvg(ask, this.#sheetName())),
          save('vcd', 'VCD', () => saveVcd(ask, stemOf(this.file.name))),
        ),
      ),
      this.editor.bar,
      this.status,
      this.editor.says,
      h(
        'div',
        { class: 'circuit-body' },
        this.editor.palette.element,
        h('div', { class: 'circuit-stage' }, this.sheet.element),
        h('div', { class: 'circuit-side' }, this.tabs.element),
      ),
      this.wave.element,
      this.timeline.element,
    );
  }

  /** Checks the file, switches it on, shows its first sheet. */
  async #open() {
    this.element.dataset.ready = 'false';
    this.sheet.expect(true);
    this.#timer = setTimeout(() => this.app.engine.stopBench(), PATIENCE);
    const files = { ...circuitFiles(this.work, this.file.name), circuit: this.file.sheet };
    const checked = await this.#life.wait(this.app.engine.workbench('check', files));
    clearTimeout(this.#timer);
    this.faults.check(checked.findings);
    const errors = checked.findings.filter(({ severity }) => severity === 'error').length;
    if (errors) this.tabs.choose('problems');
    refill(
      this.choice,
      checked.circuits.map((name) => h('option', { value: name, selected: name === this.file.sheet }, name)),
    );
    this.element.dataset.errors = String(errors);
    if (!checked.runs) {
      this.status.textContent = t('page.bench.not-running');
      this.element.dataset.ready = 'broken';
      this.sheet.expect(false);
      return;
    }
    this.status.textContent = [
      t('page.bench.parts', { count: checked.parts }),
      t('page.bench.nets', { count: checked.nets }),
      ...(checked.missing.length ? [t('page.bench.missing', { names: checked.missing.join(', ') })] : []),
    ].join(' · ');
    await this.#power(files);
  }

  /** @param {import('../protocol.js').CircuitFiles} files */
  async #power({ name, text, libraries, circuit }) {
    this.#link?.close();
    const link = new MachineLink();
    this.#hear(link);
    this.#version = 0;
    this.#timer = setTimeout(() => {
      link.close();
      this.#failed(new Error(t('page.bench.too-slow')));
    }, PATIENCE);
    const run = this.run && { name: this.run.name, text: this.run.text };
    const { end } = await link.ask('circuit', { name, text, libraries, circuit, run });
    await this.#sheet('/');
    clearTimeout(this.#timer);
    if (run && end !== null) this.status.textContent = await replay(link, run.name, end);
    this.element.dataset.ready = 'true';
  }

  /** @param {MachineLink} link */
  #hear(link) {
    this.#link = link;
    link.onpicture = (picture) => whenItIsTime(picture, () => link === this.#link && this.#paint(picture));
    link.onbroken = (error) => this.#failed(error);
  }

  /** Switches the circuit on again, as drawn now. The old run stays for a while, in case it is wanted back. */
  async #restart() {
    const link = this.#link;
    if (!link || this.element.dataset.ready !== 'true') return;
    if (this.run) return this.travel.goTo(0);
    this.offer.end();
    const before = { running: this.travel.running, path: this.sheet.path, text: this.file.text };
    link.cancel();
    link.pace(false, this.pace.rate);
    link.onpicture = () => link.painted();
    this.#link = null;
    this.element.dataset.ready = 'false';
    await this.#power({ ...circuitFiles(this.work, this.file.name), circuit: this.file.sheet });
    await this.#goesOn(before);
    const back = async () => {
      this.#link?.close();
      this.#hear(link);
      this.file.text = before.text;
      this.work.keep();
      await this.#goesOn(before);
    };
    const undo = () => back().catch((error) => this.#failed(error));
    this.offer.make(t('machine.restarted'), undo, () => link.close());
  }

  /** Shows what is under power now as it was looked at before. @param {{running: boolean, path: string}} before */
  async #goesOn({ running, path }) {
    this.#marked = '';
    await this.#sheet(path);
    if (this.editor.on) {
      const state = await this.#ask('edit', {});
      this.#told(state);
      await this.editor.travelled(state);
    }
    if (this.wave.signals.length) await this.#record();
    this.#run(running);
  }

  /** @param {unknown} error */
  #failed(error) {
    clearTimeout(this.#timer);
    if (this.#life.over) return;
    const cancelled = error instanceof Error && 'cancelled' in error && error.cancelled;
    const text = cancelled ? t('page.bench.too-slow') : error instanceof Error ? error.message : String(error);
    this.status.textContent = text;
    this.element.dataset.ready = 'broken';
    this.sheet.expect(false);
    announce(text);
  }

  /** Draws from now on, or stops. */
  async #edit() {
    const on = !this.editor.on;
    if (on) this.#run(false);
    await this.editor.switch(on);
    this.editSwitch.setAttribute('aria-pressed', String(on));
    this.element.classList.toggle('editing', on);
    this.tabs.choose(on ? 'edit' : 'hands');
  }

  /** @param {Part} part */
  #drawn(part) {
    return this.editor.on && part.kind === 'ROM';
  }

  /** Time has led across an edit: to the circuit as it was or will be. @param {number} version */
  async #travelled(version) {
    this.#version = version;
    await this.#sheet(this.sheet.path);
    if (!this.editor.on) return;
    const state = await this.#ask('edit', {});
    this.#told(state);
    await this.editor.travelled(state);
  }

  /** The file has changed, and the circuit that runs with it. @param {import('../machine/protocol.js').EditState} state */
  async #edited(state) {
    const { text } = await this.#ask('file', {});
    this.file.text = text;
    this.work.keepNow();
    this.#version = state.version;
    await this.#sheet(state.path);
    this.#marked = '';
    this.#told(state);
    // A circuit cannot contain itself.
    const shelves = [state.circuit, ...state.circuits].join('\n');
    if (this.editor.on && this.#shelves !== shelves) {
      this.#shelves = shelves;
      this.editor.palette.show(await this.#ask('look', { ask: 'palette' }));
    }
    if (this.wave.signals.length) await this.#record();
  }

  #shelves = '';

  /** @param {import('../machine/protocol.js').EditState} state */
  #told(state) {
    this.faults.check(state.findings);
    this.sheet.spots(this.faults.spots(this.sheet));
    this.element.dataset.errors = String(state.findings.filter(({ severity }) => severity === 'error').length);
    refill(
      this.choice,
      state.circuits.map((name) => h('option', { value: name, selected: name === state.circuit }, name)),
    );
  }

  #chosen() {
    if (this.editor.on) {
      this.file.sheet = this.choice.value;
      return this.editor.change({ do: 'show', name: this.choice.value });
    }
    this.file.sheet = this.choice.value === this.choice.options[0]?.value ? undefined : this.choice.value;
    this.work.keep();
    this.#run(false);
    return this.#open().catch((error) => this.#failed(error));
  }

  /**
   * @template {keyof import('../machine/protocol.js').Requests} K
   * @param {K} name
   * @param {import('../machine/protocol.js').Requests[K][0]} request
   * @returns {Promise<import('../machine/protocol.js').Requests[K][1]>}
   */
  #ask(name, request) {
    if (!this.#link) return Promise.reject(new Error(t('page.bench.not-running')));
    return this.#life.wait(this.#link.ask(name, request));
  }

  /** @param {string} path */
  async #sheet(path) {
    try {
      const sheet = await this.#ask('sheet', { path });
      this.touch.forget();
      await this.#life.wait(this.sheet.load(sheet));
      this.sheet.spots(this.faults.spots(sheet));
      this.hands.show(sheet.parts);
      this.#parts = sheet.parts;
      const memory = this.cells.part && sheet.parts.find(({ part, hand }) => part === this.cells.part?.part && hand === 'memory');
      if (!memory || !this.editor.on) this.cells.show(null);
      else this.cells.refresh();
      this.hands.refresh();
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** What a click or Enter on a part means that is not a button. @param {Part} part */
  async #use(part) {
    if (part.hand === 'memory') return this.#memory(part);
    if (part.hand === 'set') {
      const { value, width } = await this.touch.value(part);
      if (width === 1) return this.touch.line(part, (path) => `set ${path} = ${value === '1' ? 0 : 1}`);
    }
    this.tabs.choose('hands');
    const control = this.hands.element.querySelector(`[data-hand="${CSS.escape(part.name)}"]`);
    /** @type {HTMLElement | null | undefined} */ (control?.querySelector('input:not([hidden]), button:not([hidden])'))?.focus();
  }

  /** @param {Part} part */
  #memory(part) {
    this.tabs.choose('hands');
    this.cells.show(part, nameOf(part, this.#parts));
    this.cells.element.scrollIntoView({ block: 'nearest' });
  }

  #sheetName() {
    return this.sheet.path === '/' ? stemOf(this.file.name) : this.sheet.path.replace(/^.*\//, '');
  }

  /** @param {boolean} running */
  #run(running) {
    // While it runs, the hand works it; when it stops, the pen is back.
    if (this.editor.on) this.editor.draws(!running);
    this.travel.run(running);
  }

  #toggle() {
    if (this.travel.long) this.travel.toggle();
    else this.#run(!this.travel.running);
  }

  /** @param {number} future */
  async #future(future) {
    await this.#ask('future', { future }).catch(this.app.fail);
    this.#marked = '';
  }

  async #record() {
    await this.#ask('record', { signals: this.wave.signals.map(({ signal }) => signal) }).catch(this.app.fail);
    this.travel.lookNow();
  }

  /** @param {import('../machine/protocol.js').Signal} signal */
  async #show(signal) {
    if (this.sheet.path !== signal.sheet) await this.#sheet(signal.sheet);
    this.sheet.find(signal.part);
  }

  /**
   * Leads to a place where something is wrong: on its sheet, or on the circuit of the file that has it.
   * @param {[number, number]} point
   * @param {{sheet?: string, circuit: string}} place
   */
  async #reveal(point, { sheet, circuit }) {
    if (sheet !== undefined && sheet !== this.sheet.path) await this.#sheet(sheet);
    else if (sheet === undefined && circuit !== this.sheet.title) {
      if (![...this.choice.options].some(({ value }) => value === circuit)) return;
      this.choice.value = circuit;
      await this.#chosen();
    }
    this.sheet.goTo(point);
  }

  /** @param {Picture} picture */
  #paint(picture) {
    if (this.#life.over) return;
    const { state, slots, rate } = picture;
    this.travel.hear(picture);
    if (state.version !== this.#version) {
      this.#travelled(state.version).catch(this.app.fail);
      this.#link?.painted();
      return;
    }
    const { running, long } = this.travel;
    this.sheet.frame(slots, state.texts, !running);
    this.pace.show(running || long, rate);
    this.timeline.now(state.now, state.end);
    this.element.dataset.now = String(state.now);
    this.element.dataset.running = String(running);
    if (state.stuck) this.status.textContent = t('machine.stuck');
    this.travel.painted();
  }

  /** What need not be new with every picture. @param {Picture} picture */
  async #look({ state }) {
    await this.hands.refresh();
    await this.cells.refresh();
    if (this.editor.on) await this.editor.attributes.refresh();
    if (!this.travel.running && this.faults.now(await this.#ask('faults', {}))) this.sheet.spots(this.faults.spots(this.sheet));
    const marked = `${state.future} ${state.end}`;
    if (marked !== this.#marked) {
      this.#marked = marked;
      this.timeline.marks(await this.#ask('marks', {}));
    }
    if (this.wave.signals.length) this.wave.show(await this.#ask('wave', this.wave.stretch(state.now)));
    this.sheet.again();
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    /** @type {Record<string, () => void>} */
    const keys = {
      F5: () => this.#toggle(),
      ' ': () => this.#toggle(),
      '.': () => void this.travel.step('half-tick', false),
      ',': () => void this.travel.step('half-tick', true),
      c: () => void this.travel.step('clock', false),
      C: () => void this.travel.step('clock', true),
      '/': () => this.find.input.focus(),
      u: () => this.sheet.up(),
      // While one draws, R turns parts.
      ...(this.editor.on ? {} : { r: () => this.#restart().catch((error) => this.#failed(error)) }),
    };
    if (!keys[event.key] || (event.key === ' ' && event.target instanceof HTMLButtonElement)) return false;
    keys[event.key]();
    return true;
  }

  leave() {
    this.#life.end();
    this.try?.leave();
    this.offer.end();
    clearTimeout(this.#timer);
    this.travel.end();
    this.#link?.close();
    this.app.engine.stopBench();
  }
}
