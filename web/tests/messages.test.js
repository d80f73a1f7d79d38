// Every message of the page, answered by the WebAssembly and by the native library: the answers are the same, byte for byte.
// The corpus is the games of testdata/. NATIVE names the program crates/page/examples/native.rs; cargo xtask test builds it.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { Machine, Program, initSync as initBench } from '../generated/bench.js';
import { Machine as Console, initSync as initConsole } from '../generated/machine.js';
import { Analyst, Desk, Game, Player, initSync } from '../generated/page.js';

const here = new URL('.', import.meta.url);
const at = (/** @type {string} */ path) => new URL(path, here);
const text = (/** @type {string} */ path) => readFileSync(at(path), 'utf8');

initSync({ module: readFileSync(at('../generated/page_bg.wasm')) });
initConsole({ module: readFileSync(at('../generated/machine_bg.wasm')) });
initBench({ module: readFileSync(at('../generated/bench_bg.wasm')) });

/** What the page does with its objects, and a list of all calls. */
class Both {
  constructor() {
    this.desk = new Desk();
    /** @type {Map<number, Game>} */
    this.games = new Map();
    this.player = new Player(false);
    this.analyst = new Analyst();
    this.bench = new Program();
    this.machine = new Machine();
    /** @type {string[]} */
    this.calls = [];
    /** @type {string[]} */
    this.answers = [];
  }

  /**
   * @param {string} call
   * @param {string} answer
   */
  note(call, answer) {
    this.calls.push(call);
    this.answers.push(answer);
    return JSON.parse(answer);
  }

  /** @param {string} name @param {object} request */
  ask(name, request) {
    const json = JSON.stringify(request);
    return this.note(`desk\t${name}\t${json}`, this.desk.handle(name, json));
  }

  /** @param {number} number @param {string} name @param {object} request */
  game(number, name, request) {
    const json = JSON.stringify(request);
    let game = this.games.get(number);
    if (!game) this.games.set(number, (game = new Game()));
    return this.note(`game ${number}\t${name}\t${json}`, game.handle(this.desk, name, json));
  }

  /** @param {object} request */
  choose(request) {
    const json = JSON.stringify(request);
    return this.note(`player\tchoose\t${json}`, this.player.handle('choose', json));
  }

  /** @param {string} name @param {object} request */
  program(name, request) {
    const json = JSON.stringify(request);
    return this.note(`program\t${name}\t${json}`, this.bench.handle(name, json));
  }

  /** A question to the machine, with how its sheet looks after it.
   * @param {string} name @param {object} request */
  ofMachine(name, request) {
    const json = JSON.stringify(request);
    const answer = this.machine.handle(name, json);
    const frame = [...this.machine.frame()].map((look) => look.toString(16).padStart(2, '0')).join('');
    this.calls.push(`machine\t${name}\t${json}`);
    this.answers.push(`${answer}|${frame}`);
    return JSON.parse(answer);
  }

  /** A job to its end, or as many steps as there may be.
   * @param {string} name
   * @param {object} request
   * @param {number} most */
  job(name, request, most = 40) {
    const json = JSON.stringify(request);
    const { ok } = this.note(`begin\t${name}\t${json}`, this.analyst.begin(this.desk, name, json));
    if (!ok) return null;
    for (let step = 1; ; step += 1) {
      const nodes = step < most ? 20_000 : 0;
      const answer = this.note(`step ${ok.job}\t${nodes}\t`, this.analyst.step(this.desk, ok.job, nodes));
      if (answer.failure) return answer;
      if (answer.ok.done) return answer.ok.news;
    }
  }

  /** Asks the native library the same, and compares. */
  compare() {
    const native = spawnSync(/** @type {string} */ (process.env.NATIVE), {
      input: this.calls.join('\n') + '\n',
      maxBuffer: 1 << 30,
      encoding: 'utf8',
    });
    assert.equal(native.status, 0, native.stderr);
    const answers = native.stdout.split('\n');
    for (const [i, call] of this.calls.entries()) assert.equal(this.answers[i], answers[i], call.slice(0, 300));
    return this.calls.length;
  }
}

/** @param {'en' | 'ru'} language */
function speaking(language) {
  const both = new Both();
  both.ask('texts', { language, catalogue: text(`../../crates/texts/${language}.json`) });
  return both;
}

const folder = '../../testdata/games/';
const corpus = readdirSync(at(folder)).filter((name) => name.endsWith('.game'));
const records = corpus.map((name) => text(folder + name));

test('games: every move, undo, redo, links and files', () => {
  for (const language of /** @type {const} */ (['en', 'ru'])) {
    const both = speaking(language);
    for (const record of records) {
      const opened = both.game(1, 'open', { text: record }).ok;
      assert.ok(opened, record.slice(0, 200));
      const { rules, moves } = opened;
      for (const format of ['record', 'json', 'classic', 'position', 'kgp', 'position-json', 'nonsense'])
        both.game(1, 'export', { format });
      const { game: link, position } = both.game(1, 'links', {}).ok;
      assert.deepEqual(both.game(2, 'open', { text: link }).ok.moves, moves);
      both.game(3, 'open', { text: position });
      const { pits, seeds, capture, end, lift } = rules;
      const people = { names: { south: 'Ann', north: 'ben' }, you: 'south' };
      const asked = { rules: { pits, seeds, capture, end, lift }, people };
      const played = both.game(5, 'table', { ...asked, moves: moves.map((/** @type {any} */ move) => move.pit) });
      // A record of our own rules begins with south at a site.
      if (played.ok) both.ask('table', { ...asked, position: played.ok.position.text });
      both.game(5, 'people', { ...people, you: null });
      both.game(1, 'goTo', { ply: 0 });
      const start = both.game(1, 'state', {}).ok.position.text;
      both.game(4, 'new', { rules: rules.text, start, south: 'human', north: 'human', seed: 7, date: '2026-11-15' });
      for (const { pit, ply } of moves) {
        const { ok } = both.game(4, 'play', { pit });
        const board = structuredClone(ok.last.before);
        // The frames of a move lead to the board after it, without a rule.
        for (const { changes } of ok.last.frames)
          for (const { house, seeds } of changes)
            if (house.pit) board.pits[house.side][house.pit - 1] = seeds;
            else board.stores[house.side] = seeds;
        assert.deepEqual([board.pits, board.stores], [ok.position.pits, ok.position.stores], `${rules.text} ${ply}`);
      }
      both.game(4, 'play', { pit: 1 });
      both.game(4, 'undo', {});
      both.game(4, 'play', { pit: 13 });
      both.game(4, 'redo', {});
      both.game(4, 'undo', {});
      both.game(4, 'resign', { side: 'north' });
      both.game(4, 'undo', {});
      both.game(4, 'seats', { south: 'perfect', north: 'console:2022' });
      both.game(4, 'turn', {});
      both.ask('line', {
        rules: rules.text,
        position: start,
        pits: moves.slice(0, 12).map((/** @type {any} */ move) => move.pit),
      });
      both.ask('opponents', { rules: rules.text, start });
      both.ask('rules', { rules: rules.text, seeds: 5 });
      both.ask('rules', { rules: rules.text });
    }
    assert.ok(both.compare() > 1000);
  }
});

test('lists, files and the editor, right and wrong', () => {
  for (const language of /** @type {const} */ (['en', 'ru'])) {
    const both = speaking(language);
    assert.equal(both.ask('presets', {}).ok.length, 6);
    assert.ok(both.ask('opponents', {}).ok.length > 20);
    both.ask('opponents', { rules: 'pits=4 seeds=3' });
    both.ask('games', { text: records.join('\n') });
    both.game(9, 'open', { text: records.join('\n'), game: 3 });
    both.game(9, 'open', { text: records.join('\n'), game: 3000 });
    const pits = { south: [4, 4, 4, 4, 4, 4], north: [4, 4, 4, 4, 4, 4] };
    const draft = { rules: 'standard', pits, stores: { south: 0, north: 0 }, toMove: 'north' };
    assert.ok(both.ask('check', draft).ok.position);
    const odd = { ...draft, stores: { south: 'x', north: -1 } };
    assert.equal(both.ask('check', odd).ok.problems.length, 2);
    both.ask('check', { ...draft, stores: { south: 288, north: '1' } });
    both.ask('check', { ...draft, pits: { south: [0, 0, 0, 0, 0, 0], north: [1, 0, 0, 0, 0, 2.5] } });
    both.ask('check', { ...draft, pits: { south: [0, 0, 0, 0, 0, 0], north: [1, 0, 0, 0, 0, '2'] } });
    both.ask('check', { ...draft, pits: { south: [0], north: [] } });
    for (const position of ['<6,0,0,4,4,4,4,4,4,4,4,4,4,4,4>', '1,2/3,4 n', '4,4/x s', 'position.standard.4-4', ''])
      both.ask('position', { rules: 'standard', text: position });
    for (const wrong of ['', '{', '{"state":[]}', 'game.standard..37', '[Format "9"]', '1,2,3', '\u{1f600}'])
      both.game(10, 'open', { text: wrong });
    for (const rules of ['nonsense', 'pits=99', '', 'standard seeds=0']) both.ask('rules', { rules });
    both.ask('unknown', {});
    both.ask('rules', {});
    both.game(11, 'new', { rules: 'pits=4 seeds=3', north: 'console:2023' });
    both.game(11, 'new', { north: 'nobody' });
    both.compare();
  }
});

const seats = ['random', 'mirror', 'reference', 'opportunist', 'deep-purple', 'easy', 'medium', 'ain-shams:0', 'ain-shams:1'];
const consoles = ['console:2016', 'console:2016-mirror', 'console:2022', 'console:2023'];

test('every opponent makes the same moves', () => {
  const both = speaking('en');
  const levels = ['level:1', 'level:4', 'level:7', 'level:10', 'search:20000n', 'perfect'];
  for (const [i, seat] of [...seats, ...consoles, ...levels].entries()) {
    both.game(i, 'new', { south: 'random', north: seat, seed: 1000 + i });
    for (let ply = 0; ply < 12; ply += 1) {
      const turn = both.game(i, 'turn', {}).ok;
      const { ok } = both.choose(turn);
      assert.ok(ok, seat);
      if (!both.game(i, 'play', { pit: ok.pit }).ok.turn) break;
    }
  }
  both.compare();
});

test('each console plays a game to its end', () => {
  const both = speaking('en');
  for (const [i, seat] of consoles.entries()) {
    let { ok } = both.game(i, 'new', { south: 'opportunist', north: seat, seed: i });
    while (ok.turn) {
      const { pit } = both.choose(both.game(i, 'turn', {}).ok).ok;
      ok = both.game(i, 'play', { pit }).ok;
    }
    assert.equal(ok.result.kind, 'finished');
    assert.equal(ok.result.stores.south + ok.result.stores.north, 48);
  }
  both.compare();
});

test('analysis, hints, reviews and puzzles find the same', () => {
  for (const language of /** @type {const} */ (['en', 'ru'])) {
    const both = speaking(language);
    const start = both.game(1, 'new', {}).ok.position.text;
    const book = both.job('analyse', { rules: 'standard', position: start }, 60);
    assert.equal(book.value.kind, 'exact');
    assert.equal(book.value.margin, 8);
    for (const record of records.slice(language === 'en' ? 0 : 30, language === 'en' ? 30 : 42)) {
      const { rules, moves } = both.game(1, 'open', { text: record }).ok;
      const { position } = both.game(1, 'goTo', { ply: Math.max(0, moves.length - 9) }).ok;
      both.job('analyse', { rules: rules.text, position: position.text }, 10);
      both.job('hint', { rules: rules.text, position: position.text }, 10);
    }
    both.job('review', { record: records.find((record) => record.includes('"standard"')) }, 60);
    for (const difficulty of ['easy', 'medium'])
      for (const seed of [1, 2]) {
        const puzzle = both.job('puzzle', { difficulty, seed }, 400);
        assert.ok(puzzle.task, JSON.stringify(puzzle));
        for (let pit = 0; pit < 8; pit += 1) both.job('answer', { difficulty, seed, pit });
        for (const number of [1, 2, 3]) both.job('puzzleHint', { difficulty, seed, number });
        both.job('solution', { difficulty, seed });
      }
    both.job('hint', { rules: 'standard', position: '0,0,0,0,0,0,24/0,0,0,0,0,0,24 s' });
    both.job('analyse', { rules: 'standard', position: 'nonsense' });
    both.job('review', { record: '' });
    both.compare();
  }
});

test('programs: assembled, run, stepped forwards and backwards, tested', () => {
  const both = speaking('en');
  both.ask('words', {});
  const folders = ['../../docs/examples/cdm8/', '../../crates/cdm8/tests/data/programs/'];
  const sources = folders.flatMap((folder) => readdirSync(at(folder)).map((name) => folder + name));
  for (const path of sources.filter((name) => name.endsWith('.asm'))) {
    const name = path.replace(/^.*\//, '');
    const request = { files: [{ name, text: text(path) }], memory: name.length % 2 ? 'harvard' : 'von-neumann' };
    both.program('check', request);
    both.program('assemble', request);
    both.program('test', request);
    if (!both.program('load', request).ok.state) continue;
    both.program('breakpoints', {
      at: [
        { file: name, line: 8 },
        { file: name, line: 800 },
      ],
    });
    for (const how of ['line', 'over', 'instruction', 'out', 'back-line', 'line', 'line', 'back-instruction', 'back-on', 'start'])
      both.program('step', { how });
    for (const clocks of [7, 100, 20_000]) both.program('run', { clocks });
    both.program('goto', { moment: 11 });
    for (const line of ['set r0 = 5', 'where', 'regs', 'nonsense', 'continue']) both.program('command', { line });
    both.program('step', { how: 'back-on' });
    both.program('state', {});
  }
  both.program('load', {});
  both.program('dance', {});
  assert.ok(both.compare() > 500);
});

test('machines: sheets, values, both directions of time, every console', () => {
  const both = new Both();
  for (const [model, processor] of [
    ['2016', 'gates'],
    ['2022', 'native'],
    ['2023', 'gates'],
    ['2023', 'native'],
  ]) {
    both.ofMachine('power', { model, processor });
    both.ofMachine('source', {});
    const { parts } = both.ofMachine('sheet', { path: '/' }).ok;
    for (const halfTicks of [1, 333, 1200]) {
      both.ofMachine('run', { halfTicks });
      for (const name of ['state', 'cells', 'marks', 'link']) both.ofMachine(name, {});
      both.ofMachine('log', { last: 50 });
    }
    for (const { part } of parts.slice(0, 40)) both.ofMachine('part', { part });
    const inside = parts.find((/** @type {any} */ { opens }) => opens);
    both.ofMachine('sheet', { path: inside.opens });
    both.ofMachine('find', { text: 'da', most: 20 });
    for (const line of ['seeds 4', 'first computer', 'press 1', 'press 9']) {
      both.ofMachine('do', { line });
      both.ofMachine('run', { halfTicks: 900 });
    }
    for (const to of ['half-tick', 'clock', 'instruction', 'panel', 'move']) {
      both.ofMachine('step', { to, back: true });
      both.ofMachine('step', { to });
      both.ofMachine('state', { all: true });
    }
    both.ofMachine('goto', { moment: 700 });
    both.ofMachine('state', { all: true });
  }
  for (const file of ['2022/mancala.circ', '2023/mancala.circ']) {
    const libraries = [{ name: 'cdm8.circ', text: text('../../hardware/cdm8/cdm8.circ') }];
    both.ofMachine('circuit', { name: file, text: text(`../../hardware/${file}`), libraries });
    both.ofMachine('sheet', { path: '/' });
    both.ofMachine('run', { halfTicks: 200 });
    both.ofMachine('state', { all: true });
  }
  both.ofMachine('circuit', { name: 'cut.circ', text: text('../../hardware/2016/mancala.circ').slice(0, 5000) });
  assert.ok(both.compare() > 150);
});

test('the small module of the consoles answers like the one that knows circuits, too', () => {
  const [small, large] = [new Console(), new Machine()];
  const both = (/** @type {string} */ name, /** @type {object} */ request) => {
    const answer = small.handle(name, JSON.stringify(request));
    assert.equal(answer, large.handle(name, JSON.stringify(request)), name);
    return JSON.parse(answer);
  };
  assert.ok(both('power', { model: '2023', processor: 'native', acts: '700 seeds 4\n1300 first human\n2016 press 3' }).ok);
  both('goto', { moment: 6000 });
  for (const name of ['source', 'log', 'story', 'marks', 'cells', 'houses']) both(name, name === 'log' ? { last: 9 } : {});
  both('sheet', { path: '/' });
  both('state', { all: true });
  assert.deepEqual(small.frame(), large.frame());
  assert.match(small.handle('circuit', JSON.stringify({ name: 'a.circ', text: '' })), /unknown request/);
});
