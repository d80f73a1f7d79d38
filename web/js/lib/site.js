/**
 * Whether the page comes from a site with games between people. A folder of files on some host has none.
 * @typedef {{online: boolean, offline?: boolean, analysis?: {seeds: number}, away?: number}} Site
 */

/** @type {Promise<Site | null> | null} */
let asked = null;

/** @returns {Promise<Site | null>} null while there is no network to ask; then the next one asks again */
export function site() {
  asked ??= look().then((found) => {
    if (!found) asked = null;
    return found;
  });
  return asked;
}

/** @returns {Promise<Site | null>} */
async function look() {
  if (!location.protocol.startsWith('http')) return { online: false };
  if (!navigator.onLine) return null;
  try {
    const answer = await fetch('api', { headers: { Accept: 'application/json' } });
    if (answer.status >= 500) return null;
    const json = answer.ok && answer.headers.get('content-type')?.includes('json');
    if (!json) return { online: false };
    const found = { online: false, ...(await answer.json()) };
    return found.offline ? null : found;
  } catch {
    return null;
  }
}
