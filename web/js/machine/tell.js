/** What is said about something pointed at on a sheet: a wire with its value, a part with its ports. */
import { t } from '../lib/texts.js';
import { nameOf } from '../sheet/names.js';

/** Maximum number of ports listed for a part. */
const MOST = 8;

/**
 * @param {import('./link.js').MachineLink} link
 * @param {import('../sheet/hits.js').Hit | null} hit
 * @param {import('./protocol.js').Part[]} [parts] those of the sheet, so that what has no label can be called by its place
 * @returns {Promise<string[]>}
 */
export async function tell(link, hit, parts = []) {
  if (!hit) return [];
  const called = (/** @type {number} */ number) => {
    const part = parts.find((one) => one.part === number);
    return part ? nameOf(part, parts) : null;
  };
  try {
    if ('net' in hit) {
      const { name, named, driver, value, width } = await link.ask('net', { net: hit.net });
      const from = named ? null : called(driver[0]);
      const title = from ? t('machine.wire.from', { part: from, port: driver[1] }) : name;
      return [`${title} = ${value}`, ...(width > 1 ? [t('machine.bits', { count: width })] : [])];
    }
    const { name, label, about, ports, native } = await link.ask('part', { part: hit.part });
    const values = ports.slice(0, MOST).map((port) => `${port.name} ${port.output ? '→' : '←'} ${port.value}`);
    const title = label ? `${label} · ${name}` : (called(hit.part) ?? name);
    return [title, ...(native ? [t('machine.native')] : about ? [about] : []), ...values];
  } catch {
    return [];
  }
}
