/** The top of the page: where one can go, language, theme, help. On a phone the ways stand at the bottom. */
import { h, refill } from './lib/dom.js';
import { icon } from './lib/icons.js';
import { isDark } from './lib/settings.js';
import { spoken, t } from './lib/texts.js';
import { settingsSheet } from './settings-sheet.js';

/** @typedef {import('./protocol.js').Language} Language */

/** The ways, in order: name and text. */
const WAYS = /** @type {const} */ ([
  ['play', () => t('page.nav.play')],
  ['online', () => t('online.title')],
  ['puzzles', () => t('page.nav.puzzles')],
  ['learn', () => t('page.nav.learn')],
  ['editor', () => t('page.nav.editor')],
  ['games', () => t('page.nav.games')],
  ['machine', () => t('page.nav.machine')],
  ['workbench', () => t('page.nav.workbench')],
]);

export class Header {
  #current = 'play';
  /** Whether the page comes from a site with games between people. */
  #online = false;

  /** @param {{language: (wanted: Language) => void, theme: () => void, keys: () => void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.nav = /** @type {HTMLElement} */ (document.getElementById('nav'));
    this.tools = /** @type {HTMLElement} */ (document.getElementById('tools'));
    this.nav.addEventListener('scroll', () => this.#more(), { passive: true });
    new ResizeObserver(() => this.#reveal()).observe(this.nav);
  }

  draw() {
    this.nav.setAttribute('aria-label', t('page.nav'));
    refill(
      this.nav,
      WAYS.filter(([name]) => name !== 'online' || this.#online).map(([name, text]) => h('a', { href: `#/${name}` }, icon(name), h('span', null, text()))),
    );
    const other = spoken() === 'en' ? 'ru' : 'en';
    const skip = document.querySelector('.skip');
    if (skip) skip.textContent = t('page.skip');
    refill(
      this.tools,
      h(
        'button',
        {
          class: 'icon',
          type: 'button',
          id: 'language',
          lang: other,
          'aria-label': other === 'ru' ? 'RU, по-русски' : 'EN, in English',
          title: other === 'ru' ? 'По-русски' : 'In English',
          onclick: () => this.actions.language(other),
        },
        other.toUpperCase(),
      ),
      tool('theme', isDark() ? 'sun' : 'moon', isDark() ? t('page.theme.light') : t('page.theme.dark'), this.actions.theme),
      tool('settings', 'settings', t('page.settings'), () => settingsSheet(() => this.draw())),
      tool('help', 'help', t('page.keys'), this.actions.keys),
    );
    this.current(this.#current);
  }

  /** There are games between people, too. */
  addOnline() {
    this.#online = true;
    this.draw();
  }

  /** @param {string} name */
  current(name) {
    this.#current = name;
    const shown = name === 'review' ? 'games' : name;
    for (const link of this.nav.querySelectorAll('a')) {
      if (link.getAttribute('href') === `#/${shown}`) link.setAttribute('aria-current', 'page');
      else link.removeAttribute('aria-current');
    }
    this.#reveal();
  }

  /** Pulls the ways along until the current one is in sight. */
  #reveal() {
    const link = /** @type {HTMLElement | null} */ (this.nav.querySelector('[aria-current]'));
    const middle = link ? link.offsetLeft - this.nav.offsetLeft + link.offsetWidth / 2 : 0;
    this.nav.scrollLeft = middle - this.nav.clientWidth / 2;
    this.#more();
  }

  /** Notes on which sides there is more than can be seen. */
  #more() {
    const { scrollLeft, scrollWidth, clientWidth } = this.nav;
    const left = scrollLeft > 2;
    const right = scrollLeft + clientWidth < scrollWidth - 2;
    this.nav.dataset.more = left && right ? 'both' : left ? 'left' : right ? 'right' : 'none';
  }
}

/**
 * @param {string} id
 * @param {string} picture
 * @param {string} label
 * @param {() => void} onclick
 */
const tool = (id, picture, label, onclick) =>
  h('button', { class: 'icon', type: 'button', id, 'aria-label': label, title: label, onclick }, icon(picture));
