/**
 * QR codes (ISO/IEC 18004) for links: bytes, error correction M, as small as the text allows. What a camera needs is a square of dark and
 * light modules; `picture` draws it.
 */
import { s } from '../lib/dom.js';

/** Error correction M, versions 1 to 20: words of correction per block, and blocks. */
const WORDS = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const BLOCKS = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];
const HIGHEST = WORDS.length;
/** What error correction M is called in the format. */
const LEVEL_M = 0;

/** @typedef {boolean[][]} Matrix rows of modules, true is dark */

// ------------------------------------------------------------------------------------------- arithmetic in the field of 256

/** @param {number} a @param {number} b */
function times(a, b) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1) {
    product = (product << 1) ^ ((product >>> 7) * 0x11d);
    if ((b >>> bit) & 1) product ^= a;
  }
  return product;
}

/** The polynomial by which blocks of data are divided, without its first term. @param {number} degree */
function divisor(degree) {
  const terms = Array.from({ length: degree }, () => 0);
  terms[degree - 1] = 1;
  let root = 1;
  for (let i = 0; i < degree; i += 1) {
    for (let j = 0; j < degree; j += 1) terms[j] = times(terms[j], root) ^ (terms[j + 1] ?? 0);
    root = times(root, 2);
  }
  return terms;
}

/** The words of correction for a block. @param {number[]} data @param {number[]} by */
function remainder(data, by) {
  const rest = by.map(() => 0);
  for (const word of data) {
    const factor = word ^ rest[0];
    rest.shift();
    rest.push(0);
    by.forEach((term, i) => (rest[i] ^= times(term, factor)));
  }
  return rest;
}

// --------------------------------------------------------------------------------------------------------- what is written

/** @param {number} version */
const sizeOf = (version) => 17 + 4 * version;

/** Modules that are left for words. @param {number} version */
function room(version) {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const patterns = Math.floor(version / 7) + 2;
    modules -= (25 * patterns - 10) * patterns - 55;
    if (version >= 7) modules -= 36;
  }
  return modules;
}

/** @param {number} version */
const wordsOf = (version) => room(version) >> 3;

/** @param {number} version */
const dataWords = (version) => wordsOf(version) - WORDS[version - 1] * BLOCKS[version - 1];

/** The words of the data: mode, length, bytes, padding. @param {Uint8Array} bytes @param {number} version */
function dataOf(bytes, version) {
  /** @type {number[]} */
  const bits = [];
  const put = (/** @type {number} */ value, /** @type {number} */ length) => {
    for (let i = length - 1; i >= 0; i -= 1) bits.push((value >>> i) & 1);
  };
  put(4, 4);
  put(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) put(byte, 8);
  const all = dataWords(version) * 8;
  put(0, Math.min(4, all - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < all; pad ^= 0xec ^ 0x11) put(pad, 8);
  return Array.from({ length: all / 8 }, (_, i) => bits.slice(8 * i, 8 * i + 8).reduce((word, bit) => (word << 1) | bit, 0));
}

/** Data and correction, block by block in turns. @param {number[]} data @param {number} version */
function interleaved(data, version) {
  const [words, blocks] = [WORDS[version - 1], BLOCKS[version - 1]];
  const all = wordsOf(version);
  const short = Math.floor(all / blocks) - words;
  const long = all % blocks;
  const by = divisor(words);
  let at = 0;
  const parts = Array.from({ length: blocks }, (_, i) => {
    const length = short + (i >= blocks - long ? 1 : 0);
    const part = data.slice(at, at + length);
    at += length;
    return { part, correction: remainder(part, by) };
  });
  /** @type {number[]} */
  const out = [];
  for (let i = 0; i <= short; i += 1) for (const { part } of parts) if (i < part.length) out.push(part[i]);
  for (let i = 0; i < words; i += 1) for (const { correction } of parts) out.push(correction[i]);
  return out;
}

// ------------------------------------------------------------------------------------------------------------- the square

/** Where the small squares stand. @param {number} version */
function alignment(version) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2;
  const places = Array.from({ length: count - 1 }, (_, i) => sizeOf(version) - 7 - i * step);
  return [6, ...places.reverse()];
}

class Square {
  /** @param {number} version */
  constructor(version) {
    this.version = version;
    this.size = sizeOf(version);
    /** @type {Matrix} */
    this.dark = Array.from({ length: this.size }, () => Array.from({ length: this.size }, () => false));
    /** @type {Matrix} Modules that are no data. */
    this.fixed = Array.from({ length: this.size }, () => Array.from({ length: this.size }, () => false));
    this.#patterns();
  }

  /** @param {number} x @param {number} y @param {boolean} dark */
  #set(x, y, dark) {
    this.dark[y][x] = dark;
    this.fixed[y][x] = true;
  }

  #patterns() {
    const { size } = this;
    for (let i = 0; i < size; i += 1) {
      this.#set(6, i, i % 2 === 0);
      this.#set(i, 6, i % 2 === 0);
    }
    for (const [x, y] of [
      [3, 3],
      [size - 4, 3],
      [3, size - 4],
    ])
      this.#finder(x, y);
    const places = alignment(this.version);
    const last = places.length - 1;
    places.forEach((x, i) =>
      places.forEach((y, j) => {
        const corner = (i === 0 && j === 0) || (i === 0 && j === last) || (i === last && j === 0);
        if (!corner) this.#small(x, y);
      }),
    );
    this.format(0);
    if (this.version >= 7) this.#versions();
  }

  /** @param {number} x @param {number} y */
  #finder(x, y) {
    for (let dy = -4; dy <= 4; dy += 1)
      for (let dx = -4; dx <= 4; dx += 1) {
        const far = Math.max(Math.abs(dx), Math.abs(dy));
        if (this.dark[y + dy]?.[x + dx] !== undefined) this.#set(x + dx, y + dy, far !== 2 && far !== 4);
      }
  }

  /** @param {number} x @param {number} y */
  #small(x, y) {
    for (let dy = -2; dy <= 2; dy += 1)
      for (let dx = -2; dx <= 2; dx += 1) this.#set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }

  /** Error correction and mask, twice. @param {number} mask */
  format(mask) {
    const data = (LEVEL_M << 3) | mask;
    let rest = data;
    for (let i = 0; i < 10; i += 1) rest = (rest << 1) ^ ((rest >>> 9) * 0x537);
    const bits = ((data << 10) | rest) ^ 0x5412;
    const bit = (/** @type {number} */ i) => ((bits >>> i) & 1) === 1;
    const { size } = this;
    for (let i = 0; i <= 5; i += 1) this.#set(8, i, bit(i));
    this.#set(8, 7, bit(6));
    this.#set(8, 8, bit(7));
    this.#set(7, 8, bit(8));
    for (let i = 9; i < 15; i += 1) this.#set(14 - i, 8, bit(i));
    for (let i = 0; i < 8; i += 1) this.#set(size - 1 - i, 8, bit(i));
    for (let i = 8; i < 15; i += 1) this.#set(8, size - 15 + i, bit(i));
    this.#set(8, size - 8, true);
  }

  /** The version, twice. */
  #versions() {
    let rest = this.version;
    for (let i = 0; i < 12; i += 1) rest = (rest << 1) ^ ((rest >>> 11) * 0x1f25);
    const bits = (this.version << 12) | rest;
    for (let i = 0; i < 18; i += 1) {
      const [a, b] = [this.size - 11 + (i % 3), Math.floor(i / 3)];
      this.#set(a, b, ((bits >>> i) & 1) === 1);
      this.#set(b, a, ((bits >>> i) & 1) === 1);
    }
  }

  /** Up and down in columns of two, from the right. @param {number[]} words */
  fill(words) {
    const { size } = this;
    let at = 0;
    for (let right = size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < size; step += 1) {
        const up = ((right + 1) & 2) === 0;
        const y = up ? size - 1 - step : step;
        for (const x of [right, right - 1]) {
          if (this.fixed[y][x] || at >= words.length * 8) continue;
          this.dark[y][x] = ((words[at >> 3] >>> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  /** @param {number} mask */
  mask(mask) {
    this.format(mask);
    for (let y = 0; y < this.size; y += 1)
      for (let x = 0; x < this.size; x += 1) if (!this.fixed[y][x] && MASKS[mask](x, y)) this.dark[y][x] = !this.dark[y][x];
  }
}

/** @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** How hard a square is to read: long runs, blocks, what looks like a finder, and too much of one colour. @param {Matrix} dark */
function penalty(dark) {
  const size = dark.length;
  const columns = dark.map((_, x) => dark.map((row) => row[x]));
  let sum = 0;
  for (const line of [...dark, ...columns]) {
    const text = line.map((module) => (module ? '1' : '0')).join('');
    for (const run of text.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
    for (const finder of ['10111010000', '00001011101'])
      for (let at = text.indexOf(finder); at >= 0; at = text.indexOf(finder, at + 1)) sum += 40;
  }
  for (let y = 1; y < size; y += 1)
    for (let x = 1; x < size; x += 1)
      if (dark[y][x] === dark[y - 1][x] && dark[y][x] === dark[y][x - 1] && dark[y][x] === dark[y - 1][x - 1]) sum += 3;
  const share = dark.flat().filter(Boolean).length / (size * size);
  return sum + 10 * Math.floor(Math.abs(share * 100 - 50) / 5);
}

/**
 * @param {string} text
 * @param {number} [mask] 0 to 7; the one that reads best if left out
 * @returns {Matrix | null} null if the text is too long
 */
export function matrix(text, mask) {
  const bytes = new TextEncoder().encode(text);
  const fits = (/** @type {number} */ version) => 12 + (version < 10 ? 0 : 8) + bytes.length * 8 <= dataWords(version) * 8;
  const version = Array.from({ length: HIGHEST }, (_, i) => i + 1).find(fits);
  if (!version) return null;
  const words = interleaved(dataOf(bytes, version), version);
  const made = (/** @type {number} */ number) => {
    const square = new Square(version);
    square.fill(words);
    square.mask(number);
    return square.dark;
  };
  if (mask !== undefined) return made(mask);
  const all = MASKS.map((_, number) => made(number));
  const costs = all.map(penalty);
  return all[costs.indexOf(Math.min(...costs))];
}

/** A code is read only with this many light modules around it. */
const QUIET = 4;

/**
 * @param {string} text
 * @param {string} label
 */
export function picture(text, label) {
  const dark = matrix(text);
  if (!dark) return null;
  const size = dark.length + 2 * QUIET;
  const path = dark.flatMap((row, y) => row.map((module, x) => (module ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : ''))).join('');
  return s(
    'svg',
    { class: 'qr', viewBox: `0 0 ${size} ${size}`, role: 'img', 'aria-label': label, 'shape-rendering': 'crispEdges' },
    s('rect', { width: size, height: size, fill: '#fff' }),
    s('path', { d: path, fill: '#000' }),
  );
}
