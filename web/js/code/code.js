/**
 * An editor of CdM-8 source. CodeMirror is loaded when the first one is shown; until then, and where it cannot be loaded, a plain
 * text area does the work. What is wrong with the text, and which words the language has, the assembler says.
 * @typedef {import('../../generated/editor.js').Editor} Editor
 * @typedef {import('../../generated/editor.js').Finding} Finding
 * @typedef {import('../../generated/editor.js').Words} Words
 *
 * @typedef {object} Options
 * @property {string} label what the text is, for those who hear the page
 * @property {string} [text]
 * @property {Words | Promise<Words>} words
 * @property {boolean} [readOnly]
 * @property {(text: string) => void} [onchange] after every change made by hand
 * @property {(lines: number[]) => void} [onbreakpoints] without it there is no margin for breakpoints
 * @property {[string, () => void][]} [onkey] more keys: `F10`, `Shift-F10`, `Mod-s`
 * @property {import('../../generated/editor.js').Assist} [assist] who knows what the text means
 */
import { h, refill } from '../lib/dom.js';
import { Life } from '../lib/life.js';
import { t } from '../lib/texts.js';

const NO_WORDS = { instructions: [], directives: [], macros: [] };

export class Code {
  /** @type {Editor | null} */
  #editor = null;
  /** @type {Finding[]} */
  #findings = [];
  /** @type {number[]} */
  #breakpoints = [];
  /** @type {number | null} */
  #current = null;
  #life = new Life();

  /** @param {Options} options */
  constructor(options) {
    this.options = options;
    this.plain = h('textarea', {
      class: 'code-plain',
      spellcheck: 'false',
      autocomplete: 'off',
      autocapitalize: 'off',
      wrap: 'off',
      'aria-label': options.label,
      readonly: options.readOnly,
      oninput: () => options.onchange?.(this.plain.value),
    });
    this.plain.value = options.text ?? '';
    this.help = h('p', { class: 'code-help small soft' });
    this.place = h('div', { class: 'code-place' }, this.plain);
    this.element = h('div', { class: 'code' }, this.place, this.help);
    /** Resolves when the editor is there, or the text area is known to stay. */
    this.ready = this.#load();
  }

  async #load() {
    try {
      const [{ makeEditor }, words] = await Promise.all([
        import('../../generated/editor.js'),
        Promise.resolve(this.options.words).catch(() => NO_WORDS),
      ]);
      if (!this.#life.over) this.#become(makeEditor, words);
    } catch {
      this.help.textContent = t('page.code.plain');
    }
  }

  /**
   * @param {typeof import('../../generated/editor.js').makeEditor} makeEditor
   * @param {Words} words
   */
  #become(makeEditor, words) {
    const { label, readOnly, onchange, onbreakpoints, onkey, assist } = this.options;
    const focused = document.activeElement === this.plain;
    const host = h('div', { class: 'code-host' });
    const parent = host.attachShadow({ mode: 'open' });
    const text = this.plain.value;
    const phrases = wording();
    const editor = makeEditor({
      parent,
      text,
      label,
      words,
      phrases,
      readOnly,
      onkey,
      assist,
      onchange,
      onbreakpoints: onbreakpoints && ((lines) => onbreakpoints((this.#breakpoints = lines))),
    });
    refill(this.place, host);
    this.help.textContent = [
      onbreakpoints ? t('page.code.keys.breakpoints') : t('page.code.keys'),
      assist ? t('page.code.keys.assist') : '',
    ].join(' ');
    this.#editor = editor;
    editor.breakpoints = this.#breakpoints;
    editor.findings = this.#findings;
    if (this.#current !== null) editor.current(this.#current);
    if (focused) editor.focus();
  }

  get text() {
    return this.#editor?.text ?? this.plain.value;
  }

  set text(text) {
    if (this.#editor) this.#editor.text = text;
    else this.plain.value = text;
  }

  /** @param {Finding[]} findings */
  set findings(findings) {
    this.#findings = findings;
    if (this.#editor) this.#editor.findings = findings;
    if (findings.length) this.#mend(findings);
  }

  /** Puts the fixes there are beside the findings. @param {Finding[]} findings */
  async #mend(findings) {
    const none = { offers: /** @type {import('../../generated/editor.js').Offer[]} */ ([]) };
    const { offers } = (await this.options.assist?.ask('offers', {}).catch(() => none)) ?? none;
    if (!offers.length || this.#findings !== findings || !this.#editor) return;
    const of = (/** @type {Finding} */ { line }) => offers.filter(({ from }) => from[0] === line);
    this.#editor.findings = findings.map((finding) => ({ ...finding, offers: of(finding) }));
  }

  get breakpoints() {
    return this.#editor?.breakpoints ?? this.#breakpoints;
  }

  set breakpoints(lines) {
    this.#breakpoints = lines;
    if (this.#editor) this.#editor.breakpoints = lines;
  }

  /** @param {boolean} locked */
  set readOnly(locked) {
    this.options.readOnly = locked;
    this.plain.readOnly = locked;
    if (this.#editor) this.#editor.readOnly = locked;
  }

  /** @param {string} label */
  set label(label) {
    this.options.label = label;
    this.plain.setAttribute('aria-label', label);
    if (this.#editor) this.#editor.label = label;
  }

  /**
   * Marks the line that runs next.
   * @param {number | null} line
   */
  current(line) {
    this.#current = line;
    this.#editor?.current(line);
  }

  /**
   * Puts the cursor on a place, and the focus.
   * @param {number} line
   * @param {number} [column]
   */
  reveal(line, column = 1) {
    if (this.#editor) return this.#editor.reveal(line, column);
    const before = this.plain.value.split('\n').slice(0, line - 1);
    const at = before.reduce((sum, text) => sum + text.length + 1, 0) + column - 1;
    this.plain.focus();
    this.plain.setSelectionRange(at, at);
  }

  focus() {
    if (this.#editor) this.#editor.focus();
    else this.plain.focus();
  }

  leave() {
    this.#life.end();
    this.#editor?.destroy();
  }
}

/** What CodeMirror says, in the language of the page. */
const wording = () => ({
  Find: t('page.code.find'),
  Replace: t('page.code.replacement'),
  next: t('page.code.next'),
  previous: t('page.code.previous'),
  all: t('page.code.all'),
  'match case': t('page.code.case'),
  regexp: t('page.code.regexp'),
  'by word': t('page.code.word'),
  replace: t('page.code.replace'),
  'replace all': t('page.code.replace-all'),
  close: t('page.close'),
  'Go to line': t('page.code.line'),
  go: t('page.code.go'),
  Diagnostics: t('page.code.problems'),
  'No diagnostics': t('page.code.no-problems'),
  Completions: t('page.code.completions'),
});
