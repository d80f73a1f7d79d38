/** A file of the bench, with the others it needs, in a link. What is too large for one is offered as a file. */
import { note, sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { LONGEST, pack, unpack } from '../lib/pack.js';
import { t } from '../lib/texts.js';
import { Work, baseOf, circuitOf, kindOf } from './work.js';

/** @typedef {import('./work.js').WorkFile} WorkFile */

/** The longest link that is opened, in characters: marks of a console link to it, with its libraries and a run. */
const LONGEST_GIVEN = 1 << 20;

/**
 * A file and what it needs: the files linked with a program, the libraries of a circuit, the circuit of a script or a run.
 * @param {Work} work
 * @param {WorkFile} file
 * @returns {WorkFile[]}
 */
export function needed(work, file) {
  const found = new Set([file]);
  for (const one of found) {
    const names = [...(one.linked ?? [])];
    const kind = kindOf(one.name);
    if (kind === 'script' || kind === 'vectors') names.push(one.circuit ?? work.circuit ?? '');
    if (kind === 'run') names.push(circuitOf(work, one)?.name ?? '');
    for (const other of work.files.filter(({ name }) => names.includes(name))) found.add(other);
    if (kind !== 'circuit') continue;
    for (const [, path] of one.text.matchAll(/"file#([^"]+)"/g)) {
      const same = (/** @type {WorkFile} */ { name }) => baseOf(name).toLowerCase() === baseOf(path).toLowerCase();
      const library = work.around(one.name).find(same);
      if (library) found.add(library);
    }
  }
  return [...found];
}

/**
 * Copies a link to a file, or says why there is none.
 * @param {Work} work
 * @param {WorkFile} file
 * @param {() => void} save what to do instead if there is too much of it
 */
export async function share(work, file, save) {
  const files = needed(work, file);
  const names = files.map(({ name }) => name).join(', ');
  const packed = await pack({ files, active: file.name });
  if (packed.length > LONGEST) {
    const answer = await sheet(t('page.bench.link.large'), (close) => [
      h('p', null, t('page.bench.link.large.about', { names, size: packed.length, most: LONGEST })),
      h(
        'div',
        { class: 'buttons end' },
        h(
          'button',
          { type: 'button', class: 'button main', onclick: () => close('save') },
          icon('download'),
          t('page.bench.save'),
        ),
      ),
    ]);
    if (answer === 'save') save();
    return;
  }
  const link = `${location.href.replace(/#.*$/, '')}#/workbench?w=${packed}`;
  try {
    await navigator.clipboard.writeText(link);
    note(t('page.bench.link.copied', { names }));
  } catch {
    await sheet(t('page.bench.link'), () =>
      h('input', { type: 'text', readonly: true, value: link, 'aria-label': t('page.bench.link') }),
    );
  }
}

/**
 * The files a link carries.
 * @param {string} rest what follows `#/workbench`
 * @returns {Promise<import('./work.js').Kept | null>} null if there are none
 */
export async function shared(rest) {
  if (!rest.startsWith('?')) return null;
  const value = await unpack(new URLSearchParams(rest.slice(1)).get('w'), LONGEST_GIVEN);
  const kept = Work.sound(value);
  return kept?.files.length ? kept : null;
}
