// The page as any host would serve it: from a separate folder, without our server, and never contacting other hosts.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { chromium } from 'playwright-core';
import { URL as PAGE, keptForLater, press, visit } from './page.js';

const mancala = /** @type {string} */ (process.env.MANCALA);
const folder = mkdtempSync(join(tmpdir(), 'mancala-site-'));
const site = join(folder, 'site');
after(() => rmSync(folder, { recursive: true, force: true }));

const TYPES = /** @type {Record<string, string>} */ ({
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
});

/** @type {import('node:http').Server} */
let host;
let address = '';
before(async () => {
  assert.equal(spawnSync(mancala, ['site', site]).status, 0);
  host = createServer(async (request, answer) => {
    const path = (request.url ?? '/').split('?')[0];
    const file = path.startsWith('/some/folder/') ? path.slice('/some/folder/'.length) || 'index.html' : 'outside';
    try {
      const body = await readFile(join(site, file));
      answer.writeHead(200, { 'Content-Type': TYPES[extname(file)] ?? 'application/octet-stream' }).end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((listening) => host.listen(0, '127.0.0.1', () => listening(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (host.address());
  address = `http://127.0.0.1:${port}/some/folder/`;
});
after(() => host.close());

test('every answer has strict headers', async () => {
  for (const path of ['', 'js/main.js', 'generated/page_bg.wasm', 'texts/ru.json', 'nothing']) {
    const { headers } = await fetch(PAGE + path);
    const policy = headers.get('content-security-policy') ?? '';
    assert.match(policy, /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval';/, path);
    assert.doesNotMatch(policy, /unsafe-inline|https?:/, path);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.equal(headers.get('referrer-policy'), 'no-referrer');
  }
  const { headers } = await fetch(`${PAGE}generated/page_bg.wasm`);
  assert.equal(headers.get('content-type'), 'application/wasm');
});

test('nothing breaks the policy, and nothing asks another host', async (t) => {
  const page = await visit(t);
  const broken = await page.evaluate(() => {
    const scripts = [...document.scripts].filter((script) => !script.src);
    const styles = document.querySelectorAll('style, [style*="url("]');
    return scripts.length + styles.length;
  });
  assert.equal(broken, 0);
  await press(page, '3');
});

test('the files work from a sub-folder of any host, and offline after that', async (t) => {
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  t.after(() => browser.close());
  const context = await browser.newContext();
  const outside = /** @type {string[]} */ ([]);
  context.on('request', (request) => request.url().startsWith(address) || outside.push(request.url()));
  const page = await context.newPage();
  const missing = /** @type {string[]} */ ([]);
  page.on('response', (answer) => answer.status() >= 400 && missing.push(answer.url()));
  page.setDefaultTimeout(30_000);
  await page.goto(address);
  await page.waitForSelector('html[data-engine="ready"]');
  assert.equal(await page.locator('.nav a[href="#/online"]').count(), 0, 'a folder of files has no games between people');
  await page.goto(`${address}#/online`);
  await page.getByText('a host without online games').waitFor();
  assert.deepEqual(missing, []);
  await page.goto(`${address}#/play`);
  await keptForLater(page);
  await new Promise((closed) => {
    host.close(closed);
    host.closeAllConnections();
  });
  await page.reload();
  await page.waitForSelector('html[data-engine="ready"]');
  await press(page, '3');
  assert.deepEqual(outside, []);
});

/** The digest in the name of a file that never changes. */
const STAMP = /\.[0-9a-f]{8}(?=\.\w+$)/;

test('scripts, styles and WebAssembly are fetched by names that stand for their contents, once and for ever', async (t) => {
  const page = await visit(t);
  /** @type {Map<string, string>} */
  const seen = new Map();
  const twice = /** @type {string[]} */ ([]);
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!/\.(js|css|wasm)$/.test(pathname)) return;
    const name = pathname.replace(STAMP, '');
    if ((seen.get(name) ?? pathname) !== pathname) twice.push(pathname);
    seen.set(name, pathname);
    assert.match(pathname, STAMP);
    assert.equal(response.headers()['cache-control'], 'public, max-age=31536000, immutable', pathname);
    assert.equal(response.headers()['content-encoding'], 'br', pathname);
  });
  await page.reload();
  await page.waitForSelector('html[data-engine="ready"]');
  for (const [view, there] of [
    ['machine', '.machine[data-ready="true"]'],
    ['workbench', '.bench-empty'],
    ['course', '.course'],
    ['puzzles', '.pit.legal'],
  ]) {
    await page.goto(`${PAGE}#/${view}`);
    await page.waitForSelector(there);
  }
  assert.deepEqual(twice, []);
  assert.ok(seen.size > 100, `${seen.size}`);
  // Files that refer to them are revalidated each time, and a page of another version gets the current file, but not for ever.
  for (const name of ['', 'sw.js', 'texts/en.json', 'js/main.js', 'js/main.00000000.js']) {
    const answer = await fetch(PAGE + name);
    assert.equal(answer.status, 200, name);
    assert.equal(answer.headers.get('cache-control'), 'no-cache', name);
  }
  assert.equal((await fetch(`${PAGE}js/none.00000000.js`)).status, 404);
});

test('what the page begins with is asked for at once, and nothing else is', async () => {
  // The modules that the first one imports, and those that they import.
  const web = new URL('../', import.meta.url);
  const found = new Set();
  const follow = async (/** @type {URL} */ at) => {
    const name = at.href.slice(web.href.length);
    if (found.has(name)) return;
    found.add(name);
    const source = await readFile(at, 'utf8');
    for (const [, path] of source.matchAll(/^(?:import|export)[^'"]*?from ['"](\.[^'"]+)['"]/gm)) await follow(new URL(path, at));
  };
  await follow(new URL('js/main.js', web));
  const html = await (await fetch(PAGE)).text();
  const named = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map(([, name]) => name.replace(STAMP, ''));
  assert.deepEqual([...named, 'js/main.js'].sort(), [...found].sort());
  for (const [, name] of html.matchAll(/(?:href|src|content)="((?:css|js|img|generated)\/[^"]+)"/g)) {
    assert.equal((await fetch(PAGE + name)).status, 200, name);
  }
  const manifest = JSON.parse(await (await fetch(`${PAGE}manifest.webmanifest`)).text());
  for (const { src, sizes } of [...manifest.icons, ...manifest.screenshots].filter((one) => one.type === 'image/png')) {
    const png = Buffer.from(await (await fetch(PAGE + src)).arrayBuffer());
    assert.equal(`${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`, sizes, src);
  }
});
