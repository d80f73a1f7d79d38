// A mark lost, opened on the page: graded by the real program, the link of its report opened in a real browser.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { URL as HOME, visit } from './page.js';

const PROGRAM = process.env.MANCALA ?? '../../target/debug/mancala';
const HARDWARE = new URL('../../hardware/', import.meta.url).pathname;

/** @param {import('playwright-core').Page} page @param {RegExp} wanted */
const status = (page, wanted) => page.locator('.bench-status').filter({ hasText: wanted }).waitFor();

/**
 * The reports of mistakes that a right console makes when it is asked to play without captures.
 * @param {import('node:test').TestContext} t
 * @param {string} model
 */
async function graded(t, model) {
  const folder = await mkdtemp(join(tmpdir(), 'mancala-'));
  t.after(() => rm(folder, { recursive: true }));
  const files = [`${HARDWARE}${model}/mancala.circ`, '--panel', `${HARDWARE}${model}/panel.toml`];
  const how = ['--capture', 'off', '--games', '2', '--format', 'json', '--scripts', folder, '--page', HOME];
  const output = await new Promise((resolve) => {
    execFile(PROGRAM, ['grade', ...files, ...how], { maxBuffer: 64 << 20 }, (_, out) => resolve(out));
  });
  return { folder, marks: JSON.parse(/** @type {string} */ (output)) };
}

test('a link in the marks opens the console at the half-tick of the mistake', async (t) => {
  const { folder, marks } = await graded(t, '2022');
  const mistake = marks.tests.find((/** @type {any} */ one) => one.id === 'capture');
  const halfTick = mistake.output.match(/at half-tick (\d+)/)[1];
  const page = await visit(t, { hash: new URL(mistake.link).hash });
  await page.waitForSelector(`.bench-circuit[data-ready="true"][data-now="${halfTick}"]`);
  assert.equal(await page.locator('.bench').getAttribute('data-file'), 'capture.run');
  const about = await page.locator('.run-about').innerText();
  for (const line of mistake.output.split('\n')) assert.ok(about.includes(line.trimEnd()), line);
  await status(page, /^capture\.run was replayed/);
  await page.waitForSelector('.time-mark.act', { state: 'attached' });
  // The link has done its work: it does not stand in the address any more, and the files stay.
  assert.equal(new URL(page.url()).hash, '#/workbench');
  await page.click('.step-half-tick-back, .step-clock-back');
  await page.waitForSelector(`.bench-circuit:not([data-now="${halfTick}"])`);
  // The page beside the script leads there too.
  const html = await readFile(join(folder, 'capture.html'), 'utf8');
  assert.ok(html.includes(mistake.link.replaceAll('&', '&amp;')));
});

test('a second console with the same file names keeps to its own files', async (t) => {
  const [first, second] = [await graded(t, '2022'), await graded(t, '2023')];
  const link = (/** @type {any} */ { marks }) => marks.tests.find((/** @type {any} */ one) => one.link).link;
  const page = await visit(t, { hash: new URL(link(first)).hash });
  await page.waitForSelector('.bench-circuit[data-ready="true"]');
  const tabs = await page.locator('.file-tab').count();
  await page.goto('about:blank');
  await page.goto(link(second));
  await page.waitForSelector('.bench-circuit[data-ready="true"]');
  assert.match((await page.locator('.bench').getAttribute('data-file')) ?? '', /^mancala-2\//);
  assert.equal(await page.locator('.file-tab').count(), tabs * 2);
  await status(page, /was replayed/);
});

test('a run that is dropped finds its circuit, and says what is wrong with it', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  const circuit = `<project source="2.7.1" version="1.0"><lib desc="#Wiring" name="0"/><lib desc="#I/O" name="5"/><main name="main"/>
<circuit name="main"><comp lib="0" loc="(60,60)" name="Clock"/>
<comp lib="5" loc="(200,200)" name="Button"><a name="label" val="Go"/></comp></circuit></project>`;
  const files = (/** @type {[string, string][]} */ ...all) =>
    page.setInputFiles(
      '#bench-files',
      all.map(([name, text]) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })),
    );
  await files(['a.circ', circuit], ['b.run', 'run 1\r\ncircuit C:\\Users\\me\\A.circ\r\nat 5 press /Go\r\nend 12\r\n']);
  await page.waitForSelector('.bench-circuit[data-ready="true"]');
  await page.click('.file-tab[data-file="b.run"]');
  await page.waitForSelector('.bench-circuit[data-ready="true"][data-now="12"]');
  await files(['c.run', 'run 1\ncircuit a.circ\nat 5 press /Stop\n']);
  await page.waitForSelector('.bench-circuit[data-ready="broken"]');
  await status(page, /^c\.run, line 3: /);
});
