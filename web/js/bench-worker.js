// @ts-check
// What runs in the worker of the workbench: programs and circuits, answered by a WebAssembly module of their own, so that
// neither a game nor a console need load it.
import load, * as kinds from '../generated/bench.js';

/** @typedef {{id: number, to: "program" | "workbench" | "course" | "desk", name: string, request: object}} Message */

const post = /** @type {(message: object) => void} */ (self.postMessage.bind(self));

/** @type {Message[]} */
let early = [];
/** What answers here, made when it is first asked: by the name of its class. */
const KINDS = { program: 'Program', workbench: 'Workbench', course: 'Course' };
/** @type {Record<string, {handle(name: string, request: string): string}> | null} */
let bench = null;

self.onmessage = ({ data }) => {
  if (bench) answer(bench, data);
  else early.push(data);
};

/**
 * @param {Record<string, {handle(name: string, request: string): string}>} bench
 * @param {Message} message
 */
function answer(bench, { id, to, name, request }) {
  // Nothing here speaks a language, so the texts are only taken note of.
  if (to === 'desk') {
    post({ id, answer: {} });
    return;
  }
  try {
    bench[to] ??= new /** @type {any} */ (kinds)[KINDS[to]]();
    const { ok, failure } = JSON.parse(bench[to].handle(name, JSON.stringify(request)));
    post(failure ? { id, failure } : { id, answer: ok });
  } catch (error) {
    broken(id, error);
  }
}

/** Nothing in this worker can be trusted any more: the page starts another one.
 * @param {number} id
 * @param {unknown} error */
function broken(id, error) {
  const values = { why: String(error) };
  post({
    id,
    failure: { kind: 'failed', key: 'failure.workbench', values, message: `The workbench failed: ${error}` },
    broken: true,
  });
}

try {
  await load({ module_or_path: new URL('../generated/bench_bg.wasm', import.meta.url) });
  bench = {};
  for (const message of early) answer(bench, message);
  early = [];
} catch (error) {
  for (const { id } of early) broken(id, error);
  throw error;
}
