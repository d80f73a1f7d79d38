/** A run that was recorded: done again, and what it says about itself. */
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { number } from '../machine/transport.js';

/**
 * Does it again, to its end.
 * @param {import('../machine/link.js').MachineLink} link
 * @param {string} name
 * @param {number} end
 * @returns {Promise<string>} how that went
 */
export async function replay(link, name, end) {
  const { arrival, now } = await link.ask('goto', { moment: end });
  const { same } = await link.ask('replayed', {});
  const moment = number(now);
  if (arrival !== 'there') return t('page.bench.run-file.short', { name, moment });
  return same === false ? t('page.bench.run-file.other', { name, moment }) : t('page.bench.run-file.there', { name, moment });
}

/** Its remarks. @param {import('./work.js').WorkFile} run */
export function aboutRun({ text }) {
  const remarks = text.split(/\r?\n/).filter((line) => line.startsWith('#'));
  return h(
    'pre',
    { class: 'run-about' },
    remarks.map((line) => line.replace(/^# ?/, '')).join('\n') || t('page.bench.run-file.no-remarks'),
  );
}
