// What axe finds wrong with the page as it is.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that axe leaves out unless it is asked. */
const STRICT = { 'target-size': { enabled: true }, 'color-contrast': { enabled: true } };

/**
 * @param {import('playwright-core').Page} page
 * @param {boolean} [strict] the size of what is pressed, too
 */
export async function violations(page, strict = false) {
  await page.evaluate(axe);
  const rules = strict ? STRICT : {};
  const { violations: found } = await page.evaluate((rules) => /** @type {any} */ (window).axe.run(document, { rules }), rules);
  return found.map(
    (/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}
