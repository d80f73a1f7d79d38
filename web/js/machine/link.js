/** The way to the worker in which a machine runs: questions with answers, and pictures that come by themselves. */

import { Link, WorkerError } from '../lib/link.js';

/**
 * @typedef {import('./protocol.js').Requests} Requests
 * @typedef {import('./protocol.js').Picture} Picture
 */

export class MachineLink {
  #link;
  #closed = false;
  /** The number of the last order about the pace: pictures from before it say nothing about whether time runs. */
  order = 0;
  /** @type {(picture: Picture) => void} */
  onpicture = () => {};
  /** @type {(error: Error) => void} */
  onbroken = () => {};

  /** @param {'console' | 'circuit'} [what] is to run: a console takes less code */
  constructor(what = 'circuit') {
    this.#link = new Link(new URL('../machine-worker.js', import.meta.url), what, {
      unasked: ({ picture, broken }) => (picture ? this.onpicture(picture) : this.#broken(broken)),
      broken: ({ message }) => this.#broken(message || 'the machine stopped'),
    });
    this.#link.start();
  }

  /** @param {string} message */
  #broken(message) {
    const why = /** @type {import('../protocol.js').Failure} */ ({ kind: 'failed', message });
    this.#link.refuse(why);
    this.onbroken(new WorkerError(why));
  }

  /**
   * @template {keyof Requests} K
   * @param {K} name
   * @param {Requests[K][0]} request
   * @returns {Promise<Requests[K][1]>}
   */
  ask(name, request) {
    // Who asks a machine that is switched off does not want to know any more.
    return this.#closed ? new Promise(() => {}) : this.#link.ask({ name, request }).result;
  }

  /** @param {object} message */
  #say(message) {
    this.#link.worker?.postMessage(message);
  }

  /** The last picture is on the screen: the next may come. */
  painted() {
    this.#say({ painted: true });
  }

  /**
   * @param {boolean} running
   * @param {number} rate half-ticks a second; Infinity is as fast as it goes
   */
  pace(running, rate) {
    this.order += 1;
    this.#say({ pace: { running, rate, order: this.order } });
  }

  /** Gives up a long step. */
  cancel() {
    this.#say({ cancel: true });
  }

  close() {
    this.#closed = true;
    this.#link.waiting.clear();
    this.#link.worker?.terminate();
  }
}

/**
 * A picture of something that runs waits for the next frame, and so sets the pace; the answer to a key is painted at once, and
 * is on the screen with the next frame whenever it comes.
 * @param {Picture} picture
 * @param {() => void} paint
 */
export function whenItIsTime({ running }, paint) {
  if (running) requestAnimationFrame(paint);
  else paint();
}
