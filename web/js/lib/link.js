/** The way to a worker: questions with answers, and what it says unasked. */
import { worded } from './texts.js';

/** @typedef {import('../protocol.js').Failure} Failure */

/** What a promise of a worker is rejected with. */
export class WorkerError extends Error {
  /** @param {Failure} failure */
  constructor(failure) {
    super(worded(failure));
    this.kind = failure.kind;
  }

  /** Nobody waits for the answer any more: nothing to show. */
  get cancelled() {
    return this.kind === 'cancelled';
  }
}

export const CANCELLED = /** @type {Failure} */ ({ kind: 'cancelled', message: 'cancelled' });

/**
 * @typedef {object} Waiting
 * @property {(answer: any) => void} resolve
 * @property {(error: WorkerError) => void} reject
 * @property {((update: any) => void) | undefined} update
 */

/** What workers say: an answer to a question, or anything else to nobody in particular. @typedef {{id?: number, answer?: any, update?: any, failure?: Failure, broken?: boolean}} Message */

/** One worker and the questions it has not answered yet. */
export class Link {
  #next = 1;
  /** @type {Map<number, Waiting>} */
  waiting = new Map();
  /** @type {Worker | null} */
  worker = null;

  /**
   * @param {URL} script
   * @param {string} name
   * @param {object} hears
   * @param {(link: Link) => void} [hears.started] says what a new worker has to hear first
   * @param {(message: any) => void} [hears.unasked]
   * @param {(why: Failure) => void} hears.broken nothing in the worker can be trusted any more
   */
  constructor(script, name, hears) {
    this.script = script;
    this.name = name;
    this.hears = hears;
  }

  /** Starts the worker, if it does not run. */
  start() {
    if (this.worker) return this.worker;
    const worker = new Worker(this.script, { type: 'module', name: this.name });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => {
      event.preventDefault();
      this.hears.broken({ kind: 'failed', message: event.message });
    };
    this.worker = worker;
    this.hears.started?.(this);
    return worker;
  }

  /** @param {Message} message */
  #hear(message) {
    const { id, answer, update, failure, broken } = message;
    if (id === undefined) {
      this.hears.unasked?.(message);
      return;
    }
    const waiting = this.waiting.get(id);
    if (update !== undefined) {
      waiting?.update?.(update);
      return;
    }
    this.waiting.delete(id);
    if (failure) waiting?.reject(new WorkerError(failure));
    else waiting?.resolve(answer);
    if (broken && failure) this.hears.broken(failure);
  }

  /** Ends the worker; pending requests are rejected with the reason. The next question starts a new one.
   * @param {Failure} why */
  restart(why) {
    this.worker?.terminate();
    this.worker = null;
    this.refuse(why);
  }

  /** Rejects what has no answer yet. @param {Failure} why */
  refuse(why) {
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of waiting) reject(new WorkerError(why));
  }

  /**
   * @param {object} message
   * @param {(update: any) => void} [update]
   * @returns {{ id: number, result: Promise<any> }}
   */
  ask(message, update) {
    const worker = this.start();
    const id = this.#next++;
    const result = new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, update }));
    worker.postMessage({ ...message, id });
    return { id, result };
  }

  /** @param {number} id */
  cancel(id) {
    const waiting = this.waiting.get(id);
    if (!waiting) return;
    this.waiting.delete(id);
    this.worker?.postMessage({ id, cancel: true });
    waiting.reject(new WorkerError(CANCELLED));
  }
}
