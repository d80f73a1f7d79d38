/** What a position is worth: a sentence, a bar, how far it is proved, and best play, which the board shows when pointed at. */
import { h, refill } from '../lib/dom.js';
import { signed, t } from '../lib/texts.js';

/**
 * @typedef {import('../protocol.js').Analysis} Analysis
 * @typedef {import('../protocol.js').MoveValue} MoveValue
 * @typedef {import('../protocol.js').Value} Value
 */

/** @param {Value} value */
export function short(value) {
  const sign = { exact: '', least: '≥', most: '≤', about: '~' }[value.kind];
  return sign + signed(value.margin);
}

/**
 * @param {Analysis} analysis
 * @returns {import('../board/board.js').Pill[]}
 */
export function pillsOf(analysis) {
  return analysis.moves.map((move) => ({
    pit: move.pit,
    text: short(move.value),
    look: move.grade ?? (move.best ? 'open best' : 'open'),
    title: move.value.text,
  }));
}

/** @param {Analysis} analysis */
function proof(analysis) {
  const count = Math.round(analysis.nodes / 1000);
  if (analysis.exact) return analysis.nodes < 1000 ? t('page.proof.known') : t('page.proof.exact', { count });
  return analysis.done ? t('page.proof.partly', { count }) : t('page.proof.looking', { count });
}

export class ValueCard {
  /**
   * @param {object} options
   * @param {() => void} options.ontoggle
   * @param {(pits: number[], upTo: number) => void} options.online show the board after so many moves of a line
   * @param {() => void} options.onleave
   */
  constructor({ ontoggle, online, onleave }) {
    this.ontoggle = ontoggle;
    this.online = online;
    this.onleave = onleave;
    this.sentence = h('p', { class: 'verdict' });
    this.fill = h('span', { class: 'fill' });
    this.bar = h(
      'div',
      { class: 'bar', role: 'img', 'aria-label': t('page.value') },
      this.fill,
      h('span', { class: 'middle' }),
    );
    this.ends = h(
      'div',
      { class: 'ends small soft', 'aria-hidden': 'true' },
      h('span', null, t('page.south')),
      h('span', null, t('page.north')),
    );
    this.proof = h('p', { class: 'small soft proof' });
    this.line = h('div', { class: 'best-line' });
    this.element = h('section', { class: 'card value', 'aria-label': t('page.value') });
    /** @type {number[]} */
    this.pits = [];
  }

  /** Values are not asked for. */
  hide() {
    refill(
      this.element,
      h('h2', { class: 'label' }, t('page.value')),
      h('p', { class: 'small soft' }, t('page.value.hidden')),
      h('button', { class: 'button', type: 'button', onclick: this.ontoggle }, t('page.value.show'), h('kbd', null, 'a')),
    );
  }

  /**
   * @param {Analysis | null} analysis null while there is none yet
   * @param {string} [over] the result, if the game is over
   */
  draw(analysis, over) {
    if (!this.element.contains(this.bar)) {
      refill(
        this.element,
        h('h2', { class: 'label' }, t('page.value')),
        this.sentence,
        this.bar,
        this.ends,
        this.proof,
        this.line,
      );
    }
    if (!analysis) {
      this.sentence.textContent = over ?? '…';
      this.proof.textContent = over ? t('page.proof.over') : t('page.proof.begun');
      this.#draw([]);
      return;
    }
    this.sentence.textContent = analysis.sentence.replace(/\.$/, '');
    this.proof.textContent = proof(analysis);
    this.bar.setAttribute('aria-label', analysis.sentence);
    const share = Math.tanh(analysis.south.margin / 14) / 2;
    this.fill.style.transform = `scaleX(${(0.5 + share).toFixed(4)})`;
    const best = analysis.moves.find((move) => move.pit === analysis.best[0]);
    this.#draw(best?.line ?? []);
  }

  /**
   * A line of play as small buttons.
   * @param {number[]} pits
   */
  #draw(pits) {
    const shown = pits.slice(0, 8);
    if (shown.join() === this.pits.join() && this.line.childElementCount) return;
    this.pits = shown;
    refill(
      this.line,
      shown.length > 0 && [h('span', { class: 'small soft' }, t('page.line')), ...lineButtons(shown, this)],
    );
  }
}

/**
 * @param {number[]} pits
 * @param {{online: (pits: number[], upTo: number) => void, onleave: () => void}} listener
 */
export function lineButtons(pits, listener) {
  return pits.map((pit, index) => {
    const show = () => listener.online(pits, index + 1);
    return h(
      'button',
      {
        class: 'step',
        type: 'button',
        'aria-label': t('page.line.step', { number: index + 1, pit }),
        onpointerenter: show,
        onfocus: show,
        onclick: show,
        onpointerleave: listener.onleave,
        onblur: listener.onleave,
      },
      pit,
    );
  });
}
