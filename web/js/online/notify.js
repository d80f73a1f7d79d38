/**
 * A notification when it is one's turn and the page is not on show. Permission is requested only after the player has just had to wait for the
 * other player, and never again after a no.
 */
import { read, write } from '../lib/settings.js';
import { t } from '../lib/texts.js';

const KEY = 'mancala.notify';

const able = () => typeof Notification === 'function' && window.isSecureContext;

/** Whether there is something to ask. */
export const mayAsk = () => able() && Notification.permission === 'default' && read(KEY) !== false;

/** @param {boolean} yes */
export async function answer(yes) {
  write(KEY, yes);
  if (yes) await Notification.requestPermission();
}

/**
 * @param {string} game
 * @param {string} name of the other player
 */
export function tellTurn(game, name) {
  if (!able() || Notification.permission !== 'granted' || document.visibilityState === 'visible') return;
  const options = { body: t('online.notify.body', { name }), tag: `mancala-${game}`, icon: 'img/icon-192.png' };
  try {
    const shown = new Notification(t('online.turn.you'), options);
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // On a phone only a service worker may show one.
    void navigator.serviceWorker?.ready.then((worker) => worker.showNotification(t('online.turn.you'), options)).catch(() => {});
  }
}
