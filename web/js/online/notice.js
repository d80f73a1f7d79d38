/** What waits for an answer below the board: offers, an opponent who is away, and what can be done when the game is over. */
import { calm, h, refill } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { clockText } from './clock.js';
import { answer, mayAsk } from './notify.js';
import { opposite } from './table.js';
import { namesOf } from './words.js';

/**
 * @typedef {import('./table.js').Table} Table
 * @typedef {{text: string, onclick: () => void, main?: boolean, id?: string}} Choice
 */

/** How long a player has to be away before the game can be claimed, unless the site says otherwise. */
const AWAY = 5 * 60_000;

export class Notice {
  #drawn = '';

  /**
   * @param {Table} table
   * @param {object} actions
   * @param {(what: string, body?: object) => void} actions.act
   * @param {() => void} actions.review
   * @param {() => void} actions.make
   * @param {(game: string) => void} actions.follow
   */
  constructor(table, actions) {
    this.table = table;
    this.actions = actions;
    this.away = AWAY;
    this.element = h('div', { class: 'after notice' });
  }

  draw() {
    const { text, choices } = this.#what();
    const drawn = JSON.stringify([text, choices.map((choice) => choice.id)]);
    if (drawn === this.#drawn) return;
    const focused = this.element.contains(document.activeElement) ? document.activeElement?.id : '';
    this.#drawn = drawn;
    const over = this.table.truth?.status === 'over';
    // On a phone a question lies above what is below the board; what comes after the game is pulled into sight instead.
    this.element.classList.toggle('question', choices.length > 0 && !over);
    refill(
      this.element,
      text && h('span', { class: 'notice-text' }, text),
      choices.map(({ text: label, onclick, main, id }) =>
        h('button', { class: `button ${main ? 'main' : ''}`, type: 'button', id, onclick }, label),
      ),
    );
    if (focused) document.getElementById(focused)?.focus();
    if (over) this.element.scrollIntoView({ block: 'nearest', behavior: calm() ? 'auto' : 'smooth' });
  }

  /** @returns {{text: string, choices: Choice[]}} */
  #what() {
    const { truth, you } = this.table;
    if (!truth) return { text: '', choices: [] };
    if (this.table.inThePast && !this.table.moving) return this.#past();
    if (truth.status === 'over') return this.#over(truth);
    if (you.length === 0) return { text: truth.status === 'playing' ? t('online.watching.you') : '', choices: [] };
    return this.#takeback(truth) ?? this.#draw(truth) ?? this.#absent(truth) ?? this.#notify(truth) ?? { text: '', choices: [] };
  }

  #past() {
    const { state, table } = { state: this.table.state, table: this.table };
    const count = state?.moves.length ?? 0;
    const end = { text: t('page.past.end'), id: 'to-end', onclick: () => void table.goTo(count) };
    return { text: t('page.past', { ply: state?.ply ?? 0, count }), choices: [end] };
  }

  /** @param {import('./protocol.js').TableState} truth */
  #takeback(truth) {
    return this.#question(truth, 'takeback', truth.takeback, {
      asked: t('online.takeback.asked'),
      drop: t('online.takeback.drop'),
      wish: (name) => t('online.takeback.wish', { name }),
      yes: t('online.takeback.yes'),
      no: t('online.takeback.no'),
    });
  }

  /** @param {import('./protocol.js').TableState} truth */
  #draw(truth) {
    return this.#question(truth, 'draw', truth.draw ?? null, {
      asked: t('online.draw.offered'),
      drop: t('online.draw.drop'),
      wish: (name) => t('online.draw.wish', { name }),
      yes: t('online.draw.yes'),
      no: t('online.draw.no'),
    });
  }

  /**
   * What one side asks and the other answers.
   * @param {import('./protocol.js').TableState} truth
   * @param {string} what
   * @param {import('../protocol.js').Side | null} asker
   * @param {{asked: string, drop: string, wish: (name: string) => string, yes: string, no: string}} words
   */
  #question(truth, what, asker, words) {
    if (!asker) return null;
    const answer = (/** @type {boolean} */ yes) => () => this.actions.act(`${what}/answer`, { yes });
    if (this.table.side === asker) {
      return { text: words.asked, choices: [{ text: words.drop, id: `${what}-drop`, onclick: answer(false) }] };
    }
    return {
      text: words.wish(namesOf(truth)[asker]),
      choices: [
        { text: words.yes, id: `${what}-yes`, main: true, onclick: answer(true) },
        { text: words.no, id: `${what}-no`, onclick: answer(false) },
      ],
    };
  }

  /** @param {import('./protocol.js').TableState} truth */
  #absent(truth) {
    const { side } = this.table;
    if (!side || truth.status !== 'playing') return null;
    const other = opposite(side);
    if (truth.here?.[other] ?? true) return null;
    const name = namesOf(truth)[other];
    // A running clock decides the game anyway.
    if (truth.turn !== other || truth.clocks?.running) return { text: t('online.away', { name }), choices: [] };
    const left = (truth.seen?.[other] ?? this.table.now) + this.away - this.table.now;
    if (left > 0) return { text: t('online.away.wait', { name, time: clockText(Math.ceil(left / 1000) * 1000) }), choices: [] };
    return {
      text: t('online.away.claim', { name }),
      choices: [{ text: t('online.claim'), id: 'claim', main: true, onclick: () => this.actions.act('claim') }],
    };
  }

  /**
   * A player who has moved and waits may want to be notified.
   * @param {import('./protocol.js').TableState} truth
   */
  #notify(truth) {
    const { side } = this.table;
    const waits = side && truth.status === 'playing' && truth.turn !== side && truth.moves.length > 1;
    if (!waits || !mayAsk()) return null;
    const decide = (/** @type {boolean} */ yes) => () => void answer(yes).then(() => this.draw());
    return {
      text: t('online.notify.ask'),
      choices: [
        { text: t('online.notify.yes'), id: 'notify-yes', onclick: decide(true) },
        { text: t('online.notify.no'), id: 'notify-no', onclick: decide(false) },
      ],
    };
  }

  /** @param {import('./protocol.js').TableState} truth */
  #over(truth) {
    const { side, you } = this.table;
    const { next, rematch } = truth;
    /** @type {Choice[]} */
    const choices = [];
    let text = '';
    if (next) {
      const go = you.length ? t('online.rematch.go') : t('online.rematch.watch');
      choices.push({ text: go, id: 'next', main: true, onclick: () => this.actions.follow(next) });
    } else if (you.length && !['withdrawn', 'stopped'].includes(truth.outcome?.reason ?? '')) {
      const offered = rematch !== null && rematch !== side;
      if (offered) text = t('online.rematch.wish', { name: namesOf(truth)[rematch] });
      if (rematch === side && rematch) text = t('online.rematch.offered', { name: namesOf(truth)[opposite(rematch)] });
      else {
        const label = offered ? t('online.rematch.accept') : t('page.rematch');
        choices.push({ text: label, id: 'rematch', main: true, onclick: () => this.actions.act('rematch') });
      }
    }
    if (truth.moves.length) choices.push({ text: t('page.review'), id: 'review', onclick: this.actions.review });
    choices.push({ text: t('online.make'), id: 'make', onclick: this.actions.make });
    return { text, choices };
  }
}
