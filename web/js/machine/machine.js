/** The machine: a console as its board, down to its gates, in both directions of time, with its program beside it. */
import { announce } from '../lib/announce.js';
import { menu, note } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { Offer } from '../lib/offer.js';
import { style } from '../lib/style.js';
import { t } from '../lib/texts.js';
import { SheetView } from '../sheet/sheet.js';
import { addressOf, fresh, packFiles, readAddress } from './address.js';
import { AskPane } from './ask.js';
import { DatapathPane } from './datapath.js';
import { DEMO } from './demo.js';
import { FindBox } from './find.js';
import { editFirmware } from './firmware.js';
import { Frame } from './frame.js';
import { guideSheet } from './guide.js';
import { comeBack, keep, kept, leaveAlive } from './kept.js';
import { useKey } from './keys.js';
import { LinePane } from './line.js';
import { MachineLink, whenItIsTime } from './link.js';
import { LogPane, SHOWN, sentence } from './log.js';
import { PanelPane } from './panel.js';
import { RamPane } from './ram.js';
import { RegistersPane } from './registers.js';
import { Side } from './side.js';
import { SourcePane } from './source.js';
import { tell } from './tell.js';
import { Tour } from './tour.js';
import { Transport } from './transport.js';
import { Travel } from './travel.js';
import { WatchPane } from './watch.js';
import { WavePane } from './wave.js';
import { workOf } from './work.js';

/**
 * @typedef {import('./protocol.js').Picture} Picture
 * @typedef {import('./protocol.js').Goal} Goal
 * @typedef {import('./protocol.js').Source} Source
 * @typedef {import('./address.js').Where} Where
 * @typedef {import('./kept.js').Alive} Alive
 */

// Nothing of the view is laid out before it is known how it looks.
await Promise.all(['css/machine-view.css', 'css/machine-panes.css', 'css/machine-small.css'].map(style));

/** After the last step, in milliseconds, the address says where one is. */
const REST = 250;
/** How often the run is saved for a reload. */
const KEEPING = 1500;
const START_SPEED = 55;

export class MachineView {
  /** @type {Where} */
  #where = fresh();
  #packed = '';
  /** The address the page shows, and with the one before it those that lead to this machine. */
  #address = '';
  /** @type {Set<string>} */
  #addresses = new Set();
  /** @type {Source | null} */
  #source = null;
  /** @type {import('./protocol.js').Requests['houses'][1]} */
  #houses = [];
  #keptAt = 0;
  #rest = 0;
  #logged = -1;
  #told = '';
  #last = '';
  #life = new Life();
  /** @type {Tour | null} */
  #tour = null;

  /**
   * @param {import('../main.js').App} app
   * @param {string} rest
   */
  constructor(app, rest) {
    this.app = app;
    const alive = comeBack(rest);
    this.link = alive?.link ?? new MachineLink('console');
    this.link.onpicture = (picture) => whenItIsTime(picture, () => this.#paint(picture));
    this.link.onbroken = (error) => app.fail(error);
    this.travel = new Travel({
      link: () => this.link,
      rate: () => this.transport.wanted,
      // Whether it runs is seen by a picture from after this.
      ordered: () => (this.element.dataset.running = ''),
      controls: () => this.transport.show(this.travel.running || this.travel.long, 0),
      arrived: () => this.#addressSoon(),
      look: (picture) => this.#look(picture),
      fail: (error) => this.#life.over || app.fail(error),
    });
    const press = (/** @type {number} */ pit) => void this.#do({ line: `press ${pit}` });
    const line = (/** @type {string} */ text) => void this.#do({ line: text });
    this.sheet = new SheetView({
      open: (path) => this.#open(path),
      press: (part, down) => this.#do({ part: part.part, down }),
      use: () => {},
      tell: (hit) => tell(this.link, hit, this.sheet.parts),
      pick: () => {},
    });
    this.sheet.above = 56;
    this.source = new SourcePane({
      breakpoints: () => this.#stops(),
      edit: (bank) => this.#edit(bank),
      explain: (bank, address) => this.#explain(bank, address),
    });
    this.registers = new RegistersPane();
    this.ram = new RamPane({ watch: () => this.#stops() });
    this.log = new LogPane({ goTo: (moment) => this.travel.goTo(moment) });
    this.wave = new WavePane({
      changed: () => this.#record(),
      add: () => this.#findSignal(),
      goTo: (moment) => this.travel.goTo(moment),
    });
    this.line = new LinePane({ goTo: (moment) => this.travel.goTo(moment), future: (future) => this.#future(future) });
    this.find = new FindBox({
      find: async (text, most) => (await this.#ask('find', { text, most })) ?? [],
      show: (signal) => this.#show(signal),
      record: ({ signal, name }) => {
        this.side.choose('wave');
        this.wave.add(signal, name);
      },
      point: (signal) => signal.sheet === this.sheet.path && this.sheet.point(signal.part),
      leave: () => this.sheet.table.focus(),
    });
    this.ask = new AskPane({ press, line, again: () => this.#restart() });
    this.panel = new PanelPane({ press, line });
    this.watch = new WatchPane({ press });
    this.datapath = new DatapathPane({
      open: (path) => {
        this.frame.show('circuit');
        void this.#open(path);
      },
      changed: () => this.travel.lookNow(),
    });
    this.transport = new Transport(
      {
        toggle: () => this.#toggle(),
        step: (to, back) => this.travel.step(to, back),
        speed: () => this.link.pace(this.travel.running, this.transport.wanted),
      },
      { speed: START_SPEED },
    );
    const program = h('div', { class: 'side-source' }, this.source.element, this.registers.element);
    this.side = new Side({ program, memory: this.ram.element, waves: this.wave.element, log: this.log.element }, () =>
      this.travel.lookNow(),
    );
    this.frame = new Frame(
      {
        ask: this.ask.element,
        watch: this.watch.element,
        find: this.find.element,
        looks: { circuit: this.sheet.element, panel: this.panel.element, datapath: this.datapath.element },
        timeline: this.line.element,
        transport: this.transport,
        side: this.side,
      },
      {
        model: (model) => this.#change({ ...fresh(), model, processor: this.#where.processor }),
        restart: () => this.#restart(),
        watch: () => this.#watchIt(!this.#where.board),
        more: () => this.#more(),
        looked: () => this.#lookedElsewhere(),
      },
    );
    this.element = this.frame.element;
    this.offer = new Offer(this.element);
    this.hidden = () => document.visibilityState === 'hidden' && this.#keepNow();
    addEventListener('pagehide', this.hidden);
    document.addEventListener('visibilitychange', this.hidden);
    this.ready = this.#begin(rest, alive).catch((error) => app.fail(error));
  }

  /** Returns to a live machine, to a saved run, or to the state in an address; otherwise a game is in progress.
   * @param {string} rest
   * @param {Alive | null} alive */
  async #begin(rest, alive) {
    const models = (await this.#ask('models', {})) ?? [];
    const names = models.map(({ name }) => name);
    this.frame.offer(names);
    if (alive) {
      this.#where = alive.where;
      this.#addresses = alive.addresses;
      this.source.breakpoints = new Set(alive.breakpoints);
      this.ram.watched = new Set(alive.cells);
      this.link.painted();
      await this.#switchedOn();
      this.#run(alive.running);
      return;
    }
    const run = kept();
    const path = rest === '' || rest === run?.address ? run?.path : rest;
    if (path === undefined || path === '') {
      await this.#power({ ...fresh(), ...DEMO });
      this.#run(true);
      return;
    }
    const where = await readAddress(path, names);
    const goesOn = path === run?.path ? run.running : !where.moment && !where.acts;
    if (await this.#power(where)) this.#run(goesOn);
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
      if (!this.#life.over) this.app.fail(error);
      return null;
    }
  }

  /** Switches a console on, as an address says. Invalid parts of an address are ignored.
   * @param {Where} where */
  async #power(where) {
    this.element.dataset.ready = 'false';
    const { model, processor, files, acts } = where;
    const switched =
      (await this.#ask('power', { model, processor, files, acts })) ?? (await this.#ask('power', { model, processor }));
    if (!switched || this.#life.over) return false;
    this.#where = { ...where };
    this.#packed = await packFiles(files);
    this.travel.running = false;
    this.element.dataset.parts = String(switched.parts);
    if (where.moment) await this.#ask('goto', { moment: where.moment });
    await this.#switchedOn();
    return true;
  }

  /** Shows the machine in the worker. Between the steps the browser may paint, so that none of them is long. */
  async #switchedOn() {
    const { model, board, look, sheet } = this.#where;
    this.#logged = -1;
    this.#told = '';
    this.frame.model.value = model;
    // A frame is painted in between; a page that is not on show paints none.
    const breath = () =>
      new Promise((resolve) => {
        requestAnimationFrame(() => setTimeout(resolve));
        setTimeout(resolve, 100);
      });
    if (!(await this.#open(sheet))) await this.#open('/');
    await breath();
    this.#source = await this.link.ask('source', {});
    this.#houses = await this.link.ask('houses', {});
    await breath();
    this.source.show(this.#source);
    this.panel.call(model, this.#source.computer);
    this.watch.call(model, this.#source.computer);
    await breath();
    this.ram.name(this.#source);
    this.#stops();
    await breath();
    this.frame.show(look, false);
    this.#watchIt(board);
    if (this.travel.picture) this.#paint(this.travel.picture);
    this.element.dataset.ready = 'true';
  }

  /** Another console, or the same one anew: the old run can be had back for a while.
   * @param {Where} where */
  async #change(where) {
    await this.#addressNow();
    const before = { ...this.#where, moment: this.travel.picture?.state.now ?? null };
    const running = this.travel.running;
    if (!(await this.#power(where))) return;
    this.#run(true);
    this.offer.make(t('machine.restarted'), async () => {
      if (await this.#power(before)) this.#run(running);
    });
  }

  #restart() {
    const { model, processor, files, board, look } = this.#where;
    void this.#change({ ...fresh(), model, processor, files, board, look });
  }

  /** @param {string} path */
  async #open(path) {
    try {
      await this.sheet.load(await this.link.ask('sheet', { path }));
      this.#where.sheet = path;
      this.#addressSoon();
      this.#told = '';
      return true;
    } catch (error) {
      if (!this.#life.over) this.app.fail(error);
      return false;
    }
  }

  /** @param {import('./protocol.js').Signal} signal */
  async #show(signal) {
    this.frame.show('circuit');
    if (this.sheet.path !== signal.sheet && !(await this.#open(signal.sheet))) return;
    this.sheet.find(signal.part);
    this.sheet.table.focus();
  }

  #findSignal() {
    this.frame.show('circuit');
    this.find.input.focus();
  }

  /** @param {import('./protocol.js').Requests['do'][0]} what */
  async #do(what) {
    const up = 'down' in what && !what.down;
    // A processor that has halted hears nothing: the clock need not run for it.
    if (this.travel.picture?.state.console?.halted) {
      if (!up) announce(t('machine.halted'));
      return;
    }
    await this.#ask('do', what);
    // A console that is switched off in time is not waited for.
    if (!this.travel.running && !up) this.#run(true);
    if (!up) void this.#addressNow();
  }

  /** @param {boolean} running */
  #run(running) {
    this.travel.run(running);
    this.#addressSoon();
  }

  #toggle() {
    this.travel.toggle();
    this.#addressSoon();
  }

  /** @param {number} future */
  async #future(future) {
    await this.#ask('future', { future });
    this.#told = '';
    this.#addressSoon();
  }

  async #record() {
    await this.#ask('record', { signals: this.wave.signals.map(({ signal }) => signal) });
    this.travel.lookNow();
  }

  /** Says where the breakpoints are. */
  #stops() {
    const at = [...this.source.breakpoints].map((text) => /** @type {[number, number]} */ (text.split(':').map(Number)));
    return this.#ask('breakpoints', { at, cells: [...this.ram.watched] });
  }

  /** Which parts of the processor an instruction uses.
   * @param {number} bank
   * @param {{address: number, text: string}} line */
  async #explain(bank, { address, text }) {
    const opcode = this.#source?.banks[bank]?.code[address];
    if (opcode === undefined || this.frame.look !== 'datapath') return;
    this.frame.show('datapath');
    this.datapath.explain({ opcode, text });
  }

  /** @param {Picture} picture */
  #paint(picture) {
    if (this.#life.over) return;
    const { state, slots, rate } = picture;
    const { current, stopped } = this.travel.hear(picture);
    const { running, long } = this.travel;
    this.sheet.frame(slots, state.texts, !running);
    this.transport.show(running || long, rate);
    this.line.now(state.now, state.end);
    if (state.console) {
      if (this.frame.look === 'panel') this.panel.show(state.console);
      // At full speed lines that change with every picture cannot be read.
      if (this.travel.isCalm) this.source.now(state.console);
      this.registers.show(state.console.registers, state.now);
      this.watch.show(state.console);
      this.#status(picture);
      Object.assign(this.element.dataset, { phase: state.console.panel.phase, waiting: String(state.console.waiting) });
    }
    this.element.dataset.now = String(state.now);
    this.element.dataset.running = current ? String(running) : '';
    this.travel.painted();
    if (stopped) void this.#addressNow();
  }

  /** @param {Picture} picture */
  #status({ state, stop }) {
    if (!state.console) return;
    this.ask.show(state.console, {
      last: this.#last,
      stop: this.#why(stop ?? null),
      stuck: state.stuck,
      running: this.travel.running,
    });
  }

  /** @param {Picture['stop']} stop */
  #why(stop) {
    if (!stop || this.travel.running) return '';
    if ('cell' in stop) return t('machine.stopped.cell', { name: this.ram.called(stop.cell.address), value: stop.cell.value });
    const bank = this.#source?.banks[stop.at.bank];
    const line = bank?.lines.find(({ address }) => address === stop.at.address);
    return line ? t('machine.stopped.line', { line: line.line, file: bank?.files[line.file]?.name ?? '' }) : '';
  }

  /** What need not be new with every picture.
   * @param {Picture} picture */
  async #look(picture) {
    const { console } = picture.state;
    if (console && this.element.dataset.ready === 'true') await this.#lookAt(picture, console);
  }

  /**
   * @param {Picture} picture
   * @param {import('./protocol.js').ConsoleState} console
   */
  async #lookAt({ state }, console) {
    const { side, link, frame } = this;
    if (side.shows('ram')) this.ram.show(await link.ask('cells', {}));
    if (console.logged !== this.#logged) await this.#tellLog(console.logged);
    const told = `${state.future} ${console.logged} ${this.travel.running} ${frame.watching && state.now}`;
    if (told !== this.#told) {
      this.#told = told;
      const [story, marks] = await Promise.all([link.ask('story', {}), link.ask('marks', {})]);
      this.line.show(story.episodes, marks);
      this.watch.weigh(story.weighing);
      this.#work(story);
    }
    const { moves } = this.line;
    const move = moves ? t('machine.line.move', { count: moves }) : t('machine.line.set-up');
    if (this.line.move.textContent !== move) this.line.move.textContent = move;
    if (this.wave.signals.length && side.shows('wave')) this.wave.show(await link.ask('wave', this.wave.stretch(state.now)));
    if (frame.look === 'datapath') this.datapath.show(await link.ask('datapath', this.datapath.asked), console);
    if (this.travel.picture) this.#status(this.travel.picture);
    if (performance.now() - this.#keptAt > KEEPING) this.#keepNow();
    await this.sheet.again();
  }

  /** Frames the part of the circuit that is at work, while one watches.
   * @param {import('./protocol.js').Story} story */
  #work(story) {
    const work = this.frame.watching && this.sheet.path === '/' ? workOf(story, this.#houses, this.sheet.parts) : null;
    this.sheet.around(work?.box ?? null);
    const { work: says } = this.frame;
    says.hidden = !work;
    says.replaceChildren(t('machine.work'), ...(work?.names ?? []).map((name) => h('span', null, name)));
  }

  /** @param {number} logged */
  async #tellLog(logged) {
    this.#logged = logged;
    const name = this.#source?.computer ?? null;
    const { entries } = await this.link.ask('log', { last: SHOWN });
    if (this.side.shows('log')) this.log.show(entries, name);
    else this.#logged = -1;
    const last = entries.at(-1);
    this.#last = last ? sentence(last, name) : '';
  }

  /** Soon, so that keys pressed one after the other are quick, and browsers do not complain. */
  #addressSoon() {
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#addressNow(), REST);
  }

  /** Puts what is shown into the address, without a new entry in the history, and keeps it. */
  async #addressNow() {
    clearTimeout(this.#rest);
    const link = this.#life.over ? null : await this.#ask('link', {});
    if (!link) return;
    this.#where = { ...this.#where, acts: link.acts, files: link.files ?? {} };
    this.#packed = await packFiles(this.#where.files);
    if (this.#life.over) return;
    // An open sheet has a separate entry in the history: that one keeps its address, and ours waits.
    if (document.querySelector('dialog[open]')) return this.#addressSoon();
    this.#address = addressOf({ ...this.#where, moment: link.now }, this.#packed);
    this.#addresses = new Set([...this.#addresses, this.#address].slice(-2));
    if (/^#\/machine(\/|$)/.test(location.hash)) history.replaceState(history.state, '', `#/machine/${this.#address}`);
    this.#keepNow();
  }

  /** What a reload comes back to. */
  #keepNow() {
    this.#keptAt = performance.now();
    if (this.element.dataset.ready !== 'true') return '';
    const path = addressOf({ ...this.#where, moment: this.travel.picture?.state.now ?? this.#where.moment }, this.#packed);
    keep({ path, address: this.#address, running: this.travel.running });
    return path;
  }

  async #share() {
    await this.#addressNow();
    try {
      await navigator.clipboard.writeText(location.href);
      note(t('machine.shared'));
    } catch {
      note(location.href);
    }
  }

  async #more() {
    const gates = this.#where.processor === 'gates';
    const other = gates ? 'native' : 'gates';
    const processor = gates ? t('machine.processor.to.native') : t('machine.processor.to.gates');
    const about = gates ? t('machine.processor.about.native') : t('machine.processor.about.gates');
    const item = (
      /** @type {string} */ name,
      /** @type {string} */ picture,
      /** @type {string} */ text,
      /** @type {string} */ says,
    ) => ({ name, picture, text, about: says, able: true });
    const choice = await menu(t('machine.title'), [
      item('tour', 'learn', t('machine.tour'), t('machine.tour.about')),
      item('guide', 'file', t('machine.guide'), t('machine.guide.about')),
      item('share', 'link', t('machine.share'), t('machine.share.about')),
      item('processor', 'chip', processor, about),
    ]);
    if (choice === 'share') await this.#share();
    else if (choice === 'tour') this.#startTour();
    else if (choice === 'guide') await guideSheet(`console-${this.#where.model.slice(0, 4)}`);
    else if (choice === 'processor')
      await this.#change({ ...fresh(), model: this.#where.model, files: this.#where.files, processor: other });
  }

  #startTour() {
    this.#tour?.stop();
    this.#tour = new Tour(this.element, {
      look: (look) => this.frame.show(look),
      watch: (on) => this.#watchIt(on),
      side: (name) => this.frame.choose(name),
      pause: () => this.#run(false),
      run: () => this.#run(true),
      guide: () => void guideSheet('machine'),
    });
  }

  #lookedElsewhere() {
    this.#where.look = this.frame.look;
    this.#told = '';
    this.#logged = -1;
    if (this.travel.picture?.state.console && this.frame.look === 'panel') this.panel.show(this.travel.picture.state.console);
    this.travel.lookNow();
    this.#addressSoon();
  }

  /** The ordinary board and what the machine weighs up stand beside the circuit, or not.
   * @param {boolean} shown */
  #watchIt(shown) {
    this.#where.board = shown;
    this.frame.watches(shown);
    if (this.travel.picture?.state.console) this.watch.show(this.travel.picture.state.console);
    this.#told = '';
    this.travel.lookNow();
    this.#addressSoon();
  }

  /** @param {number} bank */
  async #edit(bank) {
    const source = this.#source;
    if (!source || !source.banks[bank]) return;
    this.#run(false);
    const { model, files } = this.#where;
    const changed = await editFirmware({
      bank: source.banks[bank],
      own: files,
      engine: this.app.engine,
      check: (all) => this.link.ask('assemble', { model, files: all }),
    });
    if (changed) await this.#change({ ...this.#where, files: changed, moment: null, acts: '' });
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    // What one pointed at lies in the way of one who uses keys.
    this.sheet.tip.hide();
    return useKey(event, {
      toggle: () => this.#toggle(),
      step: (to, back) => void this.travel.step(to, back),
      press: (pit) => void this.#do({ line: `press ${pit}` }),
      find: () => this.#findSignal(),
      up: () => this.sheet.up(),
      restart: () => this.#restart(),
    });
  }

  leave() {
    this.travel.end();
    clearTimeout(this.#rest);
    removeEventListener('pagehide', this.hidden);
    document.removeEventListener('visibilitychange', this.hidden);
    const running = this.travel.running;
    const path = this.#keepNow();
    this.#life.end();
    this.offer.end();
    this.watch.stop();
    this.#tour?.stop();
    if (!path) return this.link.close();
    const { link } = this;
    link.pace(false, this.transport.wanted);
    link.onpicture = () => link.painted();
    leaveAlive({
      link,
      where: this.#where,
      running,
      breakpoints: [...this.source.breakpoints],
      cells: [...this.ram.watched],
      addresses: this.#addresses,
    });
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
