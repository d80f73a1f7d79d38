/** A run that was recorded: done again, and what it says about itself. */
import { h } from '../lib/dom.js';
import { t, worded } from '../lib/texts.js';
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

/**
 * The run that a failed check leads to, with what the check says as its remarks.
 * @param {string} run
 * @param {import('../course/protocol.js').Outcome} outcome
 */
export function withRemarks(run, { said, explained }) {
  const remarks = said.map(({ key, values }) => worded({ kind: 'refused', key, values, message: key }));
  const lines = [...remarks, ...(explained ? [explained] : [])].map((line) => `# ${line}`);
  return [run.trimEnd(), ...lines, ''].join('\n');
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
