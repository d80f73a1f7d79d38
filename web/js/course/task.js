/** One task: on the left what is wanted and what is still wrong, on the right the bench. */
import { announce } from '../lib/announce.js';
import { h, refill } from '../lib/dom.js';
import { Life, isDropped } from '../lib/life.js';
import { icon } from '../lib/icons.js';
import { spoken, t } from '../lib/texts.js';
import { Bench } from './bench.js';
import { Checks } from './checks.js';
import { Demo } from './demo.js';
import { Hints } from './hints.js';
import { markdown } from './markdown.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('./protocol.js').Task} Task
 * @typedef {import('./protocol.js').Outcome} Outcome
 * @typedef {{title: string, names: string[], at: number, passed: (name: string) => boolean}} Place where a task stands in the course
 */

/** After a change the checks run again by themselves, once they have run. */
const PAUSE = 900;

export class TaskView {
  #life = new Life();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /**
   * @param {App} app
   * @param {Task} task
   * @param {Place} place
   * @param {import('./progress.js').Progress} progress
   */
  constructor(app, task, place, progress) {
    this.app = app;
    this.task = task;
    this.place = place;
    this.progress = progress;
    this.done = progress.begin(task.name, task.starter);
    this.checks = new Checks(task.checks, (outcome) => this.bench.moment(outcome).catch(app.fail));
    this.hints = new Hints(task.hints, this.done, { changed: () => progress.keep(), solution: () => this.#solution() });
    this.bench = new Bench(app, task, this.done.work, (text) => this.#changed(text));
    this.runs = h(
      'button',
      { type: 'button', class: 'button main', id: 'course-run', onclick: () => this.run().catch(app.fail) },
      icon('tests'),
      t('course.run'),
    );
    this.next = h('a', { class: 'button', id: 'course-next' });
    this.dots = h('ol', { class: 'course-dots', 'aria-hidden': 'true' });
    this.element = h(
      'div',
      { class: 'course-task', 'data-task': task.name },
      h(
        'section',
        { class: 'course-side', 'aria-label': task.title },
        h('div', { class: 'course-read' }, this.#text()),
        h('div', { class: 'course-foot' }, this.runs, this.next),
      ),
      h('section', { class: 'course-stage', 'aria-label': t('course.bench') }, this.bench.element, this.#reset()),
    );
    this.#draw();
  }

  #text() {
    const { title, goal, know, given, minutes } = this.task;
    const picture = (/** @type {string} */ file, /** @type {string} */ words) =>
      new Demo((acts) => this.app.engine.course('demo', { task: this.task.name, file, acts }), words, this.app.fail).element;
    const section = (/** @type {{title: string, body: string}} */ one) =>
      h(
        'details',
        { class: 'course-know', open: !this.done.passed },
        h('summary', null, one.title),
        h('div', { class: 'course-body' }, markdown(one.body, picture)),
      );
    const program = (/** @type {{name: string, text: string}} */ { name, text }) =>
      h(
        'details',
        { class: 'course-know' },
        h('summary', null, t('course.given', { name })),
        h('div', { class: 'course-body' }, h('pre', { tabindex: '0' }, text.trimEnd())),
      );
    return [
      h(
        'p',
        { class: 'course-where' },
        h('a', { href: '#/course' }, icon('back'), this.place.title),
        h('span', { class: 'soft' }, t('course.task-of', { number: this.place.at + 1, count: this.place.names.length, minutes })),
        this.dots,
      ),
      h('h1', null, title),
      h('div', { class: 'course-goal' }, markdown(goal, picture)),
      ...know.map(section),
      ...given.filter(({ name }) => name.endsWith('.asm')).map(program),
      this.checks.element,
      this.hints.element,
    ];
  }

  #reset() {
    const reset = () => {
      if (this.bench.text === this.task.starter) return;
      const before = this.bench.text;
      this.bench.set(this.task.starter);
      this.#changed(this.task.starter);
      const undo = h(
        'button',
        {
          type: 'button',
          class: 'button small-button',
          onclick: () => (undo.remove(), this.bench.set(before), this.#changed(before)),
        },
        icon('undo'),
        t('course.undo-reset'),
      );
      bar.append(undo);
      setTimeout(() => undo.remove(), 10_000);
    };
    const all = () => {
      this.bench.all = !this.bench.all;
      every.setAttribute('aria-pressed', String(this.bench.all));
      this.bench.draw();
    };
    const every = h(
      'button',
      { type: 'button', class: 'button small-button', id: 'course-all', 'aria-pressed': 'false', onclick: all },
      icon('chip'),
      t('course.all-parts'),
    );
    const bar = h(
      'div',
      { class: 'course-bar' },
      this.task.memory ? null : every,
      h(
        'button',
        { type: 'button', class: 'button small-button', id: 'course-reset', onclick: reset },
        icon('rematch'),
        t('course.reset'),
      ),
    );
    return bar;
  }

  #draw() {
    const { names, at, passed } = this.place;
    refill(
      this.dots,
      names.map((name, index) => h('li', { class: index === at ? 'current' : passed(name) ? 'passed' : undefined })),
    );
    const after = names[at + 1];
    this.next.classList.toggle('main', this.done.passed);
    this.next.hidden = !after;
    this.next.setAttribute('href', `#/course/${after ?? ''}`);
    refill(this.next, t('course.next'), icon('forward'));
    this.runs.classList.toggle('main', !this.done.passed);
    this.element.dataset.passed = String(this.done.passed);
  }

  /** @param {string} text */
  #changed(text) {
    if (text === this.done.work) return;
    this.done.work = text;
    this.progress.keep();
    if (!this.checks.outcomes) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#check().catch(this.app.fail), PAUSE);
  }

  /** Runs the checks on request. */
  async run() {
    this.done.tries += 1;
    this.progress.keep();
    this.hints.draw();
    const outcomes = await this.#check();
    if (!outcomes) return;
    this.checks.reveal();
    const passed = outcomes.filter((outcome) => outcome.passed).length;
    announce(t('course.passed', { passed, count: outcomes.length }));
  }

  /** @returns {Promise<Outcome[] | null>} null if something newer is asked */
  async #check() {
    this.element.setAttribute('aria-busy', 'true');
    this.runs.disabled = true;
    try {
      const request = { task: this.task.name, work: this.bench.text, language: spoken() };
      const { outcomes } = await this.#life.newest('check', this.app.engine.course('check', request));
      this.#rest();
      this.checks.tell(outcomes);
      if (outcomes.every((outcome) => outcome.passed)) {
        this.done.passed = true;
        this.done.best = request.work;
        this.progress.keep();
        this.hints.draw();
      }
      this.#draw();
      return outcomes;
    } catch (error) {
      if (isDropped(error)) return null;
      this.#rest();
      throw error;
    }
  }

  /** Nothing is being checked. */
  #rest() {
    this.element.removeAttribute('aria-busy');
    this.runs.disabled = false;
  }

  #solution() {
    if (!this.done.passed) this.done.shown = true;
    this.progress.keep();
    this.bench.compare(this.task.solution, t('course.our-solution'));
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    return this.bench.keys(event);
  }

  leave() {
    this.#life.end();
    clearTimeout(this.#timer);
    this.bench.leave();
    void this.progress.keepNow();
  }
}
