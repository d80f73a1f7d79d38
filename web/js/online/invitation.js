/** What stands above the board before the game begins: the link to send, or the question whether one wants to play. */
import { note } from '../lib/dialog.js';
import { h, refill } from '../lib/dom.js';
import { icon } from '../lib/icons.js';
import { picture } from './qr.js';
import { t } from '../lib/texts.js';
import { keepName } from '../lib/me.js';
import { linkTo } from './api.js';

import { nameField } from './make.js';
import { opposite } from './table.js';
import { namesOf } from './words.js';

/** @typedef {import('./table.js').Table} Table */

/**
 * A link with the buttons to pass it on.
 * @param {string} link
 * @param {string} label
 */
export function linkField(link, label) {
  const input = h('input', {
    type: 'text',
    class: 'link',
    readonly: true,
    value: link,
    'aria-label': label,
    onfocus: () => input.select(),
  });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      note(t('page.copied'));
    } catch {
      input.focus();
      note(t('page.not-copied'));
    }
  };
  const share = () => navigator.share({ title: 'mancala', text: t('online.share.text'), url: link }).catch(() => {});
  const able = typeof navigator.share === 'function' && matchMedia('(pointer: coarse)').matches;
  return h(
    'div',
    { class: 'link-field' },
    input,
    h('button', { class: 'button main', type: 'button', onclick: copy }, icon('link'), t('page.copy')),
    able && h('button', { class: 'button', type: 'button', onclick: share }, icon('upload'), t('online.share')),
  );
}

/**
 * The link for a camera.
 * @param {string} link
 */
export const code = (link) =>
  h('div', { class: 'code' }, picture(link, t('online.qr.label')), h('p', { class: 'soft small' }, t('online.qr')));

export class Invitation {
  #drawn = '';
  /** A spectator. */
  #watching = false;

  /**
   * @param {Table} table
   * @param {(error: unknown) => void} fail
   * @param {(settings: import('./protocol.js').TableSettings) => string} terms in a few words
   */
  constructor(table, fail, terms) {
    this.table = table;
    this.fail = fail;
    this.terms = terms;
    this.agreed = h('span', null);
    this.element = h('section', { class: 'card invitation', hidden: true, 'aria-label': t('online.invitation') });
  }

  draw() {
    const { truth, you } = this.table;
    const waits = truth?.status === 'waiting';
    const kind = !waits ? '' : you.length ? 'host' : this.#watching ? 'watch' : 'guest';
    this.element.hidden = kind === '';
    if (truth) this.agreed.textContent = this.terms(truth.settings);
    if (kind === this.#drawn || !truth) return;
    this.#drawn = kind;
    if (kind === 'host') this.#drawHost(truth.settings.open);
    else if (kind === 'guest') this.#drawGuest(truth);
    else if (kind === 'watch') refill(this.element, h('p', null, t('online.watch.wait')));
  }

  /** @param {boolean} open */
  #drawHost(open) {
    const withdraw = () => this.table.act('withdraw').catch(this.fail);
    refill(
      this.element,
      h('h2', null, t('online.wait')),
      h('p', { class: 'soft' }, open ? t('online.wait.open') : t('online.wait.private')),
      linkField(linkTo(this.table.id), t('online.link')),
      code(linkTo(this.table.id)),
      h(
        'div',
        { class: 'buttons' },
        h('span', { class: 'waiting-dots soft small' }, t('online.wait.now')),
        h('button', { class: 'button', type: 'button', id: 'withdraw', onclick: withdraw }, t('online.withdraw')),
      ),
    );
  }

  /** @param {import('./protocol.js').TableState} truth */
  #drawGuest(truth) {
    const { players } = truth;
    const host = players.south !== null ? 'south' : 'north';
    const name = players[host] ? namesOf(truth)[host] : t('online.somebody');
    const field = nameField('join-name');
    const begins = opposite(host) === 'south' ? t('online.guest.first') : t('online.guest.second', { name });
    const join = h('button', { class: 'button main', type: 'submit', id: 'join' }, t('online.join'));
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      join.disabled = true;
      keepName(field.input.value);
      try {
        await this.table.sit(() => this.table.api.join(field.input.value.trim()));
      } catch (error) {
        this.fail(error);
        await this.table.refresh();
      }
      join.disabled = false;
    };
    const watch = () => {
      this.#watching = true;
      this.draw();
    };
    refill(
      this.element,
      h('h2', null, t('online.guest', { name })),
      h('p', { class: 'soft' }, this.agreed, ` · ${begins}`),
      h(
        'form',
        { onsubmit: submit },
        field.element,
        h(
          'div',
          { class: 'buttons' },
          join,
          h('button', { class: 'button', type: 'button', id: 'watch', onclick: watch }, t('online.watch.only')),
        ),
      ),
    );
  }
}
