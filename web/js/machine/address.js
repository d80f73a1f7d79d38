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
 * @property {'circuit' | 'panel' | 'datapath'} look
 */

const LOOKS = /** @type {const} */ (['circuit', 'panel', 'datapath']);

/** An untouched console. @returns {Where} */
export const fresh = () => ({
  model: '2023',
  processor: 'gates',
  moment: null,
  sheet: '/',
  acts: '',
  files: {},
  board: false,
  look: 'circuit',
});

/**
 * @param {string} rest what follows `#/machine/`
 * @param {string[]} models the consoles there are
 * @returns {Promise<Where>}
 */
export async function readAddress(rest, models) {
  const [path, query = ''] = rest.split('?');
  const [model = '', processor = ''] = path.split('/');
  const values = new URLSearchParams(query);
  const moment = Number.parseInt(values.get('t') ?? '', 10);
  return {
    model: models.includes(model) ? model : fresh().model,
    processor: processor === 'native' ? 'native' : 'gates',
    moment: Number.isSafeInteger(moment) && moment >= 0 ? moment : null,
    sheet: values.get('s') ?? '/',
    acts: values.get('a') ?? '',
    files: await unpacked(values.get('f')),
    board: values.get('b') === '1',
    look: LOOKS.find((look) => look === values.get('v')) ?? 'circuit',
  };
}

/** The changed sources as an address carries them. @param {Where['files']} files */
export const packFiles = async (files) => (Object.keys(files).length ? pack(files) : '');

/** The whole address behind `#/`. @param {Where} where */
export const writeAddress = async (where) => `machine/${addressOf(where, await packFiles(where.files))}`;

/** What follows `#/machine/`.
 * @param {Where} where
 * @param {string} packed its files
 */
export function addressOf({ model, processor, moment, sheet, acts, board, look }, packed) {
  const values = new URLSearchParams();
  if (moment) values.set('t', String(moment));
  if (sheet !== '/') values.set('s', sheet);
  if (acts) values.set('a', acts);
  if (board) values.set('b', '1');
  if (look !== 'circuit') values.set('v', look);
  if (packed && packed.length <= LONGEST) values.set('f', packed);
  const query = values.toString();
  return `${model}/${processor}${query ? `?${query}` : ''}`;
}

/** @param {string | null} text
 * @returns {Promise<Record<string, string>>} */
async function unpacked(text) {
  const texts = Object.entries((await unpack(text)) ?? {}).filter(([, source]) => typeof source === 'string');
  return /** @type {Record<string, string>} */ (Object.fromEntries(texts));
}
