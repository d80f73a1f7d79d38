/** What one does less often. */
import { menu } from '../lib/dialog.js';
import { t } from '../lib/texts.js';

/**
 * The console that plays, if one does.
 * @param {import('../protocol.js').GameState} state
 */
export function consoleOf({ seats }) {
  const seat = [seats.north, seats.south].find((name) => name.startsWith('console:'));
  return seat?.slice('console:'.length) ?? null;
}

/**
 * @param {import('../protocol.js').GameState} state
 * @returns {Promise<string>} what was chosen
 */
export function moreSheet(state) {
  const begun = state.moves.length > 0;
  const choices = [
    { name: 'share', picture: 'link', text: t('page.share'), about: t('page.share.about'), able: true },
    { name: 'review', picture: 'review', text: t('page.review'), about: t('page.review.about'), able: begun },
    { name: 'rematch', picture: 'rematch', text: t('page.rematch'), about: t('page.rematch.about'), able: begun },
    {
      name: 'swap',
      picture: 'swap',
      text: t('page.swap'),
      about: t('page.swap.about'),
      able: !state.result && state.seats.south !== state.seats.north,
    },
    { name: 'edit', picture: 'editor', text: t('page.edit'), about: t('page.edit.about'), able: true },
    {
      name: 'watch',
      picture: 'machine',
      text: t('machine.board'),
      about: t('machine.board.about'),
      able: consoleOf(state) !== null,
    },
    {
      name: 'resign',
      picture: 'flag',
      text: t('page.resign'),
      about: t('page.resign.about'),
      able: !state.result && begun,
    },
  ];
  return menu(t('page.more'), choices);
}
