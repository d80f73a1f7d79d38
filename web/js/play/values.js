/** The values of the game on the board: asked for, remembered, and shown under the pits, in the card and in the graph. */
import { settings } from '../lib/settings.js';
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
  /** @type {{game: string, moves: string[], points: Map<number, import('./graph.js').Point>}} */
  #graphed = { game: '', moves: [], points: new Map() };

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

  draw() {
    const { session, board, card } = this.shown;
    const { state } = session;
    if (!state) return;
    this.#drawGraph(state);
    if (!settings.analysis) {
      this.stop();
      card.hide();
      board.pills('south', []);
      return;
    }
    if (session.moving) return;
    if (state.result) {
      this.stop();
      card.draw(null, state.result.sentence.replace(/\.$/, ''));
      board.pills('south', []);
      return;
    }
    const known = this.#known.get(keyOf(state)) ?? null;
    if (known) board.pills(known.toMove, pillsOf(known));
    else board.pills('south', []);
    if (known || !session.thinking) card.draw(known);
    // An opponent that thinks has the machine to itself.
    if (!known?.done && !session.thinking) this.#ask(state);
  }

  /** @param {GameState} state */
  #ask(state) {
    const key = keyOf(state);
    if (this.#job?.key === key) return;
    this.stop();
    const hear = (/** @type {Analysis} */ analysis) => this.#hear(key, analysis);
    const request = { rules: state.rules.text, position: state.position.text, milliseconds: PATIENCE };
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
    card.draw(analysis);
    if (!session.moving && !preview.on) board.pills(analysis.toMove, pillsOf(analysis));
    this.#drawGraph(state);
  }

  /** @param {GameState} state */
  #drawGraph(state) {
    const { session, graph } = this.shown;
    const moves = state.moves.map(({ notation }) => notation);
    if (this.#graphed.game !== session.id) this.#graphed = { game: session.id, moves, points: new Map() };
    const { points } = this.#graphed;
    // What followed a move that was replaced is no part of the game any more.
    const same = moves.findIndex((move, index) => move !== this.#graphed.moves[index]);
    for (const ply of points.keys()) if (ply > moves.length || (same >= 0 && ply > same)) points.delete(ply);
    this.#graphed.moves = moves;
    const { ply, position } = state;
    const analysis = settings.analysis ? this.#known.get(keyOf(state)) : undefined;
    if (analysis) points.set(ply, { ply, margin: analysis.south.margin, exact: analysis.south.kind === 'exact' });
    if (state.result) points.set(ply, { ply, margin: position.stores.south - position.stores.north, exact: true });
    const sorted = [...points.values()].sort((a, b) => a.ply - b.ply);
    graph.draw(sorted, Math.max(moves.length, 1), ply);
  }
}
