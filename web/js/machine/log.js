/** What the program does, in words. */
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { number } from './transport.js';

/** @typedef {import('./protocol.js').LogEntry} LogEntry */

/** Entries that are shown. */
export const SHOWN = 300;

/**
 * The sentence of an entry.
 * @param {LogEntry} entry
 * @param {string | null} name of the computer, if it has one
 */
export function sentence({ what, side, pit = 0, seeds = 0 }, name) {
  const who = name ?? t('machine.computer');
  const human = side === 'south';
  switch (what) {
    case 'asks-settings':
      return t('machine.log.asks-settings');
    case 'begins':
      return t('machine.log.begins', { count: seeds });
    case 'asks-move':
      return t('machine.log.asks-move');
    case 'empty':
      return t('machine.log.empty');
    case 'looks':
      return t('machine.log.looks', { who, pit });
    case 'wins':
      return t('machine.log.wins', { who, pit, seeds });
    case 'captures':
      return seeds ? t('machine.log.captures', { who, pit, seeds }) : t('machine.log.takes', { who, pit });
    case 'repeats':
      return t('machine.log.repeats', { who, pit });
    case 'leaves':
      return t('machine.log.leaves', { who, pit, seeds });
    case 'useless':
      return t('machine.log.useless', { who, pit });
    case 'any-move':
      return t('machine.log.any-move', { who });
    case 'chooses':
      return t('machine.log.chooses', { who, pit });
    case 'sows':
      return human ? t('machine.log.you-sow', { pit, count: seeds }) : t('machine.log.sows', { who, pit, count: seeds });
    case 'captured':
      return t('machine.log.captured');
    case 'extra-turn':
      return t('machine.log.extra-turn');
    case 'passes':
      return t('machine.log.passes');
    default:
      return t('machine.log.over');
  }
}

export class LogPane {
  /** @param {{goTo: (moment: number) => void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.list = h('ol', { class: 'log-list', tabindex: 0, 'aria-label': t('machine.log') });
    this.element = h('section', { class: 'log' }, this.list, h('p', { class: 'pane-foot soft' }, t('machine.log.about')));
  }

  /**
   * @param {LogEntry[]} entries
   * @param {string | null} name
   */
  show(entries, name) {
    const keys = entries.map((entry) => `${entry.moment} ${entry.what} ${entry.pit} ${name}`);
    // What is there already stays: most of the time only a line or two are new.
    let same = 0;
    const dropped = this.#keys.indexOf(keys[0]);
    if (dropped > 0) {
      for (let at = 0; at < dropped; at += 1) this.list.firstElementChild?.remove();
      this.#keys = this.#keys.slice(dropped);
    }
    while (same < keys.length && keys[same] === this.#keys[same]) same += 1;
    while (this.list.children.length > same) this.list.lastElementChild?.remove();
    this.#keys = keys;
    if (same === keys.length && dropped <= 0) return this.#now();
    this.list.append(...entries.slice(same).map((entry) => this.#row(entry, name)));
    this.#now();
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** @type {string[]} */
  #keys = [];

  /** The last line is the event in progress. */
  #now() {
    this.list.querySelector('.now')?.classList.remove('now');
    this.list.lastElementChild?.classList.add('now');
  }

  /**
   * @param {LogEntry} entry
   * @param {string | null} name
   */
  #row(entry, name) {
    const by =
      entry.side === 'south' || entry.what === 'asks-move' || entry.what === 'empty'
        ? 'you'
        : entry.pit === undefined
          ? 'none'
          : 'it';
    return h(
      'li',
      { class: entry.what === 'sows' ? 'log-move' : undefined },
      h(
        'button',
        { class: 'log-go', type: 'button', title: t('machine.log.go'), onclick: () => this.actions.goTo(entry.moment) },
        h('span', { class: 'log-moment' }, number(entry.moment)),
        h('i', { class: `log-dot ${by}`, 'aria-hidden': 'true' }),
        h('span', null, sentence(entry, name)),
      ),
    );
  }
}
