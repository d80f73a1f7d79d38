// Measures what the page promises: `PAGE_URL=http://127.0.0.1:8000/ node measure.js`. Prints one line per promise.
import { readFileSync } from 'node:fs';
import { launch } from './browser.js';

const url = (process.env.PAGE_URL ?? 'http://127.0.0.1:8123/').replace(/\/?$/, '/');
const browser = await launch(['--disable-features=SpareRendererForSitePerProcess']);

/** @param {object} settings */
async function open(settings) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-US' });
  const page = await context.newPage();
  await page.addInitScript((kept) => localStorage.setItem('mancala.settings', JSON.stringify(kept)), {
    game: { opponent: 'human' },
    ...settings,
  });
  return page;
}

/** Megabytes of the processes that show pages, shared memory counted in parts; the browser keeps none for pages to come, see the
 * flag above. Linux only. */
async function memory() {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const kilobytes = processInfo
    .filter((process) => process.type === 'renderer')
    .map((process) => /^Pss: *(\d+)/m.exec(readFileSync(`/proc/${process.id}/smaps_rollup`, 'utf8'))?.[1] ?? '0');
  return kilobytes.reduce((sum, text) => sum + Number(text), 0) / 1000;
}

/** A sheet of about this many parts: inverters between tunnels and probes. @param {number} parts */
function many(parts) {
  const group = (/** @type {unknown} */ _, /** @type {number} */ i) => {
    const [x, y] = [100 + (i % 40) * 90, 100 + Math.floor(i / 40) * 40];
    return `<comp lib="0" loc="(${x - 30},${y})" name="Tunnel"><a name="facing" val="east"/><a name="label" val="c"/></comp>
      <comp lib="1" loc="(${x},${y})" name="NOT Gate"/><comp lib="0" loc="(${x},${y})" name="Probe"/>`;
  };
  return `<?xml version="1.0"?><project version="1.0"><lib desc="#Wiring" name="0"/><lib desc="#Gates" name="1"/><main name="main"/>
    <circuit name="main"><comp lib="0" loc="(40,40)" name="Clock"/><comp lib="0" loc="(40,40)" name="Tunnel"><a name="label" val="c"/></comp>
    ${Array.from({ length: Math.floor(parts / 3) }, group).join('')}</circuit></project>`;
}

const median = (/** @type {number[]} */ list) => list.sort((a, b) => a - b)[list.length >> 1] ?? NaN;

{
  const times = [];
  for (let run = 0; run < 5; run += 1) {
    const page = await open({});
    await page.goto(url);
    await page.waitForSelector('.pit .count');
    await page.waitForFunction(
      () => performance.getEntriesByName('board').length > 0 && performance.getEntriesByName('first-contentful-paint').length > 0,
    );
    times.push(
      ...(await page.evaluate(() =>
        ['first-contentful-paint', 'board'].map((name) => performance.getEntriesByName(name)[0].startTime),
      )),
    );
    await page.context().close();
  }
  console.log(
    `first board: ${median(times.filter((_, i) => i % 2)).toFixed(0)} ms, first paint ${median(times.filter((_, i) => i % 2 === 0)).toFixed(0)} ms`,
  );
}

{
  // A phone with a processor four times slower, at 1.6 Mbit a second.
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-US', serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 90_000,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const begun = Date.now();
  await page.goto(url);
  await page.waitForFunction(() => performance.getEntriesByName('board').length > 0);
  const board = Date.now() - begun;
  await page.waitForSelector('html[data-engine="ready"]', { timeout: 60_000 });
  console.log(`a slow phone: the board after ${board} ms, the engine's first answer after ${Date.now() - begun} ms`);
  await context.close();
}

{
  const page = await open({ pace: 160 });
  await page.goto(url);
  await page.waitForSelector('.play[data-phase="yours"]');
  const frames = await page.evaluate(async () => {
    /** @type {number[]} */
    const gaps = [];
    let last = performance.now();
    let on = true;
    const frame = (/** @type {number} */ now) => {
      gaps.push(now - last);
      last = now;
      if (on) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    for (const key of ['6', '6', '1', '1']) {
      dispatchEvent(new KeyboardEvent('keydown', { key }));
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    on = false;
    return gaps.slice(2);
  });
  const late = frames.filter((gap) => gap > 25).length;
  console.log(
    `sowing: ${(1000 / (frames.reduce((a, b) => a + b, 0) / frames.length)).toFixed(1)} frames a second, ${late} of ${frames.length} frames later than 25 ms`,
  );
  await page.context().close();
}

{
  const page = await open({ pace: 0, analysis: true });
  await page.goto(`${url}#/play`);
  await page.waitForSelector('.play[data-phase="yours"]');
  const begun = Date.now();
  await page.waitForSelector('.pill.shown');
  console.log(`values of the start position: ${Date.now() - begun} ms after the engine was ready`);
  // Presses at any moment of a frame; an answer has been painted when a message sent in the frame arrives.
  const answers = await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const painted = () =>
      new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    const answers = [];
    for (const [turn, key] of ['3', '6', '1', '2', '4', '5', '3', '6', '1', '2', '4', '5'].entries()) {
      await frame();
      await new Promise((resolve) => setTimeout(resolve, (turn * 5) % 16));
      const start = performance.now();
      dispatchEvent(new KeyboardEvent('keydown', { key }));
      const handled = performance.now() - start;
      const chosen = document.querySelector('.pit.chosen') !== null;
      await frame();
      await painted();
      if (chosen) answers.push({ handled, shown: performance.now() - start });
      await new Promise((resolve) => setTimeout(resolve, 400));
    }
    return answers;
  });
  const shown = answers.map((answer) => answer.shown);
  const handled = answers.map((answer) => answer.handled);
  console.log(
    `a key answered while analysis runs: changed in ${median(handled).toFixed(1)} ms (longest ${Math.max(...handled).toFixed(1)}), on screen with the next frame, after ${median(shown).toFixed(1)} ms (longest ${Math.max(...shown).toFixed(1)}, ${answers.length} presses)`,
  );
  await page.context().close();
}

{
  // Positions with 30 seeds in the pits, out of the middle of games.
  const positions = ['0,5,5,1,0,2,9/3,3,1,1,2,7,9 s', '2,0,6,0,4,3,10/1,5,0,4,0,5,8 s', '1,1,0,7,0,6,8/4,0,3,2,6,0,10 n'];
  const page = await open({ analysis: true });
  const times = [];
  for (const position of positions) {
    await page.goto('about:blank');
    await page.goto(`${url}#/editor/${encodeURIComponent(`standard|${position}`)}`);
    await page.waitForSelector('html[data-engine="ready"]');
    const start = Date.now();
    await page.waitForFunction(() => document.querySelector('.proof')?.textContent === 'certain', null, {
      timeout: 60_000,
      polling: 20,
    });
    times.push(Date.now() - start);
  }
  console.log(`every move of 30 seeds, first question and table included: ${times.join(', ')} ms`);
  const again = [];
  for (const position of positions) {
    await page.fill('#position', position);
    const start = Date.now();
    await page.press('#position', 'Enter');
    await page.waitForTimeout(30);
    await page.waitForFunction(() => document.querySelector('.proof')?.textContent === 'certain', null, {
      timeout: 60_000,
      polling: 20,
    });
    again.push(Date.now() - start);
  }
  console.log(`the same with the table there: ${again.join(', ')} ms`);
  console.log(`memory of the page after that: ${(await memory()).toFixed(0)} MB`);
  await page.context().close();
}

/** A console of 2023 whose program thinks without end and counts how often, so that no state comes twice.
 * @param {import('playwright-core').Page} page
 * @param {'gates' | 'native'} processor */
async function thinking(page, processor) {
  const source = (/** @type {string} */ name) => readFileSync(new URL(`../../firmware/2023/${name}`, import.meta.url), 'utf8');
  const files = {
    'main.asm': source('main.asm').replace(
      'main:   ldi     r0, READY',
      'main:   ldi     r3, DEEP_PURPLE\n        br      jumper\n        ldi     r0, READY',
    ),
    'deep_purple.asm': source('deep_purple.asm').replace(
      '        br      jumper\n',
      '        ldi     r0, 0x18\n        ld      r0, r1\n        inc     r1\n        st      r0, r1\n        br      deep_purple\n',
    ),
  };
  await page.goto(`${url}#/play`);
  const where = await page.evaluate(async ([processor, files]) => {
    const { writeAddress } = await import(new URL('js/machine/address.js', document.baseURI).href);
    return writeAddress({ model: '2023', processor, moment: null, sheet: '/', acts: '', files, board: false, look: 'circuit' });
  }, /** @type {const} */ ([processor, files]));
  await page.goto('about:blank');
  await page.goto(`${url}#/${where}`);
  await page.waitForSelector('.machine[data-ready="true"]');
  await page.fill('.speed input', '100');
}

/** Half-ticks and pictures a second, while the page paints them.
 * @param {import('playwright-core').Page} page */
const pace = (page) =>
  page.evaluate(async () => {
    const machine = /** @type {HTMLElement} */ (document.querySelector('.machine'));
    const now = () => Number(machine.dataset.now);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const [start, from] = [performance.now(), now()];
    let pictures = 0;
    const observer = new MutationObserver(() => (pictures += 1));
    observer.observe(machine, { attributes: true, attributeFilter: ['data-now'] });
    await new Promise((resolve) => setTimeout(resolve, 3000));
    observer.disconnect();
    const seconds = (performance.now() - start) / 1000;
    return { halfTicks: Math.round((now() - from) / seconds), pictures: pictures / seconds };
  });

{
  const page = await open({});
  for (const processor of /** @type {const} */ (['native', 'gates'])) {
    await thinking(page, processor);
    const { halfTicks, pictures } = await pace(page);
    console.log(
      `machine, processor ${processor}, board on show: ${halfTicks} half-ticks and ${pictures.toFixed(0)} pictures a second`,
    );
  }
  await page.click('.run');
  await page.waitForSelector('.machine[data-running="false"]');
  // Presses at any moment of a frame; an answer has been painted when a message sent in the frame after it arrives.
  for (const [key, name] of [
    ['.', 'step'],
    [',', 'step back'],
  ]) {
    const times = await page.evaluate(async (key) => {
      const machine = /** @type {HTMLElement} */ (document.querySelector('.machine'));
      const message = () =>
        new Promise((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = resolve;
          port2.postMessage(null);
        });
      const times = [];
      for (let i = 0; i < 20; i += 1) {
        await new Promise((resolve) => setTimeout(resolve, 150 + ((i * 5) % 16)));
        const start = performance.now();
        let changed = 0;
        const observer = new MutationObserver(() => (changed = performance.now() - start));
        observer.observe(machine, { attributes: true, attributeFilter: ['data-now'] });
        dispatchEvent(new KeyboardEvent('keydown', { key }));
        while (!changed) await message();
        await new Promise((resolve) => requestAnimationFrame(resolve));
        await message();
        observer.disconnect();
        times.push({ changed, shown: performance.now() - start });
      }
      return times;
    }, key);
    const [changed, shown] = [times.map((one) => one.changed), times.map((one) => one.shown)];
    console.log(
      `machine, a ${name} of half a tick: painted ${median(changed).toFixed(1)} ms after the key (longest ${Math.max(...changed).toFixed(1)}), on screen with the next frame, after ${median(shown).toFixed(1)} ms (longest ${Math.max(...shown).toFixed(1)}, ${times.length} presses)`,
    );
  }
  // Everything open: the board, waveforms, the log, the editor, and a past that has all the room it may have.
  await page.click('.watch-it');
  await page.click('.watch-it');
  await page.fill('.find-input', 'a');
  await page.waitForSelector('.find-record');
  for (const record of (await page.locator('.find-record').all()).slice(0, 6)) await record.click();
  await page.keyboard.press('Escape');
  await page.click('[data-tab="log"]');
  await page.click('.run');
  await page.waitForTimeout(20_000);
  await page.click('.run');
  await page.click('[data-tab="source"]');
  await page.click('.source-head button');
  await page.waitForSelector('dialog .cm-content');
  await page.waitForTimeout(1000);
  console.log(
    `memory with everything of the machine open, after ${await page.getAttribute('.machine', 'data-now')} half-ticks: ${(await memory()).toFixed(0)} MB`,
  );
  await page.context().close();
}

{
  // As on a slow phone: a processor four times slower. How long opening the machine holds the page up, and how fast it is painted.
  const page = await open({});
  await page.goto(`${url}#/learn`);
  await page.waitForSelector('html[data-engine="ready"]');
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.evaluate(() => {
    const tasks = /** @type {number[]} */ ([]);
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    });
  });
  const begun = Date.now();
  await page.evaluate(() => (location.hash = '#/machine/2023/gates'));
  await page.waitForSelector('.machine[data-ready="true"]');
  const opened = Date.now() - begun;
  await page.waitForTimeout(1500);
  const tasks = await page.evaluate(() => /** @type {any} */ (window).tasks);
  console.log(
    `machine, processor four times slower: open after ${opened} ms, longest task ${Math.max(0, ...tasks).toFixed(0)} ms (of ${tasks.length} longer than 50 ms)`,
  );
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  for (const processor of /** @type {const} */ (['native', 'gates'])) {
    await thinking(page, processor);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    const { halfTicks, pictures } = await pace(page);
    console.log(
      `machine, processor four times slower, ${processor}, full speed: ${halfTicks} half-ticks and ${pictures.toFixed(0)} pictures a second`,
    );
    await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  await page.context().close();
}

{
  // Of 3 000 parts 1 000 change with every half-tick.
  const text = many(3000);
  const page = await open({});
  await page.goto(`${url}#/play`);
  const result = await page.evaluate(async (text) => {
    const at = (/** @type {string} */ path) => new URL(path, document.baseURI).href;
    const [{ MachineLink }, { SheetView }] = await Promise.all([
      import(at('js/machine/link.js')),
      import(at('js/sheet/sheet.js')),
    ]);
    const none = () => {};
    const view = new SheetView({ open: none, press: none, use: none, pick: none, tell: async () => [] });
    view.element.style.height = '700px';
    document.querySelector('main')?.replaceChildren(view.element);
    const link = new MachineLink();
    await link.ask('models', {});
    const frames = /** @type {number[]} */ ([]);
    link.onpicture = (/** @type {any} */ { slots, state }) =>
      requestAnimationFrame(() => {
        view.frame(slots, state.texts, false);
        frames.push(performance.now());
        link.painted();
      });
    const start = performance.now();
    const switched = await link.ask('circuit', { name: 'many.circ', text });
    view.show(await link.ask('sheet', { path: '/' }));
    link.pace(true, Infinity);
    frames.length = 0;
    while (frames.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    const opened = performance.now() - start;
    await new Promise((resolve) => setTimeout(resolve, 3000));
    link.close();
    const seconds = (frames[frames.length - 1] - frames[0]) / 1000;
    return { parts: switched.parts, opened, pictures: (frames.length - 1) / seconds };
  }, text);
  console.log(
    `a circuit of ${result.parts} parts: open and painted after ${result.opened.toFixed(0)} ms, then ${result.pictures.toFixed(0)} pictures a second at full speed`,
  );
  await page.context().close();
}

{
  // From a key that moves a part to the picture with its wires laid anew and the circuit running on.
  for (const count of [100, 1000, 3000]) {
    const page = await open({});
    await page.goto(`${url}#/workbench`);
    const begun = Date.now();
    await page.setInputFiles('#bench-files', { name: 'many.circ', mimeType: 'text/xml', buffer: Buffer.from(many(count)) });
    await page.waitForSelector('.bench-circuit[data-ready="true"]');
    await page.click('#bench-edit');
    await page.waitForSelector('.edit-part');
    const opened = Date.now() - begun;
    // The clock, with the wire that leads to its tunnel.
    await page.focus('.sheet-parts');
    await page.keyboard.press('End');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.sheet-table[data-chosen="1"]');
    const times = await page.evaluate(async () => {
      const table = /** @type {HTMLElement} */ (document.querySelector('.sheet-table'));
      const times = [];
      for (let edit = 1; edit <= 20; edit += 1) {
        const start = performance.now();
        const done = new Promise((resolve) =>
          new MutationObserver((_, observer) => {
            if (table.dataset.edits !== String(edit)) return;
            observer.disconnect();
            resolve(null);
          }).observe(table, { attributeFilter: ['data-edits'] }),
        );
        const key = edit % 2 ? 'ArrowDown' : 'ArrowUp';
        table.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: true, bubbles: true }));
        await done;
        await new Promise((resolve) => requestAnimationFrame(resolve));
        times.push(performance.now() - start);
      }
      return times;
    });
    const megabytes = await memory();
    console.log(
      `drawing, ${count} parts: open to edit after ${opened} ms, key to picture ${median(times).toFixed(0)} ms (longest ${Math.max(...times).toFixed(0)}), ${megabytes.toFixed(0)} MB`,
    );
    await page.context().close();
  }
}
await browser.close();
