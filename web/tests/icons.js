// Draws the icons, the picture that other programs show beside a link, and the pictures of the install sheet, from the page itself:
// `PAGE_URL=http://127.0.0.1:8000/ node web/tests/icons.js`. They lie in web/img.
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { launch } from './browser.js';

const url = (process.env.PAGE_URL ?? 'http://127.0.0.1:8123/').replace(/\/?$/, '/');
const folder = fileURLToPath(new URL('../img/', import.meta.url));
const icon = readFileSync(`${folder}icon.svg`, 'utf8');
const browser = await launch();

/**
 * The icon on a ground that reaches the edges; a system may cut a circle out of it.
 * @param {string} name
 * @param {number} size
 * @param {number} [inside] how much of it the icon takes
 */
async function draw(name, size, inside = 1) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const edge = Math.round((size * inside) / 2) * 2;
  const ground = inside < 1 ? '#7c4f2f' : 'transparent';
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}"><div style="width:${edge}px;height:${edge}px">${icon}</div></body>`,
  );
  await page.screenshot({ path: `${folder}${name}.png`, omitBackground: true });
  await page.close();
}

/** A game on the board. @param {{width: number, height: number, touch?: boolean}} look */
async function board({ width, height, touch = false }) {
  const context = await browser.newContext({
    viewport: { width, height },
    locale: 'en-US',
    colorScheme: 'light',
    hasTouch: touch,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.addInitScript(() => {
    localStorage.setItem('mancala.settings', JSON.stringify({ pace: 0, game: { opponent: 'level:5', first: 'south' } }));
  });
  await page.goto(url);
  for (const key of ['3', '6', '2', '5', '1']) {
    await page.waitForSelector('.play[data-phase="yours"]');
    const before = await page.locator('.move').count();
    const legal = await page.locator(`.pit.legal[data-house="south-${key}"]`).count();
    if (!legal) continue;
    await page.keyboard.press(key);
    await page.waitForFunction((n) => document.querySelectorAll('.move').length > n, before);
  }
  await page.waitForSelector('.play[data-phase="yours"], .play[data-phase="over"]');
  await page.waitForTimeout(900);
  return page;
}

await draw('icon-192', 192);
await draw('icon-512', 512);
await draw('icon-maskable', 512, 0.72);
await draw('icon-apple', 180, 0.86);

const wide = await board({ width: 1280, height: 720 });
await wide.screenshot({ path: `${folder}screen-wide.png` });
await wide.locator('.board').screenshot({ path: `${folder}preview.png` });
const narrow = await board({ width: 412, height: 800, touch: true });
await narrow.screenshot({ path: `${folder}screen-narrow.png` });

// The preview: name, one line, and the board.
const picture = readFileSync(`${folder}preview.png`).toString('base64');
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(
  `<body style="margin:0;height:630px;background:#f5f2ec;font-family:Inter,ui-sans-serif,system-ui,sans-serif;color:#211e1a">
  <div style="padding:56px 70px 34px;display:flex;gap:26px;align-items:center"><div style="width:86px;height:86px">${icon}</div>
  <div><div style="font-size:52px;font-weight:700;letter-spacing:-.02em">mancala</div><div style="font-size:27px;color:#6a6257">Kalah against ten stones, your friends, and consoles built of gates</div></div></div>
  <img style="display:block;width:1060px;margin:0 auto" src="data:image/png;base64,${picture}"></body>`,
);
await page.waitForTimeout(300);
await page.screenshot({ path: `${folder}preview.png` });
await browser.close();

// A fifth of the size where pngquant is installed; the eye sees no difference.
const drawn = readdirSync(folder).filter((name) => name.endsWith('.png'));
spawnSync('pngquant', ['--quality', '60-85', '--speed', '1', '--ext', '.png', '--force', ...drawn], { cwd: folder });
