// @ts-check
// What runs in every worker: it loads the WebAssembly and hands messages to it. Long work is done in slices, so that a
// message that came meanwhile is heard between two of them.

/** @type {typeof import("../generated/page.js")} */
let page;

/** @typedef {{id: number, to: string, name: string, game: number, request: object, cancel?: boolean}} Message */

const post = /** @type {(message: object) => void} */ (self.postMessage.bind(self));

/** Messages before the WebAssembly is there and the texts are known. */
/** @type {Message[]} */
let early = [];
/** @type {Work | null} */
let work = null;

self.onmessage = ({ data }) => {
  if (work && (work.spoken || data.name === 'texts')) work.hear(data);
  else early.push(data);
};

/** How long a slice of analysis may take, in milliseconds. */
const SLICE = 40;
/** Which job comes first. */
const ORDER = ['answer', 'puzzleHint', 'solution', 'hint', 'analyse', 'puzzle', 'review'];
/** Nodes of the first slice. */
const FIRST = 2000;

/** @typedef {{id: number, name: string, job: number, nodes: number, end: number}} Job */

class Work {
  constructor() {
    this.spoken = false;
    this.desk = new page.Desk();
    /** @type {Map<number, import("../generated/page.js").Game>} */
    this.games = new Map();
    /** @type {import("../generated/page.js").Player | null} */
    this.player = null;
    /** @type {import("../generated/page.js").Analyst | null} */
    this.analyst = null;
    /** @type {Job[]} */
    this.jobs = [];
    this.pause = new MessageChannel();
    this.pause.port1.onmessage = () => this.slice();
    this.speed = 1000;
  }

  /** @param {Message} message */
  hear({ id, to, name, game, request, cancel }) {
    try {
      if (cancel) this.cancel(id);
      else if (to === 'desk') this.answer(id, this.desk.handle(name, JSON.stringify(request)));
      else if (to === 'player') this.answer(id, this.choose(name, request));
      else if (to === 'analysis') this.begin(id, name, request);
      else if (name === 'close') this.close(game);
      else this.answer(id, this.of(game).handle(this.desk, name, JSON.stringify(request)));
    } catch (error) {
      broken(id, error);
    }
    if (name === 'texts') {
      this.spoken = true;
      const waiting = early;
      early = [];
      for (const message of waiting) this.hear(message);
      if (self.name === 'analysis' && !this.analyst) setTimeout(() => this.prepare());
    }
  }

  /** Makes the first answer come sooner, if there was no request yet. */
  prepare() {
    if (this.analyst) return;
    this.analyst = new page.Analyst();
    this.analyst.prepare(this.desk);
  }

  /** @param {number} id
   * @param {string} json */
  answer(id, json) {
    if (id === 0) return;
    const { ok, failure } = JSON.parse(json);
    post(failure ? { id, failure } : { id, answer: ok });
  }

  /** @param {number} number */
  of(number) {
    let game = this.games.get(number);
    if (!game) this.games.set(number, (game = new page.Game()));
    return game;
  }

  /** @param {number} number */
  close(number) {
    this.games.get(number)?.free();
    this.games.delete(number);
  }

  /** @param {string} name
   * @param {object} request */
  choose(name, request) {
    this.player ??= new page.Player(true);
    return this.player.handle(name, JSON.stringify(request));
  }

  /** @param {number} id
   * @param {string} name
   * @param {{milliseconds?: number}} request */
  begin(id, name, request) {
    this.analyst ??= new page.Analyst();
    const { ok, failure } = JSON.parse(this.analyst.begin(this.desk, name, JSON.stringify(request)));
    if (failure) {
      post({ id, failure });
      return;
    }
    const end = performance.now() + (request.milliseconds ?? Infinity);
    this.jobs.push({ id, name, job: ok.job, nodes: FIRST, end });
    this.jobs.sort((a, b) => ORDER.indexOf(a.name) - ORDER.indexOf(b.name));
    if (this.jobs.length === 1) this.pause.port2.postMessage(null);
  }

  /** @param {number} id */
  cancel(id) {
    const job = this.jobs.find((job) => job.id === id);
    if (!job) return;
    this.jobs = this.jobs.filter((other) => other !== job);
    this.analyst?.cancel(job.job);
  }

  /** A slice of the job that comes first. */
  slice() {
    const job = this.jobs[0];
    if (!job || !this.analyst) return;
    try {
      const start = performance.now();
      const last = start >= job.end;
      const { ok, failure } = JSON.parse(this.analyst.step(this.desk, job.job, last ? 0 : job.nodes));
      const took = performance.now() - start;
      const aim = Math.min(SLICE, Math.max(1, job.end - start - took));
      job.nodes = Math.round(Math.min(1e7, Math.max(1000, job.nodes * Math.min(2, aim / Math.max(took, 0.5)))));
      if (failure || last || ok.done) {
        this.jobs = this.jobs.filter((other) => other !== job);
        this.analyst.cancel(job.job);
        post(failure ? { id: job.id, failure } : { id: job.id, answer: ok.news });
      } else if (ok.news) {
        post({ id: job.id, update: ok.news });
      }
    } catch (error) {
      broken(job.id, error);
      return;
    }
    if (this.jobs.length) this.pause.port2.postMessage(null);
  }
}

/** Nothing in this worker can be trusted any more: the page starts another one.
 * @param {number} id
 * @param {unknown} error */
function broken(id, error) {
  const failure = { kind: 'failed', message: `The engine failed: ${error}` };
  post({ id, failure, broken: true });
}

/** The worker of the games starts with a small module that loads quickly. */
async function first() {
  const code = await import('../generated/first.js');
  await code.default({ module_or_path: new URL('../generated/first_bg.wasm', import.meta.url) });
  return /** @type {typeof page} */ (/** @type {unknown} */ (code));
}

/** Analysis needs the whole one. */
async function all() {
  const code = await import('../generated/page.js');
  await code.default({ module_or_path: new URL('../generated/page_bg.wasm', import.meta.url) });
  return code;
}

try {
  page = await (self.name === 'game' ? first() : all());
  work = new Work();
  const waiting = early;
  early = [];
  // The texts come first; earlier messages wait for them.
  waiting.sort((a, b) => Number(b.name === 'texts') - Number(a.name === 'texts'));
  for (const message of waiting) {
    if (work.spoken || message.name === 'texts') work.hear(message);
    else early.push(message);
  }
} catch (error) {
  for (const { id } of early) broken(id, error);
  throw error;
}
