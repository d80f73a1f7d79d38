// Keeps the page for use without a network. `mancala serve` and `mancala site` put the version and the list of files in; a
// new version is fetched whole beside the old one, and takes over when no tab shows the old one any more.

const { version, files } = { version: "none", files: [] };
const name = `mancala-${version}`;
const scope = self.registration.scope;

self.addEventListener("install", (event) => {
  event.waitUntil(keep());
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forgetOthers());
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(scope)) return;
  // What a site says is never kept; whether there is one cannot be told without a network.
  if (request.url === `${scope}api`) event.respondWith(fetch(request).catch(() => Response.json({ offline: true })));
  else if (!request.url.startsWith(`${scope}api/`)) event.respondWith(answer(request));
});

async function keep() {
  const cache = await caches.open(name);
  const fresh = files.map((file) => new Request(new URL(file, scope), { cache: "no-cache" }));
  await cache.addAll(fresh);
}

async function forgetOthers() {
  const kept = await caches.keys();
  const ours = kept.filter((other) => other.startsWith("mancala-") && other !== name);
  await Promise.all(ours.map((other) => caches.delete(other)));
  await self.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const url = new URL(request.url);
  const wanted = url.pathname.endsWith("/") ? new URL("index.html", scope) : url;
  const cache = await caches.open(name);
  return (await cache.match(wanted, { ignoreSearch: true })) ?? fetch(request);
}
