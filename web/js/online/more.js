/** What one does less often at a table: links, the name, the seat. */
import { menu, sheet } from '../lib/dialog.js';
import { h } from '../lib/dom.js';
import { t } from '../lib/texts.js';
import { linkTo, linkToSeat } from './api.js';
import { code, linkField } from './invitation.js';

/** @typedef {import('./table.js').Table} Table */

/**
 * @param {Table} table
 * @returns {Promise<string>} what was chosen
 */
export function moreSheet(table) {
  const seated = table.you.length > 0;
  const { truth } = table;
  const mayOffer = seated && truth?.status === 'playing' && !truth.draw;
  const choices = [
    { name: 'draw', picture: 'agree', text: t('online.draw'), about: t('online.draw.about'), able: mayOffer },
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
    code(linkTo(table.id)),
  ]);

/**
 * The link that lets another person, or another device, take the same seat.
 * @param {Table} table
 */
export async function seatSheet(table) {
  const { secret } = await table.api.seat();
  await sheet(t('online.seat'), () => [
    h('p', { class: 'soft' }, t('online.seat.warning')),
    linkField(linkToSeat(table.id, secret), t('online.seat')),
  ]);
}
