/** What stands around the sheet while it is drawn on: the bar of actions, the menu of a part, and the sheets they open. */
import { menu, sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';
import { looksSheet } from './edit-looks.js';
import { circuitsSheet, stepsSheet } from './edit-steps.js';
import { truthSheet } from './edit-truth.js';

/** @typedef {import('./edit.js').Editor} Editor */

/**
 * @param {string} id
 * @param {string} picture
 * @param {string} label
 * @param {() => unknown} act
 */
export const barButton = (id, picture, label, act) =>
  h(
    'button',
    { type: 'button', class: 'button small-button', id: `edit-${id}`, title: label, onclick: () => act() },
    icon(picture),
    h('span', null, label),
  );

/** What sheets about the file need. @param {Editor} editor @returns {import('./edit-steps.js').Desk} */
const desk = (editor) => ({ change: (change) => editor.change(change), state: () => editor.state, why: () => editor.why });

/** @param {Editor} editor */
export function editBar(editor) {
  const looks = () =>
    looksSheet({ ...desk(editor), looks: () => editor.actions.ask('look', { ask: 'looks' }) }).catch(editor.actions.fail);
  const truth = () =>
    truthSheet({ ...desk(editor), look: (question) => editor.actions.ask('look', question) }).catch(editor.actions.fail);
  return h(
    'div',
    { class: 'edit-bar', role: 'toolbar', 'aria-label': t('page.draw.tools'), hidden: true },
    editor.undo,
    editor.redo,
    barButton('steps', 'games', t('page.draw.steps'), () => stepsSheet(desk(editor))),
    barButton('turn', 'rematch', t('page.draw.turn'), () => editor.turn()),
    barButton('double', 'swap', t('page.draw.double'), () => editor.twice()),
    barButton('delete', 'trash', t('page.draw.delete'), () => editor.remove()),
    barButton('circuits', 'chip', t('page.draw.circuits'), () => circuitsSheet(desk(editor))),
    barButton('looks', 'eye', t('page.draw.looks.short'), looks),
    barButton('truth', 'values', t('page.draw.truth.short'), truth),
    barButton('save', 'download', t('page.draw.save'), () => editor.actions.save()),
  );
}

/** The selection becomes a separate circuit. @param {Editor} editor */
export async function chipSheet(editor) {
  const { chosen } = editor;
  if (!chosen.parts.length) return;
  const name = h('input', { type: 'text', id: 'chip-name', 'aria-label': t('page.draw.circuits.name'), autocomplete: 'off' });
  const answer = await sheet(t('page.draw.chip'), (close) => [
    h('p', { class: 'soft small' }, t('page.draw.chip.about')),
    h(
      'form',
      { class: 'rename', onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), close('chip')) },
      name,
      h('button', { type: 'submit', class: 'button main', id: 'chip-make' }, t('page.draw.chip')),
    ),
  ]);
  if (answer === 'chip' && name.value.trim()) await editor.change({ do: 'chip', ...chosen, name: name.value.trim() });
}

/** What can be done with what is selected. @param {Editor} editor */
export async function partMenu(editor) {
  const any = editor.chosen.parts.length > 0;
  const some = any || editor.chosen.wires.length > 0;
  const choice = (
    /** @type {string} */ name,
    /** @type {string} */ picture,
    /** @type {string} */ text,
    able = any,
    about = '',
  ) => ({ name, picture, text, about, able });
  const chosen = await menu(t('page.draw.menu'), [
    choice('turn', 'rematch', t('page.draw.turn'), any, 'R'),
    choice('double', 'swap', t('page.draw.double'), any, 'Ctrl+D'),
    choice('label', 'editor', t('page.draw.label'), any && editor.attributes.has('label')),
    choice('attributes', 'settings', t('page.draw.attributes'), any),
    choice('net', 'link', t('page.draw.net'), some, 'Ctrl+E'),
    choice('chip', 'chip', t('page.draw.chip'), any),
    choice('paste', 'download', t('page.draw.paste'), true, 'Ctrl+V'),
    choice('delete', 'trash', t('page.draw.delete'), some, 'Del'),
  ]);
  /** @type {Record<string, () => unknown>} */
  const acts = {
    turn: () => editor.turn(),
    double: () => editor.twice(),
    label: () => editor.write('label'),
    attributes: () => editor.actions.attributes?.(),
    net: () => editor.net(),
    chip: () => chipSheet(editor),
    paste: () => editor.paste(),
    delete: () => editor.remove(),
  };
  acts[chosen]?.();
}
