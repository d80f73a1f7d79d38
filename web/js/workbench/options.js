/** What a program is for: its processor, its memory, the files it is linked with. */
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { kindOf } from './work.js';

/**
 * @typedef {import('./work.js').Work} Work
 * @typedef {import('./work.js').WorkFile} WorkFile
 */

/**
 * @param {Work} work
 * @param {WorkFile} file
 * @param {() => void} changed
 */
export function programOptions(work, file, changed) {
  const choice = (
    /** @type {'memory' | 'variant'} */ name,
    /** @type {string} */ label,
    /** @type {[string, string][]} */ choices,
  ) =>
    h(
      'label',
      { class: 'field' },
      h('span', null, label),
      h(
        'select',
        {
          onchange: (/** @type {Event} */ event) => {
            file[name] = /** @type {HTMLSelectElement} */ (event.target).value;
            changed();
          },
        },
        choices.map(([value, text]) => h('option', { value, selected: (file[name] ?? choices[0][0]) === value }, text)),
      ),
    );
  const others = work.files.filter((other) => other !== file && kindOf(other.name) === 'program');
  return h(
    'details',
    { class: 'options' },
    h('summary', null, t('page.bench.options')),
    choice('memory', t('page.bench.organisation'), [
      ['von-neumann', t('page.bench.von-neumann')],
      ['harvard', t('page.bench.harvard')],
    ]),
    choice('variant', t('page.bench.variant'), [
      ['mark5', t('page.bench.mark5')],
      ['mark5-devkit', t('page.bench.mark5-devkit')],
      ['ideal', t('page.bench.ideal')],
    ]),
    others.length > 0 &&
      h(
        'fieldset',
        { class: 'field' },
        h('legend', null, t('page.bench.linked')),
        others.map((other) => link(file, other, changed)),
      ),
  );
}

/**
 * @param {WorkFile} file
 * @param {WorkFile} other
 * @param {() => void} changed
 */
function link(file, other, changed) {
  const box = h('input', {
    type: 'checkbox',
    checked: (file.linked ?? []).includes(other.name),
    onchange: () => {
      const rest = (file.linked ?? []).filter((name) => name !== other.name);
      file.linked = box.checked ? [...rest, other.name] : rest;
      changed();
    },
  });
  return h('label', { class: 'check' }, box, other.name);
}
