/** What players can say to each other: fixed phrases, which each reads in their own language. */
import { announce } from '../lib/announce.js';
import { menu } from '../lib/dialog.js';
import { t } from '../lib/texts.js';

/**
 * @typedef {import('../protocol.js').Side} Side
 * @typedef {import('./protocol.js').Phrase} Phrase
 * @typedef {import('./protocol.js').TableState} TableState
 */

/** How long a phrase stands beside its player, in milliseconds. */
const SHOWN = 15_000;

/** @returns {Record<Phrase, string>} */
const words = () => ({
  hello: t('online.phrase.hello'),
  'good-luck': t('online.phrase.good-luck'),
  'nice-move': t('online.phrase.nice-move'),
  oops: t('online.phrase.oops'),
  'one-moment': t('online.phrase.one-moment'),
  thanks: t('online.phrase.thanks'),
  'good-game': t('online.phrase.good-game'),
  'have-to-go': t('online.phrase.have-to-go'),
});

/**
 * What a player has just said.
 * @param {TableState} truth
 * @param {Side} side
 * @param {number} now the site's time
 * @returns {string} empty if there is nothing, or nothing any more
 */
export function phraseOf({ said }, side, now) {
  const last = said?.[side];
  return last && now - last.at < SHOWN ? (words()[last.phrase] ?? '') : '';
}

/**
 * Asks which phrase to say.
 * @returns {Promise<string>}
 */
export const phraseSheet = () =>
  menu(
    t('online.say'),
    Object.entries(words()).map(([name, text]) => ({ name, picture: 'chat', text, about: '', able: true })),
  );

/**
 * Reads out what the other player has said.
 * @param {TableState} before
 * @param {TableState} now
 * @param {Side} side of the other player
 * @param {string} name
 */
export function hearPhrase(before, now, side, name) {
  const last = now.said?.[side];
  if (!last || last.seq === before.said?.[side]?.seq) return;
  announce(t('online.phrase.heard', { name, text: words()[last.phrase] ?? '' }));
}
