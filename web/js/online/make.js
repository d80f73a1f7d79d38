/** The sheet for a new game between two people. */
import { sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { segments } from '../lib/segments.js';
import { t } from '../lib/texts.js';
import { keepName, myName } from '../lib/me.js';
import { rulesChoice } from '../play/rules-choice.js';
import { callOnce } from './api.js';
import { keepChoice, keepGame, myChoice } from './mine.js';

/**
 * @typedef {import('./mine.js').Choice} Choice
 * @typedef {import('../main.js').App} App
 */

const MINUTES = [1, 3, 5, 10, 30];
const INCREMENTS = [0, 2, 5, 10, 30];
const DAYS = [1, 2, 3, 7, 14];

/**
 * Where one says what one wants to be called.
 * @param {string} [id]
 */
export function nameField(id = 'online-name') {
  const input = h('input', {
    type: 'text',
    id,
    value: myName(),
    maxlength: 40,
    autocomplete: 'nickname',
    placeholder: t('online.name.none'),
  });
  return { input, element: h('label', { class: 'field' }, h('span', null, t('online.name')), input) };
}

/**
 * Asks how the game shall be and makes it.
 * @param {App} app
 * @param {boolean} [open] for everybody who comes by; as last time if left out
 * @returns {Promise<string | null>} its name; null if the sheet was dismissed
 */
export async function makeSheet(app, open) {
  const choice = myChoice();
  choice.open = open ?? choice.open;
  const rules = await rulesChoice(app, choice, () => {});
  const name = nameField();
  const problem = h('p', { class: 'problem', role: 'alert' });
  /** @type {string | null} */
  let made = null;
  await sheet(
    t('online.make'),
    (close) => {
      const start = h('button', { class: 'button main', type: 'submit' }, t('online.make.go'));
      const submit = async (/** @type {Event} */ event) => {
        event.preventDefault();
        start.disabled = true;
        problem.textContent = '';
        try {
          made = await make(app, choice, name.input.value);
          close('made');
        } catch (error) {
          problem.textContent = error instanceof Error ? error.message : String(error);
          start.disabled = false;
        }
      };
      return h(
        'form',
        { onsubmit: submit },
        name.element,
        whoMayJoin(choice),
        clockFields(choice),
        whoStarts(choice),
        rules,
        problem,
        h(
          'div',
          { class: 'sheet-foot' },
          h('button', { class: 'button', type: 'button', onclick: () => close() }, t('page.cancel')),
          start,
        ),
      );
    },
    'make-online',
  );
  return made;
}

/**
 * @param {App} app
 * @param {Choice} choice
 * @param {string} name
 */
async function make({ engine }, choice, name) {
  const { rules } = await engine.rules(choice.rules);
  const { pits, capture, end, lift } = rules;
  keepChoice(choice);
  keepName(name);
  /** @type {import('./protocol.js').NewTable} */
  const request = {
    rules: { pits, seeds: choice.seeds, capture, end, lift },
    clock: clockOf(choice),
    open: choice.open,
    side: choice.side,
    name: name.trim(),
  };
  /** @type {import('./protocol.js').Seated} */
  const { game } = await callOnce('games', request);
  keepGame(game);
  return game;
}

/**
 * @param {Choice} choice
 * @returns {import('./protocol.js').Clock}
 */
function clockOf({ clock, minutes, increment, days }) {
  if (clock === 'game') return { kind: 'game', seconds: minutes * 60, increment };
  return clock === 'turn' ? { kind: 'turn', days } : { kind: 'none' };
}

/** @param {Choice} choice */
function whoMayJoin(choice) {
  return segments({
    legend: t('online.make.who'),
    name: 'open',
    value: choice.open ? 'open' : 'private',
    choices: [
      ['private', t('online.make.private')],
      ['open', t('online.make.open')],
    ],
    onchange: (value) => (choice.open = value === 'open'),
  });
}

/** @param {Choice} choice */
function whoStarts(choice) {
  return segments({
    legend: t('page.new.first'),
    name: 'side',
    value: choice.side,
    choices: [
      ['random', t('online.make.lot')],
      ['south', t('page.new.first.you')],
      ['north', t('page.new.first.they')],
    ],
    onchange: (side) => (choice.side = /** @type {Choice['side']} */ (side)),
  });
}

/** @param {Choice} choice */
function clockFields(choice) {
  const numbers = (
    /** @type {'minutes' | 'increment' | 'days'} */ name,
    /** @type {string} */ legend,
    /** @type {number[]} */ values,
  ) =>
    segments({
      legend,
      name,
      value: String(choice[name]),
      choices: values.map((value) => [String(value), String(value)]),
      onchange: (value) => (choice[name] = Number(value)),
    });
  const forGame = h(
    'div',
    { class: 'clock-fields' },
    numbers('minutes', t('online.make.minutes'), MINUTES),
    numbers('increment', t('online.make.increment'), INCREMENTS),
  );
  const forTurn = h('div', { class: 'clock-fields' }, numbers('days', t('online.make.days'), DAYS));
  const draw = () => {
    forGame.hidden = choice.clock !== 'game';
    forTurn.hidden = choice.clock !== 'turn';
  };
  draw();
  const kind = segments({
    legend: t('online.make.clock'),
    name: 'clock',
    value: choice.clock,
    choices: [
      ['none', t('online.make.clock.none')],
      ['game', t('online.make.clock.game')],
      ['turn', t('online.make.clock.turn')],
    ],
    onchange: (clock) => {
      choice.clock = /** @type {Choice['clock']} */ (clock);
      draw();
    },
  });
  return [kind, forGame, forTurn];
}
