/** Looking ahead on the board without playing: where a move would end, and lines of play. */
import { Board } from '../board/board.js';
import { Life } from '../lib/life.js';

/** @typedef {import('../protocol.js').GameState} GameState */

export class Preview {
  /** A position that is not the game's is on the board. */
  on = false;
  #life = new Life();

  /**
   * @param {import('../main.js').App} app
   * @param {Board} board
   */
  constructor(app, board) {
    this.app = app;
    this.board = board;
  }

  /**
   * The board after this many moves of a line.
   * @param {{rules: {text: string}, position: import('../protocol.js').Position}} from
   * @param {number[]} pits
   * @param {number} upTo
   */
  async show({ rules, position }, pits, upTo) {
    const stories = await this.#life.newest('line', this.app.engine.line(rules.text, position.text, pits.slice(0, upTo)));
    const last = stories.at(-1);
    if (!last) return;
    this.on = true;
    this.board.pills('south', []);
    this.board.point([]);
    this.board.show(last.after, 240);
    this.board.mark(Board.marksOf(last));
  }

  end() {
    this.#life.forget('line');
    this.on = false;
  }

  /**
   * Marks where the last seed of a move would fall, and what it would capture.
   * @param {GameState} state
   * @param {number | null} pit
   */
  async point({ rules, position }, pit) {
    this.#life.forget('line');
    if (pit === null) {
      this.board.point([]);
      return;
    }
    const [story] = await this.#life.newest('line', this.app.engine.line(rules.text, position.text, [pit]));
    if (!story) return;
    const last = story.path.at(-1);
    this.board.point([...(last ? [last] : []), ...(story.capture ? [story.capture.from] : [])]);
  }
}
