// @ts-check
// What runs in the worker of a machine: the WebAssembly with the circuit, and time. It answers questions, runs at the speed
// that is set, and sends a picture whenever the page has painted the last one. A console takes a smaller module than circuits
// of one's own, which can be drawn.

/**
 * @typedef {{id: number, name: string, request: any}} Question
 * @typedef {Partial<Question> & {id: number, pace?: Pace}} Message
 * @typedef {{rate: number, running: boolean, order: number}} Pace half-ticks a second; Infinity is as fast as it goes
 */

const post = /** @type {(message: object, move?: Transferable[]) => void} */ (self.postMessage.bind(self));

/** The answer to what nobody waits for any more. @type {import('./protocol').Failure} */
const CANCELLED = { kind: 'cancelled', message: 'cancelled' };

/** How long a stretch of work may take before messages are heard, in milliseconds. */
const SLICE = 10;
/** Between two pictures. */
const FRAME = 15;
/** Half-ticks a second while a console waits for a person: nothing new happens, and the timeline should not be full of it. */
const WAITING = 400;
/** Half-ticks of a stretch: where everything repeats, time is skipped and could leap ahead without end. */
const MOST = 8000;
/** Over how many milliseconds the true rate is measured. */
const MEASURED = 500;

/** Questions that take time: they are asked again until they are answered. */
const TRAVELS = new Set(['step', 'goto']);
/** Questions after which nothing that was asked for before matters. */
const FRESH = new Set(['power', 'circuit', 'goto']);
/** The most questions that wait for the end of a journey; a key that is held down asks without end. */
const LINE = 64;
/** Questions after which there is a new picture. */
const CHANGES = new Set(['step', 'goto', 'do', 'power', 'circuit', 'sheet', 'future', 'replayed']);

/** The present is anywhere until it ends.
 * @param {Question} journey */
const isLost = ({ name, request }) => name === 'goto' || Boolean(request.back);

/** @typedef {import('../generated/machine.js').Machine} Machine */

class Work {
  /** @param {Machine} machine */
  constructor(machine) {
    this.machine = machine;
    /** @type {Pace} */
    this.pace = { rate: Infinity, running: false, order: 0 };
    this.painted = true;
    this.wanted = false;
    this.all = true;
    this.pictured = 0;
    this.due = 0;
    this.last = 0;
    this.waiting = false;
    /** Half-ticks of the last stretches, with when they were. */
    /** @type {[number, number][]} */
    this.ran = [];
    this.speed = 50_000;
    /** @type {(Question & {from: number}) | null} */
    this.journey = null;
    /** Requests made during a journey, which has to end first. */
    /** @type {Message[]} */
    this.line = [];
    this.now = 0;
    /** The breakpoint at which time stands still. */
    this.stop = null;
    this.breath = new MessageChannel();
    this.breath.port1.onmessage = () => this.go();
    this.going = false;
  }

  /** @param {any} data */
  hear(data) {
    if (data.painted) {
      this.painted = true;
      if (this.wanted) this.picture(true);
    } else if (data.cancel) this.cancel();
    else this.ask(data);
  }

  /** During a journey the present is undefined: requests about it wait for the end.
   * @param {Message} message */
  ask(message) {
    const { id, name, request } = message;
    if (name && FRESH.has(name)) this.abandon(name === 'goto');
    const { journey } = this;
    const again = name === 'step' && !request.back && request.to === journey?.request.to;
    if (journey && (isLost(journey) || again)) {
      if (this.line.length < LINE || message.pace) this.line.push(message);
      else post({ id, failure: CANCELLED });
      return;
    }
    if (journey && name === 'step') this.drop();
    this.take(message);
  }

  /** @param {Message} message */
  take(message) {
    if (message.pace) this.setPace(message.pace);
    else this.answer(/** @type {Question} */ (message));
  }

  /** @param {Pace} pace */
  setPace(pace) {
    this.pace = pace;
    if (pace.running) this.stop = null;
    this.due = 0;
    this.last = performance.now();
    this.ran = [];
    // What stands still is shown as it stands: after this nothing else brings a picture.
    this.picture(!pace.running);
    this.start();
  }

  /** Nobody waits for the journey, and for what was to happen after it, any more.
   * @param {boolean} looks questions that change nothing are still answered */
  abandon(looks) {
    const stays = (/** @type {Message} */ { name }) => looks && (!name || name === 'sheet' || !CHANGES.has(name));
    const gone = this.line.filter((message) => !stays(message));
    this.line = this.line.filter(stays);
    for (const { id } of gone) if (id) post({ id, failure: CANCELLED });
    this.drop();
  }

  /** Gives a journey up. Where the present is anywhere, everything becomes as it was before. */
  cancel() {
    const { journey } = this;
    if (!journey) return;
    const travels = this.line.filter(({ name }) => name && TRAVELS.has(name));
    this.line = this.line.filter((message) => !travels.includes(message));
    for (const { id } of travels) post({ id, failure: CANCELLED });
    this.drop();
    if (isLost(journey)) this.journey = { id: 0, name: 'goto', request: { moment: journey.from }, from: journey.from };
    else this.picture(true);
  }

  drop() {
    if (this.journey?.id) post({ id: this.journey.id, failure: CANCELLED });
    this.journey = null;
  }

  /** What waited for the end of a journey. */
  next() {
    while (!this.journey && this.line.length) this.take(/** @type {Message} */ (this.line.shift()));
  }

  /** @param {Question} question */
  answer({ id, name, request }) {
    if (TRAVELS.has(name)) {
      this.pace.running = false;
      this.journey = { id, name, request, from: this.now };
      // The first stretch at once: most steps are over with it.
      this.travel();
      this.start();
      return;
    }
    if (name === 'power' || name === 'circuit') {
      this.pace.running = false;
      this.waiting = false;
      this.now = 0;
    }
    const json = this.machine.handle(name, JSON.stringify(request));
    const { ok, failure } = JSON.parse(json);
    if (['sheet', 'power', 'circuit', 'change'].includes(name)) this.all = true;
    if (name === 'do') {
      this.waiting = false;
      this.stop = null;
    }
    if (name === 'future' && ok) this.now = ok.now;
    // The sheet has to be there before its first picture.
    post(failure ? { id, failure } : { id, answer: ok });
    if (CHANGES.has(name) && !failure) this.picture(true);
  }

  start() {
    if (this.going || !(this.pace.running || this.journey)) return;
    this.going = true;
    this.breath.port2.postMessage(null);
  }

  /** One step of the current work. */
  go() {
    this.going = false;
    if (this.journey) this.travel();
    else if (this.pace.running) this.run();
    if (this.journey || (this.pace.running && this.due >= 1)) this.start();
    else if (this.pace.running) setTimeout(() => this.start(), Math.min(FRAME, 1000 / this.rate()));
  }

  travel() {
    const { journey } = this;
    if (!journey) return;
    const { name, request } = journey;
    const { ok, failure } = JSON.parse(this.machine.handle(name, JSON.stringify({ ...request, milliseconds: SLICE })));
    if (!failure && ok.arrival === 'budget') {
      if (!request.back) this.picture();
      return;
    }
    this.journey = null;
    if (ok) {
      this.now = ok.now;
      this.stop = ok.stop ?? null;
      this.picture(true);
    }
    if (journey.id) post(failure ? { id: journey.id, failure } : { id: journey.id, answer: ok });
    this.next();
  }

  rate() {
    return this.waiting ? Math.min(this.pace.rate, WAITING) : this.pace.rate;
  }

  run() {
    const start = performance.now();
    const rate = this.rate();
    const most = Math.min(MOST, Math.max(200, Math.round((this.speed * SLICE) / 800)));
    this.due = rate === Infinity ? most : Math.min(most, this.due + ((start - this.last) * rate) / 1000);
    this.last = start;
    const halfTicks = Math.floor(this.due);
    if (halfTicks >= 1) {
      const { ok } = JSON.parse(this.machine.handle('run', JSON.stringify({ halfTicks, milliseconds: SLICE })));
      const took = performance.now() - start;
      this.now = ok.now;
      this.due = Math.max(0, this.due - ok.ran);
      this.ran.push([start, ok.ran]);
      if (took > 1) this.speed = 0.8 * this.speed + 0.2 * ((ok.ran / took) * 1000);
      if (ok.stopped || ok.arrival === 'stuck') this.pace.running = false;
      this.stop = ok.stop ?? null;
      if (!this.pace.running) this.picture(true);
    }
    this.picture();
  }

  /** Half-ticks a second of late. */
  measured() {
    const now = performance.now();
    this.ran = this.ran.filter(([at]) => now - at < MEASURED);
    const first = this.ran[0];
    if (!first || !this.pace.running) return 0;
    const sum = this.ran.reduce((all, [, ran]) => all + ran, 0);
    return (sum / Math.max(30, now - first[0])) * 1000;
  }

  /** Sends a picture, if the page has painted the last one.
   * @param {boolean} [now] even if one was sent just before */
  picture(now = false) {
    const time = performance.now();
    if (this.journey?.request.back) return;
    if (!this.painted || (!now && time - this.pictured < FRAME)) {
      this.wanted = this.wanted || now || !this.pace.running;
      return;
    }
    const json = this.machine.handle('state', JSON.stringify({ all: this.all }));
    const { ok: state } = JSON.parse(json);
    if (!state) return;
    this.all = false;
    this.wanted = false;
    this.painted = false;
    this.pictured = time;
    this.waiting = state.console?.waiting ?? false;
    if (state.console?.halted && this.pace.running) {
      this.pace.running = false;
      this.wanted = true;
    }
    const slots = this.machine.frame();
    const { running, order } = this.pace;
    post({ picture: { slots, state, rate: this.measured(), running, order, stop: this.stop } }, [slots.buffer]);
  }
}

async function consoles() {
  const code = await import('../generated/machine.js');
  await code.default({ module_or_path: new URL('../generated/machine_bg.wasm', import.meta.url) });
  return code;
}

async function circuits() {
  const code = await import('../generated/bench.js');
  await code.default({ module_or_path: new URL('../generated/bench_bg.wasm', import.meta.url) });
  return code;
}

/** @type {any[]} */
let early = [];
/** @type {Work | null} */
let work = null;
self.onmessage = ({ data }) => {
  if (work) work.hear(data);
  else early.push(data);
};

try {
  const code = self.name === 'console' ? await consoles() : await circuits();
  work = new Work(new code.Machine());
  for (const data of early) work.hear(data);
  early = [];
} catch (error) {
  post({ broken: String(error) });
  throw error;
}
