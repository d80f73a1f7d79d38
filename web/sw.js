// Keeps the page for use without a network. `mancala serve` and `mancala site` put the version and the list of files in; a
// new version is fetched whole beside the old one, and takes over when no tab shows the old one any more.

/** @type {{version: string, files: string[]}} */
const { version, files } = { version: 'none', files: [] };
const name = `mancala-${version}`;
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const scope = worker.registration.scope;
/** Pictures for other programs and for the install sheet: nobody sees them on the page. */
const UNSEEN = /^img\/(preview|screen-)/;

worker.addEventListener('install', (event) => {
  event.waitUntil(keep());
});

worker.addEventListener('activate', (event) => {
  event.waitUntil(forgetOthers());
});

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(scope)) return;
  // Answers of a site are never cached; whether there is one cannot be known without a network.
  if (request.url === `${scope}api`) event.respondWith(fetch(request).catch(() => Response.json({ offline: true })));
  else if (!request.url.startsWith(`${scope}api/`)) event.respondWith(answer(request));
});

/** What has a digest in its name never changes: an older version, or the browser, may have it already. */
const STAMPED = /\.[0-9a-f]{8}\.\w+$/;

async function keep() {
  const cache = await caches.open(name);
  const wanted = files.filter((file) => !UNSEEN.test(file)).map((file) => new URL(file, scope).href);
  /** @type {Request[]} */
  const missing = [];
  for (const url of wanted) {
    const stamped = STAMPED.test(url);
    const known = stamped ? await caches.match(url) : undefined;
    if (known) await cache.put(url, known);
    else missing.push(new Request(url, { cache: stamped ? 'default' : 'no-cache' }));
  }
  await cache.addAll(missing);
}

async function forgetOthers() {
  const kept = await caches.keys();
  const ours = kept.filter((other) => other.startsWith('mancala-') && other !== name);
  await Promise.all(ours.map((other) => caches.delete(other)));
  await worker.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const url = new URL(request.url);
  const wanted = url.pathname.endsWith('/') ? new URL('index.html', scope) : url;
  const cache = await caches.open(name);
  return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
}
