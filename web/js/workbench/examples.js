/**
 * Work to start from: the examples of the documentation.
 * @typedef {{files: string[], title: () => string, about: () => string}} Example `files` below `examples/`; the first is shown
 */
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { kindOf } from './work.js';

/** @type {Example[]} */
export const EXAMPLES = [
  { files: ['cdm8/sum.asm'], title: () => t('page.bench.example.sum'), about: () => t('page.bench.example.sum.about') },
  {
    files: ['cdm8/multiply.asm'],
    title: () => t('page.bench.example.multiply'),
    about: () => t('page.bench.example.multiply.about'),
  },
  { files: ['cdm8/sort.asm'], title: () => t('page.bench.example.sort'), about: () => t('page.bench.example.sort.about') },
  {
    files: ['cdm8/mistakes.asm'],
    title: () => t('page.bench.example.mistakes'),
    about: () => t('page.bench.example.mistakes.about'),
  },
];

/**
 * @param {string} path
 * @returns {Promise<import('./work.js').WorkFile>}
 */
async function fetched(path) {
  const answer = await fetch(`examples/${path}`);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return { name: path.replace(/^.*\//, ''), text: await answer.text() };
}

/** @param {Example} example */
export const filesOf = (example) => Promise.all(example.files.map(fetched));

/** @returns {Promise<Example | null>} the one that was chosen */
export async function examplesSheet() {
  const chosen = await sheet(t('page.bench.examples'), (close) =>
    h(
      'div',
      { class: 'menu' },
      EXAMPLES.map(({ files, title, about }, at) =>
        h(
          'button',
          { class: 'menu-item', type: 'button', 'data-example': files[0], onclick: () => close(String(at + 1)) },
          icon(kindOf(files[0]) === 'circuit' ? 'chip' : 'file'),
          h('span', null, h('strong', null, title()), h('span', { class: 'small soft' }, about())),
        ),
      ),
    ),
  );
  return EXAMPLES[Number(chosen) - 1] ?? null;
}
