/** The view of one game between two people: for those who play it, those who are invited, and those who look on. */
import { Board } from '../board/board.js';
import { announce } from '../lib/announce.js';
import { ask } from '../lib/dialog.js';
import { h, marked, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { site } from '../lib/site.js';
import { sound } from '../lib/sound.js';
import { t } from '../lib/texts.js';
import { keepName } from '../lib/me.js';
import { MoveList } from '../play/move-list.js';
import { Preview } from '../play/preview.js';
import { plain } from '../play/says.js';
import { call, SiteError } from './api.js';
import { clockName } from './clock.js';
import { Invitation } from './invitation.js';
import { keepOnShelf } from './keep.js';
import { makeSheet } from './make.js';
import { dropGame } from './mine.js';
import { linkSheet, moreSheet, seatSheet } from './more.js';
import { Notice } from './notice.js';
import { tellTurn } from './notify.js';
import { phraseSheet } from './phrases.js';
import { Seat } from './seat.js';
import { opposite, Table } from './table.js';
import { tell } from './tell.js';
import { guestsOf, namesOf, sentence } from './words.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('./protocol.js').TableState} TableState
 */

/** How often clocks are looked at, in milliseconds. */
const TICK = 200;

class OnlineGame {
  /** What is played, in words. */
  #rules = '';
  #kept = false;

  /**
   * @param {App} app
   * @param {string} id
   * @param {string} secret of a seat that was handed on
   */
  constructor(app, id, secret) {
    this.app = app;
    this.board = new Board({ onpit: (house) => this.#press(house), onhover: (house) => this.#hover(house) });
    this.preview = new Preview(app, this.board);
    this.table = new Table(app, id, this.board, {
      changed: () => this.draw(),
      heard: (before, now) => this.#heard(before, now),
      moved: () => this.#sayMove(),
      refused: (error) => this.app.fail(error),
      gone: () => this.#gone(),
    });
    this.moves = new MoveList((ply) => void this.table.goTo(ply).catch(app.fail));
    const rename = (/** @type {string} */ name, /** @type {Side} */ side) => this.#rename(name, side);
    this.far = new Seat(this.table, rename);
    this.near = new Seat(this.table, rename);
    this.invitation = new Invitation(this.table, app.fail, (settings) => this.#terms(settings));
    this.notice = new Notice(this.table, {
      act: (what, body) => this.#act(what, body),
      review: () => this.#review(),
      make: () => this.#make(),
      follow: (game) => this.#next(game),
    });
    this.sentence = h('p', { class: 'sentence' });
    this.link = h('p', { class: 'link-state', role: 'status', hidden: true }, t('online.reconnecting'));
    this.actions = h('div', { class: 'actions' });
    this.about = h('dl', { class: 'about-game small' });
    this.element = this.#layout();
    this.timer = setInterval(() => this.#tick(), TICK);
    void this.#begin(secret);
  }

  #layout() {
    return h(
      'div',
      { class: 'play online' },
      h('h1', { class: 'hidden' }, t('online.title')),
      h(
        'div',
        { class: 'table' },
        this.link,
        this.invitation.element,
        this.far.element,
        this.board.space,
        this.near.element,
        h('div', { class: 'said' }, this.sentence),
        this.notice.element,
        this.actions,
      ),
      h(
        'div',
        { class: 'aside' },
        h('section', { class: 'card' }, h('h2', { class: 'hidden' }, t('page.moves')), this.moves.element),
        h('section', { class: 'card' }, h('h2', { class: 'label' }, t('online.this-game')), this.about),
      ),
    );
  }

  /** @param {string} secret */
  async #begin(secret) {
    const { table } = this;
    try {
      if (secret) {
        history.replaceState(null, '', `#/online/${table.id}`);
        await table.sit(() => table.api.sit(secret));
      }
      const [here] = await Promise.all([site(), table.begin()]);
      if (here?.away) this.notice.away = here.away;
      await this.#describe();
      this.draw();
    } catch (error) {
      if (table.closed) return;
      if (error instanceof SiteError && error.passing) {
        this.link.hidden = false;
        setTimeout(() => !table.closed && void this.#begin(secret), 2000);
      } else if (error instanceof SiteError && error.status === 404) {
        this.#gone();
      } else {
        this.app.fail(error);
        if (secret) void this.#begin('');
      }
    }
  }

  async #describe() {
    const { truth, side } = this.table;
    if (!truth) return;
    const { settings, position } = truth;
    const people = guestsOf(truth, side);
    const words = await this.app.engine.describeTable({ rules: settings.rules, position, people });
    this.#rules = words.rules;
  }

  leave() {
    clearInterval(this.timer);
    this.table.close();
    this.board.stop();
  }

  #gone() {
    dropGame(this.table.id);
    refill(
      this.element,
      h(
        'section',
        { class: 'card nothing-here' },
        h('h1', null, t('online.gone')),
        h('p', { class: 'soft' }, t('online.gone.why')),
        h('a', { class: 'button main', href: '#/online' }, t('online.lobby')),
      ),
    );
    this.leave();
  }

  // -------------------------------------------------------------------------------------------------------- what happens

  /**
   * @param {TableState | null} before
   * @param {TableState} now
   */
  #heard(before, now) {
    const { you, side } = this.table;
    tell(before, now, you);
    if (before && side && before.turn !== side && now.turn === side && now.status === 'playing') {
      sound.turn();
      tellTurn(this.table.id, namesOf(now)[opposite(side)]);
    }
    if (before && !before.outcome && now.outcome) {
      const { winner } = now.outcome;
      sound.end(winner === null ? 0 : !side || winner === side ? 1 : -1);
    }
    // A player who was here when the rematch was agreed is taken there automatically.
    if (before && !before.next && now.next && you.length) this.#next(now.next);
    if (now.status === 'over' && now.moves.length && you.length && !this.#kept) {
      this.#kept = true;
      keepOnShelf(this.app, this.table.id, side).catch(() => (this.#kept = false));
    }
  }

  #sayMove() {
    const { state, truth, side } = this.table;
    if (state && truth) announce(plain(sentence(state, truth, side, false)));
  }

  /**
   * @param {string} what
   * @param {object} [body]
   */
  #act(what, body) {
    this.table.act(what, body).catch(this.app.fail);
  }

  /**
   * @param {string} name
   * @param {Side} side
   */
  #rename(name, side) {
    keepName(name);
    this.#act(`rename?side=${side}`, { name });
  }

  /** @param {string} game */
  async #next(game) {
    try {
      // The seat of the rematch is opened by the seat of this game.
      if (this.table.you.length) await call(`games/${this.table.id}/follow`, {});
      if (!this.table.closed) this.app.go(`online/${game}`);
    } catch (error) {
      this.app.fail(error);
    }
  }

  async #review() {
    try {
      this.app.go(`review/${await keepOnShelf(this.app, this.table.id, this.table.side)}`);
    } catch (error) {
      this.app.fail(error);
    }
  }

  async #make() {
    try {
      const game = await makeSheet(this.app);
      if (game) this.app.go(`online/${game}`);
    } catch (error) {
      this.app.fail(error);
    }
  }

  /** @param {import('../protocol.js').House} house */
  #press(house) {
    const { state, truth } = this.table;
    if (!state || !truth || this.table.moving) return;
    if (!this.table.yours) {
      if (truth.status === 'playing' && this.table.you.length && !this.table.inThePast) this.board.refuse(house);
      return;
    }
    const { toMove, legal } = state.position;
    if (house.side !== toMove || !legal.includes(house.pit)) {
      this.board.refuse(house);
      return;
    }
    this.preview.end();
    this.board.point([]);
    this.board.choose(house);
    this.table.play(house.pit).catch(this.app.fail);
  }

  /** @param {import('../protocol.js').House | null} house */
  #hover(house) {
    const { state } = this.table;
    if (!state || !this.table.yours) return;
    const { toMove, legal } = state.position;
    const pit = house?.pit && house.side === toMove && legal.includes(house.pit) ? house.pit : null;
    this.preview.point(state, pit).catch(this.app.fail);
  }

  async #resign() {
    if (await ask(t('page.resign.ask'), t('page.resign'), t('online.resign.why'))) this.#act('resign');
  }

  async #abort() {
    if (await ask(t('online.abort.ask'), t('online.abort'), t('online.abort.why'))) this.#act('abort');
  }

  async #say() {
    const phrase = await phraseSheet();
    if (phrase) this.#act('say', { phrase });
  }

  async #more() {
    const { table } = this;
    const what = await moreSheet(table);
    if (what === 'draw') this.#act('draw');
    if (what === 'link') void linkSheet(table);
    if (what === 'name') this.near.edit();
    if (what === 'seat') seatSheet(table).catch(this.app.fail);
    if (what === 'lobby') this.app.go('online');
  }

  // ------------------------------------------------------------------------------------------------------------- drawing

  draw() {
    const { state, truth, side, moving } = this.table;
    if (!truth || this.table.closed) return;
    const near = side ?? 'south';
    this.element.dataset.phase =
      truth.status === 'playing' ? (moving ? 'moving' : this.table.yours ? 'yours' : 'theirs') : moving ? 'moving' : truth.status;
    this.link.hidden = this.table.linked;
    this.invitation.draw();
    this.near.draw(near);
    this.far.draw(opposite(near));
    if (state) {
      refill(this.sentence, marked(truth.status === 'waiting' ? '' : sentence(state, truth, side, moving)));
      this.moves.draw(state.moves, state.ply, { names: namesOf(truth), near });
    }
    this.notice.draw();
    this.#drawActions(truth);
    this.#drawAbout(truth);
    const title = this.table.yours ? `● ${t('online.turn.you')}` : t('online.title');
    document.title = `${title} · mancala`;
  }

  #tick() {
    this.near.tick();
    this.far.tick();
    this.notice.draw();
  }

  #hasMoved() {
    const { state, you } = this.table;
    return !!state?.moves.some(({ side }) => you.includes(side));
  }

  #actionsDrawn = '';

  /** @param {TableState} truth */
  #drawActions(truth) {
    const seated = this.table.you.length > 0;
    const playing = truth.status === 'playing' && seated;
    const actions = [
      { id: 'takeback', picture: 'undo', text: t('online.takeback'), able: playing && this.#hasMoved() && !truth.takeback },
      truth.abortable
        ? { id: 'abort', picture: 'close', text: t('online.abort'), able: playing }
        : { id: 'resign', picture: 'flag', text: t('page.resign'), able: playing },
      { id: 'say', picture: 'chat', text: t('online.say.short'), able: seated && truth.status !== 'waiting' && !!truth.said },
      { id: 'share', picture: 'link', text: t('online.link.short'), able: true },
      { id: 'more', picture: 'more', text: t('page.more'), able: true },
    ].filter(({ id, able }) => able || (seated && truth.status === 'playing' && id !== 'say'));
    const drawn = JSON.stringify(actions);
    if (drawn === this.#actionsDrawn) return;
    this.#actionsDrawn = drawn;
    const focused = this.actions.contains(document.activeElement) ? document.activeElement?.id : '';
    /** @type {Record<string, () => void>} */
    const does = {
      takeback: () => this.#act('takeback'),
      abort: () => void this.#abort(),
      resign: () => void this.#resign(),
      say: () => void this.#say(),
      share: () => void linkSheet(this.table),
      more: () => void this.#more(),
    };
    refill(
      this.actions,
      actions.map(({ id, picture, text, able }) =>
        h(
          'button',
          { class: 'button action', type: 'button', id, title: text, disabled: !able, onclick: does[id] },
          icon(picture),
          h('span', null, text),
        ),
      ),
    );
    if (focused) document.getElementById(focused)?.focus();
  }

  /**
   * Rules and clock in a few words.
   * @param {import('./protocol.js').TableSettings} settings
   */
  #terms({ clock }) {
    return [this.#rules, clockName(clock)].filter(Boolean).join(' · ');
  }

  /** @param {TableState} truth */
  #drawAbout({ settings, watching = 0 }) {
    const row = (/** @type {string} */ name, /** @type {string} */ value) => [h('dt', null, name), h('dd', null, value)];
    refill(
      this.about,
      row(t('page.new.rules'), this.#rules),
      row(t('online.make.clock'), clockName(settings.clock)),
      watching > 0 && row(t('online.watchers'), String(watching)),
    );
  }

  // --------------------------------------------------------------------------------------------------------------- keys

  /** @param {KeyboardEvent} event */
  keys(event) {
    const { table } = this;
    const { state, truth } = table;
    if (this.board.moving && !['Tab', 'Shift'].includes(event.key)) {
      this.board.hurry();
      return true;
    }
    if (!state || !truth) return false;
    if (/^[1-9]$/.test(event.key)) {
      this.#press({ side: state.position.toMove, pit: Number(event.key) });
      return true;
    }
    const go = (/** @type {number} */ ply) => void table.goTo(ply).catch(this.app.fail);
    const able = (/** @type {string} */ id) =>
      /** @type {HTMLButtonElement | null} */ (this.actions.querySelector(`#${id}:not([disabled])`))?.click();
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.board.step(-1),
      ArrowRight: () => this.board.step(1),
      ArrowUp: () => go(state.ply - 1),
      ArrowDown: () => go(state.ply + 1),
      Home: () => go(0),
      End: () => go(state.moves.length),
      u: () => able('takeback'),
      x: () => able(truth.abortable ? 'abort' : 'resign'),
      l: () => able('share'),
    };
    const action = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    action?.();
    return !!action;
  }
}

/** @type {import('../main.js').MakeView} */
export function gameView(app, rest) {
  const [id, , secret = ''] = rest.split('/');
  const game = new OnlineGame(app, id, secret);
  return {
    element: game.element,
    title: t('online.title'),
    keys: (event) => game.keys(event),
    leave: () => game.leave(),
  };
}
