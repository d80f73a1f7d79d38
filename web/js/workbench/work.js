/**
 * The work on the bench: files, saved in the browser after every change, and saved as one file.
 * @typedef {object} WorkFile
 * @property {string} name
 * @property {string} text
 * @property {number[]} [breakpoints] of a program
 * @property {string[]} [linked] other files of the work that belong to a program
 * @property {string} [memory] how a program sees its memory
 * @property {string} [variant] the processor a program is for
 * @property {string} [circuit] the circuit file that a script, vectors or a run are for
 * @property {string} [sheet] the circuit in it
 *
 * @typedef {{files: WorkFile[], active: string | null}} Kept
 */
import { get, put } from './store.js';

const KEY = 'work';
const MARK = 'mancala workbench';
/** The most characters of one file, and of all. */
export const LONGEST = 16 << 20;

export class Work {
  /** @type {WorkFile[]} */
  files = [];
  /** @type {string | null} */
  active = null;
  /** The circuit that was on show last: what a script is meant for, unless it says otherwise. */
  /** @type {string | null} */
  circuit = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  /** The texts as last saved or found in the browser: changes by another tab differ from them. @type {Map<string, string>} */
  #base = new Map();
  /** Another tab has saved files. @type {((changed: string[], beside: string[]) => void) | null} */
  onshared = null;
  /** Compares a circuit with a specification of the bench, if there is one. @type {((circuit: string, sheet?: string) => void) | null} */
  oncheck = null;
  #channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('mancala work') : null;

  constructor() {
    this.#channel?.addEventListener('message', () =>
      this.#alone(() => this.#merge()).then((told) => told && this.onshared?.(told.changed, told.beside)),
    );
  }

  /** The work saved in this browser. */
  static async kept() {
    const work = new Work();
    const kept = Work.sound(await get(KEY));
    if (kept) Object.assign(work, kept);
    work.#settled();
    return work;
  }

  #settled(files = this.files) {
    this.#base = new Map(files.map(({ name, text }) => [name, text]));
  }

  /** @type {Promise<unknown>} */
  #last = Promise.resolve();

  /**
   * Reading the saved files and writing them are one step: nothing in this tab, nor in another one, comes between.
   * @template T
   * @param {() => Promise<T>} act
   * @returns {Promise<T>}
   */
  #alone(act) {
    const done = this.#last.then(() => (navigator.locks ? navigator.locks.request(MARK, act) : act()));
    this.#last = done.catch(() => {});
    return done;
  }

  /**
   * Takes over files saved by another tab. A file that was changed here too stays as it is here, and the other version is put beside it.
   * @returns {Promise<{changed: string[], beside: string[]} | null>}
   */
  async #merge() {
    const kept = Work.sound(await get(KEY));
    if (!kept) return null;
    /** @type {string[]} */
    const changed = [];
    /** @type {string[]} */
    const beside = [];
    for (const file of kept.files) {
      const own = this.find(file.name);
      const base = this.#base.get(file.name);
      if (!own && base === undefined) this.files.push(file);
      else if (!own || own.text === file.text || file.text === base) continue;
      else if (own.text === base) Object.assign(own, { text: file.text });
      else {
        const name = this.free(file.name);
        this.files.push({ ...file, name });
        beside.push(name);
        continue;
      }
      this.#base.set(file.name, file.text);
      changed.push(file.name);
    }
    return changed.length + beside.length ? { changed, beside } : null;
  }

  /** No other tab is listened to any more. */
  close() {
    this.#channel?.close();
    this.#channel = null;
  }

  /** @param {string} name */
  find(name) {
    return this.files.find((file) => file.name === name) ?? null;
  }

  /** The file on show. */
  get current() {
    return this.files.find((file) => file.name === this.active) ?? this.files.at(0) ?? null;
  }

  /**
   * A file of the same name is replaced.
   * @param {WorkFile} file
   */
  set(file) {
    const at = this.files.findIndex((other) => other.name === file.name);
    if (at < 0) this.files.push(file);
    else this.files[at] = file;
    this.keep();
  }

  /**
   * A name that no file has yet: `sum.asm`, `sum-2.asm`.
   * @param {string} wanted
   */
  free(wanted) {
    const [, stem, suffix] = /** @type {string[]} */ (wanted.match(/^(.*?)(\.[^.]*)?$/s) ?? [wanted, wanted]);
    for (let number = 1; ; number += 1) {
      const name = number === 1 ? wanted : `${stem}-${number}${suffix ?? ''}`;
      if (!this.find(name)) return name;
    }
  }

  /**
   * A folder that no file is in: `console-2`.
   * @param {string} stem
   */
  freeFolder(stem) {
    for (let number = 2; ; number += 1) {
      const folder = `${stem}-${number}`;
      if (!this.files.some(({ name }) => folderOf(name) === folder)) return folder;
    }
  }

  /**
   * The files but one, those in its folder first, then those in none.
   * @param {string} name
   */
  around(name) {
    const far = (/** @type {WorkFile} */ other) => (folderOf(other.name) === folderOf(name) ? 0 : folderOf(other.name) ? 2 : 1);
    return this.files.filter((other) => other.name !== name).sort((a, b) => far(a) - far(b));
  }

  /**
   * @param {WorkFile} file
   * @param {string} wanted
   */
  rename(file, wanted) {
    const name = this.free(wanted);
    for (const other of this.files) other.linked = other.linked?.map((linked) => (linked === file.name ? name : linked));
    if (this.active === file.name) this.active = name;
    file.name = name;
    this.keep();
  }

  /** @param {WorkFile} file */
  remove(file) {
    const at = this.files.indexOf(file);
    this.files.splice(at, 1);
    for (const other of this.files) other.linked = other.linked?.filter((name) => name !== file.name);
    if (this.active === file.name) this.active = this.files[Math.min(at, this.files.length - 1)]?.name ?? null;
    this.keep();
  }

  /** Soon, so that typing stays quick. */
  keep() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.keepNow(), 400);
  }

  async keepNow() {
    clearTimeout(this.#timer);
    const told = await this.#alone(async () => {
      const told = await this.#merge();
      // Changes made during the write are not saved yet.
      const files = this.files.map((file) => ({ ...file }));
      await put(KEY, { files, active: this.active });
      this.#settled(files);
      return told;
    });
    this.#channel?.postMessage('kept');
    if (told) this.onshared?.(told.changed, told.beside);
  }

  /** Everything as the text of one file. */
  toText() {
    const { files, active } = this;
    return `${JSON.stringify({ format: MARK, version: 1, active, files }, null, 1)}\n`;
  }

  /**
   * @param {string} text
   * @returns {Kept | null} null if it is not a saved workbench
   */
  static read(text) {
    if (!text.slice(0, 200).includes(MARK)) return null;
    try {
      const value = JSON.parse(text);
      return value.format === MARK ? Work.sound(value) : null;
    } catch {
      return null;
    }
  }

  /**
   * The trustworthy part of saved data: files with names and texts.
   * @param {any} value
   * @returns {Kept | null}
   */
  static sound(value) {
    if (!Array.isArray(value?.files)) return null;
    const strings = (/** @type {any} */ list) =>
      Array.isArray(list) ? list.filter((item) => typeof item === 'string') : undefined;
    const numbers = (/** @type {any} */ list) =>
      Array.isArray(list) ? list.filter((item) => Number.isInteger(item)) : undefined;
    const word = (/** @type {any} */ item) => (typeof item === 'string' ? item : undefined);
    const names = new Set();
    /** @type {WorkFile[]} */
    const files = [];
    for (const file of value.files) {
      if (typeof file?.name !== 'string' || typeof file.text !== 'string' || names.has(file.name)) continue;
      names.add(file.name);
      const { name, text } = file;
      files.push({
        name,
        text,
        breakpoints: numbers(file.breakpoints),
        linked: strings(file.linked),
        memory: word(file.memory),
        variant: word(file.variant),
        circuit: word(file.circuit),
        sheet: word(file.sheet),
      });
    }
    return { files, active: names.has(value.active) ? value.active : (files.at(0)?.name ?? null) };
  }
}

/**
 * What a file is, by its name.
 * @param {string} name
 * @returns {'program' | 'circuit' | 'script' | 'vectors' | 'run' | 'chip' | 'text'}
 */
export function kindOf(name) {
  if (/\.(asm|mlb|obj|o|lib|s)$/i.test(name)) return 'program';
  if (/\.circ$/i.test(name)) return 'circuit';
  if (/\.script$/i.test(name)) return 'script';
  if (/\.run$/i.test(name)) return 'run';
  if (/\.chip$/i.test(name)) return 'chip';
  return /\.vectors$/i.test(name) ? 'vectors' : 'text';
}

/** @param {string} name */
export const baseOf = (name) => name.replace(/^.*[/\\]/, '');

/** @param {string} name */
const folderOf = (name) => name.slice(0, -baseOf(name).length - 1);

/** @param {string} name */
export const stemOf = (name) => baseOf(name).replace(/\.[^.]*$/, '');

/**
 * A circuit of the work, with everything it may refer to.
 * @param {Work} work
 * @param {string} name
 * @returns {import('../protocol.js').CircuitFiles}
 */
export function circuitFiles(work, name) {
  const others = work.around(name).filter((file) => kindOf(file.name) !== 'program');
  return {
    name,
    text: work.find(name)?.text ?? '',
    libraries: others.map((file) => ({ name: file.name, text: file.text })),
  };
}

/**
 * The chips that a file specifies.
 * @param {import('../engine.js').Engine} engine
 * @param {Work} work
 * @param {WorkFile} file
 */
export async function chipsOf(engine, work, file) {
  const others = work.files.filter((other) => kindOf(other.name) === 'chip' && other !== file);
  const libraries = others.map(({ name, text }) => ({ name, text }));
  const run = { name: file.name, text: file.text };
  const { chips } = await engine.workbench('chip', { name: '', text: '', libraries, run });
  return chips;
}

/**
 * The specification of a circuit: the one of a chip with its name, or that of its file.
 * @param {import('../engine.js').Engine} engine
 * @param {Work} work
 * @param {string} circuit
 * @param {string} [sheet]
 * @returns {Promise<WorkFile | null>}
 */
export async function specificationOf(engine, work, circuit, sheet) {
  const all = work.files.filter(({ name }) => kindOf(name) === 'chip');
  const chips = await Promise.all(all.map((file) => chipsOf(engine, work, file)));
  const named = all.find((_, at) => sheet !== undefined && chips[at].includes(sheet));
  return named ?? all.find(({ name }) => stemOf(name) === stemOf(circuit)) ?? all[0] ?? null;
}

/**
 * The circuit that a run was made on: the one it came with, the one it names, or the one on show.
 * @param {Work} work
 * @param {WorkFile} run
 * @returns {WorkFile | null}
 */
export function circuitOf(work, run) {
  const circuits = work.files.filter(({ name }) => kindOf(name) === 'circuit');
  const named = run.text.match(/^circuit +.*?([^/\\\r\n]+?) *\r?$/m)?.[1].toLowerCase();
  const same = circuits.find(({ name }) => name.toLowerCase() === named);
  const find = (/** @type {string | null | undefined} */ wanted) => circuits.find(({ name }) => name === wanted);
  return find(run.circuit) ?? same ?? find(work.circuit) ?? circuits[0] ?? null;
}
