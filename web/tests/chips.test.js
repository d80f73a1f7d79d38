/** Chip specifications on the workbench: read as they are typed, drawn, and compared with a circuit. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { violations } from './axe.js';
import { visit } from './page.js';

const SPEC = 'Chip Specification\nName: Both\nInput: a, b\nOutput: x\nx = a ^ b\nEnd Chip Specification\n';

/** @param {import('playwright-core').Page} page @param {string} name @param {string} text */
const drop = (page, name, text) =>
  page.setInputFiles('#bench-files', { name, mimeType: 'text/plain', buffer: Buffer.from(text, 'utf8') });

test('a chip: a mistake while typing, drawn, proven, broken, and the moment of the difference', async (t) => {
  const page = await visit(t, { hash: '#/workbench' });
  await drop(page, 'both.chip', SPEC.replace('a ^ b', 'a ^ c'));
  await page.waitForSelector('.finding.error >> text=c');
  await page.click('.finding.error');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(SPEC);
  await page.waitForSelector('.bench-program[data-findings="0"]');
  assert.deepEqual(await violations(page), []);

  await page.click('#chip-draw');
  await page.waitForSelector('.bench[data-file="both.circ"] .bench-circuit[data-ready="true"]');
  await page.click('#bench-chip');
  await page.waitForSelector('.check.passed');

  // Another specification, and the circuit is no longer that chip.
  await page.click('.code-host');
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(SPEC.replace('a ^ b', 'a or b'));
  await page.waitForSelector('.bench-program[data-findings="0"]');
  await page.click('#chip-check');
  await page.waitForSelector('.check.failed');
  await page.click('.check.failed .button');
  await page.waitForSelector('.bench[data-file="both.run"] .bench-circuit[data-ready="true"]');
});
