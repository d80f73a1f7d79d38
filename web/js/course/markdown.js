/** The Markdown that the texts of tasks use: paragraphs, lists, tables, blocks of code, pictures, bold and code. */
import { h } from '../lib/dom.js';

/**
 * @param {string} text
 * @param {(file: string, words: string) => HTMLElement} picture
 * @returns {HTMLElement[]}
 */
export function markdown(text, picture) {
  return blocks(text).map((lines) => block(lines, picture));
}

/** Stretches of lines without an empty one between them; a block of code may have empty lines. @param {string} text */
function blocks(text) {
  /** @type {string[][]} */
  const found = [[]];
  let fenced = false;
  for (const line of text.split('\n')) {
    const fence = line.startsWith('```');
    if (fence && !fenced) found.push([]);
    if (fence) fenced = !fenced;
    if (line.trim() === '' && !fenced) found.push([]);
    else found.at(-1)?.push(line);
  }
  return found.filter((lines) => lines.length);
}

/**
 * @param {string[]} lines
 * @param {(file: string, words: string) => HTMLElement} picture
 */
function block(lines, picture) {
  const [first] = lines;
  if (first.startsWith('```')) return h('pre', null, lines.slice(1, -1).join('\n'));
  if (first.startsWith('|')) return table(lines);
  if (first.startsWith('- '))
    return h(
      'ul',
      null,
      items(lines).map((item) => h('li', null, words(item))),
    );
  const shown = first.match(/^!\[(.*)\]\((.*)\)$/);
  return shown ? picture(shown[2], shown[1]) : h('p', null, words(lines.join(' ')));
}

/** The items of a list, each with the lines that belong to it. @param {string[]} lines */
function items(lines) {
  /** @type {string[]} */
  const found = [];
  for (const line of lines) {
    if (line.startsWith('- ')) found.push(line.slice(2));
    else found.push(`${found.pop() ?? ''} ${line.trim()}`);
  }
  return found;
}

/** @param {string[]} lines */
function table(lines) {
  const rows = lines.filter((line) => !/^\|[\s|:-]*$/.test(line)).map((line) => line.replace(/^\||\|$/g, '').split('|'));
  const row = (/** @type {string[]} */ cells, /** @type {'td' | 'th'} */ tag) =>
    h(
      'tr',
      null,
      cells.map((cell) => h(tag, null, words(cell.trim()))),
    );
  const [head, ...body] = rows;
  return h(
    'table',
    null,
    h('thead', null, row(head, 'th')),
    h(
      'tbody',
      null,
      body.map((cells) => row(cells, 'td')),
    ),
  );
}

/**
 * Text with **bold**, *slanted* and `code`.
 * @param {string} text
 * @returns {Node[]}
 */
export function words(text) {
  return text.split(/(`[^`]*`|\*\*[^*]*\*\*|\*[^*\s][^*]*\*)/).map((part) => {
    if (part.startsWith('`')) return h('code', null, part.slice(1, -1));
    if (part.startsWith('**')) return h('strong', null, ...words(part.slice(2, -2)));
    return part.length > 2 && part.startsWith('*') && part.endsWith('*')
      ? h('em', null, part.slice(1, -1))
      : document.createTextNode(part);
  });
}
