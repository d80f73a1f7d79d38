/** As much of Markdown as the documents of the project use, as elements. No text of a document becomes markup. */
import { h } from '../lib/dom.js';

/** @param {string} text
 * @returns {Node[]} */
export function html(text) {
  const lines = text.replaceAll('\r', '').split('\n');
  /** @type {Node[]} */
  const out = [];
  while (lines.length) {
    const block = take(lines);
    if (block) out.push(block);
  }
  return out;
}

/** The next block, and its lines are gone. @param {string[]} lines
 * @returns {Node | null} */
function take(lines) {
  const line = lines[0];
  if (!line.trim() || line.startsWith('<!--')) {
    lines.shift();
    return null;
  }
  const heading = /^(#{1,4}) (.*)/.exec(line);
  if (heading) {
    lines.shift();
    return h(/** @type {'h3'} */ (`h${Math.min(5, heading[1].length + 2)}`), null, inline(heading[2]));
  }
  if (line.startsWith('```')) return code(lines);
  if (line.startsWith('|')) return table(lines);
  if (/^(\s*[-*] |\d+\. )/.test(line)) return list(lines);
  if (line.startsWith('>'))
    return h(
      'blockquote',
      null,
      inline(
        lead(lines, (one) => one.startsWith('>'))
          .map((one) => one.slice(1).trim())
          .join(' '),
      ),
    );
  const text = lead(lines, (one, at) => at === 0 || Boolean(one.trim() && !/^(#|```|\||\s*[-*] |\d+\. )/.test(one)));
  return h('p', null, inline(text.join(' ')));
}

/** @param {string[]} lines
 * @param {(line: string, at: number) => boolean} belongs */
function lead(lines, belongs) {
  const taken = [];
  while (lines.length && belongs(lines[0], taken.length)) taken.push(/** @type {string} */ (lines.shift()));
  return taken;
}

/** @param {string[]} lines */
function code(lines) {
  lines.shift();
  const text = lead(lines, (line) => !line.startsWith('```'));
  lines.shift();
  return h('pre', { tabindex: 0 }, h('code', null, text.join('\n')));
}

/** @param {string[]} lines */
function table(lines) {
  const rows = lead(lines, (line) => line.startsWith('|')).map((line) =>
    line
      .replace(/^\||\|\s*$/g, '')
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
  const [head, , ...body] = rows;
  return h(
    'div',
    { class: 'guide-table', tabindex: 0 },
    h(
      'table',
      null,
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          head.map((cell) => h('th', null, inline(cell))),
        ),
      ),
      h(
        'tbody',
        null,
        body.map((row) =>
          h(
            'tr',
            null,
            row.map((cell) => h('td', null, inline(cell))),
          ),
        ),
      ),
    ),
  );
}

/** @param {string[]} lines */
function list(lines) {
  const ordered = /^\d/.test(lines[0]);
  const items = [];
  while (lines.length && /^(\s*[-*] |\d+\. )/.test(lines[0])) {
    const text = lead(lines, (line, at) => at === 0 || Boolean(line.trim() && /^\s/.test(line) && !/^\s*[-*] /.test(line)));
    items.push(
      h(
        'li',
        null,
        inline(
          text
            .map((line) => line.trim())
            .join(' ')
            .replace(/^([-*]|\d+\.) /, ''),
        ),
      ),
    );
  }
  return h(ordered ? 'ol' : 'ul', null, items);
}

/** Code, strong words, links and pictures within a line.
 * @param {string} text
 * @returns {(Node | string)[]} */
function inline(text) {
  const pieces = /`([^`]+)`|\*\*([^*]+)\*\*|!\[([^\]]*)\]\([^)]*\)|\[([^\]]+)\]\(([^)]+)\)|\*([^*\s][^*]*)\*/g;
  const out = [];
  let from = 0;
  for (const found of text.matchAll(pieces)) {
    out.push(text.slice(from, found.index));
    from = found.index + found[0].length;
    const [, plain, strong, , label, href, slanted] = found;
    if (plain !== undefined) out.push(h('code', null, plain));
    else if (strong !== undefined) out.push(h('strong', null, inline(strong)));
    else if (label !== undefined)
      out.push(/^[\w-]+\.md/.test(href) ? h('a', { href }, inline(label)) : h('span', null, inline(label)));
    else if (slanted !== undefined) out.push(h('em', null, slanted));
  }
  out.push(text.slice(from));
  return out;
}
