/** The colours of CdM-8 source. Which words are instructions, directives and macros the assembler says. */
import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language';
import { tags } from '@lezer/highlight';

const NAME = /^[A-Za-z_.][\w.]*/;

/**
 * @param {import('./editor.js').Words} words
 * @returns {import('@codemirror/language').StreamParser<{start: boolean}>}
 */
function parser({ instructions, directives, macros, primes }) {
  const kinds = new Map();
  for (const word of macros) kinds.set(word, 'macroName');
  for (const word of directives) kinds.set(word, 'definitionKeyword');
  for (const word of instructions) kinds.set(word, 'keyword');
  return {
    name: 'cdm8',
    startState: () => ({ start: true }),
    token(stream, state) {
      if (stream.sol()) state.start = true;
      if (stream.eatSpace()) return null;
      if (stream.match('#!')) {
        stream.skipToEnd();
        return 'docComment';
      }
      if (stream.peek() === '#') {
        stream.skipToEnd();
        return 'comment';
      }
      const quoted = stream.match(/^"(?:\\.|[^"\\])*"?/) || (!primes && stream.match(/^'(?:\\.|[^'\\])+'?/));
      if (quoted) return 'string';
      if (stream.match(/^\d\w*/)) return 'number';
      if (stream.match(/^r[0-3]\b/)) return 'atom';
      const name = /** @type {RegExpMatchArray | null} */ (stream.match(NAME));
      if (name) {
        if (state.start && stream.match(/^[:>]/, false)) return 'labelName';
        state.start = false;
        return kinds.get(name[0]) ?? 'variableName';
      }
      const sign = stream.next();
      return sign === '$' || sign === '?' ? 'special' : 'punctuation';
    },
    tokenTable: { special: tags.special(tags.variableName) },
    languageData: { commentTokens: { line: '#' } },
  };
}

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--code-instruction)' },
  { tag: tags.definitionKeyword, color: 'var(--code-directive)', fontWeight: '600' },
  { tag: tags.macroName, color: 'var(--code-macro)' },
  { tag: tags.labelName, color: 'var(--code-label)', fontWeight: '600' },
  { tag: tags.atom, color: 'var(--code-register)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.string, color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--soft)' },
  { tag: tags.docComment, color: 'var(--code-expectation)', fontWeight: '600' },
  { tag: tags.special(tags.variableName), color: 'var(--code-macro)' },
]);

/** @param {import('./editor.js').Words} words */
export const language = (words) => [StreamLanguage.define(parser(words)), syntaxHighlighting(colours)];
