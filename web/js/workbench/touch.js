/** What hands do to the parts of a circuit, said to the machine as lines of a script. */

/**
 * @typedef {import('../machine/protocol.js').Part} Part
 * @typedef {import('../machine/protocol.js').Requests} Requests
 */

export class Touch {
  /** Paths of the parts of the open sheet. */
  /** @type {Map<number, string>} */
  #paths = new Map();

  /**
   * @param {import('./save.js').Ask} ask
   * @param {(error: unknown) => void} fail
   */
  constructor(ask, fail) {
    this.ask = ask;
    this.fail = fail;
  }

  /** Another sheet is open. */
  forget() {
    this.#paths.clear();
  }

  /** @param {Requests['do'][0]} what */
  async act(what) {
    try {
      await this.ask('do', what);
    } catch (error) {
      this.fail(error);
    }
  }

  /**
   * Does something to a part.
   * @param {Part} part
   * @param {(path: string) => string} line
   * @param {Record<string, string>} [files]
   */
  async line(part, line, files) {
    const path = await this.#path(part);
    await this.act({ line: line(JSON.stringify(path)), files });
  }

  /** Presses and lets go. @param {Part} part @param {boolean} down */
  press({ part }, down) {
    return this.act({ part, down });
  }

  /** The value at the first port of a part. @param {Part} part */
  async value(part) {
    const { ports } = await this.ask('part', { part: part.part });
    return ports.at(0) ?? { value: '', width: 0 };
  }

  /** @param {Part} part */
  async #path(part) {
    const known = this.#paths.get(part.part);
    if (known) return known;
    const { path } = await this.ask('part', { part: part.part });
    this.#paths.set(part.part, path);
    return path;
  }
}
