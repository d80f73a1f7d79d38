/**
 * What can be taken along from a running circuit, as files.
 * @typedef {import('../machine/protocol.js').Requests} Requests
 * @typedef {<K extends keyof Requests>(name: K, request: Requests[K][0]) => Promise<Requests[K][1]>} Ask
 */
import { download } from '../lib/download.js';

/**
 * The contents of a memory, as Logisim loads them.
 * @param {Ask} ask
 * @param {import('../machine/protocol.js').Part} part
 */
export async function saveMemory(ask, part) {
  const { text } = await ask('image', { part: part.part });
  download(`${part.label ?? part.name}.img`, text);
}

/**
 * The open sheet with its values.
 * @param {Ask} ask
 * @param {string} name
 */
export async function saveSvg(ask, name) {
  const { text } = await ask('svg', {});
  download(`${name}.svg`, text, 'image/svg+xml');
}

/**
 * Everything that has happened, as a waveform.
 * @param {Ask} ask
 * @param {string} name
 */
export async function saveVcd(ask, name) {
  const { end } = await ask('marks', {});
  const { text } = await ask('vcd', { from: 0, to: end });
  download(`${name}.vcd`, text);
}
