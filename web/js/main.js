/** Starts the page: texts, engine, header, and the view the address asks for. */
import { Engine } from './engine.js';
import { Header } from './header.js';
import { announce } from './lib/announce.js';
import { note, sheet } from './lib/dialog.js';
import { h } from './lib/dom.js';
import { keysSheet } from './keys.js';
import { later } from './lib/later.js';
import { isDark, set, settings } from './lib/settings.js';
import { site } from './lib/site.js';
import { isLoud } from './lib/sound.js';
import { style } from './lib/style.js';
import { load, t } from './lib/texts.js';
import { playView } from './play/play.js';

/**
 * What every view is given.
 * @typedef {object} App
 * @property {Engine} engine
 * @property {(path: string) => void} go
 * @property {(error: unknown) => void} fail says what went wrong, unless it was cancelled
 * @property {Next | null} next what the play view should begin with, said by another view
 *
 * @typedef {{begin?: import('./protocol.js').NewGame, open?: {text: string, game?: number}}} Next
 *
 * A part of the page. `keys` says whether it used a key.
 * @typedef {object} View
 * @property {HTMLElement} element
 * @property {string} title
 * @property {(event: KeyboardEvent) => boolean} [keys]
 * @property {() => void} leave
 *
 * @typedef {(app: App, rest: string) => View} MakeView
 */

/** The styles of what takes machines and programs apart. */
const BENCH = ['css/code.css', 'css/workbench.css', 'css/machine.css'];

/**
 * A part of the page that is fetched, with its styles, when it is first shown.
 * @param {() => string} title
 * @param {string[]} styles
 * @param {() => Promise<MakeView>} fetch
 */
function part(title, styles, fetch) {
  const styled = () => Promise.all(styles.map(style));
  return later(title, async () => (await Promise.all([fetch(), styled()]))[0]);
}

/** @type {Record<string, MakeView>} The next part of the page takes a line here and one in header.js. */
const VIEWS = {
  play: playView,
  home: part(
    () => t('home.title'),
    ['css/home.css'],
    async () => (await import('./home/home.js')).homeView,
  ),
  online: part(
    () => t('online.title'),
    ['css/online.css'],
    async () => (await import('./online/online.js')).onlineView,
  ),
  puzzles: part(
    () => t('page.nav.puzzles'),
    ['css/study.css'],
    async () => (await import('./puzzles/puzzles.js')).puzzlesView,
  ),
  learn: part(
    () => t('page.nav.learn'),
    ['css/study.css'],
    async () => (await import('./learn/learn.js')).learnView,
  ),
  editor: part(
    () => t('page.nav.editor'),
    ['css/study.css'],
    async () => (await import('./editor/editor.js')).editorView,
  ),
  games: part(
    () => t('page.nav.games'),
    ['css/study.css'],
    async () => (await import('./games/games.js')).gamesView,
  ),
  review: part(
    () => t('page.review'),
    ['css/study.css'],
    async () => (await import('./review/review.js')).reviewView,
  ),
  machine: part(
    () => t('machine.title'),
    BENCH,
    async () => (await import('./machine/machine.js')).machineView,
  ),
  course: part(
    () => t('course.title'),
    [...BENCH, 'css/course.css'],
    async () => (await import('./course/course.js')).courseView,
  ),
  workbench: part(
    () => t('page.nav.workbench'),
    BENCH,
    async () => (await import('./workbench/workbench.js')).workbenchView,
  ),
};

/** @type {'en' | 'ru'} */
const language = settings.language ?? (document.documentElement.lang === 'ru' ? 'ru' : 'en');
const loading = load(language);
const engine = new Engine(
  language,
  loading.then((texts) => texts),
);
const main = /** @type {HTMLElement} */ (document.getElementById('main'));

/** @type {App} */
const app = {
  engine,
  next: null,
  go(path) {
    if (location.hash === `#/${path}`) show();
    else location.hash = `/${path}`;
  },
  fail(error) {
    if (error instanceof Error && 'cancelled' in error && error.cancelled) return;
    const message = error instanceof Error ? error.message : String(error);
    note(message);
    announce(message);
  },
};

const header = new Header({
  async language(wanted) {
    set({ language: wanted });
    const catalogue = await load(wanted);
    await engine.speak(wanted, catalogue);
    header.draw();
    show();
  },
  sound() {
    set({ sound: !isLoud() });
    announce(isLoud() ? t('page.sound.on.said') : t('page.sound.off.said'));
    header.draw();
    document.getElementById('sound')?.focus();
  },
  theme() {
    set({ theme: isDark() ? 'light' : 'dark' });
    header.draw();
  },
  keys: () => keysSheet(current()),
});

/** @type {View | null} */
let view = null;

/** The name of the view of the address. */
const current = () => location.hash.match(/^#\/(\w+)/)?.[1];

/** Shows the view of the address. What is not one of ours is a link to a game or a position. */
function show() {
  const hash = location.hash.slice(1);
  const [, name = '', rest = ''] = hash.match(/^\/(\w+)\/?(.*)$/) ?? [];
  const path = VIEWS[name] ? name : 'play';
  const link = hash !== '' && !hash.startsWith('/') ? `link/${hash}` : rest;
  const first = view === null;
  view?.leave();
  view = VIEWS[path](app, link);
  main.replaceChildren(view.element);
  main.dataset.view = path;
  document.title = `${view.title} · mancala`;
  header.current(path);
  if (!first) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

/** @param {KeyboardEvent} event */
function keys(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  // Inside an editor the target of the event is its frame; the path knows the element itself.
  const [target] = event.composedPath();
  if (target instanceof HTMLElement && target.isContentEditable) return;
  if (
    target instanceof HTMLElement &&
    target.matches('input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select')
  )
    return;
  const moves = /^(Arrow|Page|Home|End)/.test(event.key);
  if (target instanceof HTMLInputElement && target.type === 'range' && moves) return;
  // Arrows choose between radio buttons where one has the focus.
  if (target instanceof HTMLInputElement && target.type === 'radio' && event.key.startsWith('Arrow')) return;
  if (event.key === '?') keysSheet(current());
  else if (!view?.keys?.(event)) return;
  event.preventDefault();
}

async function start() {
  try {
    await loading;
  } catch (error) {
    main.append(h('p', { class: 'card' }, `The page could not be loaded: ${error}`));
    return;
  }
  header.draw();
  show();
  const look = () => site().then((found) => found?.online && header.addOnline());
  look();
  addEventListener('online', look);
  addEventListener('hashchange', show);
  addEventListener('keydown', keys);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => header.draw());
  try {
    await engine.ready;
  } catch (error) {
    await sheet(t('page.no-engine'), () => [
      h('p', null, t('page.no-engine.why')),
      h('p', { class: 'soft small' }, String(error)),
    ]);
  }
  document.documentElement.dataset.engine = 'ready';
  // A game against the computer needs the engine; it loads while the board is already shown.
  engine.player.start();
  // Last of all: what it fetches should not stand in the way of the first game.
  navigator.serviceWorker?.register('sw.js').catch(() => {});
}

start();
