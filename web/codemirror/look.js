/** How the editor looks, in the colours of the page; light and dark follow from those. */
import { EditorView } from '@codemirror/view';

const MONO = "ui-monospace, 'Cascadia Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace";

export const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--raised)', fontSize: '14px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: MONO, lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--ink)' },
  '.cm-line': { padding: '0 12px 0 6px' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--code-selection) !important',
  },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': { backgroundColor: 'var(--code-line)' },
  '.cm-line.cm-current': {
    backgroundColor: 'var(--code-current) !important',
    boxShadow: 'inset 3px 0 0 var(--fair)',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--code-match)' },
  '.cm-searchMatch': { backgroundColor: 'var(--code-match)', outline: '1px solid var(--strong-line)' },
  '.cm-searchMatch-selected': { backgroundColor: 'var(--code-current)' },
  '.cm-gutters': { backgroundColor: 'var(--card)', color: 'var(--soft)', border: 'none', borderRight: '1px solid var(--line)' },
  '.cm-lineNumbers .cm-gutterElement': { padding: '0 8px 0 4px', minWidth: '28px' },
  '.cm-breakpoints': { width: '22px', cursor: 'pointer' },
  '.cm-breakpoints .cm-gutterElement': { display: 'grid', placeItems: 'center' },
  '.cm-breakpoints .cm-gutterElement:hover::after': {
    content: '""',
    gridArea: '1 / 1',
    width: '11px',
    height: '11px',
    borderRadius: '50%',
    border: '1.5px solid var(--blunder)',
  },
  '.cm-breakpoint': { gridArea: '1 / 1', width: '11px', height: '11px', borderRadius: '50%', background: 'var(--blunder)' },
  '.cm-lintRange-error': { backgroundImage: 'none', textDecoration: 'underline wavy var(--blunder) 1.5px', textUnderlineOffset: '3px' },
  '.cm-lintRange-warning': { backgroundImage: 'none', textDecoration: 'underline wavy var(--fair) 1.5px', textUnderlineOffset: '3px' },
  '.cm-lintPoint::after': { borderBottomColor: 'var(--blunder)' },
  '.cm-tooltip': {
    background: 'var(--card)',
    color: 'var(--ink)',
    border: '1px solid var(--strong-line)',
    borderRadius: '8px',
    maxWidth: 'min(520px, 90vw)',
  },
  '.cm-tooltip .cm-diagnostic': { whiteSpace: 'pre-wrap', fontSize: '13px', padding: '8px 12px' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--blunder)' },
  '.cm-diagnostic-warning': { borderLeft: '4px solid var(--fair)' },
  '.cm-panels': { background: 'var(--card)', color: 'var(--ink)', borderColor: 'var(--line)', fontFamily: 'inherit' },
  '.cm-panel.cm-panel-lint ul [aria-selected]': { background: 'var(--accent-wash)', color: 'var(--ink)' },
  '.cm-panel.cm-search': { padding: '6px 36px 8px 8px' },
  '.cm-panel button.cm-button': {
    backgroundImage: 'none',
    background: 'var(--raised)',
    border: '1px solid var(--line)',
    borderRadius: '6px',
    color: 'var(--ink)',
    font: 'inherit',
  },
  '.cm-panel .cm-textfield': { background: 'var(--raised)', border: '1px solid var(--strong-line)', borderRadius: '6px', font: 'inherit' },
  '.cm-panel [name=close]': { color: 'var(--ink)', fontSize: '18px', padding: '4px 8px' },
});
