/** The sheet for a new game. The engine says who there is, what rules there are, and who can play by them. */
import { sheet } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { segments } from '../lib/segments.js';
import { set, settings } from '../lib/settings.js';
import { t } from '../lib/texts.js';
import { rulesChoice, settled } from './rules-choice.js';

/**
 * @typedef {import('../protocol.js').Opponent} Opponent
 * @typedef {import('../protocol.js').NewGame} NewGame
 * @typedef {import('../main.js').App} App
 */

const FRIEND = 'human';

/** @typedef {{rules: string, position: string}} Start a position to begin in */

/**
 * The game that the settings describe.
 * @param {Start} [start]
 * @returns {NewGame}
 */
export function chosenGame(start) {
  const { opponent, rules, seeds, first } = settings.game;
  if (start) return { rules: start.rules, start: start.position, south: FRIEND, north: opponent };
  return { rules, seeds, first, south: FRIEND, north: opponent };
}

/**
 * @param {App} app
 * @param {Start} [start]
 * @returns {Promise<NewGame | null>} null if it was dismissed
 */
export async function newGameSheet(app, start) {
  const { engine } = app;
  const choice = { ...settings.game };
  const people = h('div', { class: 'people' });
  const about = h('p', { class: 'small soft' });

  const drawPeople = async () => {
    const request = start ? { rules: start.rules, start: start.position } : { rules: await settled(app, choice) };
    const opponents = await engine.opponents(request);
    const able = new Map(opponents.map(({ name, plays }) => [name, plays]));
    if (choice.opponent !== FRIEND && !able.get(choice.opponent)) choice.opponent = 'level:3';
    if (!people.childElementCount) {
      refill(
        people,
        groups(opponents).map((group) => groupOf(group, choice, () => tell(opponents))),
      );
    }
    for (const input of people.querySelectorAll('input')) {
      input.disabled = able.get(input.value) === false;
      input.checked = input.value === choice.opponent;
    }
    tell(opponents);
  };
  const tell = (/** @type {Opponent[]} */ opponents) => {
    const chosen = opponents.find(({ name }) => name === choice.opponent);
    about.textContent = chosen?.about ?? t('page.new.friend.about');
  };
  const rules = start ? [] : await rulesChoice(app, choice, () => drawPeople().catch(app.fail));
  await drawPeople();

  const answer = await sheet(
    start ? t('page.new.from-here') : t('page.new'),
    (close) => [
      people,
      about,
      ...rules,
      !start &&
        segments({
          legend: t('page.new.first'),
          name: 'first',
          value: choice.first,
          choices: [
            ['south', t('page.new.first.you')],
            ['north', t('page.new.first.they')],
          ],
          onchange: (first) => (choice.first = first === 'north' ? 'north' : 'south'),
        }),
      h(
        'div',
        { class: 'sheet-foot' },
        h('button', { class: 'button', type: 'button', onclick: () => close() }, t('page.cancel')),
        h('button', { class: 'button main', type: 'button', onclick: () => close('play') }, t('page.new.start')),
      ),
    ],
    'new-game',
  );
  if (answer !== 'play') return null;
  // You sit in the south; swapping sides is one click away.
  set({ game: choice });
  return chosenGame(start);
}

/** @param {Opponent[]} opponents */
function groups(opponents) {
  const of = (/** @type {string} */ name) => opponents.filter(({ group }) => group === name);
  const friend = { name: FRIEND, group: 'friend', title: t('page.new.friend'), about: '', plays: true, why: null };
  return [
    { title: t('page.new.levels'), list: of('level') },
    { title: t('page.new.documents'), list: of('documents') },
    { title: t('page.new.consoles'), list: of('console') },
    { title: t('page.new.others'), list: [...of('search'), friend] },
  ];
}

/**
 * @param {{title: string, list: {name: string, group: string, title: string, plays: boolean, why: string | null}[]}} group
 * @param {{opponent: string}} choice
 * @param {() => void} changed
 */
function groupOf({ title, list }, choice, changed) {
  return segments({
    legend: title,
    name: 'opponent',
    value: choice.opponent,
    choices: list.map((one) => [one.name, one.group === 'level' ? one.name.replace('level:', '') : one.title, !one.plays]),
    onchange: (name) => {
      choice.opponent = name;
      changed();
    },
  });
}
