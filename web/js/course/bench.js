/** The bench of a task: the drawing editor or the assembly editor of the workbench, with the files of the task on it. */
import { h, refill } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { CircuitPane } from '../workbench/circuit.js';
import { ProgramPane } from '../workbench/program.js';
import { withRemarks } from '../workbench/replay.js';
import { Work } from '../workbench/work.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('./protocol.js').Task} Task
 * @typedef {import('./protocol.js').Outcome} Outcome
 */

/** The files of a task. They are stored with the progress, not on the workbench. */
class TaskWork extends Work {
  /** @param {() => void} changed */
  constructor(changed) {
    super();
    this.changed = changed;
  }

  keep() {
    this.changed();
  }

  async keepNow() {
    this.changed();
  }
}

export class Bench {
  /** @type {CircuitPane | ProgramPane | null} */
  #pane = null;
  /** @type {MutationObserver | null} */
  #waiting = null;
  /** Whether all parts are offered, and not only those that are needed. */
  all = false;

  /**
   * @param {App} app
   * @param {Task} task
   * @param {string} text the student's file
   * @param {(text: string) => void} changed
   */
  constructor(app, task, text, changed) {
    this.app = app;
    this.task = task;
    this.work = new TaskWork(() => changed(this.text));
    this.element = h('div', { class: 'course-bench bench' });
    this.set(text);
  }

  get text() {
    return this.work.find(this.task.file)?.text ?? '';
  }

  /** Puts another file on the bench. @param {string} text */
  set(text) {
    const { file, given, circuit, memory } = this.task;
    this.work.files = [{ name: file, text }, ...given].map(({ name, text: contents }) => ({ name, text: contents }));
    const own = this.work.files[0];
    own.sheet = circuit ?? undefined;
    own.memory = memory ?? undefined;
    own.linked = memory ? given.map(({ name }) => name) : undefined;
    this.work.active = file;
    this.draw();
  }

  /** The student's file, to be worked on. */
  draw() {
    const own = this.work.files[0];
    this.element.classList.toggle('all', this.all);
    if (this.task.memory) {
      this.#show(() => new ProgramPane(this.app, this.work, own));
      return;
    }
    const pane = this.#show(() => new CircuitPane(this.app, this.work, own));
    if (!this.all) pane.editor.palette.only = [...this.task.parts, ...this.#circuits()];
    // A task is there to be drawn.
    this.#when(pane.element, () => pane.element.querySelector('#bench-edit[aria-pressed="false"]'));
  }

  /** The circuits that come with the task. */
  #circuits() {
    const texts = [this.task.starter, ...this.task.given.map(({ text }) => text)];
    return texts.flatMap((text) => [...text.matchAll(/<circuit name="([^"]+)"/g)].map(([, name]) => name));
  }

  /** Another circuit or program to look at, in place of the student's. @param {string} text @param {string} words */
  compare(text, words) {
    const other = { ...this.work.files[0], text };
    const work = new TaskWork(() => {});
    work.files = [other, ...this.work.files.slice(1)];
    this.#show(() => (this.task.memory ? new ProgramPane(this.app, work, other) : new CircuitPane(this.app, work, other)), words);
  }

  /** The moment a check failed at. @param {Outcome} outcome */
  async moment(outcome) {
    const { run, commands, clocks } = outcome;
    const own = this.work.files[0];
    if (run !== null) {
      const text = withRemarks(run, outcome);
      this.#show(() => new CircuitPane(this.app, this.work, own, { name: 'moment.run', text }), t('course.moment'));
    }
    if (run !== null || commands === null) return;
    const pane = this.#show(() => new ProgramPane(this.app, this.work, own));
    for (const line of commands) await pane.session.command(line);
    await pane.session.run(clocks ?? undefined);
  }

  /**
   * What was there before leaves first: it ends what its worker does.
   * @template {CircuitPane | ProgramPane} P
   * @param {() => P} make
   * @param {string} [words] what it is, if it is not the student's file
   * @returns {P}
   */
  #show(make, words) {
    this.#waiting?.disconnect();
    this.#pane?.leave();
    const pane = make();
    this.#pane = pane;
    const back = words
      ? h(
          'div',
          { class: 'course-aside', role: 'status' },
          h('p', null, words),
          h(
            'button',
            { type: 'button', class: 'button main small-button', id: 'course-back', onclick: () => this.draw() },
            t('course.back'),
          ),
        )
      : null;
    refill(this.element, back, pane.element);
    return pane;
  }

  /**
   * Presses a button once a pane is ready for it.
   * @param {HTMLElement} element
   * @param {() => Element | null} find
   */
  #when(element, find) {
    const press = () => {
      const button = element.dataset.ready === 'true' ? find() : null;
      if (!(button instanceof HTMLElement)) return;
      this.#waiting?.disconnect();
      button.click();
    };
    this.#waiting = new MutationObserver(press);
    this.#waiting.observe(element, { attributes: true, attributeFilter: ['data-ready'] });
    press();
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    return this.#pane?.keys?.(event) ?? false;
  }

  leave() {
    this.#waiting?.disconnect();
    this.#pane?.leave();
    this.#pane = null;
  }
}
