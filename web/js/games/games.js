/** The games saved in this browser, the results against each player, and an empty state. */
import { smallBoard } from '../board/small.js';
import { ask } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { icon } from '../lib/icons.js';
import { against, games as played, LEVELS } from '../lib/results.js';
import { all, forget } from '../lib/shelf.js';
import { spoken, t } from '../lib/texts.js';
import { versus } from '../lib/title.js';

/** @typedef {import('../main.js').App} App */

/** Below this many games the list shows where others will stand. */
const FEW = 3;

/**
 * A game of the list.
 * @param {App} app
 * @param {import('../lib/shelf.js').Kept} game
 * @param {() => void} changed
 */
function row(app, game, changed) {
  const when = new Intl.DateTimeFormat(spoken(), { dateStyle: 'medium', timeStyle: 'short' });
  const { south, north } = game.position?.stores ?? { south: 0, north: 0 };
  const title = versus(game.seats, game.names);
  const act = (/** @type {string} */ text, /** @type {() => void} */ onclick, main = false) =>
    h('button', { class: `button ${main ? 'main' : ''}`, type: 'button', onclick }, text);
  const forgetIt = async () => {
    if (!(await ask(t('page.games.delete.ask'), t('page.games.delete.yes'), title))) return;
    forget(game.id);
    changed();
  };
  return h(
    'li',
    { class: 'card game', 'data-game': game.id },
    h('span', { class: 'game-picture' }, game.position && smallBoard(game.position, { near: game.you ?? 'south' })),
    h(
      'div',
      { class: 'game-about' },
      h('strong', null, title),
      h('span', { class: 'small soft' }, `${when.format(game.when)} · ${t('moves', { count: game.moves })}`),
    ),
    h(
      'div',
      { class: 'game-score', 'aria-label': `${south} – ${north}` },
      h('strong', null, `${south} – ${north}`),
      h('span', { class: 'small soft' }, game.over ? t('page.games.over') : t('page.games.open')),
    ),
    h(
      'div',
      { class: 'buttons' },
      act(game.over ? t('page.games.look') : t('page.games.go-on'), () => app.go(`play/${game.id}`), !game.over),
      act(t('page.review'), () => app.go(`review/${game.id}`)),
      h(
        'button',
        {
          class: 'icon',
          type: 'button',
          'aria-label': t('page.games.delete', { game: title }),
          title: t('page.games.delete', { game: title }),
          onclick: forgetIt,
        },
        icon('trash'),
      ),
    ),
  );
}

/**
 * How one did against each level that has been met.
 * @param {App} app
 * @param {HTMLElement} element
 */
async function drawLevels(app, element) {
  const seats = Array.from({ length: LEVELS }, (_, index) => `level:${index + 1}`);
  const met = seats.filter((seat) => played(against(seat)) > 0);
  element.hidden = met.length === 0;
  if (!met.length) return;
  const opponents = await app.engine.opponents();
  const titles = new Map(opponents.map(({ name, title }) => [name, title]));
  refill(
    element,
    h('h2', { class: 'label' }, t('page.games.levels')),
    h(
      'ul',
      { class: 'tallies' },
      met.map((seat) => tallyOf(seat, titles.get(seat) ?? seat)),
    ),
  );
}

/**
 * @param {string} seat
 * @param {string} name
 */
function tallyOf(seat, name) {
  const tally = against(seat);
  const count = played(tally);
  const part = (/** @type {string} */ look, /** @type {number} */ number) => {
    const bar = h('i', { class: look });
    bar.style.flexGrow = String(number);
    return number > 0 && bar;
  };
  return h(
    'li',
    { 'data-seat': seat },
    face({ seat }),
    h('strong', null, name),
    h(
      'span',
      { class: 'tally', 'aria-hidden': 'true' },
      part('won', tally.won),
      part('drawn', tally.drawn),
      part('lost', tally.lost),
    ),
    h('span', { class: 'soft small' }, t('page.new.won', { won: tally.won, count })),
  );
}

/** @type {import('../main.js').MakeView} */
export function gamesView(app) {
  const list = h('ul', { class: 'games' });
  const levels = h('section', { class: 'card', hidden: true });
  const foot = h('p', { class: 'soft small games-foot' });
  const draw = () => {
    const kept = all();
    const empty = Array.from({ length: Math.max(0, FEW - kept.length) }, () =>
      h('li', { class: 'card game ghost', 'aria-hidden': 'true' }, h('i', null), h('i', null), h('i', null)),
    );
    refill(
      list,
      kept.map((game) => row(app, game, draw)),
      empty,
    );
    foot.textContent = kept.length === 0 ? t('page.games.none') : kept.length < FEW ? t('page.games.few') : '';
    drawLevels(app, levels).catch(app.fail);
  };
  draw();
  const bring = async () => {
    try {
      const { importSheet } = await import('../play/share.js');
      const found = await importSheet(app);
      if (!found) return;
      app.next = { open: found };
      app.go('play');
    } catch (error) {
      app.fail(error);
    }
  };
  const element = h(
    'div',
    { class: 'page-list' },
    h(
      'div',
      { class: 'head row' },
      h('div', null, h('h1', null, t('page.nav.games')), h('p', { class: 'soft' }, t('page.games.about'))),
      h(
        'div',
        { class: 'buttons' },
        h('a', { class: 'button main', href: '#/play/new' }, icon('new'), t('page.new')),
        h('button', { class: 'button', type: 'button', id: 'import-button', onclick: bring }, icon('upload'), t('page.import')),
        h('a', { class: 'button', href: '#/editor' }, icon('editor'), t('page.nav.editor')),
      ),
    ),
    levels,
    list,
    foot,
  );
  return { element, title: t('page.nav.games'), leave() {} };
}
