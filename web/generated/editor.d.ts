// What web/generated/editor.js offers. web/codemirror/entry.js writes it, web/js/code/code.js uses it.

/** The words of the language, as the assembler lists them. */
export interface Words {
  instructions: string[];
  directives: string[];
  macros: string[];
}

/** What is wrong with a stretch of a line. `line` and `column` are counted from 1, in characters. */
export interface Finding {
  line: number;
  column: number;
  width: number;
  severity: 'error' | 'warning';
  message: string;
}

export interface Options {
  /** Styles are adopted by the shadow root, so that a page that allows no inline styles can show the editor. */
  parent: ShadowRoot;
  text: string;
  label: string;
  words: Words;
  phrases?: Record<string, string>;
  readOnly?: boolean;
  onchange?: (text: string) => void;
  /** Without it there is no margin for breakpoints. */
  onbreakpoints?: (lines: number[]) => void;
  /** More keys, as CodeMirror names them. */
  onkey?: [string, () => void][];
}

export interface Editor {
  text: string;
  breakpoints: number[];
  set readOnly(locked: boolean);
  set label(name: string);
  set words(words: Words);
  set findings(findings: Finding[]);
  /** Marks the line that runs next. */
  current(line: number | null, scroll?: boolean): void;
  /** Puts the cursor there, and the focus. */
  reveal(line: number, column?: number): void;
  focus(): void;
  destroy(): void;
}

export function makeEditor(options: Options): Editor;
