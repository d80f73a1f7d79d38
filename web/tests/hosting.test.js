// The page as any host would serve it: from a folder of its own, without our server, and never asking anybody else.
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
  await page.getByText('a host that keeps no games').waitFor();
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
