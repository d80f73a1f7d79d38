/** The moves, one line per turn. The arrow keys walk through them. */
import { h, refill } from '../lib/dom.js';
import { sideName, t } from '../lib/texts.js';

/**
 * @typedef {import('../protocol.js').Move} Move
 * @typedef {{text: string, title: string}} Badge
 */

export class MoveList {
  /** @param {(ply: number) => void} onply */
  constructor(onply) {
    this.onply = onply;
    this.body = h('div', { class: 'moves', role: 'group', 'aria-label': t('page.moves') });
    this.body.addEventListener('keydown', (event) => this.#keys(event));
    this.ply = 0;
    this.count = 0;
  }

  /**
   * @param {Move[]} moves
   * @param {number} ply
   * @param {(move: Move) => string | null} [grade]
   */
  draw(moves, ply, grade = () => null) {
    const focused = this.body.contains(document.activeElement);
    this.ply = ply;
    this.count = moves.length;
    /** @type {Map<number, {south: Move[], north: Move[]}>} */
    const turns = new Map();
    for (const move of moves) {
      const turn = turns.get(move.turn) ?? { south: [], north: [] };
      turn[move.side].push(move);
      turns.set(move.turn, turn);
    }
    const cell = (/** @type {Move[]} */ list) =>
      h(
        'span',
        { class: 'turn' },
        list.map((move) => this.#move(move, grade(move))),
      );
    refill(
      this.body,
      moves.length
        ? [...turns].map(([number, { south, north }]) =>
            h('div', { class: 'line' }, h('span', { class: 'no' }, number), cell(south), cell(north)),
          )
        : h('p', { class: 'soft small' }, t('page.moves.none')),
    );
    const current = this.body.querySelector('[aria-current]') ?? this.body.querySelector('[tabindex="0"]');
    if (current instanceof HTMLElement) {
      const { offsetTop, offsetHeight } = current;
      if (offsetTop < this.body.scrollTop || offsetTop + offsetHeight > this.body.scrollTop + this.body.clientHeight) {
        this.body.scrollTop = offsetTop - this.body.clientHeight / 2;
      }
      if (focused) current.focus();
    }
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
        'aria-current': current && 'step',
        tabindex: current || (this.ply === 0 && move.ply === 1) ? 0 : -1,
        'aria-label': this.#spoken(move, grade),
        onclick: () => this.onply(move.ply),
      },
      move.notation,
    );
  }

  /**
   * @param {Move} move
   * @param {string | null} grade
   */
  #spoken(move, grade) {
    const side = sideName(move.side);
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

/** @param {string} grade */
export function gradeName(grade) {
  if (grade === 'best') return t('page.grade.best');
  if (grade === 'inexact') return t('page.grade.inexact');
  return grade === 'mistake' ? t('page.grade.mistake') : t('page.grade.blunder');
}
