/**
 * The board: buttons for pits, counts, marks and values around the pebbles. It shows a given state and reports clicks; it
 * knows no rule of the game.
 */
import { calm, h } from '../lib/dom.js';
import { sound } from '../lib/sound.js';
import { t } from '../lib/texts.js';
import { Seeds } from './seeds.js';

/**
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('../protocol.js').House} House
 * @typedef {import('../protocol.js').Position} Position
 * @typedef {import('../protocol.js').Story} Story
 * @typedef {import('../protocol.js').Frame} Frame
 * @typedef {{pit: number, text: string, look: string, title: string}} Pill
 * @typedef {object} Marks
 * @property {number[]} [legal] pits of the side to move that a person may play now
 * @property {House | null} [from] where the last move began
 * @property {House | null} [landed] where its last seed fell
 * @property {House[]} [captured]
 * @property {number | null} [hint] a pit of the side to move
 */

/** @type {Side[]} */
const SIDES = ['north', 'south'];

/** @param {House} house */
export const houseName = (house) => (house.pit ? `${house.side}-${house.pit}` : `${house.side}-store`);

export class Board {
  /** @type {Position | null} */
  #position = null;
  #pits = 0;
  /** @type {Side} The row at the bottom, and the one that is there now. */
  near = 'south';
  /** @type {Side} */
  #built = 'south';
  /** Who plays: the side of the person who is spoken to, and what the rows are called for a screen reader. @type {Side | null} */
  #you = null;
  /** @type {import('../protocol.js').BySide<string>} */
  #names = { south: t('page.row.near'), north: t('page.row.far') };
  /** @type {Map<string, HTMLElement>} */
  #houses = new Map();
  #hurried = false;
  /** @type {(() => void) | null} */
  #wakeUp = null;
  /** @type {Marks} */
  #marks = {};
  moving = false;

  /**
   * @param {object} options
   * @param {(house: House) => void} [options.onpit]
   * @param {(house: House | null) => void} [options.onhover]
   * @param {string} [options.label]
   * @param {boolean} [options.editable] stores can be pressed too
   */
  constructor({ onpit, onhover, label, editable } = {}) {
    this.editable = editable ?? false;
    this.onpit = onpit ?? (() => {});
    this.onhover = onhover ?? (() => {});
    this.element = h('div', { class: 'board', role: 'group', 'aria-label': label ?? t('page.board') });
    this.space = h('div', { class: 'board-space' }, this.element);
    this.seeds = new Seeds(this.element);
    this.element.addEventListener('click', (event) => this.#click(event));
    this.element.addEventListener('pointerover', (event) => this.onhover(houseOf(event.target)));
    this.element.addEventListener('pointerleave', () => this.onhover(null));
  }

  stop() {
    this.hurry();
    this.seeds.stop();
  }

  get position() {
    return this.#position;
  }

  /** @param {MouseEvent} event */
  #click(event) {
    if (this.moving) {
      this.hurry();
      return;
    }
    const house = houseOf(event.target);
    if (house && (house.pit || this.editable)) this.onpit(house);
  }

  /** @param {number} pits */
  #build(pits) {
    if (pits === this.#pits && this.near === this.#built) return;
    this.#pits = pits;
    this.#built = this.near;
    this.element.dataset.pits = String(pits);
    this.#houses.clear();
    const far = SIDES.find((side) => side !== this.near) ?? 'north';
    const rows = [far, this.near].flatMap((side) => {
      const numbers = Array.from({ length: pits }, (_, i) => (side === this.near ? i + 1 : pits - i));
      const store = this.#store(side);
      const row = numbers.map((pit, i) => this.#pit({ side, pit }, i + 1));
      return side === far ? [store, ...row] : [...row, store];
    });
    this.element.replaceChildren(...rows, this.seeds.canvas);
    this.seeds.measure();
  }

  /**
   * @param {import('../protocol.js').BySide<string>} names
   * @param {Side | null} you
   */
  people(names, you) {
    if (you === this.#you && names.south === this.#names.south && names.north === this.#names.north) return;
    [this.#names, this.#you] = [names, you];
    for (const element of this.#houses.values()) {
      const house = houseOf(element);
      if (house) this.#label(house, element);
    }
  }

  /** @param {Side} side */
  #seat(side) {
    return side === this.near ? 'near' : 'far';
  }

  /** @param {Side} side */
  #store(side) {
    const name = houseName({ side, pit: 0 });
    const count = h('span', { class: 'count' });
    const props = { class: `store ${this.#seat(side)}`, 'data-house': name };
    const element = this.editable
      ? h('button', { ...props, type: 'button', tabindex: -1 }, count, h('span', { class: 'hole' }))
      : h('div', { ...props, role: 'img' }, count, h('span', { class: 'hole' }));
    this.#houses.set(name, element);
    return element;
  }

  /**
   * @param {House} house
   * @param {number} column
   */
  #pit(house, column) {
    const name = houseName(house);
    const element = h(
      'button',
      { class: `pit ${this.#seat(house.side)}`, type: 'button', 'data-house': name, tabindex: -1 },
      h('span', { class: 'count' }),
      h('span', { class: 'hole' }),
      // Drawn by the style sheet: the name of the button says both in words.
      h('span', { class: 'number', 'data-text': house.pit }),
      h('span', { class: 'pill' }),
    );
    element.style.setProperty('--column', String(column));
    this.#houses.set(name, element);
    return element;
  }

  /**
   * Shows a position; pebbles that change places glide.
   * @param {Position} position
   * @param {number} [time]
   */
  show(position, time = 0) {
    this.#build(position.pits.south.length);
    this.#position = position;
    for (const side of SIDES) {
      position.pits[side].forEach((seeds, i) => this.#count({ side, pit: i + 1 }, seeds));
      this.#count({ side, pit: 0 }, position.stores[side]);
    }
    if (this.#picked === '') this.#pick(houseName({ side: position.toMove, pit: 1 }));
    this.element.classList.toggle('far-moves', position.toMove !== this.near && !position.over);
    this.seeds.show(this.#counts(position), calm() ? 0 : time);
  }

  /** @param {Position} position */
  #counts(position) {
    /** @type {Record<string, number>} */
    const counts = {};
    for (const side of SIDES) {
      position.pits[side].forEach((seeds, i) => (counts[houseName({ side, pit: i + 1 })] = seeds));
      counts[houseName({ side, pit: 0 })] = position.stores[side];
    }
    return counts;
  }

  /**
   * @param {House} house
   * @param {number} seeds
   */
  #count(house, seeds) {
    const element = this.#houses.get(houseName(house));
    if (!element) return;
    element.dataset.seeds = String(seeds);
    /** @type {HTMLElement} */ (element.querySelector('.count')).textContent = String(seeds);
    this.#label(house, element);
  }

  /**
   * What a screen reader says about a house.
   * @param {House} house
   * @param {HTMLElement} element
   */
  #label(house, element) {
    const count = Number(element.dataset.seeds);
    const value = element.dataset.value;
    const name = this.#called(house, count);
    element.setAttribute('aria-label', value ? `${name}, ${value}` : name);
  }

  /**
   * @param {House} house
   * @param {number} count
   */
  #called({ side, pit }, count) {
    if (side === this.#you) return pit ? t('page.pit.yours', { pit, count }) : t('page.store.yours', { count });
    const name = this.#names[side];
    return pit ? t('page.pit.label', { side: name, pit, count }) : t('page.store.label', { side: name, count });
  }

  /** @param {Marks} marks */
  mark(marks) {
    this.#marks = marks;
    const side = this.#position?.toMove ?? 'south';
    const legal = new Set((marks.legal ?? []).map((pit) => houseName({ side, pit })));
    const captured = new Set((marks.captured ?? []).map(houseName));
    for (const [name, element] of this.#houses) {
      element.classList.remove('chosen');
      element.classList.toggle('legal', legal.has(name));
      element.classList.toggle('from', !!marks.from && name === houseName(marks.from));
      element.classList.toggle('landed', !!marks.landed && name === houseName(marks.landed));
      element.classList.toggle('captured', captured.has(name));
      element.classList.toggle('hint', !!marks.hint && name === houseName({ side, pit: marks.hint }));
      if (element.classList.contains('pit') && !this.editable) element.setAttribute('aria-disabled', String(!legal.has(name)));
    }
  }

  /**
   * The marks of a move that was made.
   * @param {Story | null} story
   * @returns {Marks}
   */
  static marksOf(story) {
    if (!story) return {};
    const captured = story.capture ? [story.capture.own, story.capture.from] : [];
    return {
      from: { side: story.side, pit: story.pit },
      landed: story.capture ? null : (story.path.at(-1) ?? null),
      captured,
    };
  }

  /**
   * Values under the pits of a side; the pills of all other pits go.
   * @param {Side} side
   * @param {Pill[]} pills
   */
  pills(side, pills) {
    const bySide = new Map(pills.map((pill) => [houseName({ side, pit: pill.pit }), pill]));
    for (const [name, element] of this.#houses) {
      const span = element.querySelector('.pill');
      if (!span) continue;
      const pill = bySide.get(name);
      if (pill) span.setAttribute('data-text', pill.text);
      span.className = pill ? `pill shown ${pill.look}` : 'pill';
      if (pill) element.dataset.value = pill.title;
      else delete element.dataset.value;
      const house = houseOf(element);
      if (house) this.#label(house, element);
    }
  }

  /**
   * The pit a person has just chosen, until the move begins.
   * @param {House} house
   */
  choose(house) {
    for (const [name, element] of this.#houses) element.classList.toggle('chosen', name === houseName(house));
  }

  /**
   * A pit that cannot be played says so.
   * @param {House} house
   */
  refuse(house) {
    const element = this.#houses.get(houseName(house));
    element?.classList.remove('wrong');
    requestAnimationFrame(() => element?.classList.add('wrong'));
  }

  /**
   * Houses pointed at, for a preview or a lesson.
   * @param {House[]} houses
   */
  point(houses) {
    const names = new Set(houses.map(houseName));
    for (const [name, element] of this.#houses) element.classList.toggle('target', names.has(name));
  }

  // ------------------------------------------------------------------------------------------------------------- keyboard

  #picked = '';

  /** @param {string} name */
  #pick(name) {
    this.#houses.get(this.#picked)?.setAttribute('tabindex', '-1');
    this.#picked = name;
    this.#houses.get(name)?.setAttribute('tabindex', '0');
  }

  /**
   * The next pit that can be played, or the next one at all, gets the focus.
   * @param {1 | -1} direction on the screen: 1 is to the right
   */
  step(direction) {
    const side = this.#position?.toMove ?? 'south';
    const row = Array.from({ length: this.#pits }, (_, i) => i + 1);
    if (side !== this.near) row.reverse();
    const legal = this.#marks.legal ?? [];
    const choice = legal.length ? row.filter((pit) => legal.includes(pit)) : row;
    const names = choice.map((pit) => houseName({ side, pit }));
    const focused = document.activeElement instanceof HTMLElement ? (document.activeElement.dataset.house ?? '') : '';
    const at = names.indexOf(focused);
    const next = at < 0 ? (direction > 0 ? 0 : names.length - 1) : (at + direction + names.length) % names.length;
    this.focus(names[next]);
  }

  /**
   * All around the board, stores too.
   * @param {1 | -1} direction
   */
  walk(direction) {
    const sides = /** @type {Side[]} */ (['south', 'north']);
    const names = sides.flatMap((side) => [
      ...Array.from({ length: this.#pits }, (_, i) => houseName({ side, pit: i + 1 })),
      houseName({ side, pit: 0 }),
    ]);
    const at = names.indexOf(this.#picked);
    this.focus(names[(at + direction + names.length) % names.length]);
  }

  /** @param {string} name */
  focus(name) {
    this.#pick(name);
    this.#houses.get(name)?.focus();
  }

  // ------------------------------------------------------------------------------------------------------------ animation

  /** Ends the move on show at once. */
  hurry() {
    this.#hurried = true;
    this.#wakeUp?.();
  }

  /** @param {number} time */
  #wait(time) {
    if (this.#hurried) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#wakeUp = null;
        resolve(undefined);
      };
      const timer = setTimeout(done, time);
      this.#wakeUp = done;
    });
  }

  /**
   * Plays a move seed by seed.
   * @param {Story} story
   * @param {number} pace milliseconds per seed; 0 shows only the end
   */
  async tell(story, pace) {
    this.pills(story.side, []);
    this.point([]);
    if (pace > 0 && !calm()) {
      this.show(story.before);
      this.mark({ from: { side: story.side, pit: story.pit } });
      this.moving = true;
      this.#hurried = false;
      for (const frame of story.frames) {
        await this.#frame(frame, pace);
        if (this.#hurried) break;
      }
      if (!this.#hurried) await this.#wait(Math.min(260, pace * 1.2));
      this.moving = false;
    }
    const jumped = this.#hurried || pace === 0 || calm();
    if (jumped) hear(story);
    this.#hurried = false;
    this.show(story.after, jumped ? 140 : 0);
    this.mark(Board.marksOf(story));
  }

  /**
   * @param {Frame} frame
   * @param {number} pace
   */
  async #frame(frame, pace) {
    const name = houseName(frame.house);
    const apply = () => frame.changes.forEach((change) => this.#count(change.house, change.seeds));
    if (frame.kind === 'lift') {
      this.seeds.lift(name, Math.max(120, pace));
      apply();
      await this.#wait(Math.max(140, pace * 1.1));
    } else if (frame.kind === 'sow') {
      this.seeds.move(name, pace);
      await this.#wait(pace * 0.8);
      this.seeds.drop(name, Math.max(90, pace * 0.7));
      sound.sow(frame.house.pit === 0);
      apply();
      await this.#wait(pace * 0.2);
    } else {
      await this.#bank(frame, pace, apply);
    }
  }

  /**
   * Captured and swept seeds go to a store.
   * @param {Frame} frame
   * @param {number} pace
   * @param {() => void} apply
   */
  async #bank(frame, pace, apply) {
    const to = frame.to ? houseName(frame.to) : '';
    const emptied = frame.changes.filter(({ house }) => houseName(house) !== to).map(({ house }) => house);
    if (frame.kind === 'capture') this.mark({ from: this.#marks.from, captured: emptied });
    await this.#wait(Math.max(260, pace * 1.4));
    if (this.#hurried) return;
    sound.capture(frame.moved);
    const times = emptied.map((house) => this.seeds.carry(houseName(house), to, Math.max(300, pace * 2)));
    await this.#wait(Math.max(0, ...times));
    apply();
  }
}

/**
 * A move that is shown at once is heard at once.
 * @param {Story} story
 */
function hear({ capture, path }) {
  if (capture) sound.capture(capture.total);
  else sound.sow(path.at(-1)?.pit === 0);
}

/**
 * @param {EventTarget | Element | null} target
 * @returns {House | null}
 */
function houseOf(target) {
  const element = target instanceof Element ? target.closest('[data-house]') : null;
  const [side, pit] = element instanceof HTMLElement ? (element.dataset.house ?? '').split('-') : [];
  if (side !== 'south' && side !== 'north') return null;
  return { side, pit: pit === 'store' ? 0 : Number(pit) };
}
