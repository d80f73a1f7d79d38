/** The view where one plays. */
import { Board } from '../board/board.js';
import { announce } from '../lib/announce.js';
import { Life } from '../lib/life.js';
import { ask } from '../lib/dialog.js';
import { calm, h, marked, refill } from '../lib/dom.js';
import { face, levelOf } from '../lib/face.js';
import { icon } from '../lib/icons.js';
import { against, games } from '../lib/results.js';
import { set, settings } from '../lib/settings.js';
import { find, latest } from '../lib/shelf.js';
import { style } from '../lib/style.js';
import { t } from '../lib/texts.js';
import { Graph } from './graph.js';
import { MoveList } from './move-list.js';
import { chosenGame } from './chosen.js';
import { Preview } from './preview.js';
import { said, yourSide } from './says.js';
import { Session } from './session.js';
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
  /** What a key pressed during a sowing does when it is over. @type {(() => void) | null} */
  #pressed = null;

  /**
   * @param {App} app
   * @param {string} rest
   */
  constructor(app, rest) {
    this.app = app;
    this.board = new Board({ onpit: (house) => this.#press(house), onhover: (house) => this.#hover(house) });
    this.session = new Session(app, this.board, {
      changed: () => this.draw(),
      ended: () => this.#ended(),
    });
    this.preview = new Preview(app, this.board);
    this.card = new ValueCard({
      ontoggle: () => this.#toggle(),
      online: (pits, upTo) => this.#online(pits, upTo),
      onleave: () => this.#back(),
    });
    this.moves = new MoveList((ply) => this.#do(() => this.session.goTo(ply)));
    this.graph = new Graph({ label: t('page.graph'), onply: (ply) => this.#do(() => this.session.goTo(ply)) });
    this.values = new Values(app, this);
    this.far = h('div', { class: 'seat far' });
    this.near = h('div', { class: 'seat near' });
    this.sentence = h('p', { class: 'sentence' });
    this.hint = h('p', { class: 'hint-text' });
    this.actions = h('div', { class: 'actions' });
    this.result = h('div', { class: 'after' });
    this.steps = h('div', { class: 'transport' });
    this.element = this.#layout();
    // `new` opens the sheet for a new game over the game there is.
    const asked = rest === 'new' ? '' : rest;
    const kept = rest.startsWith('link/') || app.next ? null : asked ? find(asked) : latest();
    this.board.show(kept?.position ?? PICTURE);
    requestAnimationFrame(() => performance.mark('board'));
    this.card.hide();
    this.drawActions();
    void this.#begin(asked, kept).then(() => rest === 'new' && this.#askNew());
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
        h('div', { class: 'talk' }, h('div', { class: 'said' }, this.sentence, this.hint, this.result), this.actions),
        this.graph.element,
      ),
      h(
        'div',
        { class: 'aside' },
        this.card.element,
        h('section', { class: 'card moves-card' }, h('h2', { class: 'hidden' }, t('page.moves')), this.moves.element, this.steps),
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

  #life = new Life();

  leave() {
    this.#life.end();
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
      // Visible in the next frame, even if the engine is busy.
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
    this.element.dataset.phase = this.session.moving ? 'moving' : state.result ? 'over' : this.session.yours ? 'yours' : 'theirs';
    this.#seat(this.near, near);
    this.#seat(this.far, near === 'south' ? 'north' : 'south');
    const opening = state.moves.length === 0 && this.session.yours ? ` ${t('page.choose')}` : '';
    refill(this.sentence, marked(said(state, this.session.moving) + opening));
    this.values.drawMoves(state);
    this.#drawAfter();
    this.drawActions();
    this.#drawSteps();
    this.values.draw();
    const pressed = this.#pressed;
    if (pressed && !this.session.moving) {
      this.#pressed = null;
      queueMicrotask(pressed);
    }
  }

  /**
   * @param {HTMLElement} element
   * @param {Side} side
   */
  #seat(element, side) {
    const state = this.session.state;
    if (!state) return;
    const seat = state.seats[side];
    const you = yourSide(state) === side;
    const name = state.names[side];
    const mine = state.turn?.side === side && !this.session.moving;
    const thinking = mine && this.session.thinking;
    const winner = state.result?.winner;
    const mood = !winner ? 'calm' : winner === side ? 'glad' : 'startled';
    refill(
      element,
      face({ seat, name, you, side, mood }),
      h(
        'span',
        { class: 'who' },
        h('strong', null, name),
        h('span', { class: 'soft character' }, this.#chain(side) || this.#about(side)),
      ),
      mine && h('span', { class: `status ${thinking ? 'thinking' : ''}` }, this.#status(side, thinking)),
    );
  }

  /**
   * @param {Side} side
   * @param {boolean} thinking
   */
  #status(side, thinking) {
    const state = this.session.state;
    if (thinking) return t('page.thinking');
    const again = state?.last?.extraTurn && state.last.side === side;
    if (state && yourSide(state) === side) return again ? t('page.again.you') : t('page.to-move.you');
    return again ? t('page.again') : t('page.to-move');
  }

  /**
   * A line under a name: what the opponent is like, and how one did against it.
   * @param {Side} side
   */
  #about(side) {
    const state = this.session.state;
    if (!state) return '';
    const you = yourSide(state);
    if (you === side) {
      const other = side === 'south' ? 'north' : 'south';
      const tally = against(state.seats[other]);
      return games(tally) ? t('page.record', { won: tally.won, count: games(tally), name: state.names[other] }) : '';
    }
    const level = levelOf(state.seats[side]);
    const about = this.#characters.get(state.seats[side]) ?? '';
    return level ? [t('player.level', { number: level }), h('span', { class: 'trait' }, ` · ${about}`)] : about;
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

  /** Whether the card with the result is on show, or about to be. */
  #card = false;

  /** What one can do when a game is over, or when one looks at its past. */
  #drawAfter() {
    const { state, inThePast } = this.session;
    if (!state) return;
    const button = (/** @type {string} */ text, /** @type {() => void} */ onclick, main = false) =>
      h('button', { class: `button ${main ? 'main' : ''}`, type: 'button', onclick }, text);
    if (state.result && !this.session.moving) {
      refill(
        this.result,
        !this.#card && [
          button(t('page.rematch'), () => this.#do(() => this.session.rematch()), true),
          button(t('page.over'), () => void this.#showResult()),
          button(t('page.review'), () => this.app.go(`review/${this.session.id}`)),
        ],
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

  /** The game has come to its end before our eyes. */
  #ended() {
    this.#card = true;
    const { id } = this.session;
    // The last seeds lie still for a moment.
    setTimeout(
      () => {
        if (this.#life.over || this.session.id !== id || !this.session.state?.result || document.querySelector('dialog[open]')) {
          this.#card = false;
          this.draw();
          return;
        }
        void this.#showResult();
      },
      calm() || settings.pace === 0 ? 0 : 700,
    );
  }

  async #showResult() {
    this.#card = true;
    this.draw();
    try {
      const [{ resultSheet }] = await Promise.all([import('./game-over.js'), style('css/sheets.css')]);
      const what = await resultSheet(this.app, this.session);
      this.#card = false;
      this.draw();
      this.#afterResult(what);
    } catch (error) {
      this.#card = false;
      this.app.fail(error);
    }
  }

  /** @param {string} what was chosen on the card with the result */
  #afterResult(what) {
    const { id } = this.session;
    if (what === 'rematch') this.#do(() => this.session.rematch());
    if (what === 'new') void this.#new();
    if (what === 'share') void this.#share();
    if (what.startsWith('review')) this.app.go(what.replace('review', `review/${id}`));
    if (what.startsWith('level:')) {
      set({ game: { ...settings.game, opponent: what } });
      this.#do(() => this.session.begin(chosenGame()));
    }
  }

  /** Forward and back through the game, and out of it. */
  #drawSteps() {
    const { state } = this.session;
    if (!state) return;
    const step = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {number} */ ply) =>
      h(
        'button',
        {
          class: 'icon',
          type: 'button',
          'data-step': picture,
          'aria-label': label,
          title: label,
          disabled: ply < 0 || ply > state.moves.length || ply === state.ply,
          onclick: () => this.#do(() => this.session.goTo(ply)),
        },
        icon(picture),
      );
    const quiet = (
      /** @type {string} */ id,
      /** @type {string} */ picture,
      /** @type {string} */ text,
      /** @type {() => void} */ onclick,
    ) => h('button', { class: 'button quiet', type: 'button', id, onclick }, icon(picture), text);
    const focused = this.steps.contains(document.activeElement)
      ? document.activeElement?.id || /** @type {HTMLElement} */ (document.activeElement).dataset.step
      : '';
    refill(
      this.steps,
      step('first', t('page.step.first'), 0),
      step('back', t('page.step.back'), state.ply - 1),
      step('forward', t('page.step.forward'), state.ply + 1),
      step('last', t('page.step.last'), state.moves.length),
      h('span', { class: 'gap' }),
      !state.result && state.moves.length > 0 && quiet('resign', 'flag', t('page.resign'), () => void this.#resign()),
      quiet('share', 'share', t('page.share.short'), () => void this.#share()),
    );
    if (!focused) return;
    /** @type {HTMLElement | null} */ (this.steps.querySelector(`#${focused}, [data-step="${focused}"]`))?.focus();
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
        },
        icon(picture),
        h('span', null, text),
      );
    const focused = this.actions.contains(document.activeElement) ? document.activeElement?.id : '';
    refill(
      this.actions,
      action('undo', 'undo', t('page.undo'), () => this.#do(() => this.session.undo()), !!state?.canUndo),
      action('hint', 'hint', t('page.hint'), () => this.#askHint(), this.session.yours),
      action('values', 'values', t('page.values'), () => this.#toggle(), true, settings.analysis),
      action('new', 'new', t('page.new'), () => this.#new()),
      action('more', 'more', t('page.more'), () => this.#more(), !!state),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.actions.querySelector(`#${focused}`))?.focus();
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
      const hint = await this.app.engine.hint({
        rules: state.rules.text,
        position: state.position.text,
        people: state.people,
      }).result;
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

  /** The sheet that the address asks for; a reload does not ask again. */
  #askNew() {
    if (this.#life.over) return;
    history.replaceState(null, '', '#/play');
    void this.#new();
  }

  async #new() {
    try {
      const [{ newGameSheet }] = await Promise.all([import('./new-game.js'), style('css/sheets.css')]);
      const options = await newGameSheet(this.app);
      if (options) this.#do(() => this.session.begin(options));
    } catch (error) {
      this.app.fail(error);
    }
  }

  async #resign() {
    if (await ask(t('page.resign.ask'), t('page.resign'), t('page.resign.why'))) this.#do(() => this.session.resign());
  }

  async #share() {
    const { game } = this.session;
    try {
      const { shareSheet } = await import('./share.js');
      if (game) await shareSheet(this.app, game);
    } catch (error) {
      this.app.fail(error);
    }
  }

  async #more() {
    const { consoleOf, moreSheet } = await import('./more.js');
    const { state } = this.session;
    if (!state) return;
    const what = await moreSheet(state);
    if (what === 'rematch') this.#do(() => this.session.rematch());
    if (what === 'swap') this.#do(() => this.session.swap());
    if (what === 'resign') void this.#resign();
    if (what === 'share') void this.#share();
    if (what === 'watch') this.app.go(`machine/${consoleOf(state)}/gates?b=1`);
    if (what === 'review') this.app.go(`review/${this.session.id}`);
    if (what === 'edit') this.app.go(`editor/${encodeURIComponent(`${state.rules.text}|${state.position.text}`)}`);
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    const action = this.#action(event.key);
    const hurried = this.board.moving && !['Tab', 'Shift'].includes(event.key);
    if (hurried) {
      this.board.hurry();
      this.#pressed = action ?? null;
    } else {
      action?.();
    }
    return hurried || !!action;
  }

  /**
   * What a key does.
   * @param {string} key
   * @returns {(() => void) | undefined}
   */
  #action(key) {
    const { session } = this;
    if (/^[1-9]$/.test(key)) {
      return () => session.state && this.#press({ side: session.state.position.toMove, pit: Number(key) });
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
    return keys[key.length === 1 ? key.toLowerCase() : key];
  }
}

/** @type {import('../main.js').MakeView} */
export function playView(app, rest) {
  const play = new Play(app, rest);
  return { element: play.element, title: t('page.nav.play'), keys: (event) => play.keys(event), leave: () => play.leave() };
}
