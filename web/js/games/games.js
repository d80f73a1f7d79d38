/** The games kept in this browser. */
import { ask } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { all, forget } from '../lib/shelf.js';
import { spoken, t } from '../lib/texts.js';
import { versus } from '../lib/title.js';
import { importSheet } from '../play/share.js';

/** @type {import('../main.js').MakeView} */
export function gamesView(app) {
  const list = h('ul', { class: 'games' });
  const when = new Intl.DateTimeFormat(spoken(), { dateStyle: 'medium', timeStyle: 'short' });
  const draw = () => {
    const games = all();
    refill(
      list,
      games.length === 0 && h('li', { class: 'soft' }, t('page.games.none')),
      games.map((game) => {
        const { south, north } = game.position?.stores ?? { south: 0, north: 0 };
        const title = versus(game.seats, game.names);
        const act = (/** @type {string} */ text, /** @type {() => void} */ onclick, main = false) =>
          h('button', { class: `button ${main ? 'main' : ''}`, type: 'button', onclick }, text);
        return h(
          'li',
          { class: 'card game', 'data-game': game.id },
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
                onclick: async () => {
                  if (!(await ask(t('page.games.delete.ask'), t('page.games.delete.yes'), title))) return;
                  forget(game.id);
                  draw();
                },
              },
              icon('trash'),
            ),
          ),
        );
      }),
    );
  };
  draw();
  const element = h(
    'div',
    { class: 'page-list' },
    h(
      'div',
      { class: 'head row' },
      h('div', null, h('h1', null, t('page.nav.games')), h('p', { class: 'soft small' }, t('page.games.about'))),
      h(
        'button',
        {
          class: 'button',
          type: 'button',
          id: 'import-button',
          onclick: async () => {
            const found = await importSheet(app);
            if (!found) return;
            app.next = { open: found };
            app.go('play');
          },
        },
        icon('upload'),
        t('page.import'),
      ),
    ),
    list,
  );
  return { element, title: t('page.nav.games'), leave() {} };
}
