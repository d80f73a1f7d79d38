/** The end of a game: the score, what each side gave away, the move on which it turned, and what to do next. */
import { smallBoard } from '../board/small.js';
import { announce } from '../lib/announce.js';
import { sheet } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { icon } from '../lib/icons.js';
import { against, inARow, nextLevel } from '../lib/results.js';
import { t } from '../lib/texts.js';
import { yourSide } from './says.js';

/**
 * @typedef {import('../protocol.js').GameState} GameState
 * @typedef {import('../protocol.js').Review} Review
 * @typedef {import('../protocol.js').ReviewedMove} ReviewedMove
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('../main.js').App} App
 */

/** Below this many seeds a move turns nothing. */
const COSTLY = 3;

/**
 * @param {App} app
 * @param {import('./session.js').Session} session
 * @returns {Promise<string>} what was chosen: `rematch`, `new`, `share`, `review`, `review/PLY`, `level:N`, or nothing
 */
export async function resultSheet(app, session) {
  const { state } = session;
  if (!state?.result) return '';
  const near = session.board.near;
  const far = near === 'south' ? 'north' : 'south';
  const figures = h('dl', { class: 'over-figures' });
  const turn = h('div', { class: 'over-turn', role: 'status' });
  const draw = (/** @type {Review | null} */ review) => drawFigures(figures, state, review, near);
  draw(null);
  const job = state.moves.length
    ? app.engine.review({ record: state.record, people: state.people }, (review) => draw(review))
    : null;
  /** @type {(answer?: string) => void} */
  let close = () => {};
  let closed = false;
  job?.result
    .then(async (review) => {
      draw(review);
      if (!closed) await drawTurn(app, turn, state, review, near, (ply) => close(`review/${ply}`));
    })
    .catch((error) => closed || app.fail(error));
  const answer = await sheet(
    t('page.over'),
    (end) => {
      close = end;
      return [
        h(
          'div',
          { class: 'over-score' },
          player(state, near),
          h(
            'div',
            { class: 'over-middle' },
            h('p', { class: `over-headline ${lookOf(state, near)}` }, headline(state)),
            h('p', { class: 'over-numbers' }, state.result?.stores[near], h('span', null, '–'), state.result?.stores[far]),
          ),
          player(state, far),
        ),
        figures,
        turn,
        h(
          'div',
          { class: 'over-buttons' },
          act('review', 'review', t('page.review'), end, true),
          act('rematch', 'rematch', t('page.rematch'), end),
          act('new', 'new', t('page.new'), end),
          act('share', 'share', t('page.share.short'), end),
        ),
        advice(app, state, end),
      ];
    },
    'game-over',
  );
  closed = true;
  job?.cancel();
  return answer;
}

/**
 * @param {string} name
 * @param {string} picture
 * @param {string} text
 * @param {(answer?: string) => void} close
 */
const act = (name, picture, text, close, main = false) =>
  h(
    'button',
    { class: `button ${main ? 'main' : ''}`, type: 'button', 'data-choice': name, autofocus: main, onclick: () => close(name) },
    icon(picture),
    text,
  );

/**
 * @param {GameState} state
 * @param {Side} side
 */
function player(state, side) {
  const winner = state.result?.winner;
  const mood = !winner ? 'calm' : winner === side ? 'glad' : 'startled';
  const name = state.names[side];
  const you = yourSide(state) === side;
  return h('div', { class: 'over-player' }, face({ seat: state.seats[side], name, you, side, mood }), h('strong', null, name));
}

/** @param {GameState} state @param {Side} near */
const lookOf = ({ result }, near) => (!result?.winner ? '' : result.winner === near ? 'own' : 'them');

/** Who won, and by how much; or who gave up. @param {GameState} state */
function headline({ result, names, people }) {
  if (!result) return '';
  if (result.kind === 'resigned') return result.sentence.replace(/\.$/, '');
  const { winner, stores } = result;
  const margin = Math.abs(stores.south - stores.north);
  if (!winner) return t('page.over.draw');
  return people?.[winner] === null ? t('page.over.you', { margin }) : t('page.over.they', { name: names[winner], margin });
}

/**
 * @param {HTMLElement} list
 * @param {GameState} state
 * @param {Review | null} review
 * @param {Side} near
 */
function drawFigures(list, state, review, near) {
  const far = near === 'south' ? 'north' : 'south';
  const captures = (/** @type {Side} */ side) =>
    String(state.moves.filter((move) => move.side === side && move.captured > 0).length);
  const judged = (/** @type {Side} */ side, /** @type {(play: Review['play']['south']) => string} */ what) => {
    const play = review?.play[side];
    return play?.judged ? what(play) : '…';
  };
  const row = (/** @type {string} */ name, /** @type {string} */ text, /** @type {(side: Side) => string} */ value) =>
    h(
      'div',
      { 'data-figure': name },
      h('dd', { class: 'own' }, value(near)),
      h('dt', { class: 'soft' }, text),
      h('dd', { class: 'them' }, value(far)),
    );
  list.dataset.done = String(!!review?.done);
  refill(
    list,
    row('accuracy', t('page.review.accuracy'), (side) => judged(side, ({ accuracy }) => `${Math.round(accuracy)} %`)),
    row('cost', t('page.over.cost'), (side) => judged(side, ({ cost }) => String(cost))),
    row('captures', t('page.over.captures'), captures),
  );
}

/**
 * The move on which the game turned, or else the one that cost most.
 * @param {Review} review
 * @returns {{move: ReviewedMove, turned: boolean} | null}
 */
function turnOf({ moves, turningPoint }) {
  const turned = moves.find(({ ply }) => ply === turningPoint);
  if (turned) return { move: turned, turned: true };
  const worst = [...moves].sort((a, b) => b.cost.least - a.cost.least).at(0);
  return worst && worst.cost.least >= COSTLY ? { move: worst, turned: false } : null;
}

/**
 * @param {App} app
 * @param {HTMLElement} element
 * @param {GameState} state
 * @param {Review} review
 * @param {Side} near
 * @param {(ply: number) => void} look
 */
async function drawTurn(app, element, state, review, near, look) {
  const found = turnOf(review);
  if (!found) return;
  const { move, turned } = found;
  const { position } = await app.engine.position(state.rules.text, move.before);
  const best = move.best.find((pit) => pit !== move.pit);
  const number = state.moves[move.ply - 1]?.turn ?? move.ply;
  const count = move.cost.least;
  const you = state.people?.[move.side] === null;
  const what = you
    ? t('page.over.gave.you', { pit: move.pit, count })
    : t('page.over.gave', { name: state.names[move.side], pit: move.pit, count });
  const from = { side: move.side, pit: move.pit };
  const picture = smallBoard(position, { near, rings: { from, best: best ? { side: move.side, pit: best } : null } });
  const better = best ? t('page.over.better', { pit: best }) : '';
  refill(
    element,
    h(
      'button',
      { class: 'over-look', type: 'button', 'data-choice': 'look', onclick: () => look(move.ply) },
      picture,
      h(
        'span',
        { class: 'over-words' },
        h(
          'span',
          { class: `label ${move.side === near ? 'bad' : 'own'}` },
          turned ? t('page.over.turning', { number }) : t('page.over.worst', { number }),
        ),
        h('strong', null, what),
        better && h('span', { class: 'soft' }, better),
      ),
    ),
  );
  announce(`${what} ${better}`);
}

/**
 * After a win the next harder level, after a loss the next easier one.
 * @param {App} app
 * @param {GameState} state
 * @param {(answer?: string) => void} close
 */
function advice(app, state, close) {
  const you = yourSide(state);
  const line = h('p', { class: 'over-next soft' });
  if (!you) return line;
  const seat = you === 'south' ? state.seats.north : state.seats.south;
  const winner = state.result?.winner ?? null;
  const outcome = winner === null ? 0 : winner === you ? 1 : -1;
  const level = nextLevel(seat, outcome);
  if (!level) return line;
  const name = `level:${level}`;
  app.engine.opponents().then((all) => {
    const title = all.find((one) => one.name === name)?.title ?? '';
    const row = inARow(against(seat), 1);
    const why = outcome < 0 ? t('page.over.hard') : row > 1 ? t('page.over.row', { count: row }) : t('page.over.well');
    const offer =
      outcome < 0 ? t('page.over.easier', { name: title, number: level }) : t('page.over.harder', { name: title, number: level });
    refill(
      line,
      `${why} `,
      h('button', { class: 'linklike', type: 'button', 'data-choice': name, onclick: () => close(name) }, offer),
    );
  }, app.fail);
  return line;
}
