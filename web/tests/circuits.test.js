// What the workbench and the machine say about circuits, by the WebAssembly and by the native library: byte for byte the same. The
// corpus is the examples, the circuits of the consoles, circuits made at random, and broken files.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Machine, Workbench, initSync } from '../generated/bench.js';

const at = (/** @type {string} */ path) => new URL(path, import.meta.url);
const text = (/** @type {string} */ path) => readFileSync(at(path), 'utf8');

initSync({ module: readFileSync(at('../generated/bench_bg.wasm')) });

/** The same calls to both. */
class Both {
  constructor() {
    this.objects = { workbench: new Workbench(), machine: new Machine() };
    /** @type {string[]} */
    this.calls = [];
    /** @type {string[]} */
    this.answers = [];
  }

  /** @param {'workbench' | 'machine'} to @param {string} name @param {object} request */
  ask(to, name, request) {
    const json = JSON.stringify(request);
    const answer = this.objects[to].handle(name, json);
    // What is painted is compared too.
    const frame = to === 'machine' ? `|${Buffer.from(this.objects.machine.frame()).toString('hex')}` : '';
    this.calls.push(`${to}\t${name}\t${json}`);
    this.answers.push(answer + frame);
    return JSON.parse(answer);
  }

  compare() {
    const native = spawnSync(/** @type {string} */ (process.env.NATIVE), {
      input: `${this.calls.join('\n')}\n`,
      maxBuffer: 1 << 30,
      encoding: 'utf8',
    });
    assert.equal(native.status, 0, native.stderr);
    const answers = native.stdout.split('\n');
    for (const [i, call] of this.calls.entries()) assert.equal(this.answers[i], answers[i], call.slice(0, 200));
    return this.calls.length;
  }
}

/** A generator of numbers, so that every run makes the same circuits. @param {number} seed */
function generator(seed) {
  let state = seed;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const GATES = ['AND Gate', 'OR Gate', 'NAND Gate', 'NOR Gate', 'XOR Gate'];

/** Gates in a row, each fed by pins, the clock, or gates before or after it. @param {number} seed */
function random(seed) {
  const below = generator(seed);
  const [pins, gates] = [2 + below(4), 5 + below(30)];
  const names = [...Array(pins).keys()]
    .map((i) => `p${i}`)
    .concat(
      'clk',
      [...Array(gates).keys()].map((i) => `g${i}`),
    );
  const tunnel = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ name) =>
    `<comp lib="0" loc="(${x},${y})" name="Tunnel"><a name="label" val="${name}"/></comp>`;
  const parts = names
    .slice(0, pins)
    .flatMap((name, i) => [
      `<comp lib="0" loc="(60,${40 + 40 * i})" name="Pin"><a name="label" val="${name}"/></comp>`,
      tunnel(60, 40 + 40 * i, name),
    ]);
  parts.push(`<comp lib="0" loc="(60,${40 + 40 * pins})" name="Clock"/>`, tunnel(60, 40 + 40 * pins, 'clk'));
  for (let i = 0; i < gates; i += 1) {
    const [x, y] = [200 + 120 * (i % 8), 60 + 80 * Math.floor(i / 8)];
    // A gate after itself now and then: some circuits oscillate, and both have to say so.
    const from = () => names[below(below(20) ? pins + 1 + i : names.length)];
    parts.push(
      `<comp lib="1" loc="(${x},${y})" name="${GATES[below(GATES.length)]}"><a name="size" val="30"/><a name="inputs" val="2"/></comp>`,
      tunnel(x - 30, y - 10, from()),
      tunnel(x - 30, y + 10, from()),
      tunnel(x, y, `g${i}`),
    );
  }
  return `<project source="2.7.1" version="1.0"><lib desc="#Wiring" name="0"/><lib desc="#Gates" name="1"/><main name="main"/>
<circuit name="main">${parts.join('\n')}</circuit></project>`;
}

/** Looks at everything a face shows of a circuit. @param {Both} both @param {object} files */
function watch(both, files) {
  if (!both.ask('machine', 'circuit', files).ok) return;
  const { ok: sheet } = both.ask('machine', 'sheet', { path: '/' });
  for (const { part, hand, name } of sheet.parts.slice(0, 12)) {
    both.ask('machine', 'part', { part });
    if (hand === 'press') both.ask('machine', 'do', { part, down: true });
    if (hand === 'set') both.ask('machine', 'do', { line: `set "/${name}" = 1` });
    if (hand === 'memory') both.ask('machine', 'memory', { part, first: 0, count: 32 });
  }
  for (const halfTicks of [1, 7, 40]) {
    both.ask('machine', 'run', { halfTicks });
    both.ask('machine', 'state', { all: true });
    both.ask('machine', 'faults', {});
  }
  both.ask('machine', 'step', { to: 'half-tick', back: true });
  both.ask('machine', 'step', { to: 'clock' });
  both.ask('machine', 'goto', { moment: 3 });
  both.ask('machine', 'svg', {});
  both.ask('machine', 'vcd', { from: 0, to: 20 });
  both.ask('machine', 'marks', {});
}

const example = (/** @type {string} */ name) => ({ name, text: text(`../../docs/examples/circuit/${name}`) });

test('the examples, with their scripts and vectors', () => {
  const both = new Both();
  const names = readdirSync(at('../../docs/examples/circuit/'));
  for (const name of names.filter((file) => file.endsWith('.circ'))) {
    const files = example(name);
    assert.ok(both.ask('workbench', 'check', files).ok.runs, name);
    both.ask('workbench', 'svg', files);
    both.ask('workbench', 'vcd', { ...files, halfTicks: 30 });
    for (const run of names.filter((file) => file.endsWith('.script')))
      both.ask('workbench', 'script', { ...files, run: example(run) });
    for (const run of names.filter((file) => file.endsWith('.vectors')))
      both.ask('workbench', 'vectors', { ...files, run: example(run) });
    watch(both, files);
  }
  assert.ok(both.compare() > 100);
});

test('the circuits of the consoles', () => {
  const both = new Both();
  for (const path of ['2016/mancala.circ', '2022/mancala.circ', '2023/mancala.circ', 'cdm8/cdm8.circ', 'cdm8/bench.circ']) {
    const [first, ...others] = both.ask('workbench', 'hardware', { path }).ok;
    const libraries = others.map((/** @type {any} */ file) => ({ name: file.path, text: file.text }));
    const files = { name: path, text: first.text, libraries };
    both.ask('workbench', 'check', files);
    watch(both, files);
  }
  both.compare();
});

test('circuits made at random, and broken ones', () => {
  const both = new Both();
  for (let seed = 1; seed <= 25; seed += 1) {
    const files = { name: `random-${seed}.circ`, text: random(seed) };
    assert.ok(both.ask('workbench', 'check', files).ok.parts > 5);
    both.ask('workbench', 'vcd', { ...files, halfTicks: 12 });
    watch(both, files);
  }
  const whole = example('adder.circ').text;
  for (let cut = 0; cut < whole.length; cut += 900)
    both.ask('workbench', 'check', { name: 'cut.circ', text: whole.slice(0, cut) });
  assert.ok(both.compare() > 400);
});
