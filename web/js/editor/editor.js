/** Any position: set up by clicking or by text, valued while it changes, then played. */
import { Board } from '../board/board.js';
import { h, refill } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { segments } from '../lib/segments.js';
import { set, settings } from '../lib/settings.js';
import { style } from '../lib/style.js';
import { t } from '../lib/texts.js';
import { Preview } from '../play/preview.js';
import { ValueCard, pillsOf } from '../play/value-card.js';

/**
 * @typedef {import('../protocol.js').Draft} Draft
 * @typedef {import('../protocol.js').House} House
 * @typedef {import('../protocol.js').Position} Position
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('../main.js').App} App
 */

const START = '4,4,4,4,4,4,0/4,4,4,4,4,4,0 s';
const PATIENCE = 6000;

class Editor {
  /** @type {Position | null} What is on the board. */
  #draft = null;
  /** @type {Position | null} The same, if it is a position. */
  #good = null;
  #tool = 'add';
  #life = new Life();
  /** @type {(() => void) | null} */
  #cancel = null;

  /**
   * @param {App} app
   * @param {string} rules
   * @param {string} text
   */
  constructor(app, rules, text) {
    this.app = app;
    this.rules = rules;
    this.board = new Board({ onpit: (house) => this.#use(house), editable: true });
    this.preview = new Preview(app, this.board);
    this.card = new ValueCard({
      ontoggle: () => {},
      online: (pits, upTo) =>
        this.#good && this.preview.show({ rules: { text: this.rules }, position: this.#good }, pits, upTo).catch(app.fail),
      onleave: () => this.#back(),
    });
    this.problems = h('div', { class: 'problems', role: 'status' });
    this.text = h('input', {
      type: 'text',
      id: 'position',
      spellcheck: 'false',
      autocomplete: 'off',
      'aria-label': t('page.editor.text'),
      onchange: () => this.#read(),
    });
    this.side = h('div', null);
    this.buttons = h('div', { class: 'actions' });
    const act = (/** @type {string} */ label, /** @type {() => void} */ onclick) =>
      h('button', { class: 'button', type: 'button', onclick }, label);
    this.element = h(
      'div',
      { class: 'play editor' },
      h(
        'div',
        { class: 'table' },
        h('div', { class: 'head' }, h('h1', null, t('page.nav.editor')), h('p', { class: 'soft small' }, t('page.editor.about'))),
        this.board.space,
        h(
          'div',
          { class: 'tools-row' },
          segments({
            legend: t('page.editor.tool'),
            name: 'tool',
            value: this.#tool,
            choices: [
              ['add', t('page.editor.add')],
              ['take', t('page.editor.take')],
              ['empty', t('page.editor.empty')],
            ],
            onchange: (tool) => (this.#tool = tool),
          }),
          this.side,
        ),
        h('div', { class: 'field' }, h('span', null, t('page.editor.text')), this.text),
        this.problems,
        this.buttons,
        h(
          'div',
          { class: 'actions' },
          act(t('page.editor.start'), () => this.#load(START)),
          act(t('page.editor.clear'), () => this.#clear()),
        ),
      ),
      h('div', { class: 'aside' }, this.card.element),
    );
    this.#load(text).catch((error) => {
      app.fail(error);
      this.#load(START).catch(app.fail);
    });
  }

  leave() {
    this.#life.end();
    this.#cancel?.();
    this.board.stop();
  }

  /** @param {string} text */
  async #load(text) {
    const { rules, position } = await this.app.engine.position(this.rules, text);
    this.rules = rules.text;
    this.#change(position);
  }

  #clear() {
    if (!this.#draft) return;
    const none = (/** @type {number[]} */ row) => row.map(() => 0);
    const { pits } = this.#draft;
    this.#change({
      ...this.#draft,
      pits: { south: none(pits.south), north: none(pits.north) },
      stores: { south: 0, north: 0 },
    });
  }

  /** What was typed as text. */
  #read() {
    this.#load(this.text.value).catch((error) => {
      refill(this.problems, h('p', { class: 'problem' }, error instanceof Error ? error.message : String(error)));
    });
  }

  /** @param {House} house */
  #use(house) {
    const change = (/** @type {number} */ seeds) =>
      this.#tool === 'add' ? seeds + 1 : this.#tool === 'take' ? Math.max(0, seeds - 1) : 0;
    this.#set(house, change);
  }

  /**
   * @param {House} house
   * @param {(seeds: number) => number} change
   */
  #set(house, change) {
    const draft = this.#draft;
    if (!draft) return;
    const { side, pit } = house;
    const pits = { ...draft.pits, [side]: draft.pits[side].map((seeds, i) => (i + 1 === pit ? change(seeds) : seeds)) };
    const stores = pit === 0 ? { ...draft.stores, [side]: change(draft.stores[side]) } : draft.stores;
    this.#change({ ...draft, pits, stores });
  }

  /** @param {Position} draft */
  async #change(draft) {
    this.#draft = draft;
    this.#cancel?.();
    this.preview.end();
    this.board.pills('south', []);
    this.board.show(draft, 160);
    this.board.mark({ legal: [] });
    refill(
      this.side,
      segments({
        legend: t('page.editor.to-move'),
        name: 'to-move',
        value: draft.toMove,
        choices: [
          ['south', t('page.row.near')],
          ['north', t('page.row.far')],
        ],
        onchange: (side) => this.#draft && this.#change({ ...this.#draft, toMove: /** @type {Side} */ (side) }),
      }),
    );
    this.#life.forget('analysis');
    try {
      const { pits, stores, toMove } = draft;
      const checked = await this.#life.newest('check', this.app.engine.check({ rules: this.rules, pits, stores, toMove }));
      this.#good = checked.position;
      if (checked.position) this.text.value = checked.position.text;
      refill(
        this.problems,
        checked.problems.map(({ message }) => h('p', { class: 'problem' }, message)),
        checked.notes.map((text) => h('p', { class: 'soft small' }, text)),
      );
      this.#drawButtons();
      this.#analyse();
    } catch (error) {
      this.app.fail(error);
    }
  }

  #analyse() {
    const position = this.#good;
    if (!position || position.over) {
      this.card.draw(null, this.#who, position ? t('page.proof.over') : '–');
      return;
    }
    this.card.draw(null, this.#who);
    const hear = (/** @type {import('../protocol.js').Analysis} */ analysis) => {
      this.card.draw(analysis, this.#who);
      if (!this.preview.on) this.board.pills(analysis.toMove, pillsOf(analysis));
      this.#analysis = analysis;
    };
    const request = { rules: this.rules, position: position.text, people: this.#who.names, milliseconds: PATIENCE };
    const job = this.app.engine.analyse(request, hear);
    this.#cancel = job.cancel;
    const result = this.#life.newest('analysis', job.result);
    result.then((analysis) => hear({ ...analysis, done: true }), this.app.fail);
  }

  /** @type {import('../protocol.js').Analysis | null} */
  #analysis = null;
  /** Nobody sits here: the rows are called by their places. @type {import('../play/value-card.js').Who} */
  #who = { names: { south: t('page.row.near'), north: t('page.row.far') }, near: 'south' };

  #back() {
    if (!this.#draft || !this.preview.on) return;
    this.preview.end();
    this.board.show(this.#draft, 140);
    this.board.mark({ legal: [] });
    if (this.#analysis?.position === this.#good?.text && this.#analysis)
      this.board.pills(this.#analysis.toMove, pillsOf(this.#analysis));
  }

  #drawButtons() {
    const able = !!this.#good && !this.#good.over;
    const start = this.#good?.text ?? '';
    const play = async () => {
      try {
        const [{ newGameSheet }] = await Promise.all([import('../play/new-game.js'), style('css/sheets.css')]);
        const options = await newGameSheet(this.app, { rules: this.rules, position: start });
        if (!options) return;
        this.app.next = { begin: options };
        this.app.go('play');
      } catch (error) {
        this.app.fail(error);
      }
    };
    const analyse = () => {
      set({ analysis: true });
      this.app.next = { begin: { rules: this.rules, start, south: 'human', north: 'human' } };
      this.app.go('play');
    };
    refill(
      this.buttons,
      h(
        'button',
        { class: 'button main', type: 'button', id: 'play-from-here', disabled: !able, onclick: play },
        t('page.editor.play'),
      ),
      h(
        'button',
        { class: 'button', type: 'button', id: 'analyse', disabled: !able, onclick: analyse },
        t('page.editor.analyse'),
      ),
    );
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    const name = document.activeElement instanceof HTMLElement ? (document.activeElement.dataset.house ?? '') : '';
    if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      this.board.walk(event.key === 'ArrowRight' ? 1 : -1);
      return true;
    }
    const [side, pit] = name.split('-');
    if (side !== 'south' && side !== 'north') return false;
    const house = { side: /** @type {Side} */ (side), pit: pit === 'store' ? 0 : Number(pit) };
    if (event.key === '+' || event.key === '=') this.#set(house, (seeds) => seeds + 1);
    else if (event.key === '-') this.#set(house, (seeds) => Math.max(0, seeds - 1));
    else if (/^[0-9]$/.test(event.key)) this.#set(house, () => Number(event.key));
    else return false;
    return true;
  }
}

/** @param {string} text of a link, which may be anything */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}

/** @type {import('../main.js').MakeView} */
export function editorView(app, rest) {
  const [rules, text] = decoded(rest).split('|');
  const editor = new Editor(app, rules || settings.game.rules, text || START);
  return {
    element: editor.element,
    title: t('page.nav.editor'),
    keys: (event) => editor.keys(event),
    leave: () => editor.leave(),
  };
}
