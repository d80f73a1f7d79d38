/** The rules, learnt by playing them. */
import { Board } from '../board/board.js';
import { announce } from '../lib/announce.js';
import { h, marked, refill } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { icon } from '../lib/icons.js';
import { read, set, settings, write } from '../lib/settings.js';
import { t } from '../lib/texts.js';
import { LESSONS, RULES } from './lessons.js';

/** @typedef {import('../main.js').App} App */

const KEY = 'mancala.learn';
/** The tutorial goes at a walking pace, however fast games are set. */
const PACE = 320;

class Learn {
  #at = 0;
  #times = 0;
  /** @type {import('../protocol.js').Position | null} */
  #position = null;
  #solved = false;
  #life = new Life();
  /** @type {Set<number>} Lessons done. */
  #done = new Set(/** @type {number[]} */ (Array.isArray(read(KEY)) ? read(KEY) : []));

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.board = new Board({ onpit: (house) => this.#press(house) });
    this.title = h('h2', null);
    this.task = h('p', { class: 'sentence' });
    this.answer = h('p', { class: 'hint-text' });
    this.buttons = h('div', { class: 'actions' });
    this.list = h('ol', { class: 'lessons' });
    this.element = h(
      'div',
      { class: 'play learn' },
      h(
        'div',
        { class: 'table' },
        h('div', { class: 'head' }, h('h1', null, t('page.learn')), h('p', { class: 'soft small' }, t('page.learn.about'))),
        h('div', { class: 'lesson' }, this.title, this.task),
        this.board.space,
        h('div', { class: 'said' }, this.answer),
        this.buttons,
      ),
      h(
        'div',
        { class: 'aside' },
        h(
          'nav',
          { class: 'card', 'aria-label': t('page.learn.lessons') },
          h('h2', { class: 'label' }, t('page.learn.lessons')),
          this.list,
        ),
      ),
    );
    const first = LESSONS.findIndex((_, index) => !this.#done.has(index));
    this.#start(Math.max(0, first)).catch(app.fail);
  }

  leave() {
    this.#life.end();
    this.board.stop();
  }

  /** @param {number} index */
  async #start(index) {
    this.#at = index;
    this.#times = 0;
    this.#solved = false;
    this.#position = null;
    this.element.dataset.phase = 'moving';
    const lesson = LESSONS[index];
    const { title, task } = lesson.texts();
    this.title.textContent = `${index + 1}. ${title}`;
    refill(this.task, marked(task));
    refill(this.answer);
    this.#drawList();
    this.#drawButtons();
    this.#life.forget('move');
    const { position } = await this.#life.newest('lesson', this.app.engine.position(RULES, lesson.position));
    this.#show(position);
    announce(`${title}. ${task}`);
  }

  /** @param {import('../protocol.js').Position} position */
  #show(position) {
    this.#position = position;
    this.element.dataset.phase = 'yours';
    this.board.show(position, 250);
    this.board.mark({ legal: position.legal });
  }

  /** @param {import('../protocol.js').House} house */
  async #press(house) {
    const position = this.#position;
    if (!position || this.#solved || this.board.moving) return;
    if (house.side !== position.toMove || !position.legal.includes(house.pit)) {
      this.board.refuse(house);
      return;
    }
    const lesson = LESSONS[this.#at];
    try {
      this.#position = null;
      this.element.dataset.phase = 'moving';
      const pits = lesson.reply ? [house.pit, lesson.reply] : [house.pit];
      const stories = await this.app.engine.line(RULES, position.text, pits);
      for (const story of stories) {
        await this.#life.newest('move', this.board.tell(story, settings.pace === 0 ? 0 : Math.max(settings.pace, PACE)));
      }
      const last = stories[stories.length - 1];
      this.#judge(lesson.goal(last), last.after);
    } catch (error) {
      this.app.fail(error);
    }
  }

  /**
   * @param {boolean} right
   * @param {import('../protocol.js').Position} after
   */
  #judge(right, after) {
    const lesson = LESSONS[this.#at];
    const texts = lesson.texts();
    this.#times = right ? this.#times + 1 : 0;
    if (right && this.#times < (lesson.times ?? 1)) {
      this.#say(t('page.learn.more', { count: (lesson.times ?? 1) - this.#times }));
      this.#show(after);
      return;
    }
    this.#say(right ? texts.right : texts.wrong);
    this.#solved = true;
    this.element.dataset.phase = 'over';
    if (right) {
      this.#done.add(this.#at);
      write(KEY, [...this.#done]);
    }
    this.#drawList();
    this.#drawButtons(right);
    /** @type {HTMLElement | null} */ (this.buttons.querySelector('.main'))?.focus();
  }

  /** @param {string} text */
  #say(text) {
    refill(this.answer, marked(text));
    announce(this.answer.textContent ?? '');
  }

  /** @param {boolean} [right] */
  #drawButtons(right) {
    const last = this.#at === LESSONS.length - 1;
    const button = (/** @type {string} */ id, /** @type {string} */ text, /** @type {() => void} */ onclick, main = false) =>
      h('button', { class: `button ${main ? 'main' : ''}`, type: 'button', id, onclick }, text);
    const again = () => this.#start(this.#at).catch(this.app.fail);
    const next = () => this.#start(this.#at + 1).catch(this.app.fail);
    refill(
      this.buttons,
      right && !last && button('next', t('page.learn.next'), next, true),
      right && last && button('play-now', t('page.learn.play'), () => this.#playNow(), true),
      right && last && button('puzzles-now', t('page.nav.puzzles'), () => this.app.go('puzzles')),
      right === false && button('again', t('page.learn.again-button'), again, true),
      right === undefined && !last && button('skip', t('page.learn.skip'), next),
      right === true && button('again', t('page.learn.again-button'), again),
    );
  }

  /** A first game against the gentlest opponent. */
  #playNow() {
    set({ game: { ...settings.game, opponent: 'level:1', rules: RULES, seeds: 4, first: 'south' } });
    this.app.next = { begin: { rules: RULES, south: 'human', north: 'level:1' } };
    this.app.go('play');
  }

  #drawList() {
    refill(
      this.list,
      LESSONS.map((lesson, index) =>
        h(
          'li',
          null,
          h(
            'button',
            {
              class: 'lesson-link',
              type: 'button',
              'aria-current': index === this.#at && 'step',
              onclick: () => this.#start(index).catch(this.app.fail),
            },
            h(
              'span',
              { class: `tick ${this.#done.has(index) ? 'done' : ''}` },
              this.#done.has(index) ? icon('check') : index + 1,
            ),
            h('span', null, lesson.texts().title),
            this.#done.has(index) && h('span', { class: 'hidden' }, t('page.learn.done')),
          ),
        ),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    if (this.board.moving) {
      this.board.hurry();
      return true;
    }
    if (/^[1-6]$/.test(event.key)) {
      this.#press({ side: 'south', pit: Number(event.key) });
      return true;
    }
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return false;
    this.board.step(event.key === 'ArrowRight' ? 1 : -1);
    return true;
  }
}

/** @type {import('../main.js').MakeView} */
export function learnView(app) {
  const learn = new Learn(app);
  return {
    element: learn.element,
    title: t('page.nav.learn'),
    keys: (event) => learn.keys(event),
    leave: () => learn.leave(),
  };
}
