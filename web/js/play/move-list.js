/** The moves, one line per turn, a column for each side. The arrow keys walk through them. */
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../protocol.js').Move} Move
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {object} Who
 * @property {import('../protocol.js').BySide<string>} names
 * @property {Side} near the side whose moves stand in the first column
 */

export class MoveList {
  /** @type {Who} */
  #who = { names: { south: '', north: '' }, near: 'south' };

  /** @param {(ply: number) => void} onply */
  constructor(onply) {
    this.onply = onply;
    this.body = h('div', { class: 'moves', role: 'group', 'aria-label': t('page.moves') });
    this.head = h('div', { class: 'line moves-head', 'aria-hidden': 'true' });
    const key = (/** @type {HTMLElement | SVGElement} */ mark, /** @type {string} */ text) => h('span', null, mark, text);
    this.legend = h(
      'p',
      { class: 'moves-legend small soft', 'aria-hidden': 'true' },
      key(icon('again', 'again'), t('page.moves.again')),
      key(icon('cross', 'took'), t('page.moves.captures')),
      key(h('i', { class: 'costly' }), t('page.moves.costly')),
    );
    this.element = h('div', { class: 'move-list' }, this.head, this.body, this.legend);
    this.body.addEventListener('keydown', (event) => this.#keys(event));
    this.ply = 0;
    this.count = 0;
    new ResizeObserver(() => this.#reveal()).observe(this.body);
  }

  /**
   * @param {Move[]} moves
   * @param {number} ply
   * @param {Who} who
   * @param {(move: Move) => string | null} [grade]
   */
  draw(moves, ply, who, grade = () => null) {
    const focused = this.body.contains(document.activeElement);
    this.#who = who;
    this.ply = ply;
    this.count = moves.length;
    const { names, near } = who;
    const far = near === 'south' ? 'north' : 'south';
    refill(this.head, h('span', null, t('page.moves')), h('span', null, names[near]), h('span', null, names[far]));
    const turns = turnsOf(moves);
    const cell = (/** @type {Move[]} */ list) =>
      h(
        'span',
        { class: 'turn' },
        list.map((move) => this.#move(move, grade(move))),
      );
    refill(
      this.body,
      moves.length
        ? turns.map(([number, turn]) =>
            h('div', { class: 'line' }, h('span', { class: 'no' }, number), cell(turn[near]), cell(turn[far])),
          )
        : h('p', { class: 'soft small' }, t('page.moves.none')),
    );
    const current = this.#reveal();
    if (focused) current?.focus();
  }

  /** Scrolls the list, and nothing else, to the move that is shown. */
  #reveal() {
    const current = this.body.querySelector('[aria-current]') ?? this.body.querySelector('[tabindex="0"]');
    if (!(current instanceof HTMLElement)) return null;
    const { offsetTop, offsetHeight } = current;
    if (offsetTop < this.body.scrollTop || offsetTop + offsetHeight > this.body.scrollTop + this.body.clientHeight) {
      this.body.scrollTop = offsetTop - this.body.clientHeight / 2;
    }
    return current;
  }

  /**
   * @param {Move} move
   * @param {string | null} grade
   */
  #move(move, grade) {
    const current = move.ply === this.ply;
    return h(
      'button',
      {
        class: `move ${grade ?? ''} ${move.ply > this.ply ? 'later' : ''}`,
        type: 'button',
        'data-notation': move.notation,
        'aria-current': current && 'step',
        tabindex: current || (this.ply === 0 && move.ply === 1) ? 0 : -1,
        'aria-label': this.#spoken(move, grade),
        onclick: () => this.onply(move.ply),
      },
      move.pit,
      move.extraTurn && icon('again', 'again'),
      move.captured > 0 && icon('cross', 'took'),
    );
  }

  /**
   * @param {Move} move
   * @param {string | null} grade
   */
  #spoken(move, grade) {
    const side = this.#who.names[move.side];
    const extra = [
      move.extraTurn && t('page.extra-turn'),
      move.captured > 0 && t('page.captures', { count: move.captured }),
      grade && gradeName(grade),
    ];
    return [t('page.move.spoken', { side, pit: move.pit }), ...extra.filter(Boolean)].join(', ');
  }

  /** @param {KeyboardEvent} event */
  #keys(event) {
    /** @type {Record<string, number>} */
    const plies = {
      ArrowLeft: this.ply - 1,
      ArrowUp: this.ply - 1,
      ArrowRight: this.ply + 1,
      ArrowDown: this.ply + 1,
      Home: 0,
      End: this.count,
    };
    const ply = plies[event.key];
    if (ply === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // The next key counts from here, even if it comes before the board has followed.
    this.ply = Math.min(this.count, Math.max(0, ply));
    this.onply(this.ply);
  }
}

/**
 * The moves by the numbers of their turns.
 * @param {Move[]} moves
 */
function turnsOf(moves) {
  /** @type {Map<number, {south: Move[], north: Move[]}>} */
  const turns = new Map();
  for (const move of moves) {
    const turn = turns.get(move.turn) ?? { south: [], north: [] };
    turn[move.side].push(move);
    turns.set(move.turn, turn);
  }
  return [...turns];
}

/** @param {string} grade */
export function gradeName(grade) {
  if (grade === 'costly') return t('page.moves.costly');
  if (grade === 'best') return t('page.grade.best');
  if (grade === 'inexact') return t('page.grade.inexact');
  return grade === 'mistake' ? t('page.grade.mistake') : t('page.grade.blunder');
}
