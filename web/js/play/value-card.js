/** What a position is worth: a sentence, a bar, how far it is proved, and best play, which the board shows when pointed at. */
import { h, refill } from '../lib/dom.js';
import { signed, t } from '../lib/texts.js';

/**
 * @typedef {import('../protocol.js').Analysis} Analysis
 * @typedef {import('../protocol.js').MoveValue} MoveValue
 * @typedef {import('../protocol.js').Value} Value
 */

/**
 * An estimate is marked by a word, not by a tilde before a minus: `about −20`.
 * @param {Value} value
 */
export function short(value) {
  const sign = { exact: '', least: '≥ ', most: '≤ ', about: '≈ ' }[value.kind];
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

/**
 * How far it is proved, in a word, and what that took.
 * @param {Analysis} analysis
 */
function proof(analysis) {
  const count = Math.round(analysis.nodes / 1000);
  const title = t('page.proof.nodes', { count });
  if (analysis.exact) return { text: t('page.proof.exact'), title };
  return { text: analysis.done ? t('page.proof.partly') : t('page.proof.looking'), title };
}

/**
 * Whose position it is: names, and the row below the board.
 * @typedef {object} Who
 * @property {import('../protocol.js').BySide<string>} names
 * @property {import('../protocol.js').Side} near
 * @property {import('../protocol.js').BySide<number>} [stores] the score, when the game is over
 * @property {number} [seeds] how many there are in all
 */

export class ValueCard {
  /**
   * @param {object} options
   * @param {() => void} options.ontoggle
   * @param {(pits: number[], upTo: number) => void} options.online show the board after this many moves of a line
   * @param {() => void} options.onleave
   */
  constructor({ ontoggle, online, onleave }) {
    this.ontoggle = ontoggle;
    this.online = online;
    this.onleave = onleave;
    this.sentence = h('p', { class: 'verdict' });
    this.fill = h('span', { class: 'fill' });
    this.bar = h('div', { class: 'bar', role: 'img', 'aria-label': t('page.value') }, this.fill, h('span', { class: 'middle' }));
    this.near = h('strong', { class: 'own' });
    this.far = h('strong', { class: 'them' });
    this.ends = h('div', { class: 'ends small', 'aria-hidden': 'true' }, this.near, this.far);
    this.label = h('h2', { class: 'label' }, t('page.value'));
    this.proof = h('p', { class: 'small proof' });
    this.line = h('div', { class: 'best-line' });
    this.element = h('section', { class: 'card value', 'aria-label': t('page.value') });
    /** What the line shows. */
    this.pits = '';
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
   * @param {Who} who
   * @param {string} [over] the result, if the game is over
   */
  draw(analysis, who, over) {
    if (!this.element.contains(this.bar)) {
      refill(
        this.element,
        h('div', { class: 'card-head' }, this.label, this.proof),
        this.sentence,
        this.bar,
        this.ends,
        this.line,
      );
    }
    this.label.textContent = over ? t('page.value.final') : t('page.value');
    this.proof.dataset.certain = String(!over && !!analysis?.exact);
    if (!analysis) {
      this.sentence.textContent = over ?? '…';
      this.proof.textContent = over ? '' : t('page.proof.begun');
      this.#share(who, who.stores ? who.stores.south - who.stores.north : 0, !!who.stores);
      this.#draw([], 'south', who);
      return;
    }
    const { text, title } = proof(analysis);
    this.sentence.textContent = analysis.sentence.replace(/\.$/, '');
    this.proof.textContent = text;
    this.proof.title = title;
    this.bar.setAttribute('aria-label', analysis.sentence);
    this.#share(who, analysis.south.margin, analysis.south.kind === 'exact');
    const best = analysis.moves.find((move) => move.pit === analysis.best[0]);
    this.#draw(best?.line ?? [], analysis.toMove, who);
  }

  /**
   * The bar, and the score it ends in as far as that is certain.
   * @param {Who} who
   * @param {number} margin south's
   * @param {boolean} certain
   */
  #share({ names, near, seeds }, margin, certain) {
    const own = near === 'south' ? margin : -margin;
    const far = near === 'south' ? 'north' : 'south';
    const score = (/** @type {number} */ lead) => (certain && seeds ? ` ${(seeds + lead) / 2}` : '');
    this.near.textContent = names[near] + score(own);
    this.far.textContent = names[far] + score(-own);
    this.fill.style.transform = `scaleX(${(0.5 + Math.tanh(own / 14) / 2).toFixed(4)})`;
  }

  /**
   * A line of play as small buttons.
   * @param {number[]} pits
   * @param {import('../protocol.js').Side} first who plays the first of them
   * @param {Who} who
   */
  #draw(pits, first, { near }) {
    const shown = pits.slice(0, 8);
    const drawn = `${first === near} ${shown}`;
    if (drawn === this.pits && this.line.childElementCount) return;
    this.pits = drawn;
    refill(this.line, shown.length > 0 && [h('span', { class: 'small soft' }, t('page.line')), ...lineButtons(shown, this)]);
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
