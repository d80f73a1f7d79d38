/** Looking ahead on the board without playing: where a move would end, and lines of play. */
import { Board } from '../board/board.js';

/** @typedef {import('../protocol.js').GameState} GameState */

export class Preview {
  /** A position that is not the game's is on the board. */
  on = false;
  #asked = 0;

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
    const asked = ++this.#asked;
    const stories = await this.app.engine.line(rules.text, position.text, pits.slice(0, upTo));
    const last = stories.at(-1);
    if (asked !== this.#asked || !last) return;
    this.on = true;
    this.board.pills('south', []);
    this.board.point([]);
    this.board.show(last.after, 240);
    this.board.mark(Board.marksOf(last));
  }

  end() {
    this.#asked += 1;
    this.on = false;
  }

  /**
   * Marks where the last seed of a move would fall, and what it would capture.
   * @param {GameState} state
   * @param {number | null} pit
   */
  async point({ rules, position }, pit) {
    const asked = ++this.#asked;
    if (pit === null) {
      this.board.point([]);
      return;
    }
    const [story] = await this.app.engine.line(rules.text, position.text, [pit]);
    if (asked !== this.#asked || !story) return;
    const last = story.path.at(-1);
    this.board.point([...(last ? [last] : []), ...(story.capture ? [story.capture.from] : [])]);
  }
}
