/**
 * A game between two people as this page knows it: what the site says, the move that is on its way there, and the board that
 * follows both. The engine says how moves are sown; the site says which were made.
 */
import { Board } from '../board/board.js';
import { announce } from '../lib/announce.js';
import { Life } from '../lib/life.js';
import { settings } from '../lib/settings.js';
import { gameApi, SiteError } from './api.js';
import { Connection } from './connection.js';
import { keepGame } from './mine.js';
import { guestsOf, namesOf } from './words.js';

/**
 * @typedef {import('../protocol.js').GameState} GameState
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('./protocol.js').TableState} TableState
 */

/** If more moves than this were missed, only the last is shown seed by seed. */
const MANY = 4;

/** @param {Side} side @returns {Side} */
export const opposite = (side) => (side === 'south' ? 'north' : 'south');

/** @param {number} milliseconds */
const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Table {
  /** @type {TableState | null} The truth. */
  truth = null;
  /** @type {Side[]} The seats this person holds. */
  you = [];
  /** @type {import('../engine.js').Game | null} What is on the board. */
  game = null;
  /** Whether the line to the site is open. */
  linked = true;
  moving = false;
  /** What has to be added to this machine's time to get the site's. */
  ahead = 0;
  /** @type {{pit: number, ply: number} | null} Shown already, not yet confirmed. */
  #pending = null;
  #following = false;
  #life = new Life();
  /** @type {Connection | null} */
  #line = null;

  /**
   * @param {import('../main.js').App} app
   * @param {string} id
   * @param {Board} board
   * @param {object} listener
   * @param {() => void} listener.changed something is to be drawn
   * @param {(before: TableState | null, now: TableState) => void} listener.heard the site said something new
   * @param {(story: import('../protocol.js').Story) => void} listener.moved a move begins to be shown
   * @param {(error: unknown) => void} listener.refused a move did not count
   * @param {() => void} listener.gone
   */
  constructor(app, id, board, listener) {
    this.app = app;
    this.id = id;
    this.board = board;
    this.listener = listener;
    this.api = gameApi(id);
  }

  /** Asks for the game and listens to it from then on. */
  async begin() {
    this.hear(await this.api.state());
    if (this.#life.over) return;
    this.#line = new Connection({
      id: this.id,
      after: () => this.truth?.seq ?? 0,
      onstate: (state) => this.hear(state),
      onlink: (open) => {
        this.linked = open;
        this.listener.changed();
        // What was missed comes with the line; who one is, and how it stands, comes with this.
        if (!open) this.#fresh = true;
      },
      ongone: () => this.listener.gone(),
      onsilence: () => void this.refresh(),
    });
  }

  /** The next word of the site measures its time anew. */
  #fresh = true;

  close() {
    this.#life.end();
    this.#line?.close();
    this.game?.close();
  }

  get closed() {
    return this.#life.over;
  }

  /** Asks for the state; if the connection should have sent it, it is reopened. */
  async refresh() {
    try {
      const state = await this.api.state();
      const missed = state.seq > (this.truth?.seq ?? 0);
      // Sat down in another tab, perhaps: the line was opened by a watcher.
      const seated = state.you?.join() !== this.you.join();
      this.hear(state);
      if (missed || seated) this.#line?.renew();
    } catch (error) {
      if (error instanceof SiteError && error.status === 404) this.listener.gone();
    }
  }

  /** @returns {Side | null} the side of a visitor who plays one side only */
  get side() {
    return this.you.length === 1 ? this.you[0] : null;
  }

  /** @returns {GameState | null} */
  get state() {
    return this.game?.state ?? null;
  }

  /** @returns {boolean} whether this person may choose a pit now */
  get yours() {
    const turn = this.truth?.turn;
    return !!turn && this.you.includes(turn) && !this.moving && !this.#pending && !this.inThePast && this.#isThere();
  }

  get inThePast() {
    return !!this.state && this.state.ply < this.state.moves.length;
  }

  /** The site's time. */
  get now() {
    return Date.now() + this.ahead;
  }

  /** @param {TableState} state */
  hear(state) {
    if (this.#life.over || (this.truth && state.seq < this.truth.seq)) return;
    const ahead = state.now - Date.now();
    // A word takes its time to get here, so the greatest difference is the truest.
    if (this.#fresh || ahead > this.ahead || this.ahead - ahead > 5000) this.ahead = ahead;
    this.#fresh = false;
    if (state.you) this.#seated(state.you);
    const before = this.truth;
    this.truth = state;
    this.#people = JSON.stringify(guestsOf(state, this.side));
    this.board.people(namesOf(state), this.side);
    const { moves } = state;
    if (this.#pending && moves.length > this.#pending.ply) this.#pending = null;
    this.listener.heard(before, state);
    this.listener.changed();
    void this.#follow();
    if (before?.status === 'waiting' && state.status === 'playing' && !this.you.length) void this.refresh();
  }

  /** @param {Side[]} sides */
  #seated(sides) {
    this.you = sides;
    this.board.near = this.side ?? 'south';
    if (sides.length) keepGame(this.id);
  }

  /**
   * Sits down.
   * @param {() => Promise<{side: Side, state: TableState}>} how
   */
  async sit(how) {
    const { side, state } = await how();
    this.#seated([...new Set([...this.you, side])]);
    this.hear(state);
    // The connection was opened by a spectator.
    this.#line?.renew();
  }

  /**
   * Anything but a move.
   * @param {string} what
   * @param {object} [body]
   */
  async act(what, body) {
    this.hear(await this.api.act(what, body));
  }

  /** @param {number} pit */
  async play(pit) {
    const { truth } = this;
    if (!truth || !this.yours) return;
    const move = { pit, ply: truth.moves.length, seq: truth.seq };
    this.#pending = move;
    this.listener.changed();
    void this.#follow();
    await this.#send(move);
  }

  /**
   * A move whose answer was lost is said again; the site counts it once.
   * @param {{pit: number, ply: number, seq: number}} move
   */
  async #send(move) {
    for (let attempt = 0; this.#pending === move && !this.#life.over; attempt += 1) {
      try {
        this.hear(await this.api.move(move));
        return;
      } catch (error) {
        if (error instanceof SiteError && error.passing) {
          this.listener.changed();
          await pause(Math.min(8000, 400 * 2 ** attempt) * (0.5 + Math.random() / 2));
          continue;
        }
        if (this.#pending !== move) return;
        this.#pending = null;
        this.listener.refused(error);
        await this.refresh();
        void this.#follow();
        return;
      }
    }
  }

  // --------------------------------------------------------------------------------------------------- the board follows

  /** The moves that should be on the board. */
  #wanted() {
    const moves = this.truth?.moves ?? [];
    return this.#pending?.ply === moves.length ? [...moves, this.#pending.pit] : moves;
  }

  /** How many of the moves wanted are the moves there. */
  #common() {
    const wanted = this.#wanted();
    const there = this.state?.moves ?? [];
    const other = there.findIndex(({ pit }, index) => wanted[index] !== pit);
    return other < 0 ? there.length : other;
  }

  #isThere() {
    if (!this.state || this.#people !== this.#told) return false;
    return this.#common() === this.state.moves.length && this.#wanted().length === this.state.moves.length;
  }

  /** Who sits where, and who of them the engine knows to sit there. */
  #people = '';
  #told = '';

  /** Brings the board to where the game is, move by move. */
  async #follow() {
    if (this.#following) return;
    this.#following = true;
    try {
      while (!this.#life.over && !this.#isThere()) await this.#step();
    } catch (error) {
      this.app.fail(error);
    } finally {
      this.#following = false;
    }
    if (!this.#life.over) this.settle();
  }

  async #step() {
    const wanted = this.#wanted();
    const { game } = this;
    const there = game?.state.moves.length ?? 0;
    if (game && this.#people !== this.#told) {
      const people = this.#people;
      await game.seat(JSON.parse(people));
      this.#told = people;
    } else if (!game || this.#common() < there) {
      await this.#open(wanted);
    } else if (wanted.length - there > MANY) {
      await this.#open(wanted.slice(0, -1));
    } else {
      if (game.state.ply < there) await game.goTo(there);
      await this.#show(game, wanted[there]);
    }
  }

  /** @param {number[]} moves */
  async #open(moves) {
    const { truth } = this;
    if (!truth) return;
    const people = this.#people;
    const game = await this.app.engine.openTable({ rules: truth.settings.rules, moves, people: JSON.parse(people) });
    if (this.#life.over) {
      game.close();
      return;
    }
    this.game?.close();
    this.game = game;
    this.#told = people;
    this.board.show(game.state.position, 180);
  }

  /**
   * @param {import('../engine.js').Game} game
   * @param {number} pit
   */
  async #show(game, pit) {
    await game.play(pit);
    const { last } = game.state;
    if (!last || this.#life.over) return;
    this.moving = true;
    this.listener.moved(last);
    this.listener.changed();
    await this.board.tell(last, settings.pace);
    this.moving = false;
  }

  /** The board stands still: marks, and what may be played. */
  settle() {
    const { state, truth } = this;
    if (!state || !truth || this.moving) return;
    if (this.board.position?.text !== state.position.text || this.board.near !== this.#shownFrom) {
      this.board.show(state.position, 180);
      this.#shownFrom = this.board.near;
    }
    this.board.mark({ ...Board.marksOf(state.last), legal: this.yours ? state.position.legal : [] });
    const winner = truth.outcome?.winner;
    if (winner && !this.inThePast) this.board.mark({ landed: { side: winner, pit: 0 } });
    this.listener.changed();
  }

  /** @type {Side | null} */
  #shownFrom = null;

  /** @param {number} ply looks at an earlier position; the next move leads back */
  async goTo(ply) {
    const { game } = this;
    if (!game || this.moving || this.#following) return;
    const wanted = Math.min(game.state.moves.length, Math.max(0, ply));
    if (wanted === game.state.ply) return;
    await game.goTo(wanted);
    this.board.show(game.state.position, 180);
    this.settle();
    announce(game.state.last?.sentence ?? '');
  }
}
