/** "Try my console": the grader of `mancala grade` on the bench, before a console is handed in. */
import { announce } from '../lib/announce.js';
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { Life, isDropped } from '../lib/life.js';
import { t } from '../lib/texts.js';
import { Problems } from './problems.js';
import { circuitFiles, stemOf } from './work.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('../protocol.js').GradeReport} GradeReport
 * @typedef {import('../protocol.js').PanelSpot} PanelSpot
 * @typedef {import('../protocol.js').ShownPanel} ShownPanel
 * @typedef {import('./work.js').Work} Work
 * @typedef {import('./work.js').WorkFile} WorkFile
 */

const GAMES = 6;
/** How far from a part a click may be, in the units of the drawing. */
const NEAR = 60;

export class TryPane {
  #life = new Life();
  #running = false;
  /** The mark to put right. @type {number | null} */
  #chosen = null;

  /**
   * @param {App} app
   * @param {Work} work
   * @param {WorkFile} file
   */
  constructor(app, work, file) {
    this.app = app;
    this.work = work;
    this.file = file;
    this.panels = h('select', { id: 'try-panel', onchange: () => this.#look().catch(app.fail) });
    this.rules = h('select', { id: 'try-rules' });
    this.games = h('input', { type: 'number', id: 'try-games', min: 1, max: 200, value: String(GAMES) });
    this.find = h(
      'button',
      { type: 'button', class: 'button', id: 'try-find', onclick: () => this.#propose().catch(app.fail) },
      t('page.try.find'),
    );
    this.button = h('button', {
      type: 'button',
      class: 'button main',
      id: 'try-grade',
      onclick: () => this.#grade().catch(app.fail),
    });
    this.status = h('p', { class: 'soft small', role: 'status' }, t('page.try.about'));
    this.problems = new Problems(() => this.#openPanel());
    this.problems.element.hidden = true;
    this.picture = h('div', { class: 'try-picture' });
    this.report = h('div', { class: 'report' });
    const field = (/** @type {string} */ label, /** @type {HTMLElement} */ input) =>
      h('label', { class: 'field' }, h('span', null, label), input);
    this.element = h(
      'div',
      { class: 'try' },
      field(t('page.try.panel'), this.panels),
      field(t('page.try.rules'), this.rules),
      field(t('page.try.games'), this.games),
      h('div', { class: 'buttons' }, this.button, this.find),
      this.status,
      this.problems.element,
      this.report,
      this.picture,
    );
    this.#draw();
    this.#fill();
    this.#offer().catch(app.fail);
  }

  /** The rules of the consoles there are, those of the newest first. */
  async #offer() {
    const consoles = await this.#life.wait(this.app.engine.workbench('consoles', {}));
    const names = new Set(consoles.map(({ rules }) => rules).reverse());
    refill(
      this.rules,
      [...names].map((name) => h('option', { value: name }, name)),
    );
  }

  leave() {
    this.#life.end();
    if (this.#running) this.app.engine.stopBench();
  }

  #files() {
    return { ...circuitFiles(this.work, this.file.name), circuit: this.file.sheet };
  }

  /** The panel files on the bench; the console's own comes before the teacher's. */
  #fill(wanted = this.panels.value) {
    const names = this.work.files.map(({ name }) => name).filter((name) => /\.toml$/i.test(name));
    const own = names.find((name) => stemOf(name).startsWith(stemOf(this.file.name)));
    const chosen = [wanted, own, names[0]].find((name) => name && names.includes(name));
    const options = names.map((name) => h('option', { value: name, selected: name === chosen }, name));
    refill(this.panels, options.length ? options : h('option', { value: '' }, t('page.try.no-panel')));
    this.button.disabled = options.length === 0;
  }

  #draw() {
    refill(this.button, icon(this.#running ? 'pause' : 'run'), this.#running ? t('page.bench.stop') : t('page.try.grade'));
    this.find.disabled = this.#running;
  }

  /** @returns {{name: string, text: string} | null} */
  #panel() {
    const file = this.work.find(this.panels.value);
    return file && { name: file.name, text: file.text };
  }

  #openPanel() {
    if (this.panels.value) this.#open(this.panels.value).catch(this.app.fail);
  }

  /** Shows a file of the bench. @param {string} name */
  async #open(name) {
    this.work.active = name;
    await this.work.keepNow();
    location.hash = `#/workbench/${encodeURIComponent(name)}`;
  }

  /** Finds out where things are, and keeps that as a panel file beside the circuit. */
  async #propose() {
    await this.#busy(async () => {
      this.status.textContent = t('page.try.looking');
      const proposed = this.app.engine.workbench('propose', this.#files());
      const { text, missing, enough } = await this.#life.wait(proposed);
      const name = this.work.free(`${stemOf(this.file.name)}.panel.toml`);
      this.work.set({ name, text });
      this.#fill(name);
      this.status.textContent = enough ? t('page.try.enough', { name }) : t('page.try.missing', { name });
      refill(
        this.report,
        h(
          'ul',
          { class: 'small' },
          missing.map((one) => h('li', null, one)),
        ),
      );
      await this.#look();
    });
  }

  /** The panel on a drawing, perhaps with one name put right. @param {[number, string]} [change] */
  async #look(change) {
    const panel = this.#panel();
    if (!panel) return;
    const shown = await this.#life.wait(this.app.engine.workbench('panel', { ...this.#files(), panel, change }));
    if (change) this.work.set({ name: panel.name, text: shown.text });
    this.#chosen = null;
    this.#wrong(shown.findings);
    this.#show(shown);
  }

  /** @param {import('../protocol.js').Finding[]} findings */
  #wrong(findings) {
    this.problems.element.hidden = findings.length === 0;
    this.problems.show(findings, '');
  }

  /** @param {ShownPanel} shown */
  #show({ picture, spots, parts }) {
    if (!picture) {
      refill(this.picture);
      return;
    }
    // An image, so that nothing in it can do anything; its size is its drawing's.
    const image = h('img', {
      alt: t('page.try.picture'),
      src: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(picture)}`,
    });
    const [left, top, width, height] = (picture.match(/viewBox="([^"]+)"/)?.[1] ?? '0 0 1 1').split(/\s+/).map(Number);
    image.addEventListener('click', ({ offsetX, offsetY }) => {
      const point = [left + (offsetX / image.clientWidth) * width, top + (offsetY / image.clientHeight) * height];
      this.#click(point, spots, parts);
    });
    const hint = h('p', { class: 'soft small' }, t('page.try.correct'));
    const list = h(
      'ul',
      { class: 'try-spots' },
      spots.map((spot, index) =>
        h(
          'li',
          null,
          h(
            'button',
            {
              type: 'button',
              class: 'button small-button',
              'data-spot': String(index),
              'aria-pressed': 'false',
              onclick: () => this.#choose(index, spots),
            },
            `${spot.says}: ${spot.path}`,
          ),
        ),
      ),
    );
    const choice = h(
      'select',
      {
        'aria-label': t('page.try.part'),
        id: 'try-part',
        onchange: () => this.#chosen !== null && this.#look([this.#chosen, choice.value]).catch(this.app.fail),
      },
      [
        h('option', { value: '' }, t('page.try.part')),
        ...parts.map(({ says, path }) => h('option', { value: path }, says ? `${path} (${says})` : path)),
      ],
    );
    refill(
      this.picture,
      hint,
      image,
      choice,
      h('details', null, h('summary', null, t('page.try.spots', { count: spots.length })), list),
    );
  }

  /**
   * The first click chooses a mark, the second the part it should be at.
   * @param {number[]} point
   * @param {PanelSpot[]} spots
   * @param {PanelSpot[]} parts
   */
  #click(point, spots, parts) {
    const distance = (/** @type {PanelSpot} */ { at }) => (at ? Math.hypot(at[0] - point[0], at[1] - point[1]) : Infinity);
    const nearest = (/** @type {PanelSpot[]} */ list) =>
      list.reduce(
        (best, one, index) => (distance(one) < distance(list[best] ?? { at: null, says: '', path: '' }) ? index : best),
        0,
      );
    if (this.#chosen === null) {
      const index = nearest(spots);
      if (spots[index] && distance(spots[index]) < NEAR) this.#choose(index, spots);
      return;
    }
    const part = parts[nearest(parts)];
    if (part && distance(part) < NEAR) this.#look([this.#chosen, part.path]).catch(this.app.fail);
  }

  /**
   * @param {number} index
   * @param {PanelSpot[]} spots
   */
  #choose(index, spots) {
    this.#chosen = this.#chosen === index ? null : index;
    for (const button of this.picture.querySelectorAll('[data-spot]')) {
      button.setAttribute('aria-pressed', String(button.getAttribute('data-spot') === String(this.#chosen)));
    }
    const spot = this.#chosen === null ? null : spots[index];
    this.status.textContent = spot ? t('page.try.where', { what: spot.says }) : '';
    announce(this.status.textContent);
  }

  /** @param {() => Promise<void>} work */
  async #busy(work) {
    this.#running = true;
    this.#draw();
    try {
      await work();
    } catch (error) {
      if (!isDropped(error)) throw error;
      this.status.textContent = t('page.bench.stopped-by-hand');
    } finally {
      this.#running = false;
      this.#draw();
    }
  }

  async #grade() {
    if (this.#running) {
      this.app.engine.stopBench();
      return;
    }
    const panel = this.#panel();
    if (!panel) return;
    refill(this.report);
    await this.#busy(async () => {
      const games = Math.min(200, Math.max(1, Number(this.games.value) || GAMES));
      this.status.textContent = t('page.try.playing', { done: 0, count: games });
      const asked = { ...this.#files(), panel, rules: this.rules.value || undefined, games, seed: 1 };
      let progress = await this.#life.wait(this.app.engine.workbench('grade', asked));
      this.#wrong(progress.findings);
      while (!progress.findings.length && !progress.report) {
        this.status.textContent = t('page.try.playing', { done: progress.done, count: progress.all });
        progress = await this.#life.wait(this.app.engine.workbench('gradeOn', {}));
      }
      if (progress.report) this.#tell(progress.report);
    });
  }

  /** @param {GradeReport} report */
  #tell({ tests, points, maxPoints, notes, facts }) {
    const sum = t('page.try.points', { points, worth: maxPoints });
    this.status.textContent = '';
    refill(
      this.report,
      h('p', { class: 'verdict-line', 'data-passed': String(points === maxPoints) }, sum),
      notes.map((note) => h('p', { class: 'small' }, note)),
      h(
        'ul',
        { class: 'outcomes' },
        tests.map((test) => this.#test(test)),
      ),
      h(
        'dl',
        { class: 'small soft' },
        facts.flatMap(([name, value]) => [h('dt', null, name), h('dd', null, value)]),
      ),
    );
    announce(sum);
  }

  /** @param {GradeReport['tests'][0]} test */
  #test(test) {
    const picture = test.outcome === 'passed' ? 'check' : test.outcome === 'untested' ? 'more' : 'close';
    const worth = test.outcome === 'untested' ? t('page.try.untested') : `${test.points}/${test.maxPoints}`;
    const { run } = test;
    return h(
      'li',
      { class: `outcome ${test.outcome}`, 'data-test': test.id },
      h('p', null, icon(picture), h('strong', null, test.name), h('span', { class: 'soft small' }, worth)),
      test.outcome !== 'passed' && test.output && h('pre', { class: 'small mono' }, test.output),
      run &&
        h(
          'button',
          { type: 'button', class: 'button small-button', onclick: () => this.#replay(test.id, run).catch(this.app.fail) },
          t('page.try.moment'),
        ),
    );
  }

  /**
   * Opens the run of a mistake at its moment.
   * @param {string} id
   * @param {string} text
   */
  async #replay(id, text) {
    const name = this.work.free(`${id}.run`);
    this.work.set({ name, text, circuit: this.file.name, sheet: this.file.sheet });
    await this.#open(name);
  }
}
