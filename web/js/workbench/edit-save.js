/** Files are opened from and saved to where they are, in browsers that can; elsewhere they are uploaded and downloaded. */
import { download } from '../lib/download.js';
import { note } from '../lib/dialog.js';
import { t } from '../lib/texts.js';
import { baseOf } from './work.js';

/** Where files came from or were saved before, by name. @type {Map<string, any>} */
const places = new Map();

/** Saving the file goes there from now on. @param {string} name @param {any} place */
export function keepPlace(name, place) {
  if (place?.kind === 'file') places.set(name, place);
}

/** Whether the browser opens files in place. */
export const opensInPlace = () => 'showOpenFilePicker' in window;

/** The chosen files, with their places; none if nothing was chosen. @returns {Promise<Array<{file: File, place: any}>>} */
export async function openInPlace() {
  try {
    const chosen = await /** @type {any} */ (window).showOpenFilePicker({ multiple: true });
    return await Promise.all(chosen.map(async (/** @type {any} */ place) => ({ file: await place.getFile(), place })));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') return [];
    throw error;
  }
}

/** @param {import('./work.js').WorkFile} file */
export async function saveFile(file) {
  const name = baseOf(file.name);
  const pick = /** @type {any} */ (window).showSaveFilePicker;
  if (!pick) return download(name, file.text);
  try {
    const place = places.get(file.name) ?? (await pick.call(window, { suggestedName: name }));
    places.set(file.name, place);
    const out = await place.createWritable();
    await out.write(file.text);
    await out.close();
    note(t('page.draw.saved', { name }));
  } catch (error) {
    // The visitor closed the dialogue, or the place is gone: the next time asks again.
    places.delete(file.name);
    if (!(error instanceof DOMException && error.name === 'AbortError')) download(name, file.text);
  }
}
