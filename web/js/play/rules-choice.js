/** The fields in which rules and seeds are chosen, wherever a game is made. */
import { h, refill } from '../lib/dom.js';
import { segments } from '../lib/segments.js';
import { t } from '../lib/texts.js';

/** @typedef {import('../main.js').App} App */

/**
 * The presets. Some consoles keep the same rules; they are offered once.
 * @param {App} app
 */
export async function presetsOf({ engine }) {
  const all = await engine.presets();
  return all.filter(({ rules }, index) => all.findIndex((other) => other.rules.text === rules.text) === index);
}

/**
 * @param {App} app
 * @param {{rules: string, seeds: number}} choice is changed as one chooses
 * @param {() => void} changed
 * @returns {Promise<HTMLElement[]>}
 */
export async function rulesChoice(app, choice, changed) {
  const presets = await presetsOf(app);
  const text = h('div', { class: 'rules-text small soft' });
  const draw = () => {
    const preset = presets.find(({ rules }) => rules.preset === choice.rules || rules.text === choice.rules);
    refill(
      text,
      h('p', null, preset?.about ?? ''),
      h(
        'details',
        null,
        h('summary', null, t('page.new.rules.whole')),
        (preset?.meaning ?? []).map((line) => h('p', null, line)),
      ),
    );
  };
  const select = h(
    'select',
    {
      id: 'rules',
      onchange: () => {
        choice.rules = select.value;
        draw();
        changed();
      },
    },
    presets.map(({ rules, title }) =>
      h('option', { value: rules.preset ?? rules.text, selected: (rules.preset ?? rules.text) === choice.rules }, title),
    ),
  );
  draw();
  return [
    h('label', { class: 'field' }, h('span', null, t('page.new.rules')), select),
    text,
    segments({
      legend: t('page.new.seeds'),
      name: 'seeds',
      value: String(choice.seeds),
      choices: [3, 4, 5, 6, 7, 8].map((seeds) => [String(seeds), String(seeds)]),
      onchange: (seeds) => {
        choice.seeds = Number(seeds);
        changed();
      },
    }),
  ];
}

/**
 * The rules as they will be, with the seeds chosen.
 * @param {App} app
 * @param {{rules: string, seeds: number}} choice
 */
export async function settled({ engine }, { rules, seeds }) {
  const { rules: known } = await engine.rules(rules, seeds);
  return known.preset ?? known.text;
}
