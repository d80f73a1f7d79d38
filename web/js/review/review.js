/** A played game, move by move: what every move was worth, where the game turned, and your own mistakes to put right. */
import { Board } from '../board/board.js';
import { announce } from '../lib/announce.js';
import { h, marked, refill } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { icon } from '../lib/icons.js';
import { settings } from '../lib/settings.js';
import { find, latest } from '../lib/shelf.js';
import { signed, t } from '../lib/texts.js';
import { versus } from '../lib/title.js';
import { Graph } from '../play/graph.js';
import { MoveList } from '../play/move-list.js';
import { Preview } from '../play/preview.js';
import { yourSide } from '../play/says.js';
import { lineButtons } from '../play/value-card.js';
import { emptyReview, EXAMPLE, exampleGame } from './example.js';

/**
 * @typedef {import('../protocol.js').Review} Reviewed
 * @typedef {import('../protocol.js').ReviewedMove} ReviewedMove
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('../main.js').App} App
 */

class Review {
  /** @type {import('../engine.js').Game | null} */
  game = null;
  /** @type {Reviewed | null} */
  #review = null;
  /** @type {(() => void) | null} */
  #cancel = null;
  /** @type {ReviewedMove | null} The mistake to be put right, while one looks for the better move. */
  #task = null;
  #life = new Life();
  /** Where the last step leads. */
  #ply = 0;

  /**
   * @param {App} app
   * @param {import('../lib/shelf.js').Kept} kept
   * @param {number} [first] the move to look at first
   */
  constructor(app, kept, first = 0) {
    this.app = app;
    this.kept = kept;
    this.board = new Board({ onpit: (house) => this.#press(house) });
    this.preview = new Preview(app, this.board);
    this.title = h('h1', null, versus(kept.seats, kept.names));
    this.progress = h('p', { class: 'soft small' });
    this.sentence = h('p', { class: 'sentence' });
    this.line = h('div', { class: 'best-line' });
    this.buttons = h('div', { class: 'after' });
    this.graph = new Graph({ label: t('page.review.graph'), onply: (ply) => this.#go(ply) });
    this.moves = new MoveList((ply) => this.#go(ply));
    this.figures = h('div', { class: 'figures' });
    this.mistakes = h('div', { class: 'mistakes' });
    const step = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {() => number} */ ply) =>
      h(
        'button',
        { class: 'button', type: 'button', 'aria-label': label, title: label, onclick: () => this.#go(ply()) },
        icon(picture),
      );
    const ply = () => this.#ply;
    this.steps = h(
      'div',
      { class: 'buttons steps' },
      step('first', t('page.step.first'), () => 0),
      step('back', t('page.step.back'), () => ply() - 1),
      step('forward', t('page.step.forward'), () => ply() + 1),
      step('last', t('page.step.last'), () => this.game?.state.moves.length ?? 0),
      kept.id !== EXAMPLE &&
        h('button', { class: 'button', type: 'button', onclick: () => app.go(`play/${kept.id}`) }, t('page.review.play')),
    );
    this.element = h(
      'div',
      { class: 'play review' },
      h(
        'div',
        { class: 'table' },
        h('div', { class: 'head' }, this.title, this.progress),
        this.board.space,
        h('div', { class: 'said' }, this.sentence, this.line, this.buttons),
        this.steps,
        this.graph.element,
      ),
      h(
        'div',
        { class: 'aside' },
        h('section', { class: 'card' }, h('h2', { class: 'label' }, t('page.review.figures')), this.figures),
        h('section', { class: 'card' }, h('h2', { class: 'label' }, t('page.review.mistakes')), this.mistakes),
        h('section', { class: 'card' }, h('h2', { class: 'hidden' }, t('page.moves')), this.moves.element),
      ),
    );
    this.board.show(kept.position);
    this.#begin(kept, first).catch(app.fail);
  }

  /**
   * @param {import('../lib/shelf.js').Kept} kept
   * @param {number} ply the move to look at first
   */
  async #begin(kept, ply) {
    const game = await this.app.engine.openGame(kept.record, { seats: kept.seats });
    if (this.#life.over) {
      game.close();
      return;
    }
    this.game = game;
    this.title.textContent = versus(game.state.seats, game.state.names);
    const you = kept.you ?? yourSide(game.state);
    this.board.near = you ?? 'south';
    this.board.people(game.state.names, you);
    await game.goTo(ply);
    this.#ply = game.state.ply;
    this.draw();
    const job = this.app.engine.review({ record: kept.record, people: game.state.people }, (review) => this.#hear(review));
    this.#cancel = job.cancel;
    this.#hear(await job.result);
    announce(this.#review?.sentence ?? '');
  }

  leave() {
    this.#life.end();
    this.#cancel?.();
    this.game?.close();
    this.board.stop();
  }

  /** @param {Reviewed} review */
  #hear(review) {
    this.#review = review;
    if (!this.#life.over) this.draw();
  }

  /** @param {number} ply */
  async #go(ply) {
    const { game } = this;
    if (!game) return;
    this.#task = null;
    this.preview.end();
    const wanted = Math.min(game.state.moves.length, Math.max(0, ply));
    const next = wanted === game.state.ply + 1;
    this.#ply = wanted;
    try {
      this.board.hurry();
      await this.#life.newest('go', game.goTo(wanted));
      this.draw();
      if (next && game.state.last) await this.board.tell(game.state.last, Math.min(settings.pace, 120));
    } catch (error) {
      this.app.fail(error);
    }
  }

  // -------------------------------------------------------------------------------------------------------------- drawing

  draw() {
    const { game } = this;
    if (!game) return;
    const { state } = game;
    const review = this.#review;
    const byPly = new Map((review?.moves ?? []).map((move) => [move.ply, move]));
    if (!this.#task && !this.preview.on && !this.board.moving) {
      this.board.show(state.position, 160);
      this.board.mark(Board.marksOf(state.last));
      this.board.pills('south', []);
    }
    this.element.dataset.done = String(!!review?.done);
    this.progress.textContent =
      !review || !review.done
        ? t('page.review.progress', { done: review?.moves.length ?? 0, count: review?.total ?? state.moves.length })
        : review.sentence;
    this.moves.draw(
      state.moves,
      state.ply,
      { names: state.names, near: this.board.near },
      (move) => byPly.get(move.ply)?.grade ?? null,
    );
    this.#drawGraph(review, state.ply, state.moves.length);
    this.#drawMove(byPly.get(state.ply) ?? null);
    this.#drawFigures(review);
    this.#drawMistakes(review);
  }

  /**
   * @param {Reviewed | null} review
   * @param {number} ply
   * @param {number} plies
   */
  #drawGraph(review, ply, plies) {
    const start = review?.start ? [{ ply: 0, margin: review.start.margin, exact: true }] : [];
    const points = (review?.moves ?? []).map((move) => ({
      ply: move.ply,
      margin: move.south.margin,
      exact: move.south.kind === 'exact',
      grade: move.grade,
      label: `${move.ply}. ${move.notation}: ${signed(move.south.margin)}`,
    }));
    const names = this.game?.state.names ?? { south: '', north: '' };
    this.graph.draw([...start, ...points], plies, ply, { names, near: this.board.near });
  }

  /** @param {ReviewedMove | null} move */
  #drawMove(move) {
    if (this.#task) return;
    const { game } = this;
    refill(this.buttons);
    refill(this.line);
    if (!move) {
      this.sentence.textContent = game?.state.ply ? t('page.review.wait') : t('page.review.start');
      return;
    }
    // The verdict, up to the first colon or stop, is what matters.
    refill(this.sentence, marked(move.sentence.replace(/^[^:.]+/, '**$&**')));
    this.sentence.dataset.grade = move.grade ?? '';
    if (move.grade && move.grade !== 'best' && move.line.length) {
      const from = {
        rules: { text: game?.state.rules.text ?? '' },
        position: { ...this.board.position, text: move.before },
      };
      const listener = {
        online: (/** @type {number[]} */ pits, /** @type {number} */ upTo) =>
          this.preview.show(/** @type {any} */ (from), pits, upTo).catch(this.app.fail),
        onleave: () => {
          this.preview.end();
          this.draw();
        },
      };
      refill(this.line, h('span', { class: 'small soft' }, t('page.line')), lineButtons(move.line.slice(0, 10), listener));
    }
  }

  /** @param {Reviewed | null} review */
  #drawFigures(review) {
    const { game } = this;
    if (!review || !game) {
      refill(this.figures, h('p', { class: 'soft small' }, t('page.review.wait')));
      return;
    }
    const you = yourSide(game.state);
    const column = (/** @type {Side} */ side) => {
      const play = review.play[side];
      return h(
        'div',
        { class: 'figure' },
        h('span', { class: 'small soft' }, you === side ? t('page.you') : game.state.names[side]),
        h('strong', null, play.judged ? `${Math.round(play.accuracy)} %` : '–'),
        h('span', { class: 'small soft' }, t('page.review.accuracy')),
        h('span', { class: 'small' }, t('page.review.blunders', { count: play.blunders })),
        h('span', { class: 'small' }, t('page.review.mistakes.count', { count: play.mistakes })),
        h('span', { class: 'small' }, t('page.review.cost', { count: play.cost })),
      );
    };
    const turning = review.turningPoint;
    refill(
      this.figures,
      h('div', { class: 'two' }, column('south'), column('north')),
      turning !== null &&
        turning > 0 &&
        h(
          'button',
          { class: 'button turning', type: 'button', onclick: () => this.#go(turning) },
          icon('star'),
          t('page.review.turning', { ply: turning }),
        ),
    );
  }

  /** Whose mistakes are of interest. */
  #mine() {
    const { game } = this;
    const you = game ? yourSide(game.state) : null;
    return (this.#review?.moves ?? []).filter(
      (move) => (move.grade === 'mistake' || move.grade === 'blunder') && (you === null || move.side === you),
    );
  }

  #listed = '';

  /** @param {Reviewed | null} review */
  #drawMistakes(review) {
    const mine = this.#mine();
    const current = this.#task?.ply ?? this.game?.state.ply;
    // What is new about other moves does not replace a button that is being pressed.
    const listed = JSON.stringify([review?.done, current, mine.map(({ ply, grade, cost }) => [ply, grade, cost])]);
    if (listed === this.#listed) return;
    this.#listed = listed;
    refill(
      this.mistakes,
      mine.length === 0
        ? h('p', { class: 'soft small' }, review?.done ? t('page.review.mistakes.none') : t('page.review.wait'))
        : mine.map((move) =>
            h(
              'div',
              { class: `mistake-row ${move.ply === current ? 'current' : ''}` },
              h(
                'button',
                { class: `move ${move.grade}`, type: 'button', onclick: () => this.#go(move.ply) },
                `${move.ply}. ${move.notation}`,
              ),
              h('span', { class: 'small soft' }, t('page.review.cost', { count: move.cost.least })),
              h(
                'button',
                { class: 'button small', type: 'button', 'data-find': move.ply, onclick: () => this.#find(move) },
                t('page.review.find'),
              ),
            ),
          ),
    );
  }

  // ------------------------------------------------------------------------------------------------------ the better move

  /** @param {ReviewedMove} move */
  async #find(move) {
    const { game } = this;
    if (!game) return;
    try {
      this.board.hurry();
      const { position } = await this.app.engine.position(game.state.rules.text, move.before);
      this.#task = move;
      this.preview.end();
      this.board.show(position, 200);
      this.board.mark({ legal: position.legal, from: { side: move.side, pit: move.pit } });
      this.sentence.dataset.grade = '';
      refill(this.sentence, marked(t('page.review.find.task', { pit: move.pit, cost: move.cost.least })));
      announce(this.sentence.textContent ?? '');
      refill(this.line);
      refill(
        this.buttons,
        h('button', { class: 'button', type: 'button', onclick: () => this.#show(move) }, t('page.review.find.show')),
        h('button', { class: 'button', type: 'button', onclick: () => this.#go(move.ply) }, t('page.cancel')),
      );
      this.#drawMistakes(this.#review);
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** @param {ReviewedMove} move */
  #show(move) {
    this.board.mark({ hint: move.best[0], legal: move.best });
    refill(this.sentence, marked(t('page.review.find.solution', { pit: move.best[0] })));
  }

  /** @param {import('../protocol.js').House} house */
  async #press(house) {
    const move = this.#task;
    const { game } = this;
    if (!move || !game || house.side !== move.side || !this.board.position?.legal.includes(house.pit)) return;
    if (!move.best.includes(house.pit)) {
      this.board.refuse(house);
      refill(this.sentence, marked(t('page.review.find.wrong', { pit: house.pit })));
      announce(this.sentence.textContent ?? '');
      return;
    }
    try {
      const [story] = await this.app.engine.line(game.state.rules.text, move.before, [house.pit]);
      refill(this.sentence, marked(t('page.review.find.right', { pit: house.pit })));
      announce(this.sentence.textContent ?? '');
      await this.board.tell(story, settings.pace);
      const mine = this.#mine();
      const next = mine[mine.findIndex((other) => other.ply === move.ply) + 1];
      refill(
        this.buttons,
        next &&
          h('button', { class: 'button main', type: 'button', onclick: () => this.#find(next) }, t('page.review.find.next')),
        h('button', { class: 'button', type: 'button', onclick: () => this.#go(move.ply) }, t('page.review.back')),
      );
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    const { game } = this;
    if (!game) return false;
    if (this.board.moving && event.key === ' ') {
      this.board.hurry();
      return true;
    }
    if (/^[1-9]$/.test(event.key) && this.#task) {
      this.#press({ side: this.#task.side, pit: Number(event.key) });
      return true;
    }
    if (this.#task && (event.key === 'ArrowLeft' || event.key === 'ArrowRight')) {
      this.board.step(event.key === 'ArrowRight' ? 1 : -1);
      return true;
    }
    const ply = this.#ply;
    const { moves } = game.state;
    /** @type {Record<string, number>} */
    const plies = {
      ArrowLeft: ply - 1,
      ArrowUp: ply - 1,
      ArrowRight: ply + 1,
      ArrowDown: ply + 1,
      Home: 0,
      End: moves.length,
    };
    if (plies[event.key] === undefined) return false;
    this.#go(plies[event.key]);
    return true;
  }
}

/** @type {import('../main.js').MakeView} */
export function reviewView(app, rest) {
  const [id, ply] = rest.split('/');
  const kept = id === EXAMPLE ? exampleGame() : id ? find(id) : latest();
  if (!kept) return emptyReview(app);
  const review = new Review(app, kept, Number(ply) || 0);
  return {
    element: review.element,
    title: t('page.review'),
    keys: (event) => review.keys(event),
    leave: () => review.leave(),
  };
}
