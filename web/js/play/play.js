/** The view where one plays. */
import { Board } from '../board/board.js';
import { announce } from '../lib/announce.js';
import { ask } from '../lib/dialog.js';
import { h, marked, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { set, settings } from '../lib/settings.js';
import { find, latest } from '../lib/shelf.js';
import { sideName, t } from '../lib/texts.js';
import { Graph } from './graph.js';
import { MoveList } from './move-list.js';
import { chosenGame, newGameSheet } from './new-game.js';
import { Preview } from './preview.js';
import { said, yourSide } from './says.js';
import { Session } from './session.js';
import { shareSheet } from './share.js';
import { ValueCard } from './value-card.js';
import { Values } from './values.js';

/**
 * @typedef {import('../protocol.js').Position} Position
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('../main.js').App} App
 * @typedef {import('../main.js').View} View
 */

/** What is on the board before the engine has loaded: a picture, not a game. @type {Position} */
const PICTURE = {
  text: '',
  pits: { south: [4, 4, 4, 4, 4, 4], north: [4, 4, 4, 4, 4, 4] },
  stores: { south: 0, north: 0 },
  toMove: 'south',
  legal: [],
  over: false,
};

class Play {
  /** @type {number | null} */
  #hint = null;

  /**
   * @param {App} app
   * @param {string} rest
   */
  constructor(app, rest) {
    this.app = app;
    this.board = new Board({ onpit: (house) => this.#press(house), onhover: (house) => this.#hover(house) });
    this.session = new Session(app, this.board, () => this.draw());
    this.preview = new Preview(app, this.board);
    this.card = new ValueCard({
      ontoggle: () => this.#toggle(),
      online: (pits, upTo) => this.#online(pits, upTo),
      onleave: () => this.#back(),
    });
    this.moves = new MoveList((ply) => this.#do(() => this.session.goTo(ply)));
    this.graph = new Graph({ label: t('page.graph'), onply: (ply) => this.#do(() => this.session.goTo(ply)) });
    this.values = new Values(app, this);
    this.far = h('div', { class: 'seat' });
    this.near = h('div', { class: 'seat' });
    this.sentence = h('p', { class: 'sentence' });
    this.hint = h('p', { class: 'hint-text' });
    this.actions = h('div', { class: 'actions' });
    this.result = h('div', { class: 'after' });
    this.element = this.#layout();
    const kept = rest.startsWith('link/') || app.next ? null : rest ? find(rest) : latest();
    this.board.show(kept?.position ?? PICTURE);
    requestAnimationFrame(() => performance.mark('board'));
    this.card.hide();
    this.drawActions();
    this.#begin(rest, kept);
  }

  #layout() {
    return h(
      'div',
      { class: 'play' },
      h('h1', { class: 'hidden' }, t('page.nav.play')),
      h(
        'div',
        { class: 'table' },
        this.far,
        this.board.space,
        this.near,
        h('div', { class: 'said' }, this.sentence, this.hint, this.result),
        this.actions,
      ),
      h(
        'div',
        { class: 'aside' },
        this.card.element,
        h('section', { class: 'card' }, h('h2', { class: 'label' }, t('page.moves')), this.moves.body),
        h('section', { class: 'card graph-card' }, h('h2', { class: 'label' }, t('page.graph')), this.graph.element),
      ),
    );
  }

  /**
   * @param {string} rest
   * @param {import('../lib/shelf.js').Kept | null} kept
   */
  async #begin(rest, kept) {
    const { next } = this.app;
    this.app.next = null;
    try {
      if (next?.begin) {
        await this.session.begin(next.begin);
      } else if (next?.open) {
        await this.session.open(next.open.text, { game: next.open.game });
      } else if (rest.startsWith('link/')) {
        await this.session.open(rest.slice(5), { seats: { south: 'human', north: 'human' } });
        set({ analysis: true });
        history.replaceState(null, '', '#/play');
      } else if (kept && (rest || !kept.over)) {
        await this.session.open(kept.record, { seats: kept.seats, ply: kept.ply, id: kept.id });
      } else {
        await this.session.begin(chosenGame());
      }
    } catch (error) {
      this.app.fail(error);
      await this.session.begin(chosenGame()).catch(this.app.fail);
    }
    if (settings.analysis) this.app.engine.prepare();
    const opponents = await this.app.engine.opponents().catch(() => []);
    this.#characters = new Map(opponents.map(({ name, about }) => [name, about]));
    this.draw();
  }

  leave() {
    this.values.stop();
    this.session.close();
    this.board.stop();
  }

  /** @param {() => Promise<void>} what */
  #do(what) {
    this.#hint = null;
    this.hint.textContent = '';
    what().catch(this.app.fail);
  }

  /** @param {import('../protocol.js').House} house */
  #press(house) {
    const { state } = this.session;
    if (!state || this.session.moving) return;
    this.#back();
    const { toMove, legal } = state.position;
    if (!state.turn?.human) {
      if (this.session.inThePast && state.turn) this.#do(() => this.session.think());
      return;
    }
    if (house.side === toMove && legal.includes(house.pit)) {
      // Seen in the next frame, whatever the engine is busy with.
      this.board.choose(house);
      this.#do(() => this.session.play(house.pit));
    } else {
      this.board.refuse(house);
    }
  }

  // ------------------------------------------------------------------------------------------------------------- drawing

  draw() {
    const { state } = this.session;
    if (!state) return;
    const near = yourSide(state) ?? 'south';
    this.element.dataset.phase = this.session.moving
      ? 'moving'
      : state.result
        ? 'over'
        : this.session.yours
          ? 'yours'
          : 'theirs';
    this.#seat(this.near, near);
    this.#seat(this.far, near === 'south' ? 'north' : 'south');
    refill(this.sentence, marked(said(state, this.session.moving)));
    this.moves.draw(state.moves, state.ply);
    this.#drawAfter();
    this.drawActions();
    this.values.draw();
  }

  /**
   * @param {HTMLElement} element
   * @param {Side} side
   */
  #seat(element, side) {
    const state = this.session.state;
    if (!state) return;
    const { turn } = state;
    const mine = turn?.side === side;
    const again = mine && state.last?.extraTurn && state.last.side === side;
    const status =
      !mine || this.session.moving
        ? ''
        : this.session.thinking
          ? t('page.thinking')
          : again
            ? t('page.again')
            : t('page.to-move');
    const name = yourSide(state) === side ? t('page.you') : state.names[side];
    refill(
      element,
      h('strong', null, name),
      name !== sideName(side) && h('span', { class: 'soft small' }, sideName(side)),
      h('span', { class: 'soft small character' }, this.#chain(side) || this.#characters.get(state.seats[side])),
      h('span', { class: `status ${this.session.thinking && mine ? 'thinking' : ''}` }, status),
    );
  }

  /**
   * The pits of a turn of several moves, while it lasts.
   * @param {Side} side
   */
  #chain(side) {
    const state = this.session.state;
    const last = state?.moves[state.ply - 1];
    if (!state || last?.side !== side) return '';
    const pits = state.moves.slice(0, state.ply).filter((move) => move.turn === last.turn && move.side === side);
    return pits.length > 1 ? pits.map((move) => move.pit).join(' → ') : '';
  }

  /** @type {Map<string, string>} What the opponents are like. */
  #characters = new Map();

  /** What one can do when a game is over, or when one looks at its past. */
  #drawAfter() {
    const { state, inThePast } = this.session;
    if (!state) return;
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, main = false) =>
      h('button', { class: `button ${main ? 'main' : ''}`, type: 'button', onclick }, text);
    if (state.result) {
      refill(
        this.result,
        button(t('page.rematch'), () => this.#do(() => this.session.rematch()), true),
        button(t('page.review'), () => this.app.go(`review/${this.session.id}`)),
        button(t('page.new'), () => this.#new()),
      );
    } else if (inThePast && !this.session.moving) {
      refill(
        this.result,
        h('span', { class: 'soft small' }, t('page.past', { ply: state.ply, count: state.moves.length })),
        button(t('page.past.end'), () => this.#do(() => this.session.goTo(state.moves.length))),
        state.turn &&
          !state.turn.human &&
          button(t('page.past.on', { name: state.names[state.turn.side] }), () => this.#do(() => this.session.think())),
      );
    } else if (state.moves.length === 0 && latest() === null) {
      refill(this.result, h('a', { href: '#/learn' }, t('page.first-visit')));
    } else {
      refill(this.result);
    }
  }

  drawActions() {
    const { state } = this.session;
    const action = (
      /** @type {string} */ id,
      /** @type {string} */ picture,
      /** @type {string} */ text,
      /** @type {() => void} */ onclick,
      /** @type {boolean} */ able = true,
      /** @type {boolean | undefined} */ on = undefined,
    ) =>
      h(
        'button',
        {
          class: `button action ${on ? 'on' : ''}`,
          type: 'button',
          id,
          disabled: !able,
          'aria-pressed': on === undefined ? undefined : String(on),
          onclick,
          title: text,
        },
        icon(picture),
        h('span', null, text),
      );
    const focused = document.activeElement?.id;
    refill(
      this.actions,
      action('hint', 'hint', t('page.hint'), () => this.#askHint(), this.session.yours),
      action('undo', 'undo', t('page.undo'), () => this.#do(() => this.session.undo()), !!state?.canUndo),
      action('redo', 'redo', t('page.redo'), () => this.#do(() => this.session.redo()), !!state?.canRedo),
      action('values', 'values', t('page.values'), () => this.#toggle(), true, settings.analysis),
      action('new', 'new', t('page.new.short'), () => this.#new()),
      action('more', 'more', t('page.more'), () => this.#more(), !!state),
    );
    if (focused && this.actions.querySelector(`#${focused}`)) document.getElementById(focused)?.focus();
  }

  // ------------------------------------------------------------------------------------------------------------- analysis

  #toggle() {
    set({ analysis: !settings.analysis });
    announce(settings.analysis ? t('page.values.on') : t('page.values.off'));
    this.draw();
  }

  async #askHint() {
    const { state } = this.session;
    if (!state || !this.session.yours) return;
    this.hint.textContent = t('page.hint.looking');
    try {
      const hint = await this.app.engine.hint({ rules: state.rules.text, position: state.position.text }).result;
      if (this.session.state !== state) return;
      this.#hint = hint.pit;
      this.hint.textContent = hint.sentence;
      announce(hint.sentence);
      this.board.mark({ ...Board.marksOf(state.last), legal: state.position.legal, hint: hint.pit });
    } catch (error) {
      this.hint.textContent = '';
      this.app.fail(error);
    }
  }

  // -------------------------------------------------------------------------------------------------------------- preview

  /**
   * @param {number[]} pits
   * @param {number} upTo
   */
  #online(pits, upTo) {
    const { state } = this.session;
    if (!state || this.session.moving) return;
    this.preview.show(state, pits, upTo).catch(this.app.fail);
  }

  /** Back from a line to the game. */
  #back() {
    const { state } = this.session;
    if (!state || !this.preview.on || this.session.moving) return;
    this.preview.end();
    this.board.show(state.position, 140);
    this.board.mark({
      ...Board.marksOf(state.last),
      legal: this.session.yours ? state.position.legal : [],
      hint: this.#hint,
    });
    this.values.draw();
  }

  /** @param {import('../protocol.js').House | null} house */
  #hover(house) {
    const { state } = this.session;
    if (!state || !this.session.yours || this.preview.on) return;
    const playable =
      house?.pit && house.side === state.position.toMove && state.position.legal.includes(house.pit) ? house.pit : null;
    this.preview.point(state, playable).catch(this.app.fail);
  }

  // -------------------------------------------------------------------------------------------------------------- actions

  async #new() {
    try {
      const options = await newGameSheet(this.app);
      if (options) this.#do(() => this.session.begin(options));
    } catch (error) {
      this.app.fail(error);
    }
  }

  async #more() {
    const { consoleOf, moreSheet } = await import('./more.js');
    const { state, game } = this.session;
    if (!state || !game) return;
    const what = await moreSheet(state);
    if (what === 'rematch') this.#do(() => this.session.rematch());
    if (what === 'swap') this.#do(() => this.session.swap());
    if (what === 'resign' && (await ask(t('page.resign.ask'), t('page.resign'), t('page.resign.why'))))
      this.#do(() => this.session.resign());
    if (what === 'share') shareSheet(this.app, game).catch(this.app.fail);
    if (what === 'watch') this.app.go(`machine/${consoleOf(state)}/gates?b=1`);
    if (what === 'review') this.app.go(`review/${this.session.id}`);
    if (what === 'edit') this.app.go(`editor/${encodeURIComponent(`${state.rules.text}|${state.position.text}`)}`);
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    const { session } = this;
    const { state } = session;
    if (this.board.moving && !['Tab', 'Shift'].includes(event.key)) {
      this.board.hurry();
      return true;
    }
    if (/^[1-9]$/.test(event.key) && state) {
      this.#press({ side: state.position.toMove, pit: Number(event.key) });
      return true;
    }
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.board.step(-1),
      ArrowRight: () => this.board.step(1),
      ArrowUp: () => this.#do(() => session.step(-1)),
      ArrowDown: () => this.#do(() => session.step(1)),
      Home: () => this.#do(() => session.goTo(0)),
      End: () => this.#do(() => session.goTo(session.state?.moves.length ?? 0)),
      u: () => this.#do(() => session.undo()),
      r: () => this.#do(() => session.redo()),
      h: () => this.#askHint(),
      a: () => this.#toggle(),
      n: () => this.#new(),
    };
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    action?.();
    return !!action;
  }
}

/** @type {import('../main.js').MakeView} */
export function playView(app, rest) {
  const play = new Play(app, rest);
  return { element: play.element, title: t('page.nav.play'), keys: (event) => play.keys(event), leave: () => play.leave() };
}
