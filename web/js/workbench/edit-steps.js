/** Sheets about a file under edit: what was done to it, and its list of circuits. */
import { ask, sheet } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../machine/protocol.js').Change} Change
 * @typedef {import('../machine/protocol.js').EditState} EditState
 * @typedef {object} Desk
 * @property {(change: Change) => Promise<boolean>} change
 * @property {() => EditState | null} state
 * @property {() => string} why
 */

/** What was done and undone; a press on a step goes back or forth to it. @param {Desk} desk */
export function stepsSheet(desk) {
  const list = h('ol', { class: 'steps' });
  const draw = () => {
    const { done = [], undone = [] } = desk.state() ?? {};
    const step = (/** @type {string} */ name, /** @type {number} */ number, /** @type {boolean} */ ahead) =>
      h(
        'li',
        null,
        h(
          'button',
          {
            type: 'button',
            class: `step ${ahead ? 'ahead' : ''}`,
            'aria-current': !ahead && number === done.length ? 'step' : undefined,
            onclick: () => go(number),
          },
          h('span', { class: 'step-number' }, number),
          name,
        ),
      );
    refill(
      list,
      step(t('page.draw.steps.start'), 0, false),
      done.map((name, i) => step(name, i + 1, false)),
      undone.map((name, i) => step(name, done.length + i + 1, true)),
    );
    list.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  };
  const go = async (/** @type {number} */ number) => {
    const now = desk.state()?.done.length ?? 0;
    if (number < now) await desk.change({ do: 'undo', steps: now - number });
    else if (number > now) await desk.change({ do: 'redo', steps: number - now });
    draw();
  };
  draw();
  return sheet(t('page.draw.steps'), () => [h('p', { class: 'soft small' }, t('page.draw.steps.about')), list]);
}

/**
 * The circuits of the file: made, named, put in order, deleted; which one is the main one.
 * @param {Desk} desk
 */
export function circuitsSheet(desk) {
  const list = h('ul', { class: 'circuit-list' });
  const says = h('p', { class: 'small', role: 'status' });
  const name = h('input', {
    type: 'text',
    id: 'circuit-name',
    'aria-label': t('page.draw.circuits.name'),
    placeholder: t('page.draw.circuits.name'),
    autocomplete: 'off',
  });
  const change = async (/** @type {Change} */ wanted) => {
    const done = await desk.change(wanted);
    says.textContent = done ? '' : desk.why();
    draw();
    return done;
  };
  const tool = (/** @type {string} */ picture, /** @type {string} */ label, /** @type {() => unknown} */ act, able = true) =>
    h(
      'button',
      { type: 'button', class: 'icon', 'aria-label': label, title: label, disabled: !able, onclick: act },
      icon(picture),
    );
  const row = (/** @type {string} */ circuit, /** @type {number} */ at, /** @type {string[]} */ all) => {
    const field = h('input', {
      type: 'text',
      value: circuit,
      'aria-label': t('page.draw.circuits.rename', { name: circuit }),
      onchange: () => change({ do: 'rename-circuit', circuit, name: field.value.trim() }),
    });
    const shown = desk.state()?.circuit === circuit;
    return h(
      'li',
      { 'data-circuit': circuit },
      field,
      tool('eye', t('page.draw.circuits.show', { name: circuit }), () => change({ do: 'show', name: circuit }), !shown),
      tool('star', t('page.draw.circuits.main', { name: circuit }), () => change({ do: 'main-circuit', circuit })),
      tool(
        'up',
        t('page.draw.circuits.up', { name: circuit }),
        () => change({ do: 'reorder-circuit', circuit, before: all[at - 1] }),
        at > 0,
      ),
      tool(
        'down',
        t('page.draw.circuits.down', { name: circuit }),
        () => change({ do: 'reorder-circuit', circuit, before: all[at + 2] ?? null }),
        at < all.length - 1,
      ),
      tool(
        'trash',
        t('page.draw.circuits.delete', { name: circuit }),
        async () => {
          if (
            await ask(
              t('page.draw.circuits.delete', { name: circuit }),
              t('page.draw.delete'),
              t('page.draw.circuits.delete.about'),
            )
          )
            await change({ do: 'remove-circuit', circuit });
        },
        all.length > 1,
      ),
    );
  };
  const draw = () => refill(list, (desk.state()?.circuits ?? []).map(row));
  const add = async (/** @type {Event} */ event) => {
    event.preventDefault();
    if (await change({ do: 'new-circuit', name: name.value.trim() })) name.value = '';
  };
  draw();
  return sheet(
    t('page.draw.circuits'),
    () => [
      list,
      h(
        'form',
        { class: 'rename', onsubmit: add },
        name,
        h('button', { type: 'submit', class: 'button', id: 'circuit-add' }, t('page.draw.circuits.new')),
      ),
      says,
    ],
    'wide',
  );
}
