/** The sheet behind `?`: what every key does. */
import { sheet } from './lib/dialog.js';
import { h } from './lib/dom.js';
import { t } from './lib/texts.js';

export function keysSheet() {
  const rows = [
    [['1', '…', '6'], t('page.key.pits')],
    [['←', '→'], t('page.key.choose')],
    [['Enter'], t('page.key.enter')],
    [['↑', '↓'], t('page.key.moves')],
    [['Home', 'End'], t('page.key.ends')],
    [['u'], t('page.key.undo')],
    [['r'], t('page.key.redo')],
    [['h'], t('page.key.hint')],
    [['a'], t('page.key.analysis')],
    [['n'], t('page.key.new')],
    [['Space'], t('page.key.skip')],
    [['?'], t('page.key.help')],
  ];
  return sheet(t('page.keys'), () => [
    h(
      'dl',
      { class: 'keys' },
      rows.flatMap(([keys, text]) => [
        h(
          'dt',
          null,
          [...keys].map((key) => (key === '…' ? '… ' : h('kbd', null, key))),
        ),
        h('dd', null, String(text)),
      ]),
    ),
    h('p', { class: 'soft small' }, t('page.keys.about')),
  ]);
}
