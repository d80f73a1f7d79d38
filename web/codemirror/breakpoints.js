/** Breakpoints: dots in a margin of their own, set by a click there or by F9 on a line; they move with the text. */
import { RangeSet, StateEffect, StateField } from '@codemirror/state';
import { GutterMarker, gutter } from '@codemirror/view';

/** @typedef {import('@codemirror/state').EditorState} EditorState */

/** @type {import('@codemirror/state').StateEffectType<{at: number, on: boolean}>} */
const change = StateEffect.define({ map: ({ at, on }, changes) => ({ at: changes.mapPos(at), on }) });

const dot = new (class extends GutterMarker {
  toDOM() {
    const mark = document.createElement('span');
    mark.className = 'cm-breakpoint';
    return mark;
  }
})();

const points = StateField.define({
  create: () => RangeSet.empty,
  update(set, transaction) {
    let points = set.map(transaction.changes);
    const { doc } = transaction.state;
    for (const effect of transaction.effects) {
      if (!effect.is(change)) continue;
      const { at, on } = effect.value;
      points = points.update(on ? { add: [dot.range(at)] } : { filter: (from) => from !== at });
    }
    if (!transaction.docChanged) return points;
    // Where lines were joined, one dot is enough, and it stands at the beginning of its line.
    const starts = new Set();
    points.between(0, doc.length, (from) => void starts.add(doc.lineAt(from).from));
    return RangeSet.of(
      [...starts].map((from) => dot.range(from)),
      true,
    );
  },
});

/**
 * @param {import('@codemirror/view').EditorView} view
 * @param {number} at the beginning of a line
 */
function toggle(view, at) {
  const lines = readBreakpoints(view.state);
  const on = !lines.includes(view.state.doc.lineAt(at).number);
  view.dispatch({ effects: change.of({ at, on }) });
  return true;
}

/** @param {import('@codemirror/view').EditorView} view */
export const toggleHere = (view) => toggle(view, view.state.doc.lineAt(view.state.selection.main.head).from);

/**
 * The lines with breakpoints, in order.
 * @param {EditorState} state
 */
export function readBreakpoints(state) {
  /** @type {number[]} */
  const lines = [];
  state.field(points, false)?.between(0, state.doc.length, (from) => void lines.push(state.doc.lineAt(from).number));
  return lines;
}

/**
 * @param {EditorState} state
 * @param {number[]} lines
 */
export function placeBreakpoints(state, lines) {
  const { doc } = state;
  const off = readBreakpoints(state).map((line) => change.of({ at: doc.line(line).from, on: false }));
  const wanted = [...new Set(lines)].filter((line) => line >= 1 && line <= doc.lines);
  return [...off, ...wanted.map((line) => change.of({ at: doc.line(line).from, on: true }))];
}

export const breakpoints = () => [
  points,
  gutter({
    class: 'cm-breakpoints',
    renderEmptyElements: true,
    markers: (view) => view.state.field(points),
    initialSpacer: () => dot,
    domEventHandlers: { mousedown: (view, line) => toggle(view, line.from) },
  }),
];
