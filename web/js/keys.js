/** The sheet behind `?`: what every key does. */
import { sheet } from './lib/dialog.js';
import { h } from './lib/dom.js';
import { t } from './lib/texts.js';

/** @typedef {[keys: string[], text: string]} Row */

/** @returns {[title: string, rows: Row[]][]} */
const sections = () => [
  [
    t('page.nav.play'),
    [
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
    ],
  ],
  [
    t('online.title'),
    [
      [['1', '…', '6'], t('page.key.pits')],
      [['u'], t('online.key.takeback')],
      [['x'], t('online.key.resign')],
      [['l'], t('online.key.link')],
      [['n'], t('online.key.new')],
    ],
  ],
  [
    t('page.nav.machine'),
    [
      [['1', '…', '6'], t('page.key.machine.pits')],
      [['Space'], t('page.key.machine.run')],
      [['.', ','], t('page.key.machine.half-tick')],
      [['c', 'C'], t('page.key.machine.clock')],
      [['i', 'I'], t('page.key.machine.instruction')],
      [['m', 'M'], t('page.key.machine.move')],
      [['p', 'P'], t('page.key.machine.panel')],
      [['b', 'B'], t('page.key.machine.breakpoint')],
      [['<', '>'], t('page.key.machine.move')],
      [['r'], t('page.key.machine.restart')],
      [['/'], t('page.key.machine.find')],
      [['Enter', 'u'], t('page.key.machine.open')],
      [['+', '-', '0'], t('page.key.machine.zoom')],
    ],
  ],
  [
    t('page.nav.workbench'),
    [
      [['F5'], t('page.key.bench.run')],
      [['F10', 'Shift+F10'], t('page.key.bench.line')],
      [['F11', 'Shift+F11'], t('page.key.bench.into')],
      [['F9'], t('page.key.bench.breakpoint')],
      [['F8'], t('page.key.bench.problem')],
      [['Esc', 'Tab'], t('page.key.bench.leave')],
      [['Space', '.', ',', 'c', 'C'], t('page.key.bench.circuit')],
    ],
  ],
];

/** @param {Row} row */
const row = ([keys, text]) => [
  h(
    'dt',
    null,
    keys.map((key) => (key === '…' ? '… ' : h('kbd', null, key))),
  ),
  h('dd', null, text),
];

/** @param {string} [view] the part of the page that is on show: its keys come first */
export function keysSheet(view = 'play') {
  const all = sections();
  const first = Math.max(0, ['play', 'online', 'machine', 'workbench'].indexOf(view));
  const order = [all[first], ...all.filter((_, at) => at !== first)];
  return sheet(t('page.keys'), () => [
    ...order.map(([title, rows]) =>
      h('section', { class: 'keys-of' }, h('h3', null, title), h('dl', { class: 'keys' }, rows.flatMap(row))),
    ),
    h('p', { class: 'soft small' }, t('page.keys.about')),
  ]);
}
