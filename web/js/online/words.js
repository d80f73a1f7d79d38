/** What is said about a game between two people. */
import { t } from '../lib/texts.js';
import { said } from '../play/says.js';

/**
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('../protocol.js').GameState} GameState
 * @typedef {import('../protocol.js').BySide<string>} Names
 * @typedef {import('./protocol.js').TableState} TableState
 */

/**
 * Those who gave no name are called by an animal: the same one for everybody who looks at the game, and two different ones at a table.
 * @param {TableState} truth
 * @returns {Names}
 */
export function namesOf({ game, players }) {
  const animals = t('online.animals').split(', ');
  const first = [...game].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % animals.length;
  const second = (first + Math.ceil(animals.length / 2)) % animals.length;
  return { south: players.south || animals[first], north: players.north || animals[second] };
}

/**
 * The engine's state with the people of this table in it.
 * @param {GameState} state
 * @param {TableState} truth
 * @param {Side | null} you
 * @returns {GameState}
 */
export function seated(state, truth, you) {
  const seat = (/** @type {Side} */ side) => (you === side ? 'human' : 'online');
  const { turn } = state;
  return {
    ...state,
    names: namesOf(truth),
    seats: { south: seat('south'), north: seat('north') },
    result: null,
    turn: turn && truth.turn === turn.side ? { ...turn, sentence: turnSentence(truth, you) } : null,
  };
}

/**
 * @param {TableState} truth
 * @param {Side | null} you
 */
export function turnSentence(truth, you) {
  if (!truth.turn) return '';
  return truth.turn === you ? t('online.turn.you') : t('online.turn.they', { name: namesOf(truth)[truth.turn] });
}

/**
 * What just happened and what comes now, with **marks**.
 * @param {GameState} state
 * @param {TableState} truth
 * @param {Side | null} you
 * @param {boolean} moving
 */
export function sentence(state, truth, you, moving) {
  const there = seated(state, truth, you);
  const present = state.ply === state.moves.length && state.ply >= truth.moves.length;
  const before = said(there, moving);
  if (moving || !present || !truth.outcome) return before;
  return `${before} **${outcome(truth, you)}**`.trim();
}

/**
 * Who won and why.
 * @param {TableState} truth
 * @param {Side | null} you
 */
export function outcome(truth, you) {
  const { winner, reason } = truth.outcome ?? { winner: null, reason: 'withdrawn' };
  if (reason === 'withdrawn') return t('online.over.withdrawn');
  if (reason === 'aborted') return t('online.over.aborted');
  if (reason === 'stopped') return t('online.over.stopped');
  if (reason === 'agreed') return you ? t('online.over.agreed') : t('online.over.they-agreed');
  const [south, north] = storesOf(truth.position);
  if (!winner) return t('online.over.draw', { south, north });
  const names = namesOf(truth);
  const loser = winner === 'south' ? 'north' : 'south';
  const won = winner === you ? t('online.over.you-win') : t('online.over.they-win', { name: names[winner] });
  if (reason === 'finished')
    return `${won} ${t('online.over.score', { more: Math.max(south, north), less: Math.min(south, north) })}`;
  return `${ended(reason, loser === you, names[loser])} ${won}`;
}

/** @param {string} position its rows end in the stores: `4,4,4,4,4,4,0/4,4,4,4,4,4,0 s` */
const storesOf = (position) => position.split(/[/ ]/).map((row) => Number(row.split(',').at(-1)));

/**
 * @param {import('./protocol.js').Reason} reason
 * @param {boolean} you lost
 * @param {string} name of the loser
 */
function ended(reason, you, name) {
  if (reason === 'resigned') return you ? t('online.over.you-resigned') : t('online.over.they-resigned', { name });
  if (reason === 'time') return you ? t('online.over.you-time') : t('online.over.they-time', { name });
  return you ? t('online.over.you-away') : t('online.over.they-away', { name });
}

/**
 * The rules in a few words: the preset they are or come from, and the seeds.
 * @param {import('../protocol.js').RulesPreset[]} presets
 * @param {import('./protocol.js').RulesJson} rules
 */
export function rulesName(presets, rules) {
  const same = (/** @type {import('../protocol.js').Rules} */ other) =>
    other.pits === rules.pits &&
    other.capture === rules.capture &&
    other.end === rules.end &&
    other.lift === (rules.lift ?? 'all');
  const preset =
    presets.find(({ rules: other }) => same(other) && other.seeds === rules.seeds) ??
    presets.find(({ rules: other }) => same(other));
  const seeds = t('online.seeds', { count: rules.seeds });
  const title = preset?.title ?? t('online.pits', { count: rules.pits });
  return preset?.rules.seeds === rules.seeds ? title : `${title}, ${seeds}`;
}
