/** One player's line beside the board: who it is, whether they are here, whose turn it is, and the clock. */
import { announce } from '../lib/announce.js';
import { h, refill } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { icon } from '../lib/icons.js';
import { sound } from '../lib/sound.js';
import { t } from '../lib/texts.js';
import { clockText, isLow, leftOf, spokenTime, warning } from './clock.js';
import { phraseOf } from './phrases.js';
import { namesOf } from './words.js';

/**
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('./table.js').Table} Table
 */

export class Seat {
  #left = Infinity;
  #editing = false;
  #drawn = '';

  /**
   * @param {Table} table
   * @param {(name: string, side: Side) => void} onrename
   */
  constructor(table, onrename) {
    this.table = table;
    this.onrename = onrename;
    /** @type {Side} */
    this.side = 'south';
    this.who = h('span', { class: 'who' });
    this.status = h('span', { class: 'status' });
    this.clock = h('span', { class: 'clock', role: 'timer', hidden: true });
    this.bubble = h('span', { class: 'bubble', hidden: true });
    this.element = h('div', { class: 'seat' }, this.who, this.bubble, this.status, this.clock);
  }

  /** @param {Side} side */
  draw(side) {
    const { truth, you } = this.table;
    if (!truth) return;
    this.side = side;
    const mine = you.includes(side);
    const joined = truth.players[side] !== null;
    const here = truth.here?.[side] ?? true;
    const name = joined ? namesOf(truth)[side] : t('online.free');
    this.element.dataset.side = side;
    this.element.dataset.here = String(joined && (here || mine));
    this.element.dataset.turn = String(truth.turn === side);
    if (!this.#editing) this.#drawName(name, joined, mine && joined, joined && !here && !mine && truth.status === 'playing');
    const turn = truth.turn === side && !this.table.moving;
    this.status.textContent = turn ? (mine ? t('online.turn.yours') : t('page.to-move')) : '';
    this.tick();
  }

  /**
   * @param {string} name
   * @param {boolean} joined
   * @param {boolean} mine
   * @param {boolean} away
   */
  #drawName(name, joined, mine, away) {
    const drawn = JSON.stringify([name, joined, mine, away, this.side]);
    if (drawn === this.#drawn) return;
    this.#drawn = drawn;
    const label = t('online.name.change', { name });
    refill(
      this.who,
      face({ seat: 'online', name: joined ? name : '', side: this.table.board.near === this.side ? 'south' : 'north' }),
      h('span', { class: 'presence', 'aria-hidden': 'true' }),
      mine
        ? h(
            'button',
            { class: 'name', type: 'button', 'aria-label': label, title: label, onclick: () => this.edit() },
            h('strong', null, name),
            icon('editor'),
          )
        : h('strong', null, name),
      mine && h('span', { class: 'soft small' }, t('page.you')),
      away && h('span', { class: 'away small' }, t('online.away.short')),
    );
  }

  /** One's own name, changed where it stands. */
  edit() {
    const { truth } = this.table;
    if (!truth || this.#editing) return;
    this.#editing = true;
    const end = (/** @type {boolean} */ keep) => {
      if (!this.#editing) return;
      this.#editing = false;
      this.#drawn = '';
      const name = input.value.trim();
      this.draw(this.side);
      this.who.querySelector('button')?.focus();
      if (keep && name !== (truth.players[this.side] ?? '')) this.onrename(name, this.side);
    };
    const input = h('input', {
      type: 'text',
      maxlength: 40,
      value: truth.players[this.side] ?? '',
      'aria-label': t('online.name'),
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // The button that gets the focus must not be pressed by the same key.
        event.preventDefault();
        end(event.key === 'Enter');
      },
      onblur: () => end(true),
    });
    refill(this.who, input);
    input.focus();
    input.select();
  }

  /** Time goes by. */
  tick() {
    const { truth, table } = { truth: this.table.truth, table: this.table };
    const phrase = truth ? phraseOf(truth, this.side, table.now) : '';
    if (this.bubble.textContent !== phrase) this.bubble.textContent = phrase;
    this.bubble.hidden = !phrase;
    const clocks = truth?.clocks;
    this.clock.hidden = !clocks;
    if (!clocks || !truth) return;
    const left = leftOf(clocks, this.side, table.now);
    const runs = clocks.running === this.side;
    const text = clockText(left);
    const low = runs && isLow(truth.settings.clock, left);
    if (this.clock.textContent !== text) {
      this.clock.textContent = text;
      if (low && table.you.includes(this.side)) sound.clock();
    }
    this.clock.dataset.running = String(runs);
    this.clock.dataset.low = String(low);
    const due = runs && table.you.includes(this.side) ? warning(this.#left, left) : null;
    if (due !== null && this.#left !== Infinity) announce(t('online.clock.warning', { time: spokenTime(due) }));
    this.#left = left;
  }
}
