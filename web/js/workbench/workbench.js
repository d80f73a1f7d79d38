/** The workbench: files of one's own, opened, dropped or taken from the examples, each with the tools for its kind. */
import { ask, menu, note, sheet } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { download } from '../lib/download.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { ChipPane } from './chip.js';
import { CircuitPane } from './circuit.js';
import { keepPlace, openInPlace, opensInPlace } from './edit-save.js';
import { examplesSheet, filesOf } from './examples.js';
import { ProgramPane } from './program.js';
import { share, shared } from './share.js';
import { TestPane } from './tests.js';
import { TextPane } from './text.js';
import { LONGEST, Work, baseOf, circuitOf, kindOf, specificationOf, stemOf } from './work.js';

/**
 * @typedef {import('../main.js').App} App
 * @typedef {import('./work.js').WorkFile} WorkFile
 * @typedef {{element: HTMLElement, keys?: (event: KeyboardEvent) => boolean, leave(): void}} Pane
 */

const START = '        asect   0\nstart:  ldi     r0, 1\n        halt\n        end\n';

class Workbench {
  #work = new Work();
  /** @type {Pane | null} */
  #pane = null;
  #life = new Life();

  /**
   * @param {App} app
   * @param {string} wanted the file to show, or `?` and files of a link
   */
  constructor(app, wanted) {
    this.app = app;
    this.tabs = h('ul', { class: 'file-tabs' });
    this.body = h('div', { class: 'bench-body' });
    this.input = h('input', {
      type: 'file',
      multiple: true,
      class: 'hidden',
      id: 'bench-files',
      tabindex: -1,
      'aria-hidden': 'true',
      onchange: () => {
        this.#open([...(this.input.files ?? [])]);
        this.input.value = '';
      },
    });
    this.element = h(
      'div',
      { class: 'bench' },
      h('h1', { class: 'hidden' }, t('page.nav.workbench')),
      h('div', { class: 'bench-bar' }, this.tabs, this.#tools()),
      this.input,
      this.body,
    );
    // Function keys work in every field; the editor takes its own.
    this.element.addEventListener('keydown', (event) => {
      if (event.defaultPrevented || !/^F\d+$/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (this.keys(event)) event.preventDefault();
      event.stopPropagation();
    });
    this.#dropping();
    this.#begin(wanted).catch(app.fail);
  }

  #tools() {
    const tool = (
      /** @type {string} */ id,
      /** @type {string} */ picture,
      /** @type {string} */ label,
      /** @type {() => void} */ onclick,
    ) =>
      h(
        'button',
        { type: 'button', class: 'button', id: `bench-${id}`, title: label, onclick },
        icon(picture),
        h('span', null, label),
      );
    return h(
      'div',
      { class: 'bench-tools' },
      tool('new', 'new', t('page.bench.new'), () => this.#new()),
      tool('new-circuit', 'chip', t('page.bench.new-circuit'), () => this.#newCircuit().catch(this.app.fail)),
      tool('open', 'folder', t('page.bench.open'), () => this.#choose().catch(this.app.fail)),
      tool('examples', 'star', t('page.bench.examples'), () => this.#examples().catch(this.app.fail)),
      tool('save', 'download', t('page.bench.save'), () => this.#save()),
      tool('link', 'link', t('page.bench.link'), () => this.#share().catch(this.app.fail)),
    );
  }

  /** @param {string} wanted */
  async #begin(wanted) {
    this.#work = await Work.kept();
    if (this.#life.over) return this.#work.close();
    this.#work.onshared = (changed, beside) => this.#shared(changed, beside);
    this.#work.oncheck = (circuit, sheet) => this.#checkChip(circuit, sheet).catch(this.app.fail);
    const given = await shared(wanted);
    if (given) {
      // The link has done its work: loading the page again should not bring the files again.
      history.replaceState(null, '', '#/workbench');
      this.#take(given.files, given.active);
      return;
    }
    if (wanted.startsWith('?')) note(t('page.bench.link.broken'));
    const name = decoded(wanted);
    if (name && this.#work.find(name)) this.#work.active = name;
    this.#draw();
  }

  /** @param {KeyboardEvent} event */
  keys(event) {
    return this.#pane?.keys?.(event) ?? false;
  }

  leave() {
    this.#life.end();
    this.#pane?.leave();
    this.#work.keepNow().then(() => this.#work.close());
  }

  /**
   * Another tab has changed files. The one on show is opened again if it is among them.
   * @param {string[]} changed
   * @param {string[]} beside files that were changed here too: the version of the other tab has this name
   */
  #shared(changed, beside) {
    if (this.#life.over) return;
    const shown = this.#work.current?.name;
    if (beside.length) note(t('page.bench.shared.beside', { names: beside.join(', ') }));
    else if (shown && changed.includes(shown)) note(t('page.bench.shared', { name: shown }));
    if (!shown || changed.includes(shown)) this.#draw();
    else
      refill(
        this.tabs,
        this.#work.files.map((file) => this.#tab(file, file === this.#work.current)),
      );
  }

  /** Shows the tabs and the file that is active. */
  #draw() {
    const { current, files } = this.#work;
    refill(
      this.tabs,
      files.map((file) => this.#tab(file, file === current)),
    );
    this.#pane?.leave();
    this.#pane = current ? this.#paneOf(current) : null;
    refill(this.body, this.#pane?.element ?? this.#empty());
    this.element.dataset.file = current?.name ?? '';
    this.tabs.querySelector('.current')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }

  /**
   * @param {WorkFile} file
   * @returns {Pane}
   */
  #paneOf(file) {
    const kind = kindOf(file.name);
    if (kind === 'circuit') {
      this.#work.circuit = file.name;
      return new CircuitPane(this.app, this.#work, file);
    }
    const circuit = kind === 'run' ? circuitOf(this.#work, file) : null;
    if (circuit) return new CircuitPane(this.app, this.#work, circuit, file);
    if (kind === 'program') return new ProgramPane(this.app, this.#work, file);
    if (kind === 'chip') return new ChipPane(this.app, this.#work, file, (other) => this.#take([other]));
    if (kind === 'script' || kind === 'vectors') return new TestPane(this.app, this.#work, file, kind);
    return new TextPane(this.#work, file);
  }

  /**
   * Shows the specification of a circuit and compares them.
   * @param {string} circuit
   * @param {string} [sheet]
   */
  async #checkChip(circuit, sheet) {
    const specification = await specificationOf(this.app.engine, this.#work, circuit, sheet);
    if (!specification) return;
    Object.assign(specification, { circuit, sheet });
    this.#work.active = specification.name;
    this.#work.keep();
    this.#draw();
    if (this.#pane instanceof ChipPane) this.#pane.check();
  }

  /**
   * @param {WorkFile} file
   * @param {boolean} current
   */
  #tab(file, current) {
    const show = () => {
      this.#work.active = file.name;
      this.#work.keep();
      this.#draw();
    };
    return h(
      'li',
      { class: current ? 'current' : undefined },
      h(
        'button',
        {
          type: 'button',
          class: 'file-tab',
          'data-file': file.name,
          'aria-current': current ? 'true' : undefined,
          onclick: show,
        },
        icon(kindOf(file.name) === 'circuit' ? 'chip' : 'file'),
        file.name,
      ),
      current &&
        h(
          'button',
          {
            type: 'button',
            class: 'icon',
            id: 'file-more',
            'aria-label': t('page.bench.file', { name: file.name }),
            title: t('page.bench.file', { name: file.name }),
            onclick: () => this.#menu(file),
          },
          icon('more'),
        ),
    );
  }

  #empty() {
    return h(
      'div',
      { class: 'bench-empty card' },
      h('h2', null, t('page.bench.empty')),
      h('p', { class: 'soft' }, t('page.bench.empty.about')),
      h(
        'div',
        { class: 'buttons' },
        h(
          'button',
          { type: 'button', class: 'button main', onclick: () => this.#examples().catch(this.app.fail) },
          t('page.bench.examples'),
        ),
        h(
          'button',
          { type: 'button', class: 'button', onclick: () => this.#choose().catch(this.app.fail) },
          t('page.bench.open'),
        ),
        h('button', { type: 'button', class: 'button', onclick: () => this.#new() }, t('page.bench.new')),
      ),
      h('p', { class: 'soft small' }, t('page.bench.kept')),
    );
  }

  #new() {
    const name = this.#work.free('program.asm');
    this.#take([{ name, text: START }]);
  }

  /** From a template: empty, a chip with its pins, a board. */
  async #newCircuit() {
    const template = (
      /** @type {string} */ name,
      /** @type {string} */ picture,
      /** @type {string} */ text,
      /** @type {string} */ about,
    ) => ({ name, picture, text, about, able: true });
    const chosen = await menu(t('page.bench.new-circuit'), [
      template('empty', 'file', t('page.bench.template.empty'), t('page.bench.template.empty.about')),
      template('chip', 'chip', t('page.bench.template.chip'), t('page.bench.template.chip.about')),
      template('board', 'machine', t('page.bench.template.board'), t('page.bench.template.board.about')),
    ]);
    if (chosen === 'board') {
      const files = await this.app.engine.workbench('hardware', { path: 'cdm8/bench.circ' });
      this.#take(files.map(({ path, text }, at) => ({ name: at === 0 ? 'board.circ' : baseOf(path), text })));
      return;
    }
    const pins = chosen === 'chip' ? await this.#pins() : { inputs: [], outputs: [] };
    if (!chosen || !pins) return;
    const { text } = await this.app.engine.workbench('empty', pins);
    this.#take([{ name: this.#work.free('circuit.circ'), text }]);
  }

  /** The pins of a new chip. */
  async #pins() {
    const field = (/** @type {string} */ id, /** @type {string} */ value) =>
      h('input', { type: 'text', id, value, autocomplete: 'off', spellcheck: 'false' });
    const [inputs, outputs] = [field('pins-in', 'a b'), field('pins-out', 'x')];
    const answer = await sheet(t('page.bench.template.chip'), (close) => [
      h('p', { class: 'soft small' }, t('page.bench.template.pins')),
      h(
        'form',
        { class: 'pins', onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), close('make')) },
        h('label', { class: 'field' }, t('page.draw.truth.inputs'), inputs),
        h('label', { class: 'field' }, t('page.draw.truth.outputs'), outputs),
        h('button', { type: 'submit', class: 'button main', id: 'pins-make' }, t('page.bench.template.make')),
      ),
    ]);
    const names = (/** @type {HTMLInputElement} */ { value }) => value.split(/[\s,;]+/).filter(Boolean);
    return answer === 'make' ? { inputs: names(inputs), outputs: names(outputs) } : null;
  }

  async #examples() {
    const example = await examplesSheet(this.app);
    if (!example) return;
    this.#take(await filesOf(this.app.engine, example));
  }

  async #share() {
    const { current } = this.#work;
    if (current) await share(this.#work, current, () => this.#save());
  }

  #save() {
    download('workbench.json', this.#work.toText(), 'application/json');
  }

  /**
   * Puts files on the bench and shows the first. Files that are there already, with another text, keep their place beside the
   * new ones; several that belong together then come in a folder, so that each circuit finds its own libraries.
   * @param {WorkFile[]} files
   * @param {string | null} [active] which of them, if it is known
   */
  #take(files, active = null) {
    const clash = (/** @type {WorkFile} */ { name, text }) => (this.#work.find(name)?.text ?? text) !== text;
    // Of several circuits, the one that is not a library of another one comes first.
    const circuits = files.filter(({ name }) => kindOf(name) === 'circuit');
    const used = (/** @type {string} */ name) => files.some(({ text }) => text.includes('file#') && text.includes(name));
    const main = circuits.find(({ name }) => !used(name)) ?? circuits[0];
    const folder = files.length > 1 && files.some(clash) ? `${this.#work.freeFolder(stemOf((main ?? files[0]).name))}/` : '';
    const placed = (/** @type {WorkFile} */ file) =>
      folder ? folder + baseOf(file.name) : clash(file) ? this.#work.free(file.name) : file.name;
    const names = new Map(files.map((file) => [file.name, placed(file)]));
    for (const file of files) {
      const name = /** @type {string} */ (names.get(file.name));
      const linked = file.linked?.map((other) => names.get(other) ?? other);
      // What comes with a circuit is about that circuit.
      const about = main ? { circuit: file === main ? undefined : names.get(file.circuit ?? main.name), sheet: file.sheet } : {};
      this.#work.set({ ...this.#work.find(name), ...file, ...about, ...(linked && { linked }), name });
    }
    const first = names.get((main ?? files[0])?.name) ?? this.#work.active;
    this.#work.active = names.get(active ?? '') ?? first;
    this.#draw();
    return names;
  }

  /** Asks for files: in place where the browser can. */
  async #choose() {
    if (!opensInPlace()) return this.input.click();
    const chosen = await openInPlace();
    await this.#open(
      chosen.map(({ file }) => file),
      chosen.map(({ place }) => place),
    );
  }

  /**
   * Files of the visitor: a saved workbench is restored, everything else is put beside what is there.
   * @param {File[]} chosen
   * @param {any[]} [places] where each of them is, if that is known
   */
  async #open(chosen, places = []) {
    /** @type {WorkFile[]} */
    const files = [];
    for (const file of chosen) {
      try {
        const text = await readText(file);
        const kept = Work.read(text);
        if (!kept) files.push({ name: file.name, text });
        else if (await this.#restore(kept)) return;
      } catch (error) {
        this.app.fail(error);
      }
    }
    if (!files.length) return;
    const names = this.#take(files);
    for (const [at, { name }] of chosen.entries()) keepPlace(names.get(name) ?? name, places[at]);
  }

  /** @param {import('./work.js').Kept} kept */
  async #restore(kept) {
    const replace =
      this.#work.files.length === 0 ||
      (await ask(t('page.bench.restore'), t('page.bench.restore.yes'), t('page.bench.restore.about')));
    if (!replace) return false;
    Object.assign(this.#work, kept);
    this.#work.keep();
    this.#draw();
    note(t('page.bench.restored', { count: kept.files.length }));
    return true;
  }

  #dropping() {
    const has = (/** @type {DragEvent} */ event) => event.dataTransfer?.types.includes('Files');
    this.element.addEventListener('dragover', (event) => {
      if (!has(event)) return;
      event.preventDefault();
      this.element.classList.add('dropping');
    });
    this.element.addEventListener('dragleave', (event) => {
      if (!this.element.contains(/** @type {Node | null} */ (event.relatedTarget))) this.element.classList.remove('dropping');
    });
    this.element.addEventListener('drop', (event) => {
      this.element.classList.remove('dropping');
      if (!has(event)) return;
      event.preventDefault();
      const dropped = [...(event.dataTransfer?.items ?? [])].filter(({ kind }) => kind === 'file');
      const files = [...(event.dataTransfer?.files ?? [])];
      // What is dropped is known while it is dropped only.
      const places = dropped.map((item) => /** @type {any} */ (item).getAsFileSystemHandle?.() ?? null);
      Promise.all(places)
        .catch(() => [])
        .then((found) => this.#open(files, found));
    });
  }

  /** @param {WorkFile} file */
  async #menu(file) {
    const name = h('input', { type: 'text', value: file.name, 'aria-label': t('page.bench.name'), spellcheck: 'false' });
    const chosen = await sheet(file.name, (close) => [
      h(
        'form',
        { class: 'rename', onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), close('rename')) },
        name,
        h('button', { type: 'submit', class: 'button' }, t('page.bench.rename')),
      ),
      h(
        'div',
        { class: 'buttons end' },
        h(
          'button',
          { type: 'button', class: 'button', onclick: () => close('download') },
          icon('download'),
          t('page.bench.download'),
        ),
        h(
          'button',
          { type: 'button', class: 'button', id: 'file-close', onclick: () => close('remove') },
          icon('trash'),
          t('page.bench.remove'),
        ),
      ),
    ]);
    const wanted = name.value.trim();
    if (chosen === 'rename' && wanted && wanted !== file.name) this.#work.rename(file, wanted);
    else if (chosen === 'download') return download(file.name, file.text);
    else if (chosen === 'remove' && (await ask(t('page.bench.remove.ask'), t('page.bench.remove'), file.name)))
      this.#work.remove(file);
    else return;
    this.#draw();
  }
}

/** @param {File} file */
async function readText(file) {
  if (file.size > LONGEST)
    throw new Error(
      t('page.bench.too-large', { name: file.name, size: Math.ceil(file.size / (1 << 20)), most: LONGEST / (1 << 20) }),
    );
  const text = await file.text();
  if (text.includes('\0')) throw new Error(t('page.bench.binary', { name: file.name }));
  return text;
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
export function workbenchView(app, rest) {
  const bench = new Workbench(app, rest);
  return {
    element: bench.element,
    title: t('page.nav.workbench'),
    keys: (event) => bench.keys(event),
    leave: () => bench.leave(),
  };
}
