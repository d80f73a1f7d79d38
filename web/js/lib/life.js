/** How long answers are waited for: as long as the view or the pane that asked is there, and nothing newer was asked. */

/** Nobody waits for an answer any more: nothing to show. */
class Dropped extends Error {
  cancelled = true;
}

export class Life {
  #end = new AbortController();
  /** The last question of each kind. @type {Map<string, AbortController>} */
  #newest = new Map();

  /** Aborted when it ends. */
  get signal() {
    return this.#end.signal;
  }

  get over() {
    return this.signal.aborted;
  }

  end() {
    this.#end.abort(new Dropped());
  }

  /**
   * An answer. What comes after the end, be it a failure, is dropped: the wait fails with an error that `app.fail` passes over.
   * @template T
   * @param {Promise<T>} answer
   * @returns {Promise<T>}
   */
  wait(answer) {
    return settled(answer, [this.signal]);
  }

  /**
   * The same for what is asked again and again: an older wait of the same name is dropped.
   * @template T
   * @param {string} name
   * @param {Promise<T>} answer
   * @returns {Promise<T>}
   */
  newest(name, answer) {
    this.forget(name);
    const latest = new AbortController();
    this.#newest.set(name, latest);
    return settled(answer, [this.signal, latest.signal]);
  }

  /** What was asked by this name last is not wanted any more. @param {string} name */
  forget(name) {
    this.#newest.get(name)?.abort(new Dropped());
    this.#newest.delete(name);
  }
}

/**
 * @template T
 * @param {Promise<T>} answer
 * @param {AbortSignal[]} signals
 */
async function settled(answer, signals) {
  try {
    return await answer;
  } finally {
    for (const signal of signals) signal.throwIfAborted();
  }
}

/** For a promise whose failure nobody else hears. @param {unknown} error */
export function passDropped(error) {
  if (!isDropped(error)) throw error;
}

/** Whether an error only says that nobody waits any more. @param {unknown} error */
export const isDropped = (error) => error instanceof Error && 'cancelled' in error && error.cancelled === true;
