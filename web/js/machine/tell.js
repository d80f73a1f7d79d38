/** What is said about something pointed at on a sheet: a wire with its value, a part with its ports. */
import { t } from '../lib/texts.js';

/** The most ports of a part that are told. */
const MOST = 8;

/**
 * @param {import('./link.js').MachineLink} link
 * @param {import('../sheet/hits.js').Hit | null} hit
 * @returns {Promise<string[]>}
 */
export async function tell(link, hit) {
  if (!hit) return [];
  try {
    if ('net' in hit) {
      const { name, value, width } = await link.ask('net', { net: hit.net });
      return [`${name} = ${value}`, ...(width > 1 ? [t('machine.bits', { count: width })] : [])];
    }
    const { name, label, about, ports, native } = await link.ask('part', { part: hit.part });
    const values = ports.slice(0, MOST).map((port) => `${port.name} ${port.output ? '→' : '←'} ${port.value}`);
    return [label ? `${label} · ${name}` : name, ...(native ? [t('machine.native')] : about ? [about] : []), ...values];
  } catch {
    return [];
  }
}
