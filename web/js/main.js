/** Starts the page: texts, engine, header, and the view the address asks for. */
import { Engine } from './engine.js';
import { editorView } from './editor/editor.js';
import { gamesView } from './games/games.js';
import { Header } from './header.js';
import { learnView } from './learn/learn.js';
import { announce } from './lib/announce.js';
import { note, sheet } from './lib/dialog.js';
import { h } from './lib/dom.js';
import { keysSheet } from './keys.js';
import { later } from './lib/later.js';
import { isDark, set, settings } from './lib/settings.js';
import { site } from './lib/site.js';
import { style } from './lib/style.js';
import { load, t } from './lib/texts.js';
import { playView } from './play/play.js';
import { puzzlesView } from './puzzles/puzzles.js';
import { reviewView } from './review/review.js';

/**
 * What every view is given.
 * @typedef {object} App
 * @property {Engine} engine
 * @property {(path: string) => void} go
 * @property {(error: unknown) => void} fail says what went wrong, unless nobody waits for it any more
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

/** @type {Record<string, MakeView>} The next part of the page takes a line here and one in header.js. */
const VIEWS = {
  play: playView,
  online: later(() => t('online.title'), fetchOnline),
  puzzles: puzzlesView,
  learn: learnView,
  editor: editorView,
  games: gamesView,
  review: reviewView,
  machine: later(() => t('machine.title'), async () => (await import('./machine/machine.js')).machineView),
  workbench: later(() => t('page.nav.workbench'), async () => (await import('./workbench/workbench.js')).workbenchView),
};

async function fetchOnline() {
  const [{ onlineView }] = await Promise.all([import('./online/online.js'), style('css/online.css')]);
  return onlineView;
}

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
  const path = hash === '' ? 'play' : VIEWS[name] ? name : hash.startsWith('/') ? 'play' : 'play';
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
  if (target instanceof HTMLElement && target.matches('input:not([type="radio"], [type="checkbox"], [type="range"]), textarea, select'))
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
  // Last of all: what it fetches should not stand in the way of the first game.
  navigator.serviceWorker?.register('sw.js').catch(() => {});
}

start();
