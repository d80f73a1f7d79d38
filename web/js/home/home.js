/** Where the name of the page leads: the game that is not over, the puzzle of the day, and a console, each a press away. */
import { smallBoard } from '../board/small.js';
import { Display } from '../lib/display.js';
import { h, refill } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { against, games, ladder, LEVELS } from '../lib/results.js';
import { latest } from '../lib/shelf.js';
import { t } from '../lib/texts.js';
import { kept } from '../machine/kept.js';
import { puzzleOf, streak, today } from '../puzzles/daily.js';
import { difficultyName, score } from '../puzzles/score.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('../lib/shelf.js').Kept} Kept
 * @typedef {import('../protocol.js').Position} Position
 * @typedef {import('../protocol.js').Side} Side
 */

/** What the console in the picture shows: the machine's row as one sees it, and one's own. */
const DIGITS = { theirs: [0, 5, 5, 0, 4, 4], ours: [5, 1, 2, 7, 6, 6] };

/** @param {number} seeds @returns {Position} a board with as many seeds in each pit */
function laid(seeds) {
  const row = Array.from({ length: 6 }, () => seeds);
  return {
    text: '',
    pits: { south: row, north: row },
    stores: { south: 0, north: 0 },
    toMove: 'south',
    legal: [],
    over: false,
  };
}

/**
 * @param {object} card
 * @param {string} card.id
 * @param {string} card.title
 * @param {string} card.about
 * @param {Node} card.picture
 * @param {string} card.go what the button says
 * @param {string} card.href
 * @param {boolean} [card.main]
 */
const cardOf = ({ id, title, about, picture, go, href, main }) => [
  h('div', null, h('h2', { id: `home-${id}` }, title), h('p', { class: 'soft' }, about)),
  h('div', { class: 'home-picture', 'aria-hidden': 'true' }, picture),
  h('a', { class: `button ${main ? 'main' : ''}`, href, 'aria-describedby': `home-${id}` }, go),
];

/** @param {Kept} game */
function openGame(game) {
  const { seats, names, position, you } = game;
  const alone = (seats.south === 'human') !== (seats.north === 'human');
  /** @type {Side} */
  const own = you ?? (alone && seats.north === 'human' ? 'north' : 'south');
  const other = own === 'south' ? 'north' : 'south';
  const [name, mine, theirs] = [names[other], position.stores[own], position.stores[other]];
  const yours = position.toMove === own;
  return cardOf({
    id: 'game',
    title: t('home.game', { name }),
    about: yours ? t('home.game.yours', { own: mine, other: theirs }) : t('home.game.theirs', { name, own: mine, other: theirs }),
    picture: smallBoard(position, { near: own }),
    go: t('page.games.go-on'),
    href: `#/play/${game.id}`,
    main: true,
  });
}

/**
 * The next step on the ladder of levels, or the first.
 * @param {App} app
 * @param {HTMLElement} element
 */
async function newGame(app, element) {
  const next = ladder()?.next ?? nextUnmet();
  const draw = (/** @type {string} */ about) =>
    refill(
      element,
      cardOf({
        id: 'game',
        title: t('home.new'),
        about,
        picture: smallBoard(laid(4)),
        go: t('page.new'),
        href: '#/play/new',
        main: true,
      }),
    );
  draw('');
  if (!next) return;
  const seat = `level:${next}`;
  const opponents = await app.engine.opponents();
  const title = opponents.find(({ name }) => name === seat)?.title ?? '';
  draw(t('home.new.next', { name: title, level: next }));
  element.querySelector('p')?.prepend(face({ seat }));
}

/** Nobody has been beaten yet: the lowest level that has not been met. */
const nextUnmet = () => Array.from({ length: LEVELS }, (_, at) => at + 1).find((level) => !games(against(`level:${level}`))) ?? 0;

/**
 * @param {App} app
 * @param {HTMLElement} element
 * @returns {() => void} cancels its board
 */
function daily(app, element) {
  const day = today();
  const { difficulty, seed } = puzzleOf(day);
  const { days } = score();
  const solved = days.includes(day);
  const row = streak(days, day);
  const state = solved ? t('page.puzzle.daily.done') : t('page.puzzle.daily.open');
  const about = [difficultyName(difficulty), state, row > 0 && t('page.puzzle.days', { count: row })];
  const draw = (/** @type {Position} */ position) => {
    const board = smallBoard(position, {
      rings: { taken: position.legal.map((pit) => ({ side: position.toMove, pit })) },
    });
    refill(
      element,
      cardOf({
        id: 'daily',
        title: t('page.puzzle.daily'),
        about: about.filter(Boolean).join(' · '),
        picture: board,
        go: solved ? t('home.daily.again') : t('home.daily.go'),
        href: '#/puzzles/daily',
      }),
    );
  };
  draw(laid(0));
  const { result, cancel } = app.engine.puzzle({ difficulty, seed });
  result.then(({ position }) => draw(position)).catch(app.fail);
  return cancel;
}

function consoleCard() {
  const run = kept();
  const row = (/** @type {'theirs' | 'ours'} */ look) =>
    h(
      'div',
      { class: 'home-digits' },
      DIGITS[look].map((value) => {
        const display = new Display(look);
        display.show(value, '');
        return display.element;
      }),
    );
  const lights = h(
    'div',
    { class: 'home-lights' },
    [0, 1, 2, 3, 4].map((at) => h('i', { class: at === 2 ? 'lit' : '' })),
  );
  return cardOf({
    id: 'console',
    title: run ? t('home.console.on') : t('home.console'),
    about: run ? t('home.console.on.about') : t('home.console.about'),
    picture: h('div', { class: 'home-console' }, row('theirs'), lights, row('ours')),
    go: run ? t('home.console.on.go') : t('home.console.go'),
    href: '#/machine',
  });
}

/** @type {import('../main.js').MakeView} */
export function homeView(app) {
  const card = (/** @type {string} */ name, /** @type {import('../lib/dom.js').Child[]} */ children = []) =>
    h('section', { class: 'card home-card', 'data-card': name }, children);
  const game = latest();
  const first = card('game', game && !game.over ? openGame(game) : []);
  if (!game || game.over) newGame(app, first).catch(app.fail);
  const puzzle = card('daily');
  const cancel = daily(app, puzzle);
  const element = h(
    'div',
    { class: 'home' },
    h('h1', { class: 'hidden' }, t('home.title')),
    first,
    puzzle,
    card('console', consoleCard()),
  );
  return { element, title: t('home.title'), leave: cancel };
}
