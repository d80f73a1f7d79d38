/** A short game under review, for those who have not played one yet. What the engine says about it is written down here, and tested. */
import { smallBoard } from '../board/small.js';
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { Graph } from '../play/graph.js';

/** @typedef {import('../main.js').App} App */

export const EXAMPLE = 'example';
const OPPONENT = 'level:4';
const GAME = 'game.standard..36242615323615423162534465661';
/** South's final margin with best play, before the first move and after each. */
export const MARGINS = [8, 8, 8, 8, ...Array.from({ length: 13 }, () => 16), ...Array.from({ length: 10 }, () => 8), 12, 12, 12];
/** The move that is shown: your own, and what it gave away. */
export const MISTAKE = {
  ply: 17,
  pit: 3,
  best: 5,
  cost: 8,
  pits: { south: [0, 2, 2, 0, 9, 1], north: [1, 0, 2, 2, 1, 0] },
  stores: { south: 24, north: 4 },
};

/** @returns {import('../lib/shelf.js').Kept} */
export function exampleGame() {
  const four = [4, 4, 4, 4, 4, 4];
  return {
    id: EXAMPLE,
    record: GAME,
    ply: 0,
    seats: { south: 'human', north: OPPONENT },
    names: { south: t('page.you'), north: '' },
    position: {
      text: '',
      pits: { south: four, north: four },
      stores: { south: 0, north: 0 },
      toMove: 'south',
      legal: [],
      over: false,
    },
    moves: MARGINS.length - 1,
    over: true,
    when: 0,
  };
}

/**
 * What stands in place of a review as long as there is no game.
 * @param {App} app
 * @returns {import('../main.js').View}
 */
export function emptyReview(app) {
  const graph = new Graph({ label: t('page.review.graph') });
  graph.legend.after(h('span', { class: 'badge' }, t('page.review.example')));
  const { ply, pit, best, cost, pits, stores } = MISTAKE;
  const names = { south: t('page.you'), north: '' };
  app.engine.opponents().then((all) => {
    names.north = all.find(({ name }) => name === OPPONENT)?.title ?? '';
    draw();
  }, app.fail);
  const points = MARGINS.map((margin, at) => ({ ply: at, margin, grade: at === ply ? 'blunder' : null }));
  const draw = () => graph.draw(points, MARGINS.length - 1, -1, { names, near: 'south' });
  draw();
  const picture = smallBoard(
    { text: '', pits, stores, toMove: 'south', legal: [], over: false },
    { rings: { from: { side: 'south', pit }, best: { side: 'south', pit: best } } },
  );
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
    { class: 'example' },
    h('div', { class: 'head' }, h('h1', null, t('page.review')), h('p', { class: 'soft' }, t('page.review.none'))),
    h(
      'section',
      { class: 'card' },
      graph.element,
      h(
        'div',
        { class: 'example-find' },
        picture,
        h(
          'div',
          null,
          h('strong', null, t('page.review.example.cost', { move: ply, count: cost })),
          h('p', { class: 'soft' }, t('page.review.example.find')),
        ),
        h('a', { class: 'button', href: `#/review/${EXAMPLE}/${ply}` }, t('page.review.find')),
      ),
    ),
    h(
      'div',
      { class: 'buttons' },
      h('a', { class: 'button main', href: '#/play/new' }, icon('play'), t('page.review.play-first')),
      h('a', { class: 'button', href: `#/review/${EXAMPLE}` }, icon('star'), t('page.review.example.go')),
      h('button', { class: 'button', type: 'button', onclick: bring }, icon('folder'), t('page.review.open')),
    ),
  );
  return { element, title: t('page.review'), leave() {} };
}
