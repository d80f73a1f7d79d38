/** Some panels in one place, one of them in sight. */
import { h } from '../lib/dom.js';

let count = 0;

/**
 * @param {string} label
 * @param {[name: string, title: string, panel: HTMLElement][]} panels
 */
export function tabs(label, panels) {
  const group = `tabs-${(count += 1)}`;
  const id = (/** @type {string} */ name, /** @type {string} */ what) => `${group}-${name}-${what}`;
  const buttons = panels.map(([name, title]) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: id(name, 'tab'),
        'data-tab': name,
        'aria-controls': id(name, 'panel'),
        onclick: () => choose(name),
      },
      title,
    ),
  );
  const bodies = panels.map(([name, , panel]) =>
    h(
      'div',
      { role: 'tabpanel', id: id(name, 'panel'), 'aria-labelledby': id(name, 'tab'), tabindex: '0', class: 'tab-panel' },
      panel,
    ),
  );

  /** @param {string} chosen */
  function choose(chosen) {
    for (const [at, [name]] of panels.entries()) {
      buttons[at].setAttribute('aria-selected', String(name === chosen));
      buttons[at].tabIndex = name === chosen ? 0 : -1;
      bodies[at].hidden = name !== chosen;
    }
  }

  const list = h(
    'div',
    {
      class: 'tab-list',
      role: 'tablist',
      'aria-label': label,
      onkeydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (!step) return;
        const at = buttons.findIndex((button) => button === document.activeElement);
        const next = (at + step + buttons.length) % buttons.length;
        choose(panels[next][0]);
        buttons[next].focus();
        event.preventDefault();
        event.stopPropagation();
      },
    },
    buttons,
  );
  choose(panels[0][0]);
  return {
    element: h('div', { class: 'tabs' }, list, bodies),
    choose,
    /** @param {string} name @param {string} title */
    retitle(name, title) {
      const at = panels.findIndex(([other]) => other === name);
      if (at >= 0) buttons[at].textContent = title;
    },
  };
}
