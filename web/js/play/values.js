/** The values of the game on the board: asked for, remembered, and shown under the pits, in the card and in the graph. */
import { settings } from '../lib/settings.js';
import { t } from '../lib/texts.js';
import { siteAnalysis } from './site-analysis.js';
import { pillsOf } from './value-card.js';

/**
 * @typedef {import('../protocol.js').Analysis} Analysis
 * @typedef {import('../protocol.js').GameState} GameState
 * @typedef {object} Shown where values are shown
 * @property {import('./session.js').Session} session
 * @property {import('../board/board.js').Board} board
 * @property {import('./value-card.js').ValueCard} card
 * @property {import('./graph.js').Graph} graph
 * @property {import('./move-list.js').MoveList} moves
 * @property {import('./preview.js').Preview} preview
 */

/** How long a position is looked at, in milliseconds. */
const PATIENCE = 8000;

/** @param {GameState} state */
const keyOf = ({ rules, position }) => `${rules.text} ${position.text}`;

export class Values {
  /** @type {Map<string, Analysis>} */
  #known = new Map();
  /** @type {{cancel: () => void, key: string} | null} */
  #job = null;

  /**
   * @param {import('../main.js').App} app
   * @param {Shown} shown
   */
  constructor(app, shown) {
    this.app = app;
    this.shown = shown;
  }

  stop() {
    this.#job?.cancel();
    this.#job = null;
  }

  /** @param {GameState} state */
  #who(state) {
    const { near } = this.shown.board;
    const { pits, stores } = state.position;
    const sum = (/** @type {number[]} */ row) => row.reduce((all, seeds) => all + seeds, 0);
    const seeds = stores.south + stores.north + sum(pits.south) + sum(pits.north);
    return { names: state.names, near, seeds, stores: state.result ? state.result.stores : undefined };
  }

  draw() {
    const { session, board, card } = this.shown;
    const { state } = session;
    if (!state) return;
    this.#drawGraph(state);
    if (!settings.analysis) {
      this.stop();
      board.pills('south', []);
      if (!state.result) card.hide();
    }
    if (session.moving) return;
    if (state.result) {
      this.stop();
      card.draw(null, this.#who(state), state.result.sentence.replace(/\.$/, ''));
      board.pills('south', []);
      return;
    }
    if (!settings.analysis) return;
    const known = this.#known.get(keyOf(state)) ?? null;
    if (known) board.pills(known.toMove, pillsOf(known));
    else board.pills('south', []);
    if (known || !session.thinking) card.draw(known, this.#who(state));
    // An opponent that thinks has the machine to itself.
    if (!known?.done && !session.thinking) this.#ask(state);
  }

  /** @param {GameState} state */
  #ask(state) {
    const key = keyOf(state);
    if (this.#job?.key === key) return;
    this.stop();
    const hear = (/** @type {Analysis} */ analysis) => this.#hear(key, analysis);
    const { rules, position, people } = state;
    const request = { rules: rules.text, position: position.text, people, milliseconds: PATIENCE };
    const job = this.app.engine.analyse(request, hear);
    const elsewhere = siteAnalysis(this.app.engine, request, (analysis) => {
      job.cancel();
      hear(analysis);
    });
    const cancel = () => {
      job.cancel();
      elsewhere();
    };
    this.#job = { cancel, key };
    const over = () => {
      if (this.#job?.key === key) this.#job = null;
    };
    const whole = (/** @type {Analysis} */ analysis) => {
      if (analysis.exact) elsewhere();
      hear({ ...analysis, done: true });
    };
    job.result.then(whole, this.app.fail).finally(over);
  }

  /**
   * @param {string} key
   * @param {Analysis} analysis
   */
  #hear(key, analysis) {
    const { session, board, card, preview } = this.shown;
    const { state } = session;
    this.#known.set(key, analysis);
    if (!state || keyOf(state) !== key || !settings.analysis) return;
    card.draw(analysis, this.#who(state));
    if (!session.moving && !preview.on) board.pills(analysis.toMove, pillsOf(analysis));
    this.#drawGraph(state);
    this.drawMoves(state);
  }

  /**
   * Who led over the game, and what moves cost as far as that has been on show.
   * @param {GameState} state
   */
  #drawGraph(state) {
    const { graph, board, session } = this.shown;
    const { began, moves, ply } = state;
    const lead = (/** @type {import('../protocol.js').BySide<number>} */ stores) => stores.south - stores.north;
    const costs = this.#costs(state);
    const points = [
      { ply: 0, margin: lead(began) },
      ...moves.map((move) => ({ ply: move.ply, margin: lead(move.stores), grade: costs.has(move.ply) ? 'costly' : null })),
    ];
    const notes = session.moving ? [] : notesOf(state, points, costs, board.near);
    // While the last move is on its way the line ends before it.
    const shown = session.moving ? points.filter((point) => point.ply < ply) : points;
    graph.draw(shown, Math.max(moves.length, 1), session.moving ? ply - 1 : ply, { names: state.names, near: board.near }, notes);
  }

  /** @param {GameState} state */
  drawMoves(state) {
    const { moves, board } = this.shown;
    const costs = this.#costs(state);
    moves.draw(state.moves, state.ply, { names: state.names, near: board.near }, ({ ply }) => (costs.has(ply) ? 'costly' : null));
  }

  /**
   * What the moves that cost most gave away, by ply.
   * @param {GameState} state
   * @returns {Map<number, number>}
   */
  #costs({ moves, rules, position, ply }) {
    /** @type {Map<number, number>} */
    const costs = new Map();
    if (!settings.analysis) return costs;
    this.#places.set(placeOf(rules.text, moves, ply), `${rules.text} ${position.text}`);
    for (const move of moves) {
      const key = this.#places.get(placeOf(rules.text, moves, move.ply - 1));
      const value = this.#known.get(key ?? '')?.moves.find(({ pit }) => pit === move.pit);
      if (value && (value.grade === 'mistake' || value.grade === 'blunder')) costs.set(move.ply, value.cost);
    }
    return costs;
  }

  /** Which position the game came to after its first moves. @type {Map<string, string>} */
  #places = new Map();
}

/**
 * @param {string} rules
 * @param {import('../protocol.js').Move[]} moves
 * @param {number} ply
 */
const placeOf = (rules, moves, ply) => `${rules} ${moves.slice(0, ply).map(({ pit }) => pit)}`;

/**
 * What is written into the graph: the costliest move, and when the one who leads took the lead.
 * @param {GameState} state
 * @param {{ply: number, margin: number}[]} points
 * @param {Map<number, number>} costs
 * @param {import('../protocol.js').Side} near
 * @returns {import('./graph.js').Note[]}
 */
function notesOf(state, points, costs, near) {
  /** @type {import('./graph.js').Note[]} */
  const notes = [];
  const turn = (/** @type {number} */ ply) => state.moves[ply - 1]?.turn ?? 0;
  const worst = [...costs].sort((a, b) => b[1] - a[1]).at(0);
  if (worst) {
    const [ply, count] = worst;
    notes.push({ ply, text: t('page.graph.cost', { move: turn(ply), count }), look: 'bad' });
  }
  const sign = Math.sign(points.at(-1)?.margin ?? 0);
  const before = points.findLastIndex((point) => Math.sign(point.margin) !== sign);
  const since = points[before + 1]?.ply;
  // At the start, and right beside the other note, it tells nothing.
  const apart = worst === undefined || Math.abs(worst[0] - (since ?? 0)) > 3;
  if (!sign || since === undefined || since < 4 || state.moves.length < 8 || !apart) return notes;
  const leader = sign > 0 ? 'south' : 'north';
  const text =
    state.people?.[leader] === null
      ? t('page.graph.lead.you', { move: turn(since) })
      : t('page.graph.lead', { move: turn(since), name: state.names[leader] });
  notes.push({ ply: since, text, look: leader === near ? 'good' : 'them' });
  return notes;
}
