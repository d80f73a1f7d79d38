/** The lobby: games that wait for an opponent, games in progress, and your own. */
import { Board } from '../board/board.js';
import { h, refill } from '../lib/dom.js';
import { face } from '../lib/face.js';
import { icon } from '../lib/icons.js';
import { Life, isDropped } from '../lib/life.js';
import { myName } from '../lib/me.js';
import { settings } from '../lib/settings.js';
import { site } from '../lib/site.js';
import { t } from '../lib/texts.js';
import { call, gameApi, SiteError } from './api.js';
import { clockName } from './clock.js';
import { makeSheet } from './make.js';
import { dropGame, myGames } from './mine.js';
import { guestsOf, namesOf, outcome } from './words.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('./protocol.js').TableState} TableState
 * @typedef {{state: TableState, rules: string, result: string | null}} Described
 */

/** In milliseconds. */
const REFRESH = 5000;
/** Maximum number of one's own games shown: more would mean more requests. */
const SHOWN = 8;

class Lobby {
  #life = new Life();
  #rounds = 0;
  /** What each list shows, so that nothing is drawn again that is the same. @type {Map<Element, string>} */
  #drawn = new Map();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.board = new Board({ label: t('page.board') });
    this.mine = h('ul', { class: 'games' });
    this.waiting = h('ul', { class: 'games' });
    this.playing = h('ul', { class: 'games' });
    this.mineSection = h('section', { hidden: true }, h('h2', null, t('online.mine')), this.mine);
    this.state = h('p', { class: 'problem', role: 'status' });
    const way = (
      /** @type {string} */ id,
      /** @type {string} */ picture,
      /** @type {string} */ text,
      /** @type {Node | string} */ about,
      /** @type {(() => void) | null} */ onclick,
    ) =>
      h(
        onclick ? 'button' : 'div',
        {
          class: `lobby-way ${id === 'online-new' ? 'main' : ''}`,
          type: onclick ? 'button' : undefined,
          id,
          onclick: onclick ?? undefined,
        },
        icon(picture),
        h('span', null, h('strong', null, text), h('span', { class: 'small' }, about)),
        onclick && icon('forward'),
      );
    this.nobody = h('p', { class: 'lobby-nobody soft' });
    this.element = h(
      'div',
      { class: 'lobby' },
      h(
        'div',
        { class: 'lobby-ways' },
        h('div', { class: 'head' }, h('h1', null, t('online.friend')), h('p', { class: 'soft' }, t('online.about'))),
        way('online-new', 'link', t('online.way.link'), t('online.way.link.about'), () => this.make(false)),
        way('online-wait', 'clock', t('online.way.wait'), t('online.way.wait.about'), () => this.make(true)),
        this.state,
        this.mineSection,
        h('section', null, h('h2', null, t('online.waiting')), this.waiting),
        h('section', null, h('h2', null, t('online.playing')), this.playing),
        this.nobody,
      ),
      this.#laid(),
    );
    this.timer = setInterval(() => document.visibilityState === 'visible' && this.refresh(), REFRESH);
    void this.#begin();
  }

  /** The table, laid for two. */
  #laid() {
    const four = [4, 4, 4, 4, 4, 4];
    const position = {
      text: '',
      pits: { south: four, north: four },
      stores: { south: 0, north: 0 },
      toMove: /** @type {const} */ ('south'),
      legal: [],
      over: false,
    };
    this.board.show(position);
    this.board.element.setAttribute('inert', '');
    return h(
      'div',
      { class: 'lobby-table', 'aria-hidden': 'true' },
      h(
        'p',
        { class: 'lobby-seat them' },
        h('span', { class: 'soft' }, t('online.seat.free')),
        h('span', { class: 'face free' }, icon('new')),
      ),
      this.board.space,
      h(
        'p',
        { class: 'lobby-seat' },
        face({ seat: 'human', you: true }),
        h('span', null, h('strong', null, myName() || t('page.you'))),
      ),
    );
  }

  /** Who does not want to wait plays a stone. */
  async #offer() {
    const { opponent } = settings.game;
    const seat = opponent.startsWith('level:') ? opponent : 'level:3';
    const all = await this.#life.wait(this.app.engine.opponents());
    const name = all.find((one) => one.name === seat)?.title ?? '';
    refill(
      this.nobody,
      face({ seat }),
      h('span', null, `${t('online.nobody')} `, h('a', { href: '#/play/new' }, t('online.nobody.play', { name }))),
    );
  }

  async #begin() {
    void this.#offer().catch(this.app.fail);
    // A folder of files has no games to ask for.
    if ((await site())?.online === false) return;
    await this.refresh();
  }

  leave() {
    this.#life.end();
    this.board.stop();
    clearInterval(this.timer);
  }

  /** @param {boolean} [open] for everybody who comes by */
  async make(open) {
    try {
      const game = await makeSheet(this.app, open);
      if (game) this.app.go(`online/${game}`);
    } catch (error) {
      this.app.fail(error);
    }
  }

  async refresh() {
    const round = this.#rounds++;
    try {
      const lists = Promise.all([call('games?list=waiting'), call('games?list=playing')]);
      const [waiting, playing] = await this.#life.wait(lists);
      const mine = new Set(myGames());
      const others = (/** @type {TableState} */ { game }) => !mine.has(game);
      const described = Promise.all([
        this.#described(waiting.games.filter(others)),
        this.#described(playing.games.filter(others)),
        round % 3 === 0 ? this.#own().then((games) => this.#described(games)) : null,
      ]);
      const [wait, play, own] = await this.#life.wait(described);
      this.state.textContent = '';
      this.#draw(this.waiting, wait, t('online.waiting.none'));
      this.#draw(this.playing, play, t('online.playing.none'));
      if (!own) return;
      this.mineSection.hidden = own.length === 0;
      this.#draw(this.mine, own, '');
    } catch (error) {
      if (!isDropped(error)) this.state.textContent = error instanceof Error ? error.message : String(error);
    }
  }

  /** One's own games; those the site does not keep any more are forgotten here, too. */
  async #own() {
    const states = await Promise.all(
      myGames()
        .slice(0, SHOWN)
        .map(async (id) => {
          try {
            return await gameApi(id).state();
          } catch (error) {
            if (error instanceof SiteError && error.status === 404) dropGame(id);
            return null;
          }
        }),
    );
    const found = states.filter((state) => state !== null && state.outcome?.reason !== 'withdrawn');
    const turn = (/** @type {TableState | null} */ state) =>
      state?.status === 'over' ? 2 : state?.turn && state.you?.includes(state.turn) ? 0 : 1;
    return /** @type {TableState[]} */ (found).sort((a, b) => turn(a) - turn(b));
  }

  /**
   * With what they are played by, and how they ended.
   * @param {TableState[]} games
   * @returns {Promise<Described[]>}
   */
  #described(games) {
    const described = async (/** @type {TableState} */ state) => {
      const { settings, position } = state;
      const people = guestsOf(state, myside(state));
      const words = await this.app.engine.describeTable({ rules: settings.rules, position, people });
      return { state, ...words };
    };
    return Promise.all(games.map(described));
  }

  /**
   * @param {HTMLElement} list
   * @param {Described[]} games
   * @param {string} none
   */
  #draw(list, games, none) {
    const signature = JSON.stringify(games.map(({ state: { game, seq, watching, you } }) => [game, seq, watching, you]));
    if (this.#drawn.get(list) === signature) return;
    this.#drawn.set(list, signature);
    const focused = list.contains(document.activeElement) && document.activeElement?.getAttribute('href');
    refill(
      list,
      games.length === 0 && none && h('li', { class: 'soft empty' }, none),
      games.map((game) => this.#row(game)),
    );
    if (focused) /** @type {HTMLElement | null} */ (list.querySelector(`[href="${focused}"]`))?.focus();
  }

  /** @param {Described} described */
  #row({ state, rules, result }) {
    const { settings, status, you = [] } = state;
    const mine = you.length > 0;
    const [action, main] = actionOf(state);
    const about = [rules, clockName(settings.clock)];
    if (state.moves.length) about.push(t('moves', { count: state.moves.length }));
    if (state.watching && !mine) about.push(t('online.watching', { count: state.watching }));
    return h(
      'li',
      { class: 'card game', 'data-game': state.game, 'data-status': status },
      h(
        'div',
        { class: 'game-about' },
        h('strong', null, title(state)),
        h('span', { class: 'small soft' }, about.join(' · ')),
        mine && h('span', { class: 'small' }, standing(state, result)),
      ),
      h('div', { class: 'buttons' }, h('a', { class: `button ${main ? 'main' : ''}`, href: `#/online/${state.game}` }, action)),
    );
  }
}

/** @param {TableState} state */
function title(state) {
  const { players } = state;
  const names = namesOf(state);
  if (state.status !== 'waiting') return `${names.south} – ${names.north}`;
  const host = players.south ?? players.north ?? '';
  return state.you?.length ? t('online.invitation.yours') : host || t('online.somebody');
}

/**
 * @param {TableState} state
 * @returns {[text: string, main: boolean]}
 */
function actionOf({ status, turn, you = [] }) {
  if (you.length === 0) return status === 'waiting' ? [t('online.join'), true] : [t('online.watch'), false];
  if (status === 'over') return [t('page.games.look'), false];
  return [status === 'waiting' ? t('online.open') : t('page.games.go-on'), turn !== null && you.includes(turn)];
}

/** The one side that this visitor plays. @param {TableState} state */
const myside = ({ you = [] }) => (you.length === 1 ? you[0] : null);

/**
 * @param {TableState} state
 * @param {string | null} result
 */
function standing(state, result) {
  const you = myside(state);
  if (state.status === 'waiting') return t('online.wait.short');
  if (state.status === 'over') return result ?? outcome(state, you);
  return state.turn === you ? t('online.turn.you') : t('online.turn.theirs');
}

/** @type {import('../main.js').MakeView} */
export function lobbyView(app) {
  const lobby = new Lobby(app);
  return {
    element: lobby.element,
    title: t('online.title'),
    keys(event) {
      if (event.key !== 'n') return false;
      void lobby.make();
      return true;
    },
    leave: () => lobby.leave(),
  };
}
