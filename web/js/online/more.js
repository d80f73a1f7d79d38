/** What one does less often at a table: links, the name, the seat. */
import { menu, sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { linkTo } from './api.js';
import { linkField } from './invitation.js';

/** @typedef {import('./table.js').Table} Table */

/**
 * @param {Table} table
 * @returns {Promise<string>} what was chosen
 */
export function moreSheet(table) {
  const seated = table.you.length > 0;
  const choices = [
    { name: 'link', picture: 'link', text: t('online.link'), about: t('online.link.about'), able: true },
    { name: 'name', picture: 'editor', text: t('online.name'), about: t('online.name.about'), able: seated },
    { name: 'seat', picture: 'swap', text: t('online.seat'), about: t('online.seat.about'), able: seated },
    { name: 'lobby', picture: 'games', text: t('online.lobby'), about: t('online.lobby.about'), able: true },
  ];
  return menu(t('page.more'), choices);
}

/** @param {Table} table */
export const linkSheet = (table) =>
  sheet(t('online.link'), () => [
    h('p', { class: 'soft' }, t('online.link.about')),
    linkField(linkTo(table.id), t('online.link')),
  ]);

/**
 * The link that lets somebody else, or another device, sit on the same seat.
 * @param {Table} table
 */
export async function seatSheet(table) {
  const { secret } = await table.api.seat();
  await sheet(t('online.seat'), () => [
    h('p', { class: 'soft' }, t('online.seat.warning')),
    linkField(linkTo(`${table.id}/seat/${secret}`), t('online.seat')),
  ]);
}
