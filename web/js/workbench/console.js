/** The debugger's own language, for those who like to type. */
import { announce } from '../lib/announce.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';

/** @param {import('./session.js').Session} session */
export function debuggerConsole(session) {
  const log = h('pre', { class: 'console-log', tabindex: '0', role: 'log', 'aria-label': t('page.bench.console.log') });
  const line = h('input', {
    type: 'text',
    'aria-label': t('page.bench.console.line'),
    placeholder: 'help',
    autocomplete: 'off',
    autocapitalize: 'off',
    spellcheck: 'false',
  });
  const send = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const text = line.value;
    line.value = '';
    const said = await session.command(text);
    log.append(`> ${text}\n${said}`);
    log.scrollTop = log.scrollHeight;
    announce(said);
  };
  return h(
    'form',
    { class: 'console', onsubmit: send },
    h('p', { class: 'small soft' }, t('page.bench.console.about')),
    log,
    line,
  );
}
