// What web/generated/editor.js offers. web/codemirror/entry.js writes it, web/js/code/code.js uses it.

/** The words of the language, as the assembler lists them. */
export interface Words {
  instructions: string[];
  directives: string[];
  macros: string[];
  /** `'` stands behind a value, and does not quote. */
  primes?: boolean;
}

/** What is wrong with a stretch of a line. `line` and `column` are counted from 1, in characters. */
export interface Finding {
  line: number;
  column: number;
  width: number;
  severity: 'error' | 'warning';
  message: string;
  /** What mends it. */
  offers?: Offer[];
}

/** A stretch of a line: lines from 1, columns from 0. */
export interface Stretch {
  file: string;
  line: number;
  from: number;
  to: number;
}

/** A text that can be put in the place of another. */
export interface Offer {
  title: string;
  /** Line and column. */
  from: [number, number];
  to: [number, number];
  text: string;
}

export interface Spot {
  line?: number;
  column?: number;
  name?: string;
}

/** What the editor asks about the program, and what the answers are. */
export interface Answers {
  hover: { text: string; at: Stretch } | null;
  complete: {
    from: number;
    offers: Array<{ text: string; kind: "instruction" | "directive" | "macro" | "register" | "condition" | "label"; detail: string }>;
  };
  definition: Stretch | null;
  renamable: { name: string; at: Stretch };
  rename: { places: Stretch[] };
  format: { text: string };
  roles: { lines: Array<Array<[from: number, to: number, role: string]>> };
  offers: { offers: Offer[] };
}

export interface Assist {
  /** The file in the editor. */
  file: string;
  ask<K extends keyof Answers>(name: K, spot: Spot): Promise<Answers[K]>;
  /** A new name in other files. */
  elsewhere(places: Stretch[], name: string): void;
  /** Goes to a place in another file. */
  show(place: Stretch): void;
  say(text: string): void;
  words: { rename: string; nowhere: string; nothing: string };
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
  /** Without it the editor knows only the words of the language. */
  assist?: Assist;
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
