/**
 * A program under the debugger in its worker: loaded when something is to happen and the source has changed, run in pieces so
 * that it can be paused.
 * @typedef {import('../protocol.js').ProgramState} ProgramState
 * @typedef {import('../protocol.js').Build} Build
 * @typedef {import('../protocol.js').StepHow} StepHow
 */

/** How long a piece of a run may take, in milliseconds, and the clocks of the first. */
const PIECE = 60;
const FIRST = 20_000;
const MOST = 20_000_000;
/** After this time a worker that does not answer is replaced. */
const PATIENCE = 1500;

export class Session {
  /** @type {ProgramState | null} */
  state = null;
  running = false;
  #stale = true;
  /** Counts changes of the source: one may come while the source before it is loaded. */
  #changes = 0;
  /** @type {number[]} */
  #lines = [];
  #busy = false;
  #waiting = 0;
  #tail = Promise.resolve();
  #stop = false;

  /**
   * @param {import('../engine.js').Engine} engine
   * @param {object} hears
   * @param {() => Build} hears.build
   * @param {(findings: import('../protocol.js').Finding[]) => void} hears.findings
   * @param {(state: ProgramState, fresh: boolean) => void} hears.state
   * @param {() => void} hears.change running or not, loaded or not
   * @param {(error: unknown) => void} hears.fail
   */
  constructor(engine, hears) {
    this.engine = engine;
    this.hears = hears;
  }

  /** The source is not the one that runs any more. */
  stale() {
    this.#stale = true;
    this.#changes += 1;
    this.hears.change();
  }

  get isStale() {
    return this.#stale;
  }

  /** @param {number[]} lines */
  async breakpoints(lines) {
    this.#lines = lines;
    if (this.state && !this.#stale) await this.#place().catch(this.hears.fail);
  }

  #place() {
    const file = this.hears.build().files[0].name;
    return this.engine.program('breakpoints', { at: this.#lines.map((line) => ({ file, line })) });
  }

  /** Loads the program if need be; false if it has errors. */
  async #ready() {
    while (!this.state || this.#stale) {
      const changes = this.#changes;
      const { findings, state } = await this.engine.program('load', this.hears.build());
      if (changes !== this.#changes) continue;
      this.hears.findings(findings);
      if (!state) return false;
      this.#stale = false;
      this.#show(state, true);
      await this.#place();
    }
    return true;
  }

  /**
   * @param {ProgramState | null} state
   * @param {boolean} [fresh]
   */
  #show(state, fresh = false) {
    if (!state) return;
    this.state = state;
    this.hears.state(state, fresh);
  }

  /**
   * One thing after the other; while a program runs, and when two wait already, what is asked for is dropped.
   * @param {() => Promise<void>} act
   */
  #alone(act) {
    if (this.running || this.#waiting >= 2) return this.#tail;
    this.#waiting += 1;
    this.#tail = this.#tail.then(async () => {
      this.#waiting -= 1;
      this.#busy = true;
      try {
        await act();
      } catch (error) {
        this.hears.fail(error);
      } finally {
        this.#busy = false;
        this.running = false;
        this.hears.change();
      }
    });
    return this.#tail;
  }

  /** Loads the program, so that there is something to see before the first step. */
  prepare() {
    return this.#alone(async () => {
      await this.#ready();
    });
  }

  /** @param {StepHow} how */
  step(how) {
    return this.#alone(async () => {
      const loaded = this.state && !this.#stale;
      if (!(await this.#ready())) return;
      // The first step of a new program shows where it begins.
      if (!loaded) return;
      this.#show(await this.engine.program('step', { how }));
    });
  }

  /** @param {number} [most] clocks */
  run(most = Infinity) {
    return this.#alone(async () => {
      if (this.state?.stopped) this.#stale = true;
      if (!(await this.#ready())) return;
      this.running = true;
      this.#stop = false;
      this.hears.change();
      let clocks = Math.min(FIRST, most);
      let left = most;
      while (!this.#stop && left > 0) {
        const start = performance.now();
        const state = await this.engine.program('run', { clocks });
        this.#show(state);
        if (state.event?.kind !== 'patience') break;
        left -= clocks;
        const took = Math.max(performance.now() - start, 1);
        clocks = Math.min(left, Math.round(Math.min(MOST, clocks * Math.min(2, PIECE / took))));
      }
      this.running = false;
      this.#show(this.state);
    });
  }

  /** Ends a run; a worker that does not hear is ended too. */
  pause() {
    this.#stop = true;
    const { worker } = this.engine.bench;
    setTimeout(() => {
      if (this.#busy && this.engine.bench.worker === worker) this.end();
    }, PATIENCE);
  }

  /** @param {number} moment */
  goto(moment) {
    return this.#alone(async () => {
      if (this.state && !this.#stale) this.#show(await this.engine.program('goto', { moment }));
    });
  }

  /**
   * A line of the debugger's language.
   * @param {string} line
   * @returns {Promise<string>} what it says
   */
  async command(line) {
    let said = '';
    await this.#alone(async () => {
      if (!(await this.#ready())) return;
      const { text, state } = await this.engine.program('command', { line });
      said = text;
      this.#show(state);
    });
    return said;
  }

  end() {
    this.#stop = true;
    this.state = null;
    this.#stale = true;
    this.engine.stopBench();
  }
}
