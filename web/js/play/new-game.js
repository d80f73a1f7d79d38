/**
 * The sheet for a new game: whom to play, who starts, and behind one line all the rest. The engine says who there is, what rules
 * there are, and who can play by them.
 */
import { sheet } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { face, levelOf } from '../lib/face.js';
import { icon } from '../lib/icons.js';
import { against, games, ladder } from '../lib/results.js';
import { segments } from '../lib/segments.js';
import { set, settings } from '../lib/settings.js';
import { site } from '../lib/site.js';
import { t } from '../lib/texts.js';
import { chosenGame, FRIEND } from './chosen.js';
import { rulesChoice, settled } from './rules-choice.js';

/**
 * @typedef {import('../protocol.js').Opponent} Opponent
 * @typedef {import('../protocol.js').NewGame} NewGame
 * @typedef {import('../main.js').App} App
 * @typedef {import('./chosen.js').Start} Start
 * @typedef {'computer' | 'friend' | 'online' | 'console'} Way
 */

/** The default opponent. */
const USUAL = 'level:3';
const CONSOLE = 'console:2023';
/** The last games against an opponent that are shown. */
const SHOWN = 5;
/**
 * How strong the levels are, in Elo above the first: what each scores against the one below it in 100 games (docs/players.md).
 */
const STRENGTH = [0, 131, 155, 290, 467, 590, 668, 776, 846, 877];
const WEAKEST = 90;

/** @param {string} opponent @returns {Way} */
const wayOf = (opponent) => (opponent === FRIEND ? 'friend' : opponent.startsWith('console:') ? 'console' : 'computer');

class NewGameSheet {
  /** @type {Opponent[]} */
  #opponents = [];
  /** @type {(answer?: string) => void} */
  #close = () => {};

  /**
   * @param {App} app
   * @param {Start | undefined} start
   */
  constructor(app, start) {
    this.app = app;
    this.start = start;
    this.choice = { ...settings.game };
    this.way = wayOf(this.choice.opponent);
    /** Whom each way of playing led to last. */
    this.last = { computer: USUAL, console: CONSOLE, [this.way]: this.choice.opponent };
    this.people = h('div', { class: 'people' });
    this.about = h('div', { class: 'chosen', role: 'status' });
    this.first = h('div', null);
    this.others = h('div', { class: 'others' });
    this.rules = h('p', { class: 'soft small' });
    this.play = h('button', { class: 'button main', type: 'button', id: 'begin', onclick: () => this.#go() });
  }

  async open() {
    const { app, start, choice } = this;
    const [online, presets] = await Promise.all([
      start ? null : site(),
      start ? [] : rulesChoice(app, choice, () => void this.#look().catch(app.fail)),
    ]);
    await this.#look();
    const title = start ? t('page.new.from-here') : t('page.new');
    const answer = await sheet(title, (close) => this.#content(close, presets, !!online?.online), 'new-game');
    if (answer === 'online') app.go('online');
    if (answer !== 'play') return null;
    set({ game: choice });
    return chosenGame(start);
  }

  /**
   * @param {(answer?: string) => void} close
   * @param {HTMLElement[]} presets
   * @param {boolean} online
   */
  #content(close, presets, online) {
    this.#close = close;
    const content = h(
      'div',
      { onkeydown: (/** @type {KeyboardEvent} */ event) => this.#keys(event) },
      this.#ways(online),
      this.people,
      this.about,
      h(
        'div',
        { class: 'new-row' },
        this.first,
        h(
          'details',
          { class: 'rest' },
          h('summary', null, this.start ? t('page.new.rest.players') : t('page.new.rest'), icon('down')),
          this.others,
          presets,
        ),
      ),
      h(
        'div',
        { class: 'sheet-foot' },
        this.rules,
        h('button', { class: 'button', type: 'button', onclick: () => close() }, t('page.cancel')),
        this.play,
      ),
    );
    return content;
  }

  /** A stone chosen with the arrow keys is played with Enter. @param {KeyboardEvent} event */
  #keys(event) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.target.type !== 'radio') return;
    event.preventDefault();
    this.#go();
  }

  #go() {
    this.#close(this.way === 'online' ? 'online' : 'play');
  }

  /** @param {boolean} online */
  #ways(online) {
    const { face: look } = { face: face({ seat: this.last.computer }) };
    /** @type {[Way, Node, string, string][]} */
    const ways = [
      ['computer', look, t('page.new.computer'), t('page.new.computer.about')],
      ['friend', icon('friend'), t('page.new.friend'), t('page.new.friend.short')],
      ['online', icon('globe'), t('page.new.online'), t('page.new.online.about')],
      ['console', icon('machine'), t('page.new.console'), t('page.new.console.about')],
    ];
    return h(
      'div',
      { class: 'ways', role: 'radiogroup', 'aria-label': t('page.new.how') },
      ways
        .filter(([way]) => way !== 'online' || (online && !this.start))
        .map(([way, picture, title, about]) =>
          h(
            'label',
            { class: 'way' },
            h('input', {
              type: 'radio',
              name: 'way',
              value: way,
              checked: way === this.way,
              onchange: () => this.#turn(way),
            }),
            h('span', null, picture, h('span', null, h('strong', null, title), h('small', null, about))),
          ),
        ),
    );
  }

  /** @param {Way} way */
  #turn(way) {
    this.way = way;
    if (way === 'friend') this.choice.opponent = FRIEND;
    else if (way !== 'online') this.choice.opponent = this.last[way];
    this.#draw();
  }

  /** Asks who can play by the rules chosen. */
  async #look() {
    const { app, start, choice } = this;
    const request = start ? { rules: start.rules, start: start.position } : { rules: await settled(app, choice) };
    const { rules } = await app.engine.rules(request.rules);
    this.rules.textContent = t('page.new.board', { pits: rules.pits, seeds: rules.seeds });
    this.rules.hidden = !!start;
    this.#opponents = await app.engine.opponents(request);
    const able = (/** @type {string} */ name) => this.#opponents.find((one) => one.name === name)?.plays;
    if (!able(this.last.computer)) this.last.computer = USUAL;
    if (!able(this.last.console))
      this.last.console = this.#opponents.find(({ group, plays }) => group === 'console' && plays)?.name ?? '';
    if (this.choice.opponent !== FRIEND && !able(this.choice.opponent)) {
      this.way = 'computer';
      this.choice.opponent = this.last.computer;
    }
    this.#draw();
  }

  /** @param {string} name */
  #choose(name) {
    this.choice.opponent = name;
    const way = wayOf(name);
    if (way !== 'friend' && way !== 'online') this.last[way] = name;
    this.#tell();
  }

  #draw() {
    const of = (/** @type {string[]} */ ...groups) => this.#opponents.filter(({ group }) => groups.includes(group));
    if (this.way === 'computer') refill(this.people, this.#stones(of('level')));
    else if (this.way === 'console') refill(this.people, this.#list(t('page.new.consoles'), of('console')));
    else refill(this.people);
    refill(this.others, this.way === 'computer' && this.#list(t('page.new.others'), of('search', 'documents')));
    this.#tell();
  }

  /** @param {Opponent[]} levels */
  #stones(levels) {
    const climbed = ladder();
    const title = (/** @type {number} */ level) => levels.find(({ name }) => name === `level:${level}`)?.title ?? '';
    const step = !climbed
      ? ''
      : climbed.next
        ? t('page.new.next', { beaten: title(climbed.beaten), next: title(climbed.next) })
        : t('page.new.top', { beaten: title(climbed.beaten) });
    return h(
      'fieldset',
      { class: 'field' },
      h('legend', null, t('page.new.choose')),
      h('p', { class: 'soft small next-step' }, step),
      h(
        'div',
        { class: 'stones' },
        levels.map((one) => this.#stone(one)),
      ),
    );
  }

  /** @param {Opponent} one */
  #stone({ name, title, plays }) {
    const level = levelOf(name);
    const bar = h('span', { class: 'strength', 'aria-hidden': 'true' }, h('i', null));
    const share = (WEAKEST + STRENGTH[level - 1]) / (WEAKEST + STRENGTH[STRENGTH.length - 1]);
    /** @type {HTMLElement} */ (bar.firstElementChild).style.height = `${Math.round(share * 100)}%`;
    return h(
      'label',
      { class: 'stone-choice', 'data-beaten': against(name).won > 0 },
      h('input', {
        type: 'radio',
        name: 'opponent',
        value: name,
        checked: name === this.choice.opponent,
        autofocus: name === this.choice.opponent,
        disabled: !plays,
        'aria-label': `${title}, ${t('player.level', { number: level })}`,
        onchange: () => this.#choose(name),
      }),
      h('span', null, face({ seat: name }), h('span', { class: 'stone-name' }, title), bar),
    );
  }

  /**
   * @param {string} legend
   * @param {Opponent[]} list
   */
  #list(legend, list) {
    return segments({
      legend,
      name: 'opponent',
      value: this.choice.opponent,
      choices: list.map(({ name, title, plays }) => [name, title, !plays]),
      onchange: (name) => this.#choose(name),
    });
  }

  /** Who is chosen: a face, a sentence, and how one did. */
  #tell() {
    const { opponent } = this.choice;
    const one = this.#opponents.find(({ name }) => name === opponent);
    const level = levelOf(opponent);
    const card = {
      computer: () => [
        face({ seat: opponent, name: one?.title }),
        h(
          'div',
          { class: 'chosen-about' },
          h(
            'p',
            null,
            h('strong', null, one?.title ?? ''),
            level > 0 && h('span', { class: 'soft small' }, ` · ${t('page.new.level', { number: level })}`),
          ),
          h('p', null, one?.about ?? ''),
        ),
        record(opponent, one?.title ?? ''),
      ],
      console: () => [
        face({ seat: opponent }),
        h('div', { class: 'chosen-about' }, h('p', null, h('strong', null, one?.title ?? '')), h('p', null, one?.about ?? '')),
        record(opponent, one?.title ?? ''),
      ],
      friend: () => [icon('friend'), h('div', { class: 'chosen-about' }, h('p', null, t('page.new.friend.about')))],
      online: () => [icon('globe'), h('div', { class: 'chosen-about' }, h('p', null, t('page.new.online.long')))],
    }[this.way];
    refill(this.about, card());
    const they = this.way === 'friend' ? t('page.player.second') : (one?.title ?? '');
    const me = this.way === 'friend' ? t('page.player.first') : t('page.you');
    refill(
      this.first,
      !this.start &&
        this.way !== 'online' &&
        segments({
          legend: t('page.new.first'),
          name: 'first',
          value: this.choice.first,
          choices: [
            ['south', me],
            ['north', they],
            ['random', t('page.new.first.lots')],
          ],
          onchange: (first) => (this.choice.first = /** @type {'south' | 'north' | 'random'} */ (first)),
        }),
    );
    this.play.textContent =
      this.way === 'online'
        ? t('page.new.online.go')
        : this.way === 'friend'
          ? t('page.new.start')
          : t('page.new.play', { name: one?.title ?? '' });
  }
}

/**
 * How the last games against an opponent ended.
 * @param {string} seat
 * @param {string} name
 */
function record(seat, name) {
  const tally = against(seat);
  const count = games(tally);
  if (!count) return null;
  return h(
    'div',
    { class: 'record small' },
    h('span', { class: 'soft' }, t('page.new.against', { name })),
    h(
      'span',
      { class: 'ticks', 'aria-hidden': 'true' },
      tally.last
        .slice(-SHOWN)
        .map((one) =>
          h('i', { class: one > 0 ? 'won' : one < 0 ? 'lost' : 'drawn' }, one === 0 ? '=' : icon(one > 0 ? 'check' : 'cross')),
        ),
    ),
    h('span', { class: 'soft' }, t('page.new.won', { won: tally.won, count })),
  );
}

/**
 * @param {App} app
 * @param {Start} [start]
 * @returns {Promise<NewGame | null>} null if it was dismissed
 */
export const newGameSheet = (app, start) => new NewGameSheet(app, start).open();
