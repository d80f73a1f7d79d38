// What a person does on a sheet that is drawn on, with mouse and keys. A pen counts the edits, so that each one is waited for.
/** @typedef {import('playwright-core').Page} Page */
/** @typedef {[number, number]} Place */

/** A new, empty circuit is drawn. @param {Page} page */
export async function begin(page) {
  await page.click('#bench-new-circuit');
  await page.click('[data-choice="empty"]');
  await edit(page);
  return page;
}

/** Presses Edit when the circuit is there. @param {Page} page */
export async function edit(page) {
  await page.waitForSelector('.bench-circuit[data-ready="true"]');
  await page.click('#bench-edit');
  await page.waitForSelector('.edit-part');
}

/** Puts a file on the workbench. @param {Page} page @param {string} name @param {string} text */
export const drop = (page, name, text) =>
  page.setInputFiles('#bench-files', { name, mimeType: 'text/plain', buffer: Buffer.from(text, 'utf8') });

/** Where a place of the sheet is on the page. @param {Page} page @param {Place} place */
export const where = (page, [x, y]) =>
  page.evaluate(
    ([x, y]) => {
      const table = /** @type {HTMLElement} */ (document.querySelector('.sheet-table'));
      const [scale, left, top] = /** @type {string} */ (table.dataset.camera).split(',').map(Number);
      const box = table.getBoundingClientRect();
      return { x: box.left + left + x * scale, y: box.top + top + y * scale };
    },
    [x, y],
  );

/** Waits until this many edits are done. @param {Page} page @param {number} count */
export const edits = (page, count) => page.waitForSelector(`.sheet-table[data-edits="${count}"]`);

/** The saved files, by name. @param {Page} page @returns {Promise<Record<string, string>>} */
export const files = (page) =>
  page.evaluate(async () => {
    const { Work } = await import('/js/workbench/work.js');
    const work = await Work.kept();
    work.close();
    const { files } = work;
    return Object.fromEntries(files.map((/** @type {{name: string, text: string}} */ { name, text }) => [name, text]));
  });

/** The saved first file. @param {Page} page */
export const text = async (page) => Object.values(await files(page))[0];

/** Turns the wheel until the sheet is this large around a place in the middle of it. @param {Page} page @param {Place} middle @param {number} scale */
export async function look(page, middle, scale) {
  const box = await page.locator('.sheet-table').boundingBox();
  if (!box) throw new Error('there is no sheet');
  const centre = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const now = () =>
    page.evaluate(() =>
      Number(/** @type {HTMLElement} */ (document.querySelector('.sheet-table')).dataset.camera?.split(',')[0]),
    );
  await page.mouse.move(centre.x, centre.y);
  for (let turns = 0; turns < 40 && Math.abs((await now()) / scale - 1) > 0.1; turns += 1) {
    const before = await now();
    await page.mouse.wheel(0, before > scale ? 60 : -60);
    await page.waitForFunction(
      (before) =>
        Number(/** @type {HTMLElement} */ (document.querySelector('.sheet-table')).dataset.camera?.split(',')[0]) !== before,
      before,
    );
  }
  const at = await where(page, middle);
  await page.mouse.move(centre.x, centre.y);
  await page.mouse.down({ button: 'middle' });
  await page.mouse.move(centre.x - (at.x - centre.x) / 2, centre.y - (at.y - centre.y) / 2);
  await page.mouse.move(2 * centre.x - at.x, 2 * centre.y - at.y);
  await page.mouse.up({ button: 'middle' });
}

/** A hand that draws on the open sheet. */
export class Pen {
  /** @param {Page} page @param {number} [count] edits that are done already */
  constructor(page, count = 0) {
    this.page = page;
    this.count = count;
  }

  /** Something that is one edit. @param {() => Promise<unknown>} act */
  async once(act) {
    await act();
    this.count += 1;
    await edits(this.page, this.count);
  }

  /** Finds a part by its name and places it with a click. @param {string} name @param {Place} place */
  async put(name, place) {
    const { page } = this;
    await page.fill('#edit-search', name);
    await page.press('#edit-search', 'Enter');
    const at = await where(page, place);
    await page.mouse.move(at.x, at.y);
    await page.waitForSelector('.sheet-table[data-ghost="fits"]');
    await this.once(() => page.mouse.click(at.x, at.y));
  }

  /** Changes attributes of what is selected in the panel. @param {Record<string, string>} values */
  async set(values) {
    const { page } = this;
    for (const [name, value] of Object.entries(values)) {
      const field = page.locator(`[data-attribute="${name}"]`);
      if ((await field.inputValue()) === value) continue;
      const choice = await field.evaluate((element) => element.tagName === 'SELECT');
      await this.once(async () => {
        if (choice) return field.selectOption(value);
        await field.fill(value);
        await field.press('Enter');
      });
      await page.waitForFunction(
        ([name, value]) =>
          /** @type {HTMLInputElement} */ (document.querySelector(`[data-attribute="${name}"]`))?.value === value,
        [name, value],
      );
    }
  }

  /** Draws wires along corners, two legs with each drag. @param {...Place} corners */
  async wire(...corners) {
    for (let from = 0; from + 1 < corners.length; from += 2) {
      const legs = corners.slice(from, from + 3);
      await this.once(() => drag(this.page, ...legs));
    }
  }

  /** Drags something from one place to another. @param {...Place} places */
  drag(...places) {
    return this.once(() => drag(this.page, ...places));
  }

  /** Keys for the sheet. @param {...string} keys each is one edit */
  async press(...keys) {
    for (const key of keys) await this.once(() => this.page.press('.sheet-table', key));
  }
}

/** @param {Page} page @param {...Place} places */
export async function drag(page, ...places) {
  const points = [];
  for (const place of places) points.push(await where(page, place));
  const [start, ...rest] = points;
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  for (const [at, to] of rest.entries()) {
    const from = points[at];
    await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2);
    await page.mouse.move(to.x, to.y);
  }
  await page.waitForSelector('.sheet-table[data-ghost="fits"]');
  await page.mouse.up();
}
