/**
 * The pebbles on the board: one canvas, redrawn only while something moves. It knows houses by name and how many pebbles
 * each holds; the caller says where a move's seeds fall.
 *
 * Canvas was chosen over one element per seed: up to 96 seeds are copied from ready pictures in well under a millisecond a
 * frame, and nothing is laid out while they fly.
 */
import { hollow, landing, settle } from './hollow.js';
import { randomNumbers, pebbles } from './pebbles.js';

/**
 * @typedef {import('./hollow.js').Hollow} Hollow
 * @typedef {import('./hollow.js').Point} Point
 * @typedef {{x0: number, y0: number, h0: number, x: number, y: number, h: number, arc: number, start: number, time: number}} Flight
 * @typedef {{x: number, y: number, h: number, look: number, order: number, flight: Flight | null}} Seed
 */

/** How much of a pit's radius a pebble takes. */
const PEBBLE = 0.275;
/** Around the board, so that nothing flying is cut off; the same number is in board.css. */
const MARGIN = 24;

export class Seeds {
  /** @type {Map<string, Seed[]>} */
  #houses = new Map();
  /** @type {Map<string, Hollow>} */
  #hollows = new Map();
  /** @type {Seed[]} Seeds in the hand. */
  #hand = [];
  #radius = 10;
  /** @type {import('./pebbles.js').Pebbles | null} */
  #pictures = null;
  #picturesFor = '';
  #random = randomNumbers(20231);
  #order = 0;
  #frame = 0;
  #made = 0;
  /** The size of the board when the houses were measured. */
  #measured = '';

  /** @param {HTMLElement} board holds elements with `data-house` around one `.hole` each */
  constructor(board) {
    this.board = board;
    this.canvas = document.createElement('canvas');
    this.canvas.className = 'seeds';
    this.canvas.setAttribute('aria-hidden', 'true');
    this.context = /** @type {CanvasRenderingContext2D} */ (this.canvas.getContext('2d'));
    board.append(this.canvas);
    this.observer = new ResizeObserver(() => {
      const { width, height } = board.getBoundingClientRect();
      if (`${width} ${height}` !== this.#measured) this.measure();
    });
    this.observer.observe(board);
  }

  stop() {
    this.observer.disconnect();
    cancelAnimationFrame(this.#frame);
  }

  /** Looks where the houses are. Pebbles keep their places in them. */
  measure() {
    const box = this.board.getBoundingClientRect();
    if (!box.width) return;
    this.#measured = `${box.width} ${box.height}`;
    const before = new Map(this.#hollows);
    for (const house of this.board.querySelectorAll('[data-house]')) {
      const hole = /** @type {HTMLElement} */ (house.querySelector('.hole'));
      const name = /** @type {HTMLElement} */ (house).dataset.house ?? '';
      this.#hollows.set(name, hollow(hole.getBoundingClientRect(), box.left - MARGIN, box.top - MARGIN));
    }
    const pits = [...this.#hollows].filter(([name]) => !name.endsWith('store')).map(([, room]) => room.size);
    if (!pits.length) return;
    this.#radius = Math.max(4, Math.min(...pits) * PEBBLE);
    const density = Math.min(3, devicePixelRatio || 1);
    const [width, height] = [box.width + 2 * MARGIN, box.height + 2 * MARGIN];
    this.canvas.width = Math.round(width * density);
    this.canvas.height = Math.round(height * density);
    this.context.setTransform(density, 0, 0, density, 0, 0);
    const key = `${this.#radius.toFixed(1)} ${density}`;
    if (key !== this.#picturesFor) [this.#pictures, this.#picturesFor] = [pebbles(this.#radius, density), key];
    for (const [name, seeds] of this.#houses) this.#carryOver(name, seeds, before.get(name));
    this.#draw(performance.now());
  }

  /**
   * @param {string} name
   * @param {Seed[]} seeds
   * @param {Hollow | undefined} old
   */
  #carryOver(name, seeds, old) {
    const room = this.#hollows.get(name);
    if (!room) return;
    const scale = old ? room.radius / old.radius : 1;
    seeds.forEach((seed, index) => {
      seed.flight = null;
      seed.h = 0;
      const place = old
        ? { x: room.x + (seed.x - old.x) * scale, y: room.y + (seed.y - old.y) * scale }
        : this.#landing(room, seeds.slice(0, index));
      Object.assign(seed, place);
    });
    settle(seeds, room, this.#radius);
  }

  /**
   * This many pebbles in each house. Those that change houses glide there, or are there at once.
   * @param {Record<string, number>} counts
   * @param {number} time milliseconds
   */
  show(counts, time) {
    this.#return();
    /** @type {Seed[]} */
    const spare = [];
    for (const name of this.#houses.keys()) if (!(name in counts)) spare.push(...this.#take(name, Infinity));
    for (const [name, count] of Object.entries(counts))
      spare.push(...this.#take(name, (this.#houses.get(name)?.length ?? 0) - count));
    for (const [name, count] of Object.entries(counts)) {
      const seeds = this.#houses.get(name) ?? [];
      this.#houses.set(name, seeds);
      const room = this.#hollows.get(name);
      while (seeds.length < count) {
        const old = spare.pop();
        const seed = old ?? this.#make(room);
        if (old && room && time) this.#fly(old, this.#landing(room, seeds), time, 0, 0.5);
        else if (room) Object.assign(seed, this.#landing(room, seeds), { flight: null, h: 0 });
        seed.order = this.#order++;
        seeds.push(seed);
      }
      this.#settle(name, time ? Math.min(time, 200) : 0);
    }
    this.#wake();
  }

  /**
   * @param {string} name
   * @param {number} count
   */
  #take(name, count) {
    const seeds = this.#houses.get(name) ?? [];
    return count > 0 ? seeds.splice(Math.max(0, seeds.length - count)) : [];
  }

  /**
   * @param {Hollow} room
   * @param {Seed[]} seeds those that are there
   */
  #landing(room, seeds) {
    return landing(
      room,
      seeds.map((seed) => seed.flight ?? seed),
      this.#random,
    );
  }

  /** @param {Hollow | undefined} room */
  #make(room) {
    this.#made += 1;
    const look = Math.floor(randomNumbers(this.#made * 7919 + 11)() * 1e6);
    return { x: room?.x ?? 0, y: room?.y ?? 0, h: 0, look, order: 0, flight: null };
  }

  /** The seeds in the hand are not on the board any more; `show` finds them a place. */
  #return() {
    if (this.#hand.length) this.#houses.set('hand', this.#hand.splice(0));
  }

  /**
   * Lifts all pebbles of a house into the hand.
   * @param {string} name
   * @param {number} time
   */
  lift(name, time) {
    this.#return();
    this.#hand = this.#take(name, Infinity);
    this.move(name, time);
  }

  /**
   * The hand moves over a house.
   * @param {string} name
   * @param {number} time
   */
  move(name, time) {
    const room = this.#hollows.get(name);
    if (!room) return;
    this.#hand.forEach((seed, index) => {
      const [angle, distance] = [index * 2.4, Math.sqrt(index + 0.4) * this.#radius * 0.92];
      const place = { x: room.x + Math.cos(angle) * distance, y: room.y + Math.sin(angle) * distance };
      this.#fly(seed, place, time, 1, 0);
    });
    this.#wake();
  }

  /**
   * One pebble falls out of the hand into a house.
   * @param {string} name
   * @param {number} time
   */
  drop(name, time) {
    const seed = this.#hand.pop();
    if (seed) this.#into(seed, name, time, 0);
  }

  /**
   * All pebbles of a house go to another, one a little after the other.
   * @param {string} from
   * @param {string} to
   * @param {number} time
   * @returns {number} how long it takes
   */
  carry(from, to, time) {
    const seeds = this.#take(from, Infinity);
    const stagger = Math.min(50, 400 / Math.max(1, seeds.length));
    seeds.forEach((seed, index) => this.#into(seed, to, time, index * stagger));
    return time + seeds.length * stagger;
  }

  /**
   * @param {Seed} seed
   * @param {string} name
   * @param {number} time
   * @param {number} delay
   */
  #into(seed, name, time, delay) {
    const room = this.#hollows.get(name);
    const seeds = this.#houses.get(name) ?? [];
    this.#houses.set(name, seeds);
    seed.order = this.#order++;
    const place = room && this.#landing(room, seeds);
    seeds.push(seed);
    if (place) this.#fly(seed, place, time, 0, delay || seed.h < 0.5 ? 1.2 : 0, delay);
    this.#settle(name, time);
    this.#wake();
  }

  /**
   * Finds every pebble of a house its place.
   * @param {string} name
   * @param {number} time
   */
  #settle(name, time) {
    const room = this.#hollows.get(name);
    const seeds = this.#houses.get(name) ?? [];
    if (!room) return;
    const places = seeds.map((seed) => ({ x: seed.flight?.x ?? seed.x, y: seed.flight?.y ?? seed.y }));
    settle(places, room, this.#radius);
    seeds.forEach((seed, index) => {
      if (seed.flight) Object.assign(seed.flight, places[index]);
      else if (time) this.#fly(seed, places[index], time, 0, 0);
      else Object.assign(seed, places[index]);
    });
  }

  /**
   * @param {Seed} seed
   * @param {Point} place
   * @param {number} time
   * @param {number} h height at the end
   * @param {number} arc extra height on the way
   * @param {number} [delay]
   */
  #fly(seed, place, time, h, arc, delay = 0) {
    const start = performance.now() + delay;
    seed.flight = { x0: seed.x, y0: seed.y, h0: seed.h, x: place.x, y: place.y, h, arc, start, time: Math.max(1, time) };
  }

  #wake() {
    if (this.#frame) return;
    const next = (/** @type {number} */ now) => {
      this.#frame = this.#draw(now) ? requestAnimationFrame(next) : 0;
    };
    this.#frame = requestAnimationFrame(next);
  }

  /**
   * @param {number} now
   * @returns {boolean} whether something still moves
   */
  #draw(now) {
    const { context } = this;
    const pictures = this.#pictures;
    if (!pictures) return false;
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const seeds = [...this.#houses.values(), this.#hand].flat();
    let moving = false;
    for (const seed of seeds) moving = step(seed, now) || moving;
    seeds.sort((a, b) => (a.h > 0.05 || b.h > 0.05 ? a.h - b.h : 0) || a.order - b.order);
    const lifted = seeds.findIndex((seed) => seed.h > 0.05);
    const resting = lifted < 0 ? seeds : seeds.slice(0, lifted);
    for (const seed of resting) {
      this.#drawShadow(seed, pictures);
      this.#drawStone(seed, pictures);
    }
    // What is in the air throws its shadow on the board, not on its neighbours.
    const flying = seeds.slice(resting.length);
    for (const seed of flying) this.#drawShadow(seed, pictures);
    for (const seed of flying) this.#drawStone(seed, pictures);
    return moving;
  }

  /**
   * @param {Seed} seed
   * @param {import('./pebbles.js').Pebbles} pictures
   */
  #drawShadow(seed, pictures) {
    const drop = this.#radius * (0.16 + seed.h * 0.8);
    const spread = pictures.size * (1 + seed.h * 0.22);
    this.context.globalAlpha = 1 - seed.h * 0.5;
    this.context.drawImage(pictures.shadow, seed.x + drop * 0.5 - spread / 2, seed.y + drop - spread / 2, spread, spread);
    this.context.globalAlpha = 1;
  }

  /**
   * @param {Seed} seed
   * @param {import('./pebbles.js').Pebbles} pictures
   */
  #drawStone(seed, pictures) {
    const size = pictures.size * (1 + seed.h * 0.14);
    const stone = pictures.stones[seed.look % pictures.stones.length];
    this.context.drawImage(stone, seed.x - size / 2, seed.y - seed.h * this.#radius * 0.5 - size / 2, size, size);
  }
}

/**
 * @param {Seed} seed
 * @param {number} now
 * @returns {boolean} whether it still flies
 */
function step(seed, now) {
  const { flight } = seed;
  if (!flight) return false;
  const part = Math.min(1, Math.max(0, (now - flight.start) / flight.time));
  const eased = part < 0.5 ? 2 * part * part : 1 - (2 - 2 * part) ** 2 / 2;
  seed.x = flight.x0 + (flight.x - flight.x0) * eased;
  seed.y = flight.y0 + (flight.y - flight.y0) * eased;
  seed.h = flight.h0 + (flight.h - flight.h0) * eased + flight.arc * Math.sin(Math.PI * part);
  if (part < 1) return true;
  seed.flight = null;
  return false;
}
