// What axe finds wrong with the page as it is.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Rules that axe leaves out unless it is asked. */
const STRICT = { 'target-size': { enabled: true }, 'color-contrast': { enabled: true } };

/**
 * Axe reads the page in pieces and stumbles over what goes away meanwhile: answers that are still coming are awaited. What never
 * comes to rest, as a machine that runs, is read as it is.
 * @param {import('playwright-core').Page} page
 */
const atRest = (page) =>
  page.evaluate(async () => {
    let quiet = 0;
    const observer = new MutationObserver(() => {
      quiet = 0;
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    for (let frames = 0; frames < 60 && quiet < 4; frames += 1) {
      await new Promise(requestAnimationFrame);
      quiet += 1;
    }
    observer.disconnect();
  });

/**
 * @param {import('playwright-core').Page} page
 * @param {boolean} [strict] the size of what is pressed, too
 */
export async function violations(page, strict = false) {
  await page.evaluate(axe);
  await atRest(page);
  const rules = strict ? STRICT : {};
  const { violations: found } = await page.evaluate((rules) => /** @type {any} */ (window).axe.run(document, { rules }), rules);
  return found.map(
    (/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 120)).join(' | ')}`,
  );
}
