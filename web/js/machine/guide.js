/**
 * The guide, readable in the page: the documents of the project as they are, with links from one to the next. In Russian there is the page
 * about the machine; the others, which are about the insides, say that they are in English.
 */
import { sheet } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { spoken, t } from '../lib/texts.js';
import { html } from './markdown.js';

/** What is worth reading beside a machine, in this order. */
const PAGES = /** @type {const} */ ([
  ['machine', () => t('machine.guide.machine')],
  ['console-2023', () => t('machine.console.of', { model: '2023' })],
  ['console-2022', () => t('machine.console.of', { model: '2022' })],
  ['console-2016', () => t('machine.console.of', { model: '2016' })],
  ['cdm8-start', () => t('machine.guide.assembly')],
  ['cdm8-processor', () => t('machine.guide.processor')],
  ['cdm8-gates', () => t('machine.guide.gates')],
  ['timeline', () => t('machine.guide.time')],
]);

/** Those that are there in Russian, too. */
const RUSSIAN = ['machine'];

/** @param {string} first the page that is open at the beginning */
export function guideSheet(first) {
  const article = h('article', { class: 'guide-page', lang: 'en', tabindex: 0 });
  const links = PAGES.map(([name, text]) =>
    h('button', { type: 'button', 'data-page': name, onclick: () => open(name) }, text()),
  );
  /** @param {string} name */
  async function open(name) {
    const page = PAGES.some(([known]) => known === name) ? name : 'machine';
    for (const link of links) link.setAttribute('aria-current', String(link.dataset.page === page));
    try {
      const own = spoken() === 'en' || RUSSIAN.includes(page);
      const answer = await fetch(spoken() !== 'en' && own ? `docs/${page}.${spoken()}.md` : `docs/${page}.md`);
      if (!answer.ok) throw new Error(String(answer.status));
      article.lang = own ? spoken() : 'en';
      const foreign = !own && h('p', { class: 'soft small', lang: spoken() }, t('machine.guide.english'));
      refill(article, foreign, html(await answer.text()));
    } catch {
      refill(article, h('p', null, t('machine.guide.none')));
    }
    article.scrollTop = 0;
  }
  article.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const name = /^([\w-]+)\.md/.exec(link?.getAttribute('href') ?? '')?.[1];
    if (!name) return;
    event.preventDefault();
    void open(name);
  });
  void open(first);
  return sheet(
    t('machine.guide'),
    () => h('div', { class: 'guide' }, h('nav', { class: 'guide-pages', 'aria-label': t('machine.guide') }, links), article),
    'guide-sheet',
  );
}
