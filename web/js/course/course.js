/** The course: its tasks in order, how far one has come, and the progress as a file. */
import { ask, note } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { download } from '../lib/download.js';
import { icon } from '../lib/icons.js';
import { spoken, t } from '../lib/texts.js';
import { Progress } from './progress.js';
import { TaskView } from './task.js';

/** @typedef {import('../main.js').App} App @typedef {import('./protocol.js').Outline} Outline */

class CourseView {
  #life = new Life();
  /** @type {TaskView | null} */
  #task = null;
  /** @type {Progress} */
  #progress = new Progress();

  /**
   * @param {App} app
   * @param {string} wanted the name of a task
   */
  constructor(app, wanted) {
    this.app = app;
    this.element = h('div', { class: 'course', 'aria-busy': 'true' }, h('h1', { class: 'hidden' }, t('course.title')));
    this.input = h('input', {
      type: 'file',
      class: 'hidden',
      id: 'course-file',
      tabindex: -1,
      'aria-hidden': 'true',
      accept: '.json',
      onchange: () => this.#chosen(),
    });
    this.#begin(wanted).catch(app.fail);
  }

  /** @param {string} wanted */
  async #begin(wanted) {
    const [outline, progress] = await Promise.all([this.app.engine.course('outline', { language: spoken() }), Progress.kept()]);
    this.#progress = progress;
    const names = outline.parts.flatMap(({ tasks }) => tasks.map(({ name }) => name));
    if (names.includes(wanted)) await this.#open(wanted, outline, names);
    else if (!this.#life.over) this.#list(outline);
    this.element.removeAttribute('aria-busy');
  }

  /** @param {string} name @param {Outline} outline @param {string[]} names */
  async #open(name, outline, names) {
    const task = await this.#life.wait(this.app.engine.course('task', { task: name, language: spoken() }));
    const place = {
      title: outline.title,
      names,
      at: names.indexOf(name),
      passed: (/** @type {string} */ other) => this.#progress.find(other)?.passed ?? false,
    };
    this.#task = new TaskView(this.app, task, place, this.#progress);
    document.title = `${task.title} · mancala`;
    refill(this.element, this.#task.element);
  }

  /** @param {Outline} outline */
  #list(outline) {
    const all = outline.parts.flatMap(({ tasks }) => tasks);
    const passed = all.filter(({ name }) => this.#progress.find(name)?.passed).length;
    const next = all.find(({ name }) => !this.#progress.find(name)?.passed) ?? all[0];
    refill(
      this.element,
      h(
        'div',
        { class: 'course-list' },
        h(
          'header',
          { class: 'course-head' },
          h('h1', null, outline.title),
          h('p', null, t('course.about')),
          h('progress', { max: all.length, value: passed, 'aria-label': t('course.progress') }),
          h('p', { class: 'soft' }, t('course.done', { passed, count: all.length })),
          h(
            'div',
            { class: 'buttons' },
            h(
              'a',
              { class: 'button main', id: 'course-go', href: `#/course/${next.name}` },
              passed ? t('course.continue') : t('course.start'),
            ),
            ...this.#files(),
          ),
          h('label', { class: 'field' }, h('span', null, t('course.student')), this.#student()),
          h('p', { class: 'soft small' }, t('course.private')),
        ),
        outline.parts.map((part) =>
          h(
            'section',
            { class: 'card course-part' },
            h('h2', null, part.title),
            h(
              'ol',
              null,
              part.tasks.map((task) => this.#entry(task)),
            ),
          ),
        ),
        this.input,
      ),
    );
  }

  /** @param {Outline['parts'][0]['tasks'][0]} task */
  #entry({ name, title, minutes, program }) {
    const done = this.#progress.find(name);
    const state = done?.passed ? 'passed' : done ? 'begun' : 'open';
    const words = { passed: t('course.state.passed'), begun: t('course.state.begun'), open: t('course.state.open') }[state];
    return h(
      'li',
      null,
      h(
        'a',
        { class: `course-entry ${state}`, href: `#/course/${name}`, 'data-task': name, 'data-state': state },
        h('span', { class: 'check-mark', role: 'img', 'aria-label': words }, state === 'passed' ? icon('check') : null),
        icon(program ? 'file' : 'chip'),
        h('span', { class: 'course-title' }, title),
        h('span', { class: 'soft small' }, t('course.minutes', { count: minutes })),
      ),
    );
  }

  /** Whose progress it is, for the one who reads the file. */
  #student() {
    const input = h('input', { type: 'text', id: 'course-student', maxlength: '100', autocomplete: 'name' });
    input.value = this.#progress.student;
    input.addEventListener('input', () => {
      this.#progress.student = input.value.trim();
      this.#progress.keep();
    });
    return input;
  }

  #files() {
    return [
      h(
        'button',
        {
          type: 'button',
          class: 'button',
          id: 'course-export',
          disabled: this.#progress.tasks.size === 0,
          onclick: () => download(this.#progress.fileName, this.#progress.toText(), 'application/json'),
        },
        icon('download'),
        t('course.export'),
      ),
      h(
        'button',
        { type: 'button', class: 'button', id: 'course-import', onclick: () => this.input.click() },
        icon('upload'),
        t('course.import'),
      ),
    ];
  }

  async #chosen() {
    const [file] = this.input.files ?? [];
    this.input.value = '';
    if (!file) return;
    try {
      await this.#import(await file.text());
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** Takes over a saved progress. What it says has passed is checked again. @param {string} text */
  async #import(text) {
    const read = Progress.read(text);
    if (!read) {
      note(t('course.import.wrong'));
      return;
    }
    const count = this.#progress.replacedBy(read);
    if (count && !(await ask(t('course.import.replaces', { count }), t('course.import.replace')))) return;
    this.element.setAttribute('aria-busy', 'true');
    const outline = await this.app.engine.course('outline', { language: spoken() });
    const known = new Set(outline.parts.flatMap(({ tasks }) => tasks.map(({ name }) => name)));
    for (const [name, done] of read.tasks) {
      if (!known.has(name)) read.tasks.delete(name);
      else {
        const { outcomes } = await this.app.engine.course('check', { task: name, work: done.work, language: spoken() });
        done.passed = outcomes.every((outcome) => outcome.passed);
        done.best = done.passed ? done.work : undefined;
      }
    }
    await this.#progress.become(read);
    this.element.removeAttribute('aria-busy');
    if (!this.#life.over) this.#list(outline);
    note(t('course.imported', { count: read.tasks.size }));
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    return this.#task?.keys(event) ?? false;
  }

  leave() {
    this.#life.end();
    this.#task?.leave();
  }
}

/** @type {import('../main.js').MakeView} */
export function courseView(app, rest) {
  const view = new CourseView(app, rest);
  return {
    element: view.element,
    title: t('course.title'),
    keys: (event) => view.keys(event),
    leave: () => view.leave(),
  };
}
