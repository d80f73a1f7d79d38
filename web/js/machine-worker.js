// @ts-check
// What runs in the worker of a machine: the WebAssembly with the circuit, and time. It answers questions, runs at the speed
// that is set, and sends a picture whenever the page has painted the last one.
import load, { Machine } from "../generated/machine.js";

/**
 * @typedef {{id: number, name: string, request: any}} Question
 * @typedef {{rate: number, running: boolean, order: number}} Pace half-ticks a second; Infinity is as fast as it goes
 */

const post = /** @type {(message: object, move?: Transferable[]) => void} */ (self.postMessage.bind(self));

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
const TRAVELS = new Set(["step", "goto"]);
/** Questions after which there is a new picture. */
const CHANGES = new Set(["step", "goto", "do", "power", "circuit", "sheet", "future"]);

class Work {
  constructor() {
    this.machine = new Machine();
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
    /** @type {{id: number, name: string, request: any} | null} */
    this.journey = null;
    this.breath = new MessageChannel();
    this.breath.port1.onmessage = () => this.go();
    this.going = false;
  }

  /** @param {any} data */
  hear(data) {
    if (data.painted) {
      this.painted = true;
      if (this.wanted) this.picture();
    } else if (data.pace) {
      this.pace = data.pace;
      this.due = 0;
      this.last = performance.now();
      this.ran = [];
      this.picture();
      this.start();
    } else if (data.cancel) {
      this.end({ arrival: "cancelled" });
    } else {
      this.answer(data);
    }
  }

  /** @param {Question} question */
  answer({ id, name, request }) {
    if (TRAVELS.has(name)) {
      this.end({ arrival: "cancelled" });
      this.pace.running = false;
      this.journey = { id, name, request };
      // The first stretch at once: most steps are over with it.
      this.travel();
      this.start();
      return;
    }
    if (name === "power" || name === "circuit") {
      this.end({ arrival: "cancelled" });
      this.pace.running = false;
      this.waiting = false;
    }
    const json = this.machine.handle(name, JSON.stringify(request));
    const { ok, failure } = JSON.parse(json);
    if (name === "sheet" || name === "power" || name === "circuit") this.all = true;
    if (name === "do") this.waiting = false;
    // The sheet has to be there before its first picture.
    post(failure ? { id, failure } : { id, answer: ok });
    if (CHANGES.has(name) && !failure) this.picture(true);
  }

  /** @param {object} answer */
  end(answer) {
    if (!this.journey) return;
    post({ id: this.journey.id, answer });
    this.journey = null;
  }

  start() {
    if (this.going || !(this.pace.running || this.journey)) return;
    this.going = true;
    this.breath.port2.postMessage(null);
  }

  /** One stretch of whatever goes on. */
  go() {
    this.going = false;
    if (this.journey) this.travel();
    else if (this.pace.running) this.run();
    if (this.journey || (this.pace.running && this.due >= 1)) this.start();
    else if (this.pace.running) setTimeout(() => this.start(), Math.min(FRAME, 1000 / this.rate()));
  }

  travel() {
    if (!this.journey) return;
    const { name, request } = this.journey;
    const { ok, failure } = JSON.parse(this.machine.handle(name, JSON.stringify({ ...request, milliseconds: SLICE })));
    if (failure) {
      post({ id: this.journey.id, failure });
      this.journey = null;
    } else if (ok.arrival !== "leash") {
      this.end(ok);
      this.picture(true);
    } else if (!request.back) {
      this.picture();
    }
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
      const { ok } = JSON.parse(this.machine.handle("run", JSON.stringify({ halfTicks, milliseconds: SLICE })));
      const took = performance.now() - start;
      this.due = Math.max(0, this.due - ok.ran);
      this.ran.push([start, ok.ran]);
      if (took > 1) this.speed = 0.8 * this.speed + 0.2 * ((ok.ran / took) * 1000);
      if (ok.stopped || ok.arrival === "stuck") this.pace.running = false;
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
    if (!this.painted || (!now && time - this.pictured < FRAME)) {
      this.wanted = this.wanted || now || !this.pace.running;
      return;
    }
    const json = this.machine.handle("state", JSON.stringify({ all: this.all }));
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
    post({ picture: { slots, state, rate: this.measured(), running, order } }, [slots.buffer]);
  }
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
  await load({ module_or_path: new URL("../generated/machine_bg.wasm", import.meta.url) });
  work = new Work();
  for (const data of early) work.hear(data);
  early = [];
} catch (error) {
  post({ broken: String(error) });
  throw error;
}
