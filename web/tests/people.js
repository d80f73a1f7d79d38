// Two people who sit down to a game.

/** @typedef {import('playwright-core').Page} Page */

/**
 * Makes a game as its sheet does, but with any settings; the cookie is the page's.
 * @param {Page} page
 * @param {object} [settings]
 * @returns {Promise<string>} the link to it
 */
export async function makeGame(page, settings = {}) {
  const wanted = { rules: { pits: 6, seeds: 4 }, side: 'south', name: 'Ann', ...settings };
  const game = await page.evaluate(async (body) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await fetch('api/games', { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()).game;
  }, wanted);
  await page.evaluate((id) => (location.hash = `/online/${id}`), game);
  await page.waitForSelector('.invitation:not([hidden])');
  return page.locator('.invitation .link').inputValue();
}

/**
 * @param {Page} page
 * @param {string} link
 * @param {string} [name]
 */
export async function accept(page, link, name = 'Ben') {
  await page.goto(link);
  await page.fill('#join-name', name);
  await page.click('#join');
  await page.waitForSelector('.play[data-phase="yours"], .play[data-phase="theirs"]');
}
