/** The ordinary board beside the machine: it shows what the displays of the console show, and its pits are the console's buttons. */
import { Board } from '../board/board.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/** @typedef {import('./protocol.js').ConsoleState} ConsoleState */

export class BoardPane {
  #shown = '';

  /**
   * @param {object} actions
   * @param {(pit: number) => void} actions.press
   * @param {(line: string) => void} actions.line
   */
  constructor(actions) {
    this.board = new Board({ onpit: (house) => house.side === 'south' && actions.press(house.pit) });
    const button = (/** @type {string} */ text, /** @type {string} */ line) =>
      h('button', { class: 'button small-button', type: 'button', onclick: () => actions.line(line) }, text);
    this.settings = h(
      'div',
      { class: 'board-settings', hidden: true },
      h('span', { class: 'soft small' }, t('machine.seeds')),
      [4, 5, 6, 7, 8].map((seeds) => button(String(seeds), `seeds ${seeds}`)),
      h('span', { class: 'soft small' }, t('machine.first')),
      button(t('machine.first.you'), 'first human'),
      button(t('machine.first.machine'), 'first computer'),
    );
    this.element = h(
      'section',
      { class: 'machine-board', hidden: true, 'aria-label': t('page.board') },
      this.settings,
      this.board.space,
    );
  }

  /** @param {ConsoleState} state */
  show({ panel, waiting }) {
    if (this.element.hidden) return;
    const key = JSON.stringify([panel, waiting]);
    if (key === this.#shown) return;
    this.#shown = key;
    const { south, north, stores, legal, phase } = panel;
    this.settings.hidden = phase !== 'settings';
    const toMove = phase === 'human' ? 'south' : 'north';
    this.board.show(
      {
        text: '',
        pits: { south, north },
        stores: { south: stores[0], north: stores[1] },
        toMove,
        legal,
        over: phase === 'over',
      },
      90,
    );
    this.board.mark({ legal: waiting ? legal : [] });
  }

  stop() {
    this.board.stop();
  }
}
