/** The address of a machine: which console, what was done, when, and what is looked at. Everything stays behind the `#`. */
import { LONGEST, pack, unpack } from '../lib/pack.js';

/**
 * @typedef {object} Where
 * @property {string} model
 * @property {'gates' | 'native'} processor
 * @property {number | null} moment
 * @property {string} sheet
 * @property {string} acts
 * @property {Record<string, string>} files changed sources of the firmware
 * @property {boolean} board whether the ordinary board stands beside it
 */

/**
 * @param {string} rest what follows `#/machine/`
 * @returns {Promise<Where>}
 */
export async function readAddress(rest) {
  const [path, query = ''] = rest.split('?');
  const [model = '', processor = ''] = path.split('/');
  const values = new URLSearchParams(query);
  const moment = Number.parseInt(values.get('t') ?? '', 10);
  return {
    model: ['2016', '2016-mirror', '2022', '2023'].includes(model) ? model : '2023',
    processor: processor === 'native' ? 'native' : 'gates',
    moment: Number.isSafeInteger(moment) && moment >= 0 ? moment : null,
    sheet: values.get('s') ?? '/',
    acts: values.get('a') ?? '',
    files: await unpacked(values.get('f')),
    board: values.get('b') === '1',
  };
}

/** @param {Where} where */
export async function writeAddress({ model, processor, moment, sheet, acts, files, board }) {
  const values = new URLSearchParams();
  if (moment) values.set('t', String(moment));
  if (sheet !== '/') values.set('s', sheet);
  if (acts) values.set('a', acts);
  if (board) values.set('b', '1');
  const packed = Object.keys(files).length ? await pack(files) : '';
  if (packed && packed.length <= LONGEST) values.set('f', packed);
  const query = values.toString();
  return `machine/${model}/${processor}${query ? `?${query}` : ''}`;
}

/** @param {string | null} text
 * @returns {Promise<Record<string, string>>} */
async function unpacked(text) {
  const texts = Object.entries((await unpack(text)) ?? {}).filter(([, source]) => typeof source === 'string');
  return /** @type {Record<string, string>} */ (Object.fromEntries(texts));
}
