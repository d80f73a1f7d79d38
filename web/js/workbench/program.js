/** A program: its source, what is wrong with it, and the computer that runs it, forwards and backwards. */
import { Code } from '../code/code.js';
import { announce } from '../lib/announce.js';
import { h, refill } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { download } from '../lib/download.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { arrive, assistant } from './assist.js';
import { debuggerConsole } from './console.js';
import { MemoryTable, Names } from './memory.js';
import { programOptions } from './options.js';
import { Problems, inText } from './problems.js';
import { Registers } from './registers.js';
import { Report } from './report.js';
import { Session } from './session.js';
import { tabs } from './tabs.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('../protocol.js').ProgramState} ProgramState
 * @typedef {import('../protocol.js').Assembled} Assembled
 * @typedef {import('./work.js').Work} Work
 * @typedef {import('./work.js').WorkFile} WorkFile
 */

/** How long after the last key the source is checked, in milliseconds. */
const PAUSE = 180;
const NOTHING = { labels: [], kinds: '' };

export class ProgramPane {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** @type {Assembled | null} */
  #assembled = null;
  #life = new Life();

  /**
   * @param {App} app
   * @param {Work} work
   * @param {WorkFile} file
   */
  constructor(app, work, file) {
    this.app = app;
    this.work = work;
    this.file = file;
    this.session = new Session(app.engine, {
      build: () => this.#build(),
      findings: (findings) => this.#mark(findings),
      state: (state, fresh) => this.#show(state, fresh),
      change: () => this.#controls(),
      fail: app.fail,
    });
    /** @type {Record<string, () => void>} */
    this.actions = {
      F5: () => this.#run(),
      F10: () => this.session.step('over'),
      F11: () => this.session.step('line'),
      'Shift-F10': () => this.session.step('back-line'),
      'Shift-F11': () => this.session.step('out'),
    };
    this.code = new Code({
      label: t('page.bench.source', { name: file.name }),
      text: file.text,
      words: app.engine.words(),
      onchange: (text) => this.#changed(text),
      onbreakpoints: (lines) => this.#breakpoints(lines),
      onkey: Object.entries(this.actions),
      assist: assistant(app, work, file.name, () => this.#build()),
    });
    arrive(file.name, this.code).catch(app.fail);
    this.code.breakpoints = file.breakpoints ?? [];
    this.session.breakpoints(this.code.breakpoints);
    this.problems = new Problems(({ at }) => this.#reveal(at));
    this.report = new Report((line) => this.code.reveal(line));
    this.listing = h('pre', { class: 'listing', tabindex: '0' });
    this.used = h('span', { class: 'small soft' });
    /** @type {HTMLButtonElement[]} */
    this.downloads = [];
    this.tabs = tabs(t('page.bench.tabs'), [
      ['problems', t('page.code.problems'), this.problems.element],
      ['tests', t('page.bench.tests'), h('div', null, this.#testButton(), this.report.element)],
      ['listing', t('page.bench.listing'), h('div', null, this.#files(), this.listing)],
      ['console', t('page.bench.console'), debuggerConsole(this.session)],
    ]);
    this.registers = new Registers();
    this.names = new Names();
    this.memories = h('div', { class: 'memories' });
    /** @type {Map<string, MemoryTable>} */
    this.tables = new Map();
    this.status = h('p', { class: 'bench-status', role: 'status' });
    this.controls = h('div', { class: 'controls', role: 'toolbar', 'aria-label': t('page.bench.controls') });
    this.slider = h('input', {
      type: 'range',
      min: 0,
      max: 0,
      value: 0,
      'aria-label': t('page.bench.time'),
      oninput: () => this.session.goto(Number(this.slider.value)),
    });
    this.moment = h('output', { class: 'small soft' });
    this.time = h('div', { class: 'bench-time', hidden: true }, this.slider, this.moment);
    /** The state of a computer, once there is one. */
    this.inside = h(
      'div',
      { class: 'bench-inside', hidden: true },
      this.registers.element,
      this.names.element,
      this.memories,
      h('p', { class: 'small soft legend' }, t('page.bench.legend')),
    );
    this.element = h(
      'div',
      { class: 'bench-program' },
      h('div', { class: 'bench-run' }, this.controls, this.status, this.time),
      h('div', { class: 'bench-source' }, this.code.element, this.tabs.element),
      h(
        'div',
        { class: 'bench-machine' },
        this.inside,
        programOptions(work, file, () => this.#rebuilt()),
      ),
    );
    this.#controls();
    this.#say(t('page.bench.ready'));
    this.#check();
  }

  /** The same keys wherever the focus is. @param {KeyboardEvent} event */
  keys(event) {
    const action = this.actions[`${event.shiftKey ? 'Shift-' : ''}${event.key}`];
    action?.();
    return action !== undefined;
  }

  leave() {
    this.#life.end();
    clearTimeout(this.#timer);
    this.session.end();
    this.code.leave();
  }

  /** @returns {import('../protocol.js').Build} */
  #build() {
    const { name, text, linked, memory, variant } = this.file;
    const others = (linked ?? []).map((other) => this.work.find(other)).filter((other) => other !== null);
    const files = [{ name, text }, ...others.map((other) => ({ name: other.name, text: other.text }))];
    return { files, memory, variant };
  }

  /** @param {string} text */
  #changed(text) {
    this.file.text = text;
    this.work.keep();
    this.session.stale();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check(), PAUSE);
  }

  /** Something other than the text has changed. */
  #rebuilt() {
    this.tables.clear();
    this.work.keep();
    this.session.stale();
    this.#check();
  }

  /** @param {number[]} lines */
  #breakpoints(lines) {
    this.file.breakpoints = lines;
    this.work.keep();
    this.session.breakpoints(lines);
    announce(t('page.bench.breakpoints', { count: lines.length, lines: lines.join(', ') || '–' }));
  }

  async #check() {
    try {
      const assembled = await this.#life.newest('check', this.app.engine.program('assemble', this.#build()));
      this.#assembled = assembled;
      this.#mark(assembled.findings);
      this.listing.textContent = assembled.listing ?? t('page.bench.listing.none');
      this.used.textContent = t('page.bench.used', { used: assembled.used, free: assembled.free });
      for (const button of this.downloads) button.disabled = assembled.image === null;
      if (assembled.image !== null && !this.session.state) this.session.prepare();
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** @param {import('../protocol.js').Finding[]} findings */
  #mark(findings) {
    this.code.findings = inText(findings, this.file.name);
    this.problems.show(findings, t('page.bench.problems.none'));
    const count = findings.length;
    this.tabs.retitle('problems', count ? `${t('page.code.problems')} (${count})` : t('page.code.problems'));
    const wrong = findings.some(({ severity }) => severity === 'error');
    if (wrong) this.#say(t('page.bench.wrong'));
    else if (!this.session.state) this.#say(t('page.bench.ready'));
  }

  /** @param {import('../protocol.js').Spot | null} at */
  #reveal(at) {
    if (at?.file === this.file.name && at.line) this.code.reveal(at.line, at.column ?? 1);
  }

  #run() {
    if (this.session.running) this.session.pause();
    else this.session.run();
  }

  #controls() {
    const { running, state } = this.session;
    const begun = !!state && !this.session.isStale;
    const past = begun && state.moment > 0;
    const ahead = !begun || !state.stopped;
    // A button that is replaced while it is pressed would not hear it.
    const drawn = [running, begun, past, ahead].join();
    if (drawn !== this.#drawn) {
      this.#drawn = drawn;
      this.#buttons(running, begun, past, ahead);
    }
    if (begun) return;
    this.code.current(null);
    if (state) this.#say(t('page.bench.stale'));
  }

  #drawn = '';

  /**
   * @param {boolean} running
   * @param {boolean} begun
   * @param {boolean} past
   * @param {boolean} ahead
   */
  #buttons(running, begun, past, ahead) {
    const step = (/** @type {import('../protocol.js').StepHow} */ how) => () => this.session.step(how);
    const button = (
      /** @type {string} */ id,
      /** @type {string} */ picture,
      /** @type {string} */ word,
      /** @type {string} */ label,
      /** @type {() => void} */ onclick,
      /** @type {boolean} */ able,
      look = '',
    ) =>
      h(
        'button',
        {
          type: 'button',
          id: `bench-${id}`,
          class: `button control ${look}`,
          disabled: !able,
          title: label,
          'aria-label': `${word}: ${label}`,
          onclick,
        },
        icon(picture),
        h('span', null, word),
      );
    const focused = document.activeElement?.id;
    refill(
      this.controls,
      button('start', 'reset', t('page.bench.start.word'), t('page.bench.start'), step('start'), past && !running),
      button('back-on', 'back-run', t('page.bench.back-on.word'), t('page.bench.back-on'), step('back-on'), past && !running),
      button('back', 'back-into', t('page.bench.back.word'), t('page.bench.back'), step('back-line'), past && !running),
      button(
        'run',
        running ? 'pause' : 'run',
        running ? t('page.bench.pause.word') : t('page.bench.run.word'),
        running ? t('page.bench.pause') : t('page.bench.run'),
        () => this.#run(),
        true,
        'main',
      ),
      button('step', 'into', t('page.bench.step.word'), t('page.bench.step'), step('line'), ahead && !running),
      button('over', 'over', t('page.bench.over.word'), t('page.bench.over'), step('over'), ahead && !running),
      button('out', 'out', t('page.bench.out.word'), t('page.bench.out'), step('out'), begun && ahead && !running),
    );
    if (focused?.startsWith('bench-')) document.getElementById(focused)?.focus();
  }

  /**
   * @param {ProgramState} state
   * @param {boolean} fresh
   */
  #show(state, fresh) {
    if (this.#life.over) return;
    this.inside.hidden = false;
    this.time.hidden = false;
    const assembled = this.#assembled ?? NOTHING;
    const still = fresh || this.session.running;
    this.registers.show(state, still);
    for (const { space, bytes } of state.memories) {
      const table = this.#table(space);
      const code = space !== 'data';
      if (code) table.name(assembled);
      table.show(bytes, {
        spot: code ? state.spot : undefined,
        sp: space === 'instruction' ? undefined : state.sp,
        fresh: still,
      });
    }
    // Programs read and write their data in the last memory: the only one, or that of the data.
    this.names.show(assembled, state.memories.at(-1)?.bytes ?? '');
    this.code.current(state.place?.file === this.file.name ? state.place.line : null);
    this.slider.max = String(state.end);
    this.slider.value = String(state.moment);
    this.slider.disabled = state.end === 0;
    this.moment.textContent = t('page.bench.moment', { clock: state.clocks, end: Math.floor(state.end / 2) });
    this.#say(this.#sentence(state));
    this.#controls();
  }

  /** @param {'both' | 'instruction' | 'data'} space */
  #table(space) {
    const found = this.tables.get(space);
    if (found) return found;
    if (space === 'both') this.tables.clear();
    else this.tables.delete('both');
    const title = {
      both: t('page.bench.memory'),
      instruction: t('page.bench.memory.instruction'),
      data: t('page.bench.memory.data'),
    }[space];
    const cell = (/** @type {number} */ address) => (space === 'instruction' ? `code[${address}]` : `[${address}]`);
    const onset = (/** @type {number} */ address, /** @type {number} */ value) =>
      this.session.command(`set ${cell(address)} = ${value}`);
    const table = new MemoryTable({ title, onset });
    this.tables.set(space, table);
    refill(
      this.memories,
      [...this.tables.values()].map(({ element }) => element),
    );
    return table;
  }

  /** @param {ProgramState} state */
  #sentence({ event, stopped, clocks, near, place, waiting }) {
    const line = place?.line ?? 0;
    const at = !place ? (near ?? '') : near ? t('page.bench.at-line', { line, near }) : t('page.bench.line', { line });
    if (this.session.running && event?.kind === 'patience') return t('page.bench.running', { count: clocks });
    if (event?.kind === 'never') return t('page.bench.never', { count: event.clocks });
    if (stopped) {
      const why = {
        halt: t('page.bench.stop.halt'),
        illegal: t('page.bench.stop.illegal'),
        waiting: t('page.bench.stop.waiting'),
        frozen: t('page.bench.stop.frozen'),
        limit: t('page.bench.stop.limit'),
      }[stopped];
      return t('page.bench.stopped', { why, count: clocks, at });
    }
    if (event?.kind === 'breakpoint') return t('page.bench.at-breakpoint', { at });
    if (event?.kind === 'start') return t('page.bench.at-start', { at });
    return waiting ? t('page.bench.waiting', { at }) : t('page.bench.paused', { at });
  }

  /** @param {string} text */
  #say(text) {
    if (this.status.textContent !== text) this.status.textContent = text;
  }

  #testButton() {
    const run = async () => {
      try {
        const expect = this.work.find(this.file.name.replace(/\.[^.]*$/, '.test')) ?? undefined;
        const report = await this.app.engine.program('test', { ...this.#build(), expect });
        this.report.show(report);
        this.#mark(report.findings);
      } catch (error) {
        this.app.fail(error);
      }
    };
    return h(
      'button',
      { type: 'button', class: 'button', id: 'bench-test', onclick: run },
      icon('tests'),
      t('page.bench.tests.run'),
    );
  }

  #files() {
    const stem = () => this.file.name.replace(/\.[^.]*$/, '');
    const save = (
      /** @type {string} */ id,
      /** @type {string} */ label,
      /** @type {string} */ suffix,
      /** @type {(made: Assembled) => string | null} */ of,
    ) =>
      h(
        'button',
        {
          type: 'button',
          class: 'button',
          id: `bench-${id}`,
          onclick: () => {
            const text = this.#assembled && of(this.#assembled);
            if (text) download(`${stem()}${suffix}`, text);
          },
        },
        icon('download'),
        label,
      );
    this.downloads = [
      save('image', t('page.bench.image'), '.img', (made) => made.image),
      save('listing', t('page.bench.listing.save'), '.lst', (made) => made.listing),
      save('map', t('page.bench.map'), '.map', (made) => made.map),
    ];
    return h('div', { class: 'buttons' }, this.downloads, this.used);
  }
}
