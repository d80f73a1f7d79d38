/** Puzzles without end: one move wins, no other does. */
import { Board } from '../board/board.js';
import { announce } from '../lib/announce.js';
import { h, marked, refill } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { segments } from '../lib/segments.js';
import { settings } from '../lib/settings.js';
import { signed, t } from '../lib/texts.js';
import { icon } from '../lib/icons.js';
import { Preview } from '../play/preview.js';
import { lineButtons } from '../play/value-card.js';
import { puzzleOf, streak, today } from './daily.js';
import { after } from './rating.js';
import { DIFFICULTIES, difficultyName, keep, score } from './score.js';

/**
 * @typedef {import('../protocol.js').Difficulty} Difficulty
 * @typedef {import('../protocol.js').Puzzle} Puzzle
 * @typedef {import('../main.js').App} App
 */

/** Days that are remembered: enough for a long streak. */
const DAYS = 400;

class Puzzles {
  /** @type {Puzzle | null} */
  #puzzle = null;
  #seed = 0;
  #tries = 0;
  #hints = 0;
  /** Solved or given up. */
  #done = false;
  /** The rating has moved for this puzzle. */
  #counted = false;
  /** How much the last puzzle moved the rating. */
  #moved = 0;
  /** The day whose puzzle it is; none for any other. */
  #day = '';
  #life = new Life();
  /** @type {(() => void) | null} */
  #cancel = null;

  /**
   * @param {App} app
   * @param {string} rest `hard/123`: the puzzle of a link
   */
  constructor(app, rest) {
    this.app = app;
    this.score = score();
    this.board = new Board({ onpit: (house) => this.#press(house) });
    this.preview = new Preview(app, this.board);
    this.task = h('p', { class: 'soft' });
    this.sentence = h('p', { class: 'sentence' });
    this.extra = h('div', { class: 'hint-text' });
    this.line = h('div', { class: 'best-line' });
    this.buttons = h('div', { class: 'actions' });
    this.numbers = h('div', { class: 'numbers' });
    this.link = h('a', { class: 'small' });
    const [difficulty, seed] = rest.split('/');
    const wanted = DIFFICULTIES.find((name) => name === difficulty);
    if (wanted) this.score.difficulty = wanted;
    this.board.people({ south: t('page.you'), north: t('page.puzzle.opponent') }, 'south');
    this.daily = h('section', { class: 'card daily' });
    this.choice = segments({
      legend: t('page.puzzle.difficulty'),
      name: 'difficulty',
      value: this.score.difficulty,
      choices: DIFFICULTIES.map((name) => [name, difficultyName(name)]),
      onchange: (name) => {
        this.score.difficulty = /** @type {Difficulty} */ (name);
        void this.#next();
      },
    });
    this.element = h(
      'div',
      { class: 'play puzzles' },
      h(
        'div',
        { class: 'table' },
        h('div', { class: 'head' }, h('h1', null, t('page.nav.puzzles')), this.task),
        this.board.space,
        h('div', { class: 'said' }, this.sentence, this.extra, this.line),
        this.buttons,
      ),
      h(
        'div',
        { class: 'aside' },
        this.daily,
        h(
          'section',
          { class: 'card' },
          this.choice,
          h('p', { class: 'small soft puzzle-about' }, t('page.puzzle.about')),
          this.link,
        ),
        h('section', { class: 'card' }, h('h2', { class: 'label' }, t('page.puzzle.score')), this.numbers),
      ),
    );
    const empty = Array.from({ length: 6 }, () => 0);
    this.board.show({
      text: '',
      pits: { south: empty, north: empty },
      stores: { south: 0, north: 0 },
      toMove: 'south',
      legal: [],
      over: false,
    });
    this.#drawScore();
    if (difficulty === 'daily') void this.#today();
    else void this.#next(/^\d+$/.test(seed ?? '') ? Number(seed) : undefined);
  }

  /** The puzzle of the day. */
  async #today() {
    const day = today();
    const { difficulty, seed } = puzzleOf(day);
    await this.#next(seed, day, difficulty);
  }

  leave() {
    this.#life.end();
    this.#cancel?.();
    this.board.stop();
  }

  get #request() {
    return { difficulty: this.#difficulty, seed: this.#seed };
  }

  /** @type {Difficulty} */
  #difficulty = 'easy';

  /**
   * @param {number} [seed]
   * @param {string} [day] whose puzzle it is
   * @param {Difficulty} [difficulty]
   */
  async #next(seed = Math.floor(Math.random() * 1e6), day = '', difficulty = this.score.difficulty) {
    this.#cancel?.();
    this.#seed = seed;
    this.#day = day;
    this.#difficulty = difficulty;
    this.#counted = false;
    this.#moved = 0;
    this.#drawDaily();
    [this.#tries, this.#hints, this.#done, this.#puzzle] = [0, 0, false, null];
    this.sentence.textContent = t('page.puzzle.looking');
    refill(this.extra);
    refill(this.line);
    this.board.pills('south', []);
    this.board.mark({});
    this.#drawButtons();
    this.#life.forget('solution');
    const job = this.app.engine.puzzle(this.#request);
    this.#cancel = job.cancel;
    try {
      const puzzle = await this.#life.newest('puzzle', job.result);
      this.#puzzle = puzzle;
      this.board.show(puzzle.position, 300);
      this.board.mark({ legal: puzzle.position.legal });
      this.task.textContent = puzzle.task;
      this.sentence.textContent = t('page.puzzle.go');
      this.link.textContent = t('page.puzzle.link', { number: seed });
      this.link.setAttribute('href', `#/puzzles/${puzzle.difficulty}/${seed}`);
      this.#drawScore();
      announce(puzzle.task);
      this.#drawButtons();
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** @param {import('../protocol.js').House} house */
  async #press(house) {
    const puzzle = this.#puzzle;
    if (!puzzle || this.#done || this.board.moving) return;
    if (house.side !== puzzle.position.toMove || !puzzle.position.legal.includes(house.pit)) {
      this.board.refuse(house);
      return;
    }
    try {
      const answer = await this.app.engine.answer({ ...this.#request, pit: house.pit });
      this.#tries += 1;
      if (!answer.right) this.score.streak = 0;
      this.#count(!answer.right ? 0 : this.#hints ? 0.5 : 1);
      this.#say(answer.sentence);
      if (answer.right) await this.#solved(house.pit);
      else this.board.refuse(house);
      this.#drawScore();
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** @param {string} sentence */
  #say(sentence) {
    refill(this.sentence, marked(sentence));
    announce(sentence);
  }

  /** @param {number} pit */
  async #solved(pit) {
    const { score } = this;
    this.#done = true;
    score.solved += 1;
    if (this.#day && !score.days.includes(this.#day)) score.days = [...score.days, this.#day].slice(-DAYS);
    this.#drawDaily();
    if (this.#tries === 1 && this.#hints === 0) {
      score.first += 1;
      score.streak += 1;
      score.longest = Math.max(score.longest, score.streak);
    }
    this.#drawButtons();
    await this.#play(pit);
    await this.#reveal();
  }

  /** @param {number} pit */
  async #play(pit) {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    const [story] = await this.app.engine.line(puzzle.rules.text, puzzle.position.text, [pit]);
    await this.board.tell(story, settings.pace);
  }

  /** What every move is worth, and best play. */
  async #reveal() {
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    const solution = await this.#life.newest('solution', this.app.engine.solution(this.#request));
    const back = () => {
      this.preview.end();
      this.board.show(puzzle.position, 160);
      this.board.mark({ hint: solution.pit });
      this.board.pills(
        puzzle.position.toMove,
        solution.moves.map(({ pit, margin }) => ({
          pit,
          text: signed(margin),
          look: margin > 0 ? 'best' : margin === 0 ? 'mistake' : 'blunder',
          title: signed(margin),
        })),
      );
    };
    back();
    const listener = {
      online: (/** @type {number[]} */ pits, /** @type {number} */ upTo) =>
        this.preview.show(puzzle, pits, upTo).catch(this.app.fail),
      onleave: back,
    };
    refill(this.line, h('span', { class: 'small soft' }, t('page.line')), lineButtons(solution.line.slice(0, 12), listener));
  }

  async #hint() {
    if (!this.#puzzle || this.#done) return;
    try {
      this.#hints += 1;
      const { sentence } = await this.app.engine.puzzleHint({ ...this.#request, number: this.#hints });
      this.extra.textContent = sentence ?? t('page.puzzle.no-hints');
      announce(this.extra.textContent);
    } catch (error) {
      this.app.fail(error);
    }
  }

  async #giveUp() {
    if (!this.#puzzle || this.#done) return;
    try {
      this.#done = true;
      this.score.streak = 0;
      this.#count(0);
      const { pit } = await this.app.engine.solution(this.#request);
      this.#say(t('page.puzzle.solution', { pit }));
      this.#drawButtons();
      this.#drawScore();
      await this.#play(pit);
      await this.#reveal();
    } catch (error) {
      this.app.fail(error);
    }
  }

  /**
   * The first answer to a puzzle moves the rating.
   * @param {number} result
   */
  #count(result) {
    const { score } = this;
    if (this.#counted) return;
    this.#counted = true;
    const rating = after(score.rating, this.#difficulty, result, score.rated);
    this.#moved = rating - score.rating;
    score.rating = rating;
    score.rated += 1;
  }

  #drawDaily() {
    const { days } = this.score;
    const day = today();
    const solved = days.includes(day);
    const row = streak(days, day);
    refill(
      this.daily,
      icon('calendar'),
      h(
        'div',
        null,
        h('h2', null, t('page.puzzle.daily')),
        h(
          'p',
          { class: 'soft small' },
          `${difficultyName(puzzleOf(day).difficulty)} · ${solved ? t('page.puzzle.daily.done') : t('page.puzzle.daily.open')}`,
          row > 0 && ` · ${t('page.puzzle.days', { count: row })}`,
        ),
      ),
      h(
        'button',
        {
          class: `button ${solved || this.#day ? '' : 'main'}`,
          type: 'button',
          id: 'daily',
          'aria-pressed': String(this.#day === day),
          onclick: () => void this.#today(),
        },
        solved ? icon('check') : null,
        t('page.puzzle.daily.go'),
      ),
    );
  }

  #drawButtons() {
    const open = !!this.#puzzle && !this.#done;
    refill(
      this.buttons,
      h('button', { class: 'button', type: 'button', id: 'hint', disabled: !open, onclick: () => this.#hint() }, t('page.hint')),
      h(
        'button',
        { class: 'button', type: 'button', id: 'solution', disabled: !open, onclick: () => this.#giveUp() },
        t('page.puzzle.give-up'),
      ),
      h(
        'button',
        { class: `button ${this.#done ? 'main' : ''}`, type: 'button', id: 'next', onclick: () => void this.#next() },
        t('page.puzzle.next'),
      ),
    );
  }

  #drawScore() {
    const { score } = this;
    keep(score);
    const number = (/** @type {number} */ value, /** @type {string} */ text) =>
      h('div', { class: 'figure' }, h('strong', null, value), h('span', { class: 'small soft' }, text));
    const moved = this.#moved ? h('small', { class: this.#moved > 0 ? 'own' : 'them' }, ` ${signed(this.#moved)}`) : null;
    refill(
      this.numbers,
      h(
        'div',
        { class: 'figure rating' },
        h('strong', { id: 'rating' }, score.rating, moved),
        h('span', { class: 'small soft' }, t('page.puzzle.rating')),
      ),
      number(score.solved, t('page.puzzle.solved')),
      number(score.first, t('page.puzzle.first')),
      number(score.streak, t('page.puzzle.streak')),
      number(score.longest, t('page.puzzle.longest')),
    );
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    if (this.board.moving) {
      this.board.hurry();
      return true;
    }
    if (/^[1-9]$/.test(event.key)) {
      this.#press({ side: 'south', pit: Number(event.key) });
      return true;
    }
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.board.step(-1),
      ArrowRight: () => this.board.step(1),
      h: () => this.#hint(),
      n: () => void this.#next(),
    };
    keys[event.key]?.();
    return !!keys[event.key];
  }
}

/** @type {import('../main.js').MakeView} */
export function puzzlesView(app, rest) {
  const puzzles = new Puzzles(app, rest);
  return {
    element: puzzles.element,
    title: t('page.nav.puzzles'),
    keys: (event) => puzzles.keys(event),
    leave: () => puzzles.leave(),
  };
}
