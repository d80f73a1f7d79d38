// @ts-check
// What runs in the worker of the workbench: programs and circuits, answered by the second WebAssembly module, so that a game
// need not load them.
import load, { Program, Workbench } from "../generated/machine.js";

/** @typedef {{id: number, to: "program" | "workbench" | "desk", name: string, request: object}} Message */

const post = /** @type {(message: object) => void} */ (self.postMessage.bind(self));

/** @type {Message[]} */
let early = [];
/** @type {{program: Program, workbench: Workbench} | null} */
let bench = null;

self.onmessage = ({ data }) => {
  if (bench) answer(bench, data);
  else early.push(data);
};

/**
 * @param {{program: Program, workbench: Workbench}} bench
 * @param {Message} message
 */
function answer({ program, workbench }, { id, to, name, request }) {
  // Nothing here speaks a language, so the texts are only taken note of.
  if (to === "desk") {
    post({ id, answer: {} });
    return;
  }
  try {
    const handler = to === "program" ? program : workbench;
    const { ok, failure } = JSON.parse(handler.handle(name, JSON.stringify(request)));
    post(failure ? { id, failure } : { id, answer: ok });
  } catch (error) {
    broken(id, error);
  }
}

/** Nothing in this worker can be trusted any more: the page starts another one.
 * @param {number} id
 * @param {unknown} error */
function broken(id, error) {
  post({ id, failure: { kind: "failed", message: `The workbench failed: ${error}` }, broken: true });
}

try {
  await load({ module_or_path: new URL("../generated/machine_bg.wasm", import.meta.url) });
  bench = { program: new Program(), workbench: new Workbench() };
  for (const message of early) answer(bench, message);
  early = [];
} catch (error) {
  for (const { id } of early) broken(id, error);
  throw error;
}
