/** Requests to the site. What it refuses comes as an error with the site's reason, in the language of the page where it is known. */
import { t } from '../lib/texts.js';

/**
 * @typedef {import('./protocol.js').TableState} TableState
 * @typedef {import('./protocol.js').Seated} Seated
 */

/** The timeout of a request. */
const PATIENCE = 12_000;

/** What the site said instead of doing it; `status` 0 if it said nothing at all. */
export class SiteError extends Error {
  /**
   * @param {number} status
   * @param {string} message
   * @param {string} [name]
   */
  constructor(status, message, name = '') {
    super(message);
    this.status = status;
    this.problem = name;
  }

  /** It may work if it is tried again. */
  get passing() {
    return this.status === 0 || this.status === 429 || this.status >= 500;
  }
}

/**
 * @param {string} path below `api/`
 * @param {object} [body] makes it a POST
 * @param {string} [key] makes it safe to repeat
 * @returns {Promise<any>}
 */
export async function call(path, body, key) {
  /** @type {RequestInit} */
  const request = { signal: AbortSignal.timeout(PATIENCE), headers: { Accept: 'application/json' }, cache: 'no-store' };
  if (body) {
    request.method = 'POST';
    request.body = JSON.stringify(body);
    request.headers = { ...request.headers, 'Content-Type': 'application/json', ...(key && { 'Idempotency-Key': key }) };
  }
  const answer = await fetch(`api/${path}`, request).catch(() => {
    throw new SiteError(0, t('online.unreachable'));
  });
  if (!answer.ok) throw await refusal(answer);
  return answer.json().catch(() => {
    throw new SiteError(502, t('online.unreachable'));
  });
}

/**
 * A request that does its work once, however often it is sent: until it is answered it has the same key, also after a reload.
 * @param {string} path
 * @param {object} body
 */
export async function callOnce(path, body) {
  const kept = `key ${path} ${JSON.stringify(body)}`;
  const key = sessionStorage.getItem(kept) ?? randomKey();
  sessionStorage.setItem(kept, key);
  try {
    const answer = await call(path, body, key);
    sessionStorage.removeItem(kept);
    return answer;
  } catch (error) {
    if (!(error instanceof SiteError && error.passing)) sessionStorage.removeItem(kept);
    throw error;
  }
}

const randomKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param {Response} answer */
async function refusal(answer) {
  const said = await answer.json().catch(() => null);
  const name = String(said?.type ?? '').replace(/^.*\//, '');
  return new SiteError(answer.status, worded(answer.status, name, said?.detail ?? said?.title), name);
}

/**
 * @param {number} status
 * @param {string} name
 * @param {string | undefined} detail
 */
function worded(status, name, detail) {
  if (name === 'seat-taken') return t('online.problem.taken');
  if (name === 'over') return t('online.problem.over');
  if (name === 'both-moved') return t('online.problem.both-moved');
  if (name === 'offered-lately') return t('online.problem.offered-lately');
  if (name === 'not-away') return t('online.problem.not-away');
  if (name === 'not-your-turn') return t('online.problem.turn');
  if (name === 'other-ply') return t('online.problem.other');
  if (name === 'wrong-secret') return t('online.problem.seat');
  if (name === 'no-seat') return t('online.problem.no-seat');
  if (status === 404 || status === 410) return t('online.problem.gone');
  if (status === 429) return t('online.problem.many');
  if (status >= 500) return t('online.unreachable');
  return t('online.problem', { why: detail ?? String(status) });
}

/**
 * The address of a game, to be shared: other programs can show what it is before it is opened.
 * @param {string} id
 */
export const linkTo = (id) => new URL(`game/${id}`, document.baseURI).href;

/**
 * The address of a seat. What opens it stands behind the `#`, which no server gets to see.
 * @param {string} id
 * @param {string} secret
 */
export const linkToSeat = (id, secret) => `${location.href.split('#')[0]}#/online/${id}/seat/${secret}`;

/**
 * The requests of one game.
 * @param {string} id
 */
export const gameApi = (id) => ({
  /** @returns {Promise<TableState>} */
  state: () => call(`games/${id}`),
  /** @param {string} name @returns {Promise<Seated>} */
  join: (name) => callOnce(`games/${id}/join`, { name }),
  /** @param {{pit: number, ply: number, seq: number}} move @returns {Promise<TableState>} */
  move: ({ pit, ply, seq }) => call(`games/${id}/move`, { pit, ply, seq }),
  /** @param {string} what @param {object} [body] @returns {Promise<TableState>} */
  act: (what, body = {}) => call(`games/${id}/${what}`, body),
  /** @returns {Promise<{side: import('../protocol.js').Side, secret: string}>} */
  seat: () => call(`games/${id}/seat`),
  /** @param {string} secret @returns {Promise<Omit<Seated, 'secret'>>} */
  sit: (secret) => call(`games/${id}/seat`, { secret }),
  /** @returns {Promise<string>} */
  async record() {
    const answer = await fetch(`api/games/${id}/record`, { signal: AbortSignal.timeout(PATIENCE), cache: 'no-store' });
    if (!answer.ok) throw await refusal(answer);
    return answer.text();
  },
});
