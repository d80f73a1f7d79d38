/** Playing with people: the lobby, or the game of the address. */
import { h } from '../lib/dom.js';
import { site } from '../lib/site.js';
import { t } from '../lib/texts.js';
import { gameView } from './game.js';
import { lobbyView } from './lobby.js';

/** @type {import('../main.js').MakeView} */
export function onlineView(app, rest) {
  const view = rest ? gameView(app, rest) : lobbyView(app, rest);
  site().then((found) => {
    if (!found || found.online) return;
    view.leave();
    view.element.replaceChildren(
      h(
        'section',
        { class: 'card nothing-here' },
        h('h1', null, t('online.title')),
        h('p', { class: 'soft' }, t('online.no-site')),
        h('a', { class: 'button main', href: '#/play' }, t('page.nav.play')),
      ),
    );
  });
  return view;
}
