/** The front panel, drawn large from what the panel of the console shows: the same displays, lights and buttons, to be pressed. */
import { Display } from '../lib/display.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { settingsOf } from './ask.js';

/** @typedef {import('./protocol.js').ConsoleState} ConsoleState */

/** What the lights of all consoles say, in groups. */
const LIGHTS = /** @type {const} */ ([
  ['set-up', () => t('machine.light.set-up'), ['choose settings', 'game starts']],
  ['thinking', () => t('machine.light.thinking'), ['computing', 'strategising', 'machine thinks']],
  ['yours', () => t('machine.light.yours'), ['wait move', 'make move', 'awaiting user']],
  [
    'sowing',
    () => t('machine.light.sowing'),
    ['calculate holes', 'rendering', 'calculating machine', 'calculating user', 'checking rules'],
  ],
  ['error', () => t('machine.light.error'), ['error']],
  [
    'over',
    () => t('machine.light.over'),
    ['game over', 'human wins', 'human draws', 'human loses', 'computer wins', 'computer draws', 'computer loses', 'draw'],
  ],
]);

export class PanelPane {
  #shown = '';

  /**
   * @param {object} actions
   * @param {(pit: number) => void} actions.press
   * @param {(line: string) => void} actions.line
   */
  constructor(actions) {
    const row = (/** @type {string} */ look) => [1, 2, 3, 4, 5, 6].map(() => new Display(look));
    this.north = row('theirs');
    this.south = row('ours');
    this.stores = { north: new Display('theirs home'), south: new Display('ours home') };
    this.lights = LIGHTS.map(([name, text]) => h('li', { 'data-light': name }, h('i', null), h('span', null, text())));
    this.buttons = [1, 2, 3, 4, 5, 6].map((pit) =>
      h(
        'button',
        {
          type: 'button',
          class: 'panel-pit',
          'data-pit': pit,
          'aria-label': t('machine.panel.pit', { pit }),
          onclick: () => actions.press(pit),
        },
        pit,
      ),
    );
    this.name = h('strong', null);
    this.model = h('span', null);
    this.home = h('span', null);
    this.settings = h('div', { class: 'panel-settings', hidden: true }, settingsOf(actions.line));
    this.keys = h('div', { class: 'panel-row panel-keys' }, this.buttons);
    const holes = () => h('div', { class: 'panel-holes', 'aria-hidden': 'true' });
    this.element = h(
      'section',
      { class: 'panel', 'aria-label': t('machine.panel') },
      h(
        'div',
        { class: 'panel-case' },
        h(
          'div',
          { class: 'panel-end' },
          this.stores.north.element,
          h('div', { class: 'panel-who theirs' }, this.name, this.model),
          holes(),
        ),
        h('div', { class: 'panel-row' }, this.north.map(({ element }) => element).reverse()),
        h('ul', { class: 'panel-lights' }, this.lights),
        h(
          'div',
          { class: 'panel-row' },
          this.south.map(({ element }) => element),
        ),
        this.keys,
        this.settings,
        h(
          'div',
          { class: 'panel-end' },
          holes(),
          h('div', { class: 'panel-who ours' }, h('strong', null, t('machine.panel.you')), this.home),
          this.stores.south.element,
        ),
      ),
    );
  }

  /** @param {string} model
   * @param {string | null} computer */
  call(model, computer) {
    this.name.textContent = t('machine.panel.machine');
    this.model.textContent = computer ? `${computer}, ${model.slice(0, 4)}` : model.slice(0, 4);
  }

  /** @param {ConsoleState} state */
  show({ panel, waiting }) {
    const key = JSON.stringify([panel, waiting]);
    if (key === this.#shown) return;
    this.#shown = key;
    const { south, north, stores, legal, phase, lights, lamps } = panel;
    for (let at = 0; at < 6; at += 1) {
      this.south[at].show(south[at], t('machine.panel.shows', { pit: at + 1, count: south[at] }));
      this.north[at].show(north[at], t('machine.panel.shows.its', { pit: at + 1, count: north[at] }));
      this.north[at].element.classList.toggle('played', lamps[at]);
      this.buttons[at].disabled = !(waiting && legal.includes(at + 1));
    }
    this.stores.south.show(stores[0], t('machine.panel.home', { count: stores[0] }));
    this.stores.north.show(stores[1], t('machine.panel.home.its', { count: stores[1] }));
    this.home.textContent = t('machine.panel.home', { count: stores[0] });
    for (const [at, [, , names]] of LIGHTS.entries()) {
      this.lights[at].classList.toggle(
        'lit',
        names.some((name) => lights.includes(name)),
      );
    }
    const settings = phase === 'settings';
    this.settings.hidden = !settings;
    this.keys.hidden = settings;
  }
}
