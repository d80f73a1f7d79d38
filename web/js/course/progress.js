/**
 * A student's progress, stored in the browser and saved as a file. The file claims nothing: its reader checks every
 * solution again, the page and `mancala grade course` alike.
 * @typedef {object} Done
 * @property {string} work the student's file
 * @property {string} [best] the last one that passed
 * @property {boolean} passed
 * @property {number} hints opened
 * @property {number} tries runs of the checks
 * @property {boolean} shown whether our solution was looked at before it passed
 */
import { get, put } from '../workbench/store.js';

const KEY = 'course';
const FORMAT = 'mancala course 1';
/** The most characters of a file that is read. */
const LONGEST = 8 << 20;

export class Progress {
  student = '';
  /** @type {Map<string, Done>} */
  tasks = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;

  /** @type {Promise<Progress> | null} */
  static #one = null;

  /** What this browser keeps, read once: views that follow each other have the same. */
  static kept() {
    Progress.#one ??= get(KEY).then((value) => {
      const progress = new Progress();
      progress.#take(value);
      return progress;
    });
    return Progress.#one;
  }

  /** Takes over what another one has; tasks that it does not have stay. @param {Progress} other */
  become(other) {
    this.student = other.student || this.student;
    for (const [name, done] of other.tasks) this.tasks.set(name, done);
    return this.keepNow();
  }

  /**
   * The trustworthy part of stored data: texts and numbers.
   * @param {any} value
   */
  #take(value) {
    if (typeof value?.tasks !== 'object' || value.tasks === null) return;
    if (typeof value.student === 'string') this.student = value.student.slice(0, 200);
    for (const [name, done] of Object.entries(value.tasks)) {
      if (typeof done?.work !== 'string' || done.work.length > LONGEST) continue;
      const count = (/** @type {any} */ number) => (Number.isInteger(number) ? Math.min(Math.max(number, 0), 999) : 0);
      this.tasks.set(name, {
        work: done.work,
        passed: done.passed === true,
        hints: Math.min(count(done.hints), 3),
        tries: count(done.tries),
        shown: done.shown === true,
        best: typeof done.best === 'string' && done.best.length <= LONGEST ? done.best : undefined,
      });
    }
  }

  /** @param {string} task */
  find(task) {
    return this.tasks.get(task) ?? null;
  }

  /**
   * The record of a task, created if missing.
   * @param {string} task
   * @param {string} starter
   */
  begin(task, starter) {
    const done = this.tasks.get(task) ?? { work: starter, passed: false, hints: 0, tries: 0, shown: false };
    this.tasks.set(task, done);
    return done;
  }

  /** Soon, so that typing stays quick. */
  keep() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keepNow(), 400);
  }

  async keepNow() {
    clearTimeout(this.#timer);
    await put(KEY, this.#value());
  }

  #value() {
    return { format: FORMAT, student: this.student, tasks: Object.fromEntries(this.tasks) };
  }

  /** What a saved file is called: names that are safe everywhere, also without a name. */
  get fileName() {
    const name = this.student.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
    return name ? `${name}.json` : 'progress.json';
  }

  /** How many tasks another one would replace that were worked on here. @param {Progress} other */
  replacedBy(other) {
    const lost = [...other.tasks].filter(([name, { work }]) => {
      const own = this.tasks.get(name);
      return own && own.work !== work && (own.passed || own.tries > 0);
    });
    return lost.length;
  }

  toText() {
    const value = this.#value();
    // What passed counts, whatever was tried after it.
    const tasks = Object.entries(value.tasks).map(([name, { best, ...done }]) => {
      const work = (done.passed && best) || done.work;
      return [name, { ...done, work }];
    });
    return `${JSON.stringify({ ...value, tasks: Object.fromEntries(tasks) }, null, 1)}\n`;
  }

  /**
   * A saved file, with nothing passed yet.
   * @param {string} text
   * @returns {Progress | null} null if it is something else
   */
  static read(text) {
    try {
      const value = text.length <= LONGEST ? JSON.parse(text) : null;
      if (value?.format !== FORMAT) return null;
      const progress = new Progress();
      progress.#take(value);
      for (const done of progress.tasks.values()) done.passed = false;
      return progress;
    } catch {
      return null;
    }
  }
}
