/** The address of a machine: which console, what was done, when, and what is looked at. Everything stays behind the `#`. */

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

/** Changed firmware longer than this stays out of the address. */
const LONGEST = 6000;

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
  const packed = await pack(files);
  if (packed) values.set('f', packed);
  const query = values.toString();
  return `machine/${model}/${processor}${query ? `?${query}` : ''}`;
}

/** @param {ReadableStream} stream */
const bytesOf = async (stream) => new Uint8Array(await new Response(stream).arrayBuffer());

/** @param {Record<string, string>} files
 * @returns {Promise<string | null>} */
async function pack(files) {
  if (Object.keys(files).length === 0) return null;
  const stream = new Blob([JSON.stringify(files)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const bytes = await bytesOf(stream);
  const text = btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
  return text.length <= LONGEST ? text : null;
}

/** @param {string | null} text
 * @returns {Promise<Record<string, string>>} */
async function unpacked(text) {
  if (!text || text.length > LONGEST) return {};
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
    const files = JSON.parse(new TextDecoder().decode(await bytesOf(stream)));
    const texts = Object.entries(files).filter(([, source]) => typeof source === 'string');
    return /** @type {Record<string, string>} */ (Object.fromEntries(texts));
  } catch {
    return {};
  }
}
