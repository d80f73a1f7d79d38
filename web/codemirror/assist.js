/**
 * What the editor knows of a program beyond its words: hovers, completion, names, layout, fixes and colours by meaning. All of it
 * is asked for; nothing is known here.
 *
 * @typedef {import('./editor.js').Assist} Assist
 * @typedef {import('@codemirror/view').EditorView} View
 */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { EditorSelection, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, hoverTooltip, keymap, showPanel } from '@codemirror/view';

/** How long after the last change the colours are asked for, in milliseconds. */
const PAUSE = 120;

/** @type {import('@codemirror/state').StateEffectType<Array<Array<[number, number, string]>>>} */
const paint = StateEffect.define();

/** Colours by meaning. They move with the text until new ones come. */
const colours = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    const painted = transaction.effects.find((effect) => effect.is(paint));
    if (!painted) return marks.map(transaction.changes);
    const { doc } = transaction.state;
    const ranges = painted.value.flatMap((pieces, number) => {
      if (number >= doc.lines) return [];
      const line = doc.line(number + 1);
      const inside = pieces.filter(([from, to]) => from < to && line.from + to <= line.to);
      return inside.map(([from, to, role]) => mark(role).range(line.from + from, line.from + to));
    });
    return Decoration.set(ranges, true);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** @type {Map<string, Decoration>} */
const marks = new Map();

/** @param {string} role */
function mark(role) {
  const made = marks.get(role) ?? Decoration.mark({ class: `cm-role-${role}` });
  marks.set(role, made);
  return made;
}

/** @param {View} view @param {number} position */
function spot(view, position) {
  const line = view.state.doc.lineAt(position);
  return { line: line.number, column: position - line.from };
}

/** Text with code in backquotes, blocks of code and emphasis, as hovers have it. @param {string} markdown */
function rendered(markdown) {
  const box = document.createElement('div');
  box.className = 'cm-hover';
  markdown.split(/```\w*\n([\s\S]*?)\n?```/).forEach((part, number) => {
    if (number % 2 === 1) box.append(element('pre', part));
    else for (const text of part.split(/\n{2,}/).filter((text) => text.trim())) box.append(paragraph(text.trim()));
  });
  return box;
}

/** @param {string} name @param {string} text */
function element(name, text) {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}

/** @param {string} text */
function paragraph(text) {
  const made = document.createElement('p');
  text.split(/`([^`]+)`/).forEach((part, number) => {
    if (number % 2 === 1) return made.append(element('code', part));
    return part.split(/\*\*([^*]+)\*\*/).forEach((piece, bold) => made.append(bold % 2 === 1 ? element('b', piece) : piece));
  });
  return made;
}

/** @param {Assist} assist */
const hovers = (assist) =>
  hoverTooltip(async (view, position) => {
    const found = await assist.ask('hover', spot(view, position)).catch(() => null);
    if (!found || found.at.line > view.state.doc.lines) return null;
    const line = view.state.doc.line(found.at.line);
    return { pos: line.from + found.at.from, end: line.from + found.at.to, create: () => ({ dom: rendered(found.text) }) };
  });

const KINDS = { instruction: 'keyword', directive: 'type', macro: 'function', register: 'variable', condition: 'enum', label: 'property' };

/** @param {Assist} assist */
const completion = (assist) =>
  autocompletion({
    icons: false,
    override: [
      async (context) => {
        const line = context.state.doc.lineAt(context.pos);
        const word = context.matchBefore(/[\w.]+/);
        if (!context.explicit && !word) return null;
        const found = await assist.ask('complete', { line: line.number, column: context.pos - line.from }).catch(() => null);
        if (!found || context.aborted) return null;
        const options = found.offers.map(({ text, kind, detail }) => ({ label: text, detail, type: KINDS[kind] }));
        return { from: line.from + found.from, options, validFor: /^[\w]*$/ };
      },
    ],
  });

/** The field for a new name. @param {Assist} assist @param {{name: string, position: number}} named */
function renaming(assist, named) {
  return (/** @type {View} */ view) => {
    const dom = document.createElement('form');
    dom.className = 'cm-rename';
    const label = element('label', `${assist.words.rename} `);
    const field = document.createElement('input');
    field.className = 'cm-textfield';
    field.value = named.name;
    field.setAttribute('main-field', 'true');
    const says = element('span', '');
    says.setAttribute('role', 'alert');
    label.append(field);
    dom.append(label, ' ', says);
    const close = () => {
      view.dispatch({ effects: ask.of(null) });
      view.focus();
    };
    dom.addEventListener('submit', async (event) => {
      event.preventDefault();
      try {
        await rename(view, assist, named.position, field.value.trim());
        close();
      } catch (error) {
        says.textContent = error instanceof Error ? error.message : String(error);
      }
    });
    dom.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      close();
    });
    return { dom, top: true, mount: () => field.select() };
  };
}

/** @type {import('@codemirror/state').StateEffectType<import('@codemirror/view').PanelConstructor | null>} */
const ask = StateEffect.define();
/** @type {StateField<import('@codemirror/view').PanelConstructor | null>} */
const question = StateField.define({
  create: () => null,
  update(panel, transaction) {
    const asked = transaction.effects.find((effect) => effect.is(ask));
    return asked ? asked.value : panel;
  },
  provide: (field) => showPanel.from(field),
});

/** @param {View} view @param {Assist} assist @param {number} position @param {string} name */
async function rename(view, assist, position, name) {
  const before = view.state.doc;
  const { places } = await assist.ask('rename', { ...spot(view, position), name });
  if (view.state.doc !== before) return;
  const own = places.filter(({ file }) => file === assist.file);
  const changes = own.map(({ line, from, to }) => {
    const at = view.state.doc.line(line).from;
    return { from: at + from, to: at + to, insert: name };
  });
  view.dispatch({ changes, userEvent: 'rename' });
  assist.elsewhere(places.filter(({ file }) => file !== assist.file), name);
}

/** @param {View} view @param {Assist} assist */
async function beginRenaming(view, assist) {
  const position = view.state.selection.main.head;
  try {
    const { name } = await assist.ask('renamable', spot(view, position));
    view.dispatch({ effects: ask.of(renaming(assist, { name, position })) });
    const field = view.dom.querySelector('.cm-rename input');
    if (field instanceof HTMLElement) field.focus();
  } catch (error) {
    assist.say(error instanceof Error ? error.message : String(error));
  }
}

/** @param {View} view @param {Assist} assist */
async function goToDefinition(view, assist) {
  const found = await assist.ask('definition', spot(view, view.state.selection.main.head)).catch(() => null);
  if (!found) return assist.say(assist.words.nowhere);
  if (found.file !== assist.file) return assist.show(found);
  const anchor = view.state.doc.line(found.line).from + found.from;
  view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
}

/** Only what differs is changed, so that the cursor and the breakpoints stay. @param {View} view @param {Assist} assist */
async function layOut(view, assist) {
  const before = view.state.doc;
  const { text } = await assist.ask('format', {});
  if (view.state.doc !== before) return;
  const lines = text.split('\n');
  const head = spot(view, view.state.selection.main.head);
  const changes = [];
  for (let number = 1; number <= before.lines; number++) {
    const line = before.line(number);
    const wanted = lines[number - 1];
    if (wanted !== undefined && wanted !== line.text) changes.push({ from: line.from, to: line.to, insert: wanted });
  }
  view.dispatch({ changes, userEvent: 'format' });
  const line = view.state.doc.line(Math.min(head.line, view.state.doc.lines));
  view.dispatch({ selection: EditorSelection.cursor(Math.min(line.from + head.column, line.to)) });
}

/** The first fix of the line of the cursor. @param {View} view @param {Assist} assist */
async function mend(view, assist) {
  const before = view.state.doc;
  const { offers } = await assist.ask('offers', { line: spot(view, view.state.selection.main.head).line });
  const [first] = offers;
  if (!first) return assist.say(assist.words.nothing);
  if (view.state.doc === before) apply(view, first);
}

/** @param {View} view @param {import('./editor.js').Offer} offer */
export function apply(view, { from, to, text }) {
  const place = (/** @type {[number, number]} */ [line, column]) => {
    const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
    return Math.min(at.from + column, at.to);
  };
  view.dispatch({ changes: { from: place(from), to: place(to), insert: text }, userEvent: 'fix' });
}

/** Asks for the colours once nothing has been typed for a moment. @param {Assist} assist */
function painter(assist) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const colour = async (/** @type {View} */ view) => {
    const before = view.state.doc;
    const found = await assist.ask('roles', {}).catch(() => null);
    if (found && view.state.doc === before && view.dom.isConnected) view.dispatch({ effects: paint.of(found.lines) });
  };
  return EditorView.updateListener.of(({ view, docChanged, startState }) => {
    if (!docChanged && startState.field(colours, false)?.size) return;
    clearTimeout(timer);
    timer = setTimeout(() => colour(view), PAUSE);
  });
}

/** @param {Assist | undefined} assist */
export function assistance(assist) {
  if (!assist) return [];
  const key = (/** @type {string} */ name, /** @type {(view: View, assist: Assist) => Promise<void>} */ run) => ({
    key: name,
    preventDefault: true,
    run: (/** @type {View} */ view) => {
      run(view, assist).catch((error) => assist.say(String(error?.message ?? error)));
      return true;
    },
  });
  return [
    hovers(assist),
    completion(assist),
    colours,
    question,
    painter(assist),
    keymap.of([
      ...completionKeymap,
      key('F2', beginRenaming),
      key('F12', goToDefinition),
      key('Shift-Alt-f', layOut),
      key('Mod-.', mend),
    ]),
  ];
}
