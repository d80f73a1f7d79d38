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
    this.element = h('section', { class: 'log' }, this.list);
  }

  /**
   * @param {LogEntry[]} entries
   * @param {string | null} name
   */
  show(entries, name) {
    const atEnd = this.list.scrollTop + this.list.clientHeight >= this.list.scrollHeight - 30;
    this.list.replaceChildren(
      ...entries.map((entry) =>
        h(
          'li',
          { class: entry.what === 'sows' ? 'log-move' : undefined },
          h(
            'button',
            { class: 'log-moment', type: 'button', tabindex: -1, title: t('machine.log.go'), onclick: () => this.actions.goTo(entry.moment) },
            number(entry.moment),
          ),
          h('span', null, sentence(entry, name)),
        ),
      ),
    );
    if (atEnd) this.list.scrollTop = this.list.scrollHeight;
  }
}
