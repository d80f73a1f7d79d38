// The extension in a real Visual Studio Code in a browser: a program is opened, an error seen and mended with the offered fix, a
// breakpoint set, a line stepped and stepped back, a button of a console pressed. `cargo xtask vscode --page CODE_SERVER` starts it;
// CONTRIBUTING.md says how to install code-server. It prints what it does and leaves pictures in PICTURES.
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const { CODE_SERVER, VSIX, MANCALA = 'mancala', CHROMIUM = '/usr/bin/chromium', PICTURES = os.tmpdir() } = process.env;
const ROOT = path.join(import.meta.dirname, '../../../..');
const { chromium } = createRequire(path.join(ROOT, 'web/tests/package.json'))('playwright-core');
const PATIENCE = 120_000;

const SUM = 'asect 0\nldi r0, 3\nclr r1\nagain: add r0, r1\ndecc r0\nbne again\nhalt\nend\n';
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'cdm8-page-'));
const work = path.join(folder, 'work');
fs.mkdirSync(path.join(work, '.vscode'), { recursive: true });
fs.writeFileSync(path.join(work, 'sum.asm'), SUM);
const configuration = (name, more) => ({ type: 'cdm8', request: 'launch', name, ...more });
const configurations = [configuration('The program', { program: '${file}' }), configuration('The console', { console: '2023' })];
const launch = { version: '0.2.0', configurations };
fs.writeFileSync(path.join(work, '.vscode/launch.json'), JSON.stringify(launch));
const data = path.join(folder, 'data');
for (const name of ['User', 'Machine']) fs.mkdirSync(path.join(data, name), { recursive: true });
const settings = {
  'workbench.startupEditor': 'none',
  'telemetry.telemetryLevel': 'off',
  'security.workspace.trust.enabled': false,
  'editor.minimap.enabled': false,
};
fs.writeFileSync(path.join(data, 'User/settings.json'), JSON.stringify(settings));

// Where a program is, is a matter of the machine.
fs.writeFileSync(path.join(data, 'Machine/settings.json'), JSON.stringify({ 'mancala.path': MANCALA }));

const common = [
  '--user-data-dir',
  data,
  '--extensions-dir',
  path.join(folder, 'extensions'),
  '--config',
  path.join(folder, 'config.yaml'),
];
fs.writeFileSync(path.join(folder, 'config.yaml'), 'auth: none\n');
const environment = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder };

function say(text) {
  console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
}

function freePort() {
  return new Promise((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

const installed = spawnSync(process.execPath, [CODE_SERVER, ...common, '--install-extension', VSIX], {
  env: environment,
  encoding: 'utf8',
});
assert.match(installed.stdout + installed.stderr, /successfully installed/, installed.stdout + installed.stderr);
say('the extension is installed');
const port = await freePort();
const server = spawn(
  process.execPath,
  [
    CODE_SERVER,
    ...common,
    '--auth',
    'none',
    '--bind-addr',
    `127.0.0.1:${port}`,
    '--disable-telemetry',
    '--disable-update-check',
    '--disable-workspace-trust',
    work,
  ],
  { env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });

async function answers() {
  const end = Date.now() + PATIENCE;
  for (;;) {
    const up = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (up) return;
    assert.ok(Date.now() < end, 'code-server does not answer');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}

let failed = false;
const page = await browser.newPage({ viewport: { width: 1366, height: 820 } });
page.setDefaultTimeout(PATIENCE);

const picture = (name) => page.screenshot({ path: path.join(PICTURES, `vscode-${name}.png`) });

/** A command of the palette. */
async function command(name) {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget .quick-input-box input').first().fill(`>${name}`);
  await page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().waitFor();
  await page.keyboard.press('Enter');
}

/** The cursor to a line. */
async function line(number, column = 1) {
  await page.keyboard.press('Control+g');
  await page.locator('.quick-input-widget .quick-input-box input').first().fill(`:${number}:${column}`);
  await page.keyboard.press('Enter');
}

/** The text of the editor, whose lines are drawn as they are scrolled to. */
const shown = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('.view-line')].map((line) => line.textContent.replace(/\u00a0/g, ' ')).join('\n'),
  );

async function until(what, test) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    if (await test()) return say(what);
    assert.ok(Date.now() < end, `never came: ${what}`);
    await page.waitForTimeout(200);
  }
}

/** The number of the line that the program stands at. */
const stopped = (number) =>
  until(`the program stands at line ${number}`, () =>
    page.evaluate((wanted) => {
      const mark = document.querySelector('.debug-stackframe-top') ?? document.querySelector('.codicon-debug-stackframe');
      if (!mark) return false;
      const top = Math.round(mark.getBoundingClientRect().top);
      const lines = [...document.querySelectorAll('.line-numbers')];
      return lines.some(
        (line) => line.textContent === String(wanted) && Math.abs(Math.round(line.getBoundingClientRect().top) - top) < 6,
      );
    }, number),
  );

try {
  await answers();
  say('code-server answers');
  await page.goto(`http://127.0.0.1:${port}/?folder=${encodeURIComponent(work)}`);
  await page.locator('.monaco-workbench').waitFor();
  await page.locator('.explorer-folders-view', { hasText: 'sum.asm' }).waitFor();
  await page.locator('.explorer-folders-view .monaco-list-row', { hasText: 'sum.asm' }).dblclick();
  await page.locator('.view-line', { hasText: 'again' }).first().waitFor();
  await page.locator('.squiggly-error').first().waitFor();
  say('the error is underlined');
  await picture('error');

  await line(5, 2);
  const offer = page.locator('.action-widget .monaco-list-row', { hasText: 'Replace with' });
  await until('the fix is offered', async () => {
    await page.keyboard.press('Control+.');
    const offered = await offer.waitFor({ timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (!offered) await page.keyboard.press('Escape');
    return offered;
  });
  await page.keyboard.press('Enter');
  await until('the fix is in the text', async () => /dec r0/.test(await shown()) && !/decc/.test(await shown()));
  await until('the error is gone', async () => (await page.locator('.squiggly-error').count()) === 0);

  await line(4);
  await page.keyboard.press('F9');
  await page.locator('.codicon-debug-breakpoint').first().waitFor();
  await page.keyboard.press('Control+s');
  await page.keyboard.press('F5');
  await stopped(2);
  await page.keyboard.press('F5');
  await stopped(4);
  await page.keyboard.press('F10');
  await stopped(5);
  await page.locator('.debug-view-pane, .debug-variables', { hasText: 'Registers' }).first().waitFor();
  await picture('stepped');
  await page.locator('.debug-toolbar .codicon-debug-step-back').click();
  await stopped(4);
  await page.keyboard.press('Shift+F5');
  await until('the session has ended', async () => !(await page.locator('.debug-toolbar').first().isVisible()));

  await command('Debug: Select and Start Debugging');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'The console' }).first().waitFor();
  await page.keyboard.type('The console');
  await page.keyboard.press('Enter');
  await page.locator('iframe.webview').first().waitFor();
  const board = page.frameLocator('iframe.webview').frameLocator('#active-frame').locator('#board');
  await board.locator('button', { hasText: /^4$/ }).first().waitFor();
  say('the panel is beside the source');
  const press = async (label, row) => {
    await board
      .locator('.row', { hasText: row })
      .locator('button', { hasText: new RegExp(`^${label}$`) })
      .first()
      .click();
  };
  await page.locator('.debug-toolbar .codicon-debug-continue').click();
  await board.locator('.light.on', { hasText: 'choose settings' }).waitFor();
  say('the console asks for its settings');
  await press('4', 'Seeds');
  await page.waitForTimeout(1000);
  await press('Human', 'First');
  await until('the board has four seeds in a pit', async () => /04/.test(await board.innerText()));
  await board
    .locator('.row')
    .filter({ hasText: /^123456$/ })
    .locator('button')
    .nth(2)
    .click();
  await until('pit 3 was sown', async () => /05/.test(await board.innerText()));
  await picture('console');
  say('all is well');
} catch (error) {
  failed = true;
  console.error(error);
  await picture('failed').catch(() => {});
} finally {
  await browser.close();
  process.kill(-server.pid);
  fs.rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
