/** What the machine wants, in one sentence, beside the buttons it asks for. */
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('./protocol.js').ConsoleState} ConsoleState
 * @typedef {'waits' | 'thinks' | 'busy' | 'stopped' | 'over'} Mood
 */

const PITS = [1, 2, 3, 4, 5, 6];

export class AskPane {
  #shown = '';

  /**
   * @param {object} actions
   * @param {(pit: number) => void} actions.press
   * @param {(line: string) => void} actions.line
   * @param {() => void} actions.again switches off and on
   */
  constructor(actions) {
    this.lamp = h('span', { class: 'ask-lamp', 'aria-hidden': 'true' });
    this.says = h('strong', null);
    this.wants = h('span', { class: 'ask-wants' });
    this.sentence = h('p', { class: 'machine-says', role: 'status' }, this.says, ' ', this.wants);
    this.pits = PITS.map((pit) => {
      const seeds = h('span', null);
      const button = h(
        'button',
        { type: 'button', class: 'ask-pit', 'data-pit': pit, onclick: () => actions.press(pit) },
        h('strong', null, pit),
        seeds,
      );
      return { button, seeds };
    });
    this.row = h(
      'div',
      { class: 'ask-pits', role: 'group', 'aria-label': t('machine.ask.pits') },
      this.pits.map(({ button }) => button),
    );
    this.settings = h(
      'div',
      { class: 'ask-settings', role: 'group', 'aria-label': t('machine.ask.settings'), hidden: true },
      settingsOf((line) => actions.line(line)),
    );
    this.again = h(
      'button',
      { type: 'button', class: 'button small-button ask-again', hidden: true, onclick: actions.again },
      t('machine.again'),
    );
    this.element = h('div', { class: 'ask' }, this.lamp, this.sentence, this.row, this.settings, this.again);
  }

  /**
   * @param {ConsoleState} state
   * @param {object} told
   * @param {string} told.last what the program did last, in words
   * @param {string} told.stop why time stands still; empty if there is nothing to say
   * @param {boolean} told.stuck
   * @param {boolean} told.running
   */
  show({ panel, waiting, halted }, { last, stop, stuck, running }) {
    const key = JSON.stringify([panel, waiting, halted, last, stop, stuck, running]);
    if (key === this.#shown) return;
    this.#shown = key;
    const { phase, legal, south } = panel;
    const settings = phase === 'settings' && waiting;
    const [mood, says, wants] = sentenceOf({ phase, waiting, halted, stuck, stop, last, running });
    this.element.dataset.mood = mood;
    if (this.says.textContent !== says) this.says.textContent = says;
    if (this.wants.textContent !== wants) this.wants.textContent = wants;
    this.sentence.title = `${says} ${wants}`;
    this.row.hidden = settings || halted;
    this.settings.hidden = !settings;
    this.again.hidden = !halted;
    for (const [at, { button, seeds }] of this.pits.entries()) {
      const text = t('machine.ask.seeds', { count: south[at] });
      if (seeds.textContent !== text) seeds.textContent = text;
      button.disabled = !(waiting && legal.includes(at + 1));
    }
  }
}

/**
 * @param {{phase: string, waiting: boolean, halted: boolean, stuck: boolean, stop: string, last: string, running: boolean}} now
 * @returns {[mood: Mood, says: string, wants: string]}
 */
function sentenceOf({ phase, waiting, halted, stuck, stop, last, running }) {
  if (stuck) return ['stopped', t('machine.stuck'), ''];
  if (stop) return ['stopped', stop, ''];
  if (halted) return ['over', t('machine.halted'), ''];
  if (waiting && phase === 'settings') return ['waits', t('machine.ask.set-up'), ''];
  if (waiting && phase === 'human') return ['waits', t('machine.log.asks-move'), t('machine.ask.press')];
  const mood = !running ? 'stopped' : phase === 'thinking' ? 'thinks' : 'busy';
  return [mood, last || t('machine.ask.starts'), ''];
}

/** The buttons for what a console of 2023 asks before a game.
 * @param {(line: string) => void} press */
export const settingsOf = (press) => {
  const button = (/** @type {string} */ text, /** @type {string} */ line) =>
    h('button', { type: 'button', class: 'ask-set', 'data-line': line, onclick: () => press(line) }, text);
  return [
    h('span', { class: 'soft' }, t('machine.seeds')),
    [4, 5, 6, 7, 8].map((seeds) => button(String(seeds), `seeds ${seeds}`)),
    h('span', { class: 'soft' }, t('machine.first')),
    button(t('machine.first.you'), 'first human'),
    button(t('machine.first.machine'), 'first computer'),
  ].flat();
};
