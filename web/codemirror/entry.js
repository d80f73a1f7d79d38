/**
 * CodeMirror as the page uses it: one function that makes an editor of CdM-8 source. `build.js` bundles this file with what it
 * imports into `web/generated/editor.js`; the words of the language come from the caller, who has them from the assembler.
 */
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search';
import { Compartment, EditorSelection, EditorState, StateEffect, StateField } from '@codemirror/state';
import {
  Decoration,
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { apply, assistance } from './assist.js';
import { breakpoints, placeBreakpoints, readBreakpoints, toggleHere } from './breakpoints.js';
import { language } from './language.js';
import { look } from './look.js';

/** Columns of a tab stop: labels, then instructions, then operands. */
const TAB = 8;

/** @type {import('@codemirror/state').StateEffectType<number | null>} */
const placeCurrent = StateEffect.define();
const currentLine = Decoration.line({ class: 'cm-current' });

/** The line that runs next: a position that moves with the text. */
const current = StateField.define({
  create: () => Decoration.none,
  update(marks, transaction) {
    const moved = marks.map(transaction.changes);
    const placed = transaction.effects.find((effect) => effect.is(placeCurrent));
    if (!placed) return moved;
    const { doc } = transaction.state;
    const line = placed.value;
    if (line === null || line < 1 || line > doc.lines) return Decoration.none;
    return Decoration.set([currentLine.range(doc.line(line).from)]);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/**
 * Spaces up to the next tab stop.
 * @param {EditorView} view
 */
function tab({ state, dispatch }) {
  if (state.readOnly) return false;
  const changes = state.changeByRange((range) => {
    const line = state.doc.lineAt(range.from);
    const spaces = ' '.repeat(TAB - ((range.from - line.from) % TAB));
    const to = range.from + spaces.length;
    return { changes: { from: range.from, to: range.to, insert: spaces }, range: EditorSelection.cursor(to) };
  });
  dispatch(state.update(changes, { scrollIntoView: true, userEvent: 'input' }));
  return true;
}

/**
 * Text typed over a selection. Left to the browser, it may come with inline styles, which a strict page does not allow.
 */
const overSelection = EditorView.domEventHandlers({
  beforeinput(event, view) {
    const { state } = view;
    if (event.inputType !== 'insertText' || !event.data || state.selection.main.empty || view.composing || state.readOnly)
      return false;
    view.dispatch(state.replaceSelection(event.data), { scrollIntoView: true, userEvent: 'input.type' });
    event.preventDefault();
    return true;
  },
});

/** @type {import('./editor.js').makeEditor} */
export function makeEditor({ parent, text, label, words, phrases, readOnly, onchange, onbreakpoints, onkey, assist }) {
  const access = new Compartment();
  const speech = new Compartment();
  const tongue = new Compartment();
  const editable = (/** @type {boolean} */ locked) => [EditorState.readOnly.of(locked), EditorView.editable.of(true)];
  const named = (/** @type {string} */ name) => EditorView.contentAttributes.of({ 'aria-label': name, tabindex: '0' });
  let quiet = false;
  const heard = EditorView.updateListener.of((update) => {
    if (update.docChanged && !quiet) onchange?.(update.state.doc.toString());
    if (onbreakpoints && readBreakpoints(update.startState).join() !== readBreakpoints(update.state).join())
      if (!quiet) onbreakpoints(readBreakpoints(update.state));
  });
  const own = keymap.of([
    { key: 'Tab', run: tab },
    ...(onbreakpoints ? [{ key: 'F9', run: toggleHere }] : []),
    ...(onkey ?? []).map(([key, run]) => ({ key, run: () => (run(), true), preventDefault: true })),
  ]);
  const view = new EditorView({
    parent,
    root: parent,
    state: EditorState.create({
      doc: text,
      extensions: [
        own,
        onbreakpoints ? breakpoints() : [],
        lineNumbers(),
        history(),
        drawSelection(),
        highlightSpecialChars(),
        highlightActiveLine(),
        highlightSelectionMatches(),
        current,
        overSelection,
        assistance(assist),
        keymap.of([...searchKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorState.tabSize.of(TAB),
        EditorState.phrases.of(phrases ?? {}),
        access.of(editable(!!readOnly)),
        speech.of(named(label)),
        tongue.of(language(words)),
        look,
        heard,
      ],
    }),
  });

  /** @param {() => void} change */
  const quietly = (change) => {
    quiet = true;
    change();
    quiet = false;
  };

  return {
    get text() {
      return view.state.doc.toString();
    },
    set text(wanted) {
      if (wanted === view.state.doc.toString()) return;
      quietly(() => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: wanted } }));
    },
    get breakpoints() {
      return readBreakpoints(view.state);
    },
    set breakpoints(lines) {
      quietly(() => view.dispatch({ effects: placeBreakpoints(view.state, lines) }));
    },
    set readOnly(/** @type {boolean} */ locked) {
      view.dispatch({ effects: access.reconfigure(editable(locked)) });
    },
    set label(/** @type {string} */ name) {
      view.dispatch({ effects: speech.reconfigure(named(name)) });
    },
    set words(/** @type {import('./editor.js').Words} */ wanted) {
      view.dispatch({ effects: tongue.reconfigure(language(wanted)) });
    },
    set findings(/** @type {import('./editor.js').Finding[]} */ found) {
      const { doc } = view.state;
      const place = ({ line, column, width, severity, message, offers }) => {
        const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
        const from = Math.min(at.from + Math.max(column - 1, 0), at.to);
        const actions = (offers ?? []).map((offer) => ({ name: offer.title, apply: (view) => apply(view, offer) }));
        return { from, to: Math.min(from + width, at.to), severity, message, actions };
      };
      view.dispatch(setDiagnostics(view.state, found.map(place)));
    },
    current(line, scroll = true) {
      const effects = [placeCurrent.of(line)];
      const { doc } = view.state;
      if (scroll && line !== null && line >= 1 && line <= doc.lines)
        effects.push(EditorView.scrollIntoView(doc.line(line).from, { y: 'nearest', yMargin: 60 }));
      view.dispatch({ effects });
    },
    reveal(line, column = 1) {
      const { doc } = view.state;
      const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
      const anchor = Math.min(at.from + Math.max(column - 1, 0), at.to);
      view.dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
      view.focus();
    },
    focus: () => view.focus(),
    destroy: () => view.destroy(),
  };
}
