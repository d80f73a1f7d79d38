// What the editor of the workbench knows of a program: hovers, completion, names, layout, fixes, colours.
import assert from 'node:assert/strict';
import test from 'node:test';
import { visit } from './page.js';

/** @typedef {import('playwright-core').Page} Page */

const SOURCE = 'asect 0\nldi r0, count\nagain: decc r0\nbne again\nhalt\ncount: dc 1\nend\n';

/** A program on the bench. @param {import('node:test').TestContext} t @param {string} [text] */
async function bench(t, text = SOURCE) {
  const page = await visit(t, { hash: '#/workbench' });
  await page.setInputFiles('#bench-files', { name: 'sum.asm', mimeType: 'text/plain', buffer: Buffer.from(text) });
  await page.waitForSelector('.bench[data-file="sum.asm"] .cm-content');
  return page;
}

/** The text in the editor. @param {Page} page */
const shown = (page) => page.locator('.cm-line').allTextContents();

/** @param {Page} page @param {number} number @param {string} wanted */
const line = (page, number, wanted) =>
  page.waitForFunction(
    ([at, text]) => {
      const lines = document.querySelector('.code-host')?.shadowRoot?.querySelectorAll('.cm-line') ?? [];
      return lines[Number(at)]?.textContent === text;
    },
    [String(number - 1), wanted],
  );

/** The cursor behind the first letter of a word on a line. @param {Page} page @param {number} number @param {number} column */
async function goTo(page, number, column) {
  await page
    .locator('.cm-line')
    .nth(number - 1)
    .click();
  await page.keyboard.press('Home');
  for (let step = 0; step < column; step += 1) await page.keyboard.press('ArrowRight');
}

test('a fix is offered, and the line is mended by a key', async (t) => {
  const page = await bench(t);
  await page.waitForSelector('.finding.error');
  await goTo(page, 3, 8);
  await page.keyboard.press('Control+.');
  await line(page, 3, 'again: dec r0');
  await page.waitForFunction(() => !document.querySelector('.finding'));
  await page.keyboard.press('Control+.');
  await page.waitForSelector('.note');
});

test('a hover tells what an instruction does', async (t) => {
  const page = await bench(t);
  await page.locator('.cm-line').nth(1).locator('text=ldi').first().hover();
  const told = page.locator('.cm-hover');
  await told.waitFor();
  assert.match(await told.innerText(), /rd := imm/);
});

test('what fits is offered and taken', async (t) => {
  const page = await bench(t, SOURCE.replace('decc', 'dec'));
  await goTo(page, 5, 0);
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('ji');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Space');
  await page.locator('.cm-tooltip-autocomplete').waitFor();
  await page.locator('.cm-tooltip-autocomplete li', { hasText: /^jsr/ }).first().click();
  await line(page, 6, 'jsr');
});

test('a name is changed everywhere, and its definition is found', async (t) => {
  const page = await bench(t, SOURCE.replace('decc', 'dec'));
  await goTo(page, 4, 6);
  await page.keyboard.press('F12');
  await page.locator('.cm-activeLine', { hasText: 'again: dec r0' }).waitFor();
  await page.keyboard.type('x');
  await line(page, 3, 'xagain: dec r0');
  await page.keyboard.press('Control+z');
  await goTo(page, 4, 6);
  await page.keyboard.press('F2');
  await page.locator('.cm-rename input').fill('count');
  await page.keyboard.press('Enter');
  await page.locator('.cm-rename', { hasText: 'something else' }).waitFor();
  await page.locator('.cm-rename input').fill('next');
  await page.keyboard.press('Enter');
  await line(page, 4, 'bne next');
  assert.equal((await shown(page))[2], 'next: dec r0');
});

test('the text is laid out, and coloured by what it means', async (t) => {
  const page = await bench(t, SOURCE.replace('decc', 'dec'));
  await page.locator('.cm-line').nth(3).locator('.cm-role-name', { hasText: 'again' }).waitFor();
  await goTo(page, 3, 0);
  await page.keyboard.press('Shift+Alt+f');
  await line(page, 3, 'again:  dec     r0');
  assert.match((await shown(page))[1], /^ {8}ldi {5}r0, count$/);
});
