/**
 * What the editor asks about a program on the workbench: hovers, completion, names, layout, fixes, colours. The library behind the
 * assembler answers, as it does in other editors.
 */
import { note } from '../lib/dialog.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../protocol.js').Build} Build
 * @typedef {import('../protocol.js').Stretch} Stretch
 * @typedef {import('./work.js').Work} Work
 */

/** A place in a file that is about to be shown. @type {Stretch | null} */
let wanted = null;

/**
 * @param {import('../main.js').App} app
 * @param {Work} work
 * @param {string} file
 * @param {() => Build} build
 * @returns {import('../../generated/editor.js').Assist}
 */
export const assistant = (app, work, file, build) => ({
  file,
  ask: (name, request) => /** @type {Promise<any>} */ (app.engine.program(name, { ...build(), ...request, file })),
  elsewhere: (places, name) => renamed(work, places, name),
  show(place) {
    wanted = place;
    const tabs = [...document.querySelectorAll('.file-tab')];
    const tab = tabs.find((tab) => tab instanceof HTMLElement && tab.dataset.file === place.file);
    if (tab instanceof HTMLElement) tab.click();
  },
  say: note,
  words: { rename: t('page.code.rename'), nowhere: t('page.code.no-definition'), nothing: t('page.code.no-fix') },
});

/**
 * The place in this file that was navigated to.
 * @param {string} file
 * @param {import('../code/code.js').Code} code
 */
export async function arrive(file, code) {
  if (wanted?.file !== file) return;
  const { line, from } = wanted;
  wanted = null;
  await code.ready;
  code.reveal(line, from + 1);
}

/**
 * A new name in files that are not on show.
 * @param {Work} work
 * @param {Stretch[]} places
 * @param {string} name
 */
function renamed(work, places, name) {
  for (const place of [...places].reverse()) {
    const file = work.find(place.file);
    if (!file) continue;
    const lines = file.text.split('\n');
    const line = lines[place.line - 1] ?? '';
    lines[place.line - 1] = line.slice(0, place.from) + name + line.slice(place.to);
    file.text = lines.join('\n');
  }
  if (places.length) work.keep();
}
