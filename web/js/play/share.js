/** Taking games out of the page and bringing them in. */
import { note, sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { download } from '../lib/download.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../engine.js').Game} Game
 * @typedef {import('../main.js').App} App
 */

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    note(t('page.copied'));
  } catch {
    note(t('page.not-copied'));
  }
}

/** @param {import('../protocol.js').Exported} exported */
const save = ({ text, file, type }) => download(file, text, type);

/** @param {string} fragment */
const linkTo = (fragment) => `${location.href.split('#')[0]}#${fragment}`;

/**
 * Links, the record and files of a game.
 * @param {App} app
 * @param {Game} game
 */
export async function shareSheet(app, game) {
  const [links, record] = await Promise.all([game.links(), game.export('record')]);
  const link = (/** @type {string} */ title, /** @type {string} */ fragment, /** @type {string} */ id) =>
    h(
      'div',
      { class: 'field' },
      h('span', null, title),
      h(
        'div',
        { class: 'with-button' },
        h('input', {
          type: 'text',
          id,
          readonly: true,
          value: linkTo(fragment),
          'aria-label': title,
          onfocus: (/** @type {FocusEvent} */ event) => /** @type {HTMLInputElement} */ (event.target).select(),
        }),
        h('button', { class: 'button', type: 'button', onclick: () => copy(linkTo(fragment)) }, t('page.copy')),
      ),
    );
  const file = async (/** @type {import('../protocol.js').Format} */ format) => {
    try {
      save(await game.export(format));
    } catch (error) {
      app.fail(error);
    }
  };
  await sheet(t('page.share'), () => [
    link(t('page.share.game'), links.game, 'link-game'),
    link(t('page.share.position'), links.position, 'link-position'),
    h(
      'div',
      { class: 'field' },
      h('span', null, t('page.share.record')),
      h('textarea', { id: 'record', rows: 8, readonly: true, 'aria-label': t('page.share.record') }, record.text),
    ),
    h(
      'div',
      { class: 'buttons' },
      h('button', { class: 'button main', type: 'button', onclick: () => copy(record.text) }, t('page.copy')),
      h('button', { class: 'button', type: 'button', onclick: () => file('record') }, t('page.share.save')),
      h('button', { class: 'button', type: 'button', onclick: () => file('json') }, t('page.share.json')),
    ),
  ]);
}

/**
 * What counts in a link is behind the `#`.
 * @param {string} text
 */
const meant = (text) => (/^\s*https?:/.test(text) ? text.trim().replace(/^[^#]*#/, '') : text);

/**
 * Asks for a record, a position or a link.
 * @param {App} app
 * @returns {Promise<{text: string, game?: number} | null>}
 */
export async function importSheet(app) {
  /** @type {{text: string, game?: number} | null} */
  let found = null;
  const problem = h('p', { class: 'problem', role: 'alert' });
  const area = h('textarea', {
    id: 'import',
    rows: 10,
    spellcheck: 'false',
    'aria-label': t('page.import'),
    placeholder: '4,4,4,4,4,4,0/4,4,4,4,4,4,0 s',
  });
  const list = h('div', { class: 'found' });
  await sheet(t('page.import'), (close) => {
    const take = (/** @type {number | undefined} */ game) => {
      found = { text: meant(area.value), game };
      close('open');
    };
    const look = async () => {
      problem.textContent = '';
      list.replaceChildren();
      try {
        // Not a file of games? A position or a link, perhaps.
        const games = await app.engine.gamesOf(area.value).catch(() => []);
        if (games.length > 1) {
          list.append(
            h('p', { class: 'small soft' }, t('page.import.which', { count: games.length })),
            ...games
              .slice(0, 100)
              .map(({ game, title }) => h('button', { class: 'button', type: 'button', onclick: () => take(game) }, title)),
          );
          return;
        }
        const trial = await app.engine.openGame(meant(area.value));
        trial.close();
        take(undefined);
      } catch (error) {
        problem.textContent = error instanceof Error ? error.message : String(error);
      }
    };
    const file = h('input', {
      type: 'file',
      id: 'import-file',
      class: 'hidden',
      accept: '.mancala,.json,.txt',
      tabindex: -1,
      'aria-hidden': 'true',
      onchange: async () => {
        area.value = (await file.files?.[0]?.text()) ?? '';
      },
    });
    return [
      h('p', { class: 'small soft' }, t('page.import.about')),
      area,
      problem,
      list,
      file,
      h(
        'div',
        { class: 'buttons end' },
        h('button', { class: 'button', type: 'button', onclick: () => file.click() }, t('page.import.file')),
        h('button', { class: 'button main', type: 'button', onclick: look }, t('page.import.open')),
      ),
    ];
  });
  return found;
}
