/** Name, pace, sound and theme. */
import { sheet } from './lib/dialog.js';
import { calm, h } from './lib/dom.js';
import { keepName, myName } from './lib/me.js';
import { segments } from './lib/segments.js';
import { set, settings } from './lib/settings.js';
import { isLoud } from './lib/sound.js';
import { t } from './lib/texts.js';

/** @param {() => void} changed */
export function settingsSheet(changed) {
  const told = () => (settings.pace === 0 ? t('page.pace.off') : t('page.pace.value', { milliseconds: settings.pace }));
  const output = h('output', { for: 'pace', class: 'soft small' }, told());
  const slider = h('input', {
    id: 'pace',
    type: 'range',
    min: 0,
    max: 500,
    step: 20,
    value: settings.pace,
    'aria-label': t('page.pace'),
    oninput: () => {
      set({ pace: Number(slider.value) });
      output.textContent = told();
    },
  });
  const name = h('input', {
    type: 'text',
    id: 'my-name',
    maxlength: 40,
    autocomplete: 'nickname',
    value: myName(),
    placeholder: t('page.name.none'),
    onchange: () => {
      keepName(name.value);
      changed();
    },
  });
  const loud = h('input', {
    type: 'checkbox',
    id: 'loud',
    checked: isLoud(),
    onchange: () => {
      set({ sound: loud.checked });
      changed();
    },
  });
  return sheet(t('page.settings'), () => [
    h('label', { class: 'field' }, h('span', null, t('page.name')), name),
    h('div', { class: 'field' }, h('span', null, t('page.pace')), slider, output),
    calm() && h('p', { class: 'soft small' }, t('page.pace.calm')),
    h('label', { class: 'check' }, loud, t('page.sound')),
    segments({
      legend: t('page.theme'),
      name: 'theme',
      value: settings.theme ?? '',
      choices: [
        ['', t('page.theme.system')],
        ['light', t('page.theme.light')],
        ['dark', t('page.theme.dark')],
      ],
      onchange: (theme) => {
        set({ theme: theme === 'light' || theme === 'dark' ? theme : null });
        changed();
      },
    }),
    h('p', { class: 'soft small about' }, t('page.about')),
  ]);
}
