/** Watch it think: the board as people know it, and under it what the firmware weighs up, pit by pit. */
import { Board } from '../board/board.js';
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { signed, t } from '../lib/texts.js';

/**
 * @typedef {import('./protocol.js').ConsoleState} ConsoleState
 * @typedef {import('./protocol.js').Weighing} Weighing
 * @typedef {import('./protocol.js').Verdict} Verdict
 */

/** How each console chooses. @type {Record<string, () => string>} */
const PLAYS = {
  2016: () => t('machine.plays.2016'),
  '2016-mirror': () => t('machine.plays.2016-mirror'),
  2022: () => t('machine.plays.2022'),
  2023: () => t('machine.plays.2023'),
};

/** As the row of the machine lies on the board. */
const PITS = [6, 5, 4, 3, 2, 1];

export class WatchPane {
  #shown = '';
  #weighed = '';
  /** Which of its pits were empty when it began, by the moment of the turn. */
  /** @type {{from: number, empty: boolean[]}} */
  #turn = { from: -1, empty: [] };
  /** @type {ConsoleState | null} */
  #state = null;

  /** @param {{press: (pit: number) => void}} actions */
  constructor(actions) {
    this.board = new Board({ onpit: (house) => house.side === 'south' && actions.press(house.pit) });
    this.name = h('strong', null);
    this.about = h('span', { class: 'soft' });
    this.cards = PITS.map((pit) => {
      const value = h('strong', null);
      const note = h('span', { class: 'weigh-note' });
      return {
        pit,
        value,
        note,
        element: h('li', { class: 'weigh-pit', 'data-pit': pit }, h('span', null, t('machine.watch.pit', { pit })), value, note),
      };
    });
    this.looked = h('span', { class: 'soft' });
    this.title = h('h2', null, t('machine.watch.pits'));
    this.element = h(
      'section',
      { class: 'watch', 'aria-label': t('machine.board'), hidden: true },
      h(
        'div',
        { class: 'watch-who' },
        h('span', { class: 'watch-face', 'aria-hidden': 'true' }, icon('chip')),
        this.name,
        this.about,
      ),
      h('div', { class: 'machine-board' }, this.board.space),
      h(
        'div',
        { class: 'weigh' },
        h('div', { class: 'weigh-head' }, this.title, this.looked),
        h(
          'ol',
          { class: 'weigh-pits' },
          this.cards.map(({ element }) => element),
        ),
      ),
      h('p', { class: 'watch-about soft' }, icon('eye'), h('span', null, t('machine.watch.about'))),
    );
  }

  /** @param {string} model
   * @param {string | null} computer */
  call(model, computer) {
    this.name.textContent = computer ?? t('machine.panel.machine');
    this.about.textContent = (PLAYS[model] ?? PLAYS['2016'])();
  }

  /** @param {ConsoleState} state */
  show(state) {
    this.#state = state;
    if (this.element.hidden) return;
    const { panel, waiting } = state;
    const key = JSON.stringify([panel, waiting, this.#at]);
    if (key === this.#shown) return;
    this.#shown = key;
    const { south, north, stores, legal, phase } = panel;
    const toMove = phase === 'human' ? 'south' : 'north';
    this.board.show(
      { text: '', pits: { south, north }, stores: { south: stores[0], north: stores[1] }, toMove, legal, over: phase === 'over' },
      90,
    );
    const hint = phase === 'thinking' ? this.#at : null;
    this.board.mark({ legal: waiting ? legal : [], hint });
  }

  /** The pit that is looked at. @type {number | null} */
  #at = null;

  /** @param {Weighing | null} weighing */
  weigh(weighing) {
    const state = this.#state;
    if (!state) return;
    const thinking = state.panel.phase === 'thinking';
    if (weighing && thinking && weighing.from !== this.#turn.from) {
      this.#turn = { from: weighing.from, empty: state.panel.north.map((seeds) => seeds === 0) };
    }
    const empty =
      weighing && weighing.from === this.#turn.from
        ? this.#turn.empty
        : thinking
          ? state.panel.north.map((seeds) => seeds === 0)
          : [];
    const key = JSON.stringify([weighing, empty, thinking]);
    if (key === this.#weighed) return;
    this.#weighed = key;
    this.#at = weighing && !weighing.past ? weighing.at : null;
    this.title.textContent = weighing?.past ? t('machine.watch.last') : t('machine.watch.pits');
    const seen = weighing ? weighing.pits.filter(({ verdict }) => verdict !== 'unseen').length : 0;
    const gone = empty.filter(Boolean).length;
    this.looked.textContent = weighing ? t('machine.watch.looked', { seen: Math.min(6, seen + gone) }) : '';
    for (const card of this.cards) this.#card(card, weighing, empty[card.pit - 1] ?? false);
    this.element.dataset.at = String(this.#at ?? '');
    this.#shown = '';
    this.show(state);
  }

  /**
   * @param {{pit: number, value: HTMLElement, note: HTMLElement, element: HTMLElement}} card
   * @param {Weighing | null} weighing
   * @param {boolean} empty
   */
  #card({ pit, value, note, element }, weighing, empty) {
    const verdict = weighing?.pits[pit - 1] ?? { verdict: 'unseen' };
    const [text, about] = empty && verdict.verdict === 'unseen' ? [t('machine.weigh.empty'), ''] : told(verdict);
    value.textContent = text;
    const chosen = weighing?.chosen === pit;
    const best = weighing?.best === pit && weighing.chosen === null;
    const at = weighing?.at === pit && weighing.chosen === null && !weighing.past;
    note.textContent = chosen ? t('machine.weigh.chosen') : best ? t('machine.weigh.best') : at ? t('machine.weigh.now') : about;
    element.classList.toggle('best', chosen || best);
    element.classList.toggle('at', at);
    element.classList.toggle('dim', verdict.verdict === 'unseen');
  }

  stop() {
    this.board.stop();
  }
}

/** What is known of a pit, in a word and what it means.
 * @param {Verdict} verdict
 * @returns {[text: string, about: string]} */
function told(verdict) {
  switch (verdict.verdict) {
    case 'looking':
      return ['…', ''];
    case 'wins':
      return [signed(verdict.seeds), verdict.seeds ? t('machine.weigh.wins') : ''];
    case 'captures':
      return verdict.seeds === null ? [t('machine.weigh.takes'), ''] : [signed(verdict.seeds), t('machine.weigh.captures')];
    case 'repeats':
      return ['↻', t('machine.weigh.repeats')];
    case 'leaves':
      return [String(verdict.seeds), t('machine.weigh.leaves')];
    case 'useless':
      return ['0', t('machine.weigh.useless')];
    default:
      return ['–', ''];
  }
}
