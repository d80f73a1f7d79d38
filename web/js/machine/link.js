/** The way to the worker in which a machine runs: questions with answers, and pictures that come by themselves. */

import { worded } from '../lib/texts.js';

/**
 * @typedef {import('./protocol.js').Requests} Requests
 * @typedef {import('./protocol.js').Picture} Picture
 */

/** The machine could not do what was asked, or it was not wanted any more. */
export class MachineError extends Error {
  cancelled = false;
}

export class MachineLink {
  #next = 1;
  /** The number of the last order about the pace: pictures from before it say nothing about whether time runs. */
  order = 0;
  /** @type {Map<number, {resolve: (answer: any) => void, reject: (error: Error) => void}>} */
  #waiting = new Map();
  /** @type {(picture: Picture) => void} */
  onpicture = () => {};
  /** @type {(error: Error) => void} */
  onbroken = () => {};

  /** @param {'console' | 'circuit'} [what] is to run: a console takes less code */
  constructor(what = 'circuit') {
    this.worker = new Worker(new URL('../machine-worker.js', import.meta.url), { type: 'module', name: what });
    this.worker.onmessage = ({ data }) => this.#hear(data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.#broken(event.message || 'the machine stopped');
    };
  }

  /** @param {any} data */
  #hear(data) {
    if (data.picture) {
      this.onpicture(data.picture);
      return;
    }
    if (data.broken) {
      this.#broken(data.broken);
      return;
    }
    const waiting = this.#waiting.get(data.id);
    this.#waiting.delete(data.id);
    if (data.cancelled) waiting?.reject(Object.assign(new MachineError(), { cancelled: true }));
    else if (data.failure) waiting?.reject(new MachineError(worded(data.failure)));
    else waiting?.resolve(data.answer);
  }

  /** @param {string} message */
  #broken(message) {
    const error = new MachineError(message);
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
    this.onbroken(error);
  }

  /**
   * @template {keyof Requests} K
   * @param {K} name
   * @param {Requests[K][0]} request
   * @returns {Promise<Requests[K][1]>}
   */
  ask(name, request) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, name, request });
    });
  }

  /** The last picture is on the screen: the next may come. */
  painted() {
    this.worker.postMessage({ painted: true });
  }

  /**
   * @param {boolean} running
   * @param {number} rate half-ticks a second; Infinity is as fast as it goes
   */
  pace(running, rate) {
    this.order += 1;
    this.worker.postMessage({ pace: { running, rate, order: this.order } });
  }

  /** Gives up a long step. */
  cancel() {
    this.worker.postMessage({ cancel: true });
  }

  close() {
    this.worker.terminate();
    this.#waiting.clear();
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
