/** Questions and sheets, over the browser's own dialog: Escape and a pull downwards close them, the focus stays inside and comes back. */
import { h } from './dom.js';
import { icon } from './icons.js';
import { pullable } from './pull.js';
import { t } from './texts.js';

/**
 * Sheets that are open, the last one on top. Each has a separate entry in the history, so that Back closes it and nothing
 * behind it changes.
 * @type {{dialog: HTMLDialogElement, entry: boolean}[]}
 */
const open = [];
/** Entries that are being taken back because their sheets are closed. */
let leaving = 0;

function closeTop() {
  const top = open.at(-1);
  if (!top || leaving > 0) return;
  top.entry = false;
  top.dialog.close();
}
addEventListener('popstate', closeTop);
// A link inside a sheet leads away from it.
addEventListener('hashchange', closeTop);

/** Takes a sheet's entry out of the history; the browser does so in its own time. */
function leaveEntry() {
  leaving += 1;
  return new Promise((resolve) => {
    const left = () => {
      leaving -= 1;
      resolve(undefined);
    };
    addEventListener('popstate', left, { once: true });
    history.back();
  });
}

/**
 * @param {string} title
 * @param {(close: (answer?: string) => void) => (import('./dom.js').Child | import('./dom.js').Child[])} content
 * @param {string} [look]
 * @returns {Promise<string>} what it was closed with; empty if it was dismissed
 */
export function sheet(title, content, look = '') {
  return new Promise((resolve) => {
    const close = (/** @type {string} */ answer = '') => dialog.close(answer);
    const dialog = h(
      'dialog',
      { class: `sheet ${look}`, 'aria-labelledby': 'sheet-title' },
      h(
        'div',
        { class: 'sheet-head' },
        h('h2', { id: 'sheet-title' }, title),
        h('button', { class: 'icon', type: 'button', 'aria-label': t('page.close'), onclick: () => close() }, icon('close')),
      ),
    );
    dialog.append(h('div', { class: 'sheet-body' }, content(close)));
    dialog.addEventListener('click', (event) => event.target === dialog && close());
    pullable(dialog, close);
    const shown = { dialog, entry: true };
    dialog.addEventListener('close', async () => {
      dialog.remove();
      open.splice(open.indexOf(shown), 1);
      if (shown.entry) await leaveEntry();
      resolve(dialog.returnValue);
    });
    document.body.append(dialog);
    open.push(shown);
    history.pushState({ sheet: open.length }, '');
    dialog.showModal();
  });
}

/**
 * A sheet of things to choose from.
 * @param {string} title
 * @param {{name: string, picture: string, text: string, about: string, able: boolean}[]} choices
 * @returns {Promise<string>} the name of the chosen one
 */
export const menu = (title, choices) =>
  sheet(title, (close) =>
    h(
      'div',
      { class: 'menu' },
      choices.map(({ name, picture, text, about, able }) =>
        h(
          'button',
          { class: 'menu-item', type: 'button', 'data-choice': name, disabled: !able, onclick: () => close(name) },
          icon(picture),
          h('span', null, h('strong', null, text), h('span', { class: 'small soft' }, about)),
        ),
      ),
    ),
  );

/**
 * A yes-or-no question.
 * @param {string} question
 * @param {string} yes
 * @param {string} [explanation]
 */
export async function ask(question, yes, explanation = '') {
  const answer = await sheet(
    question,
    (close) => [
      explanation && h('p', { class: 'soft' }, explanation),
      h(
        'div',
        { class: 'buttons end' },
        h('button', { class: 'button', type: 'button', onclick: () => close() }, t('page.cancel')),
        h('button', { class: 'button main', type: 'button', onclick: () => close('yes') }, yes),
      ),
    ],
    'question',
  );
  return answer === 'yes';
}

/**
 * A short note at the bottom that disappears after a while.
 * @param {string} text
 */
export function note(text) {
  document.querySelector('.note')?.remove();
  const element = h('div', { class: 'note', role: 'status' }, text);
  document.body.append(element);
  setTimeout(() => element.remove(), 3600);
}
