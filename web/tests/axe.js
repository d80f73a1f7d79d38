// What axe finds wrong with the page as it is.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** @param {import('playwright-core').Page} page */
export async function violations(page) {
  await page.evaluate(axe);
  const { violations: found } = await page.evaluate(() => /** @type {any} */ (window).axe.run(document));
  return found.map(
    (/** @type {any} */ one) =>
      `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}
