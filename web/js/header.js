/**
 * The top of the page: three places, what is in each of them, and sound, theme, settings and help. On a wide screen everything is in
 * one row; below that the places come first and their parts stand under them; on a phone the places are at the thumb.
 */
import { sheet } from './lib/dialog.js';
import { h, refill } from './lib/dom.js';
import { icon } from './lib/icons.js';
import { isDark } from './lib/settings.js';
import { isLoud } from './lib/sound.js';
import { spoken, t } from './lib/texts.js';
import { settingsSheet } from './settings-sheet.js';

/**
 * @typedef {import('./protocol.js').Language} Language
 * @typedef {{name: string, text: () => string, short?: () => string}} Part
 * @typedef {{name: string, picture: string, text: () => string, parts: Part[]}} Place
 */

/** The places in order. A new part of the page takes a line here and one in main.js. @type {Place[]} */
const PLACES = [
  {
    name: 'play',
    picture: 'play',
    text: () => t('page.nav.play'),
    parts: [
      { name: 'play', text: () => t('page.nav.play'), short: () => t('page.nav.computer') },
      { name: 'online', text: () => t('online.title') },
      { name: 'puzzles', text: () => t('page.nav.puzzles') },
    ],
  },
  {
    name: 'study',
    picture: 'learn',
    text: () => t('page.nav.study'),
    parts: [
      { name: 'learn', text: () => t('page.nav.learn') },
      { name: 'games', text: () => t('page.nav.games') },
      { name: 'editor', text: () => t('page.nav.editor') },
    ],
  },
  {
    name: 'machines',
    picture: 'machine',
    text: () => t('page.nav.machines'),
    parts: [
      { name: 'machine', text: () => t('page.nav.machine') },
      { name: 'workbench', text: () => t('page.nav.workbench') },
      { name: 'course', text: () => t('course.title') },
    ],
  },
];

/** Views without a link in the header, and the view they belong to. */
const BELONGS = /** @type {Record<string, string>} */ ({ review: 'games' });

export class Header {
  #current = 'play';
  /** Whether the page comes from a site with games between people. */
  #online = false;
  /** @type {Map<string, string>} The part of each place that was shown last. */
  #last = new Map();

  /** @param {{language: (wanted: Language) => void, theme: () => void, sound: () => void, keys: () => void}} actions */
  constructor(actions) {
    this.actions = actions;
    this.nav = /** @type {HTMLElement} */ (document.getElementById('nav'));
    this.places = /** @type {HTMLElement} */ (document.getElementById('places'));
    this.tools = /** @type {HTMLElement} */ (document.getElementById('tools'));
  }

  draw() {
    const skip = document.querySelector('.skip');
    if (skip) skip.textContent = t('page.skip');
    this.nav.setAttribute('aria-label', t('page.nav'));
    this.places.setAttribute('aria-label', t('page.nav.places'));
    refill(
      this.nav,
      PLACES.map(({ name, parts }) =>
        h(
          'div',
          { class: 'parts', 'data-place': name },
          parts
            .filter((part) => part.name !== 'online' || this.#online)
            .map((part) =>
              h(
                'a',
                { href: `#/${part.name}`, 'data-part': part.name },
                h('span', { class: part.short ? 'long' : undefined }, part.text()),
                part.short && h('span', { class: 'short' }, part.short()),
              ),
            ),
        ),
      ),
    );
    refill(
      this.places,
      PLACES.map(({ name, picture, text }) =>
        h('a', { class: 'place', 'data-place': name, href: `#/${name}` }, icon(picture), h('span', null, text())),
      ),
      h(
        'button',
        { class: 'place', type: 'button', id: 'menu', onclick: () => this.#menu() },
        icon('menu'),
        h('span', null, t('page.more')),
      ),
    );
    refill(
      this.tools,
      this.#tools().map(({ id, picture, label, title, lang, pressed, onclick }) =>
        h(
          'button',
          {
            class: 'icon',
            type: 'button',
            id,
            lang,
            'aria-label': label,
            'aria-pressed': pressed === undefined ? undefined : String(pressed),
            title: title ?? label,
            onclick,
          },
          picture.length === 2 ? picture : icon(picture),
        ),
      ),
    );
    this.current(this.#current);
  }

  /** @returns {{id: string, picture: string, label: string, title?: string, lang?: string, pressed?: boolean, onclick: () => void}[]} */
  #tools() {
    const { actions } = this;
    const other = spoken() === 'en' ? 'ru' : 'en';
    return [
      {
        id: 'language',
        lang: other,
        picture: other.toUpperCase(),
        label: other === 'ru' ? 'RU, по-русски' : 'EN, in English',
        title: other === 'ru' ? 'По-русски' : 'In English',
        onclick: () => actions.language(other),
      },
      {
        id: 'sound',
        picture: isLoud() ? 'sound' : 'mute',
        label: t('page.sound'),
        pressed: isLoud(),
        onclick: actions.sound,
      },
      {
        id: 'theme',
        picture: isDark() ? 'sun' : 'moon',
        label: isDark() ? t('page.theme.light') : t('page.theme.dark'),
        onclick: actions.theme,
      },
      { id: 'settings', picture: 'settings', label: t('page.settings'), onclick: () => settingsSheet(() => this.draw()) },
      { id: 'help', picture: 'help', label: t('page.keys'), onclick: actions.keys },
    ];
  }

  /** On a small screen what does not fit beside the name of the page. */
  async #menu() {
    const tools = this.#tools();
    const chosen = await sheet(t('page.more'), (close) =>
      h(
        'div',
        { class: 'menu' },
        tools.map(({ id, picture, label, title, lang }) =>
          h(
            'button',
            { class: 'menu-item', type: 'button', 'data-choice': id, lang, onclick: () => close(id) },
            picture.length === 2 ? h('span', { class: 'letters', 'aria-hidden': 'true' }, picture) : icon(picture),
            h('span', null, id === 'sound' ? (isLoud() ? t('page.sound.off') : t('page.sound.on')) : (title ?? label)),
          ),
        ),
      ),
    );
    tools.find(({ id }) => id === chosen)?.onclick();
  }

  /** There are games between people, too. */
  addOnline() {
    this.#online = true;
    this.draw();
  }

  /** @param {string} name */
  current(name) {
    this.#current = name;
    const shown = BELONGS[name] ?? name;
    const place = PLACES.find(({ parts }) => parts.some((part) => part.name === shown));
    if (place) this.#last.set(place.name, shown);
    for (const link of this.nav.querySelectorAll('a')) mark(link, link.dataset.part === shown, 'page');
    for (const parts of this.nav.querySelectorAll('.parts')) {
      /** @type {HTMLElement} */ (parts).dataset.current = String(
        /** @type {HTMLElement} */ (parts).dataset.place === place?.name,
      );
    }
    for (const link of this.places.querySelectorAll('a')) {
      const own = PLACES.find((one) => one.name === link.dataset.place);
      mark(link, own === place, 'true');
      link.href = `#/${this.#last.get(own?.name ?? '') ?? own?.parts[0].name}`;
    }
  }
}

/**
 * @param {Element} link
 * @param {boolean} current
 * @param {string} how
 */
function mark(link, current, how) {
  if (current) link.setAttribute('aria-current', how);
  else link.removeAttribute('aria-current');
}
