/**
 * A position that the browser does not solve at once is put to the site as well, where its table is larger than the browser's.
 * If anything goes wrong there, the browser continues on its own.
 */
import { site } from '../lib/site.js';

/** @typedef {{rules: string, position: string, people?: import('../protocol.js').People, milliseconds: number}} Request */

/** The seeds up to which the browser's own table knows everything (`SMALL_SEEDS` of the engine). */
const BROWSER_SEEDS = 15;
/** How long the browser is left alone with it, in milliseconds. */
const HEAD_START = 700;

/**
 * @param {import('../engine.js').Engine} engine
 * @param {Request} request
 * @param {(analysis: import('../protocol.js').Analysis) => void} hear is called with exact answers only
 * @returns {() => void} cancels it
 */
export function siteAnalysis(engine, request, hear) {
  const stop = new AbortController();
  const timer = setTimeout(() => {
    ask(engine, request, stop.signal).then(
      (analysis) => analysis?.exact && !stop.signal.aborted && hear(analysis),
      () => {},
    );
  }, HEAD_START);
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}

/**
 * @param {import('../engine.js').Engine} engine
 * @param {Request} request
 * @param {AbortSignal} signal
 */
async function ask(engine, { rules, position, people, milliseconds }, signal) {
  const found = await site();
  if ((found?.analysis?.seeds ?? 0) <= BROWSER_SEEDS) return null;
  const asked = new URLSearchParams({ rules, position, time: String(milliseconds) });
  const answer = await fetch(`api/analysis?${asked}`, { signal, headers: { Accept: 'application/json' } });
  return answer.ok ? engine.worded({ rules, position, people, found: await answer.json() }) : null;
}
