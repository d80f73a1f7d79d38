/**
 * A game being played: it asks the engine, shows moves on the board, lets opponents think, and keeps the game in the browser.
 */
import { Board } from '../board/board.js';
import { announce } from '../lib/announce.js';
import { count } from '../lib/results.js';
import { settings } from '../lib/settings.js';
import { keep, newId } from '../lib/shelf.js';
import { sound } from '../lib/sound.js';
import { plain, said, yourSide } from './says.js';

/**
 * @typedef {import('../protocol.js').GameState} GameState
 * @typedef {import('../main.js').App} App
 */

/** Opponents take at least this long, so that one sees that they move. */
const PAUSE = 320;

export class Session {
  /** @type {import('../engine.js').Game | null} */
  game = null;
  id = '';
  thinking = false;
  /** Seeds are on their way. */
  moving = false;
  /** The game has had an end; what is played from an earlier position is another game. */
  #ended = false;
  /** @type {string | undefined} The position it began in, if that was chosen. */
  #start;
  /** Worth keeping before its first move: it did not begin as games usually do. */
  #dear = false;
  /** @type {number | null} Where a step through the game that is under way leads. */
  #wanted = null;
  /** Counts what happens, so that what was begun before is not carried on. */
  #turn = 0;

  /**
   * @param {App} app
   * @param {Board} board
   * @param {{changed: () => void, ended: () => void}} listener `ended` is called once, when a game ends here
   */
  constructor(app, board, { changed, ended }) {
    this.app = app;
    this.board = board;
    this.changed = changed;
    this.ended = ended;
  }

  /** @returns {GameState | null} */
  get state() {
    return this.game?.state ?? null;
  }

  /** @returns {boolean} whether the person may choose a pit now */
  get yours() {
    return !!this.state?.turn?.human && !this.moving;
  }

  /** @returns {boolean} whether later moves are known */
  get inThePast() {
    return !!this.state && this.state.ply < this.state.moves.length;
  }

  /** @param {import('../protocol.js').NewGame} options */
  async begin(options) {
    const date = new Date().toISOString().slice(0, 10);
    const seed = Math.floor(Math.random() * 2 ** 32);
    this.#dear = options.start !== undefined;
    this.#start = options.start;
    await this.#take(this.app.engine.newGame({ date, seed, ...options }), newId());
  }

  /**
   * @param {string} text a record, a position or a link
   * @param {{seats?: import('../protocol.js').BySide<string>, ply?: number, id?: string, game?: number}} [options]
   */
  async open(text, { seats, ply, id, game } = {}) {
    this.#dear = true;
    this.#start = undefined;
    await this.#take(this.app.engine.openGame(text, { seats, game }), id ?? newId(), ply);
  }

  /**
   * @param {Promise<import('../engine.js').Game>} opening
   * @param {string} id
   * @param {number} [ply]
   */
  async #take(opening, id, ply) {
    const turn = ++this.#turn;
    this.board.hurry();
    const game = await opening;
    if (turn !== this.#turn) {
      game.close();
      return;
    }
    this.game?.close();
    this.game = game;
    this.id = id;
    this.#ended = game.state.result !== null;
    this.thinking = false;
    this.moving = false;
    if (ply !== undefined && ply < game.state.ply) await game.goTo(ply);
    this.#settle();
    this.#next();
  }

  close() {
    this.#turn += 1;
    this.game?.close();
  }

  /** The language has changed. */
  async refresh() {
    await this.game?.refresh();
    this.changed();
  }

  /** Shows the state as it is. */
  #settle() {
    const { state } = this;
    if (!state) return;
    const you = yourSide(state);
    this.board.near = you ?? 'south';
    this.board.people(state.names, you);
    this.board.show(state.position, 180);
    this.#done();
  }

  #done() {
    const { state } = this;
    if (!state) return;
    const over = state.result !== null && !this.#ended;
    if (over) this.#finish(state);
    this.board.mark({ ...Board.marksOf(state.last), legal: this.yours ? state.position.legal : [] });
    if (state.result?.winner) this.board.mark({ landed: { side: state.result.winner, pit: 0 } });
    if (this.#dear || state.moves.length) keep(this.id, state);
    this.changed();
    if (over) this.ended();
  }

  /** A game that was played here is over: it counts, and it is heard. @param {GameState} state */
  #finish(state) {
    this.#ended = true;
    const you = yourSide(state);
    const winner = state.result?.winner ?? null;
    const outcome = winner === null ? 0 : winner === you || you === null ? 1 : -1;
    sound.end(outcome);
    const opponent = you === 'south' ? state.seats.north : state.seats.south;
    if (you) count(opponent, outcome);
  }

  /** @param {number} pit */
  async play(pit) {
    const { game } = this;
    if (!game || this.moving) return;
    if (this.#ended) [this.id, this.#ended] = [newId(), false];
    const turn = ++this.#turn;
    this.moving = true;
    this.thinking = false;
    try {
      await game.play(pit);
    } catch (error) {
      this.moving = false;
      throw error;
    }
    if (turn !== this.#turn) return;
    // It counts from here on, even if the animation is skipped.
    keep(this.id, game.state);
    announce(plain(said(game.state)));
    this.changed();
    if (game.state.last) await this.board.tell(game.state.last, settings.pace);
    if (turn !== this.#turn) return;
    this.moving = false;
    this.#done();
    this.#next();
  }

  /** Lets the opponent move if it is its turn. */
  #next() {
    const { state } = this;
    if (state?.turn && !state.turn.human && !this.inThePast) this.think().catch(this.app.fail);
  }

  /** The opponent whose turn it is moves, also from a position in the past. */
  async think() {
    const { game } = this;
    if (!game || this.thinking) return;
    const turn = ++this.#turn;
    this.thinking = true;
    this.changed();
    try {
      const [{ pit }] = await Promise.all([game.think(), new Promise((resolve) => setTimeout(resolve, PAUSE))]);
      if (turn !== this.#turn) return;
      this.thinking = false;
      await this.play(pit);
    } finally {
      if (turn === this.#turn) this.thinking = false;
    }
  }

  /**
   * Anything that leads to another position of the game.
   * @param {(game: import('../engine.js').Game) => Promise<GameState>} change
   */
  async #change(change) {
    const { game } = this;
    if (!game) return;
    const turn = ++this.#turn;
    this.thinking = false;
    this.board.hurry();
    await change(game);
    if (turn !== this.#turn) return;
    this.moving = false;
    this.#settle();
    const { last, position } = game.state;
    if (last || position) announce(plain(said(game.state)));
  }

  async undo() {
    if (this.state?.canUndo) await this.#change((game) => game.undo());
  }

  async redo() {
    if (this.state?.canRedo) await this.#change((game) => game.redo());
    this.#next();
  }

  /** @param {number} ply */
  async goTo(ply) {
    const { state } = this;
    if (!state) return;
    const wanted = Math.min(state.moves.length, Math.max(0, ply));
    if (wanted === (this.#wanted ?? state.ply)) return;
    this.#wanted = wanted;
    await this.#change((game) => game.goTo(wanted));
    if (this.#wanted !== wanted) return;
    this.#wanted = null;
    this.#next();
  }

  /**
   * Moves back or forward, counted from where the last such step leads.
   * @param {number} moves
   */
  async step(moves) {
    await this.goTo((this.#wanted ?? this.state?.ply ?? 0) + moves);
  }

  async resign() {
    const { state } = this;
    if (!state?.turn) return;
    const side = yourSide(state) ?? state.turn.side;
    await this.#change((game) => game.resign(side));
  }

  /** The same again, the other side beginning; from the same position if one was chosen. */
  async rematch() {
    const { state } = this;
    if (!state) return;
    const { seats, rules, moves } = state;
    const first = moves[0]?.side === 'south' ? 'north' : 'south';
    const begun =
      this.#start === undefined ? { first: /** @type {import('../protocol.js').Side} */ (first) } : { start: this.#start };
    await this.begin({ rules: rules.text, south: seats.south, north: seats.north, ...begun });
  }

  /** You and the opponent change places. */
  async swap() {
    const { state } = this;
    if (!state) return;
    await this.#change((game) => game.seats(state.seats.north, state.seats.south));
    this.#next();
  }
}
