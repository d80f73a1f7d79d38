// The messages between the page and the engine in its workers. This file is the contract: crates/page writes exactly these
// objects, and engine.js is the only module that sends requests. Nothing on this side knows a rule of the game.

export type Side = 'south' | 'north';
export type BySide<T> = { south: T; north: T };

/** A place seeds lie in: `pit` is 1 to the number of pits, 1 farthest from its owner's store; 0 is the store. */
export interface House {
  side: Side;
  pit: number;
}

/** What sentences call the two sides; null is the person who is spoken to. */
export type People = BySide<string | null>;

/** Who sits on a side: `human`, or the `name` of an opponent. */
export type Seat = string;

export type Language = 'en' | 'ru';

// ---------------------------------------------------------------------------------------------------- rules and positions

export interface Rules {
  /** As a command line or a record writes them: `standard`, or `pits=6 seeds=5 capture=opposite end=either`. */
  text: string;
  /** The preset they are, if they are one. */
  preset: string | null;
  pits: number;
  seeds: number;
  capture: 'opposite' | 'always' | 'off';
  end: 'either' | 'mover';
  lift: 'all' | 'each';
}

/** A preset: `title` is its name, `about` one line, `meaning` the rules in sentences. */
export interface RulesPreset {
  rules: Rules;
  title: string;
  about: string;
  meaning: string[];
}

/** What a face needs to draw a board. */
export interface Position {
  /** `4,4,4,4,4,4,0/4,4,4,4,4,4,0 s`: south's pits and store, north's, the side to move. */
  text: string;
  /** From pit 1 on. */
  pits: BySide<number[]>;
  stores: BySide<number>;
  toMove: Side;
  /** The pits the side to move can play; none when the game is over. */
  legal: number[];
  over: boolean;
}

// ------------------------------------------------------------------------------------------------------------------ moves

/**
 * One step of a move's story. Apply `changes` in order of the frames and the board ends as `Story.after`: that is right for
 * every rule. `lift` takes the seeds into the hand, `sow` drops one, `capture` banks both pits, `sweep` banks leftovers.
 */
export interface Frame {
  kind: 'lift' | 'sow' | 'capture' | 'sweep';
  /** Where it happens: the pit lifted, the house the seed falls into, the own pit of a capture, the pit swept. */
  house: House;
  /** Where the seeds of this step go: the hand is null. */
  to: House | null;
  /** How many seeds move in this step. */
  moved: number;
  /** The houses that change, with the seeds they have now. */
  changes: Array<{ house: House; seeds: number }>;
}

/** A move and all that happened. */
export interface Story {
  side: Side;
  pit: number;
  /** The seeds lifted. */
  seeds: number;
  /** Where each seed fell, in order. */
  path: House[];
  frames: Frame[];
  /** `opposite` seeds came from the pit opposite; `total` includes the last seed sown. */
  capture: { own: House; from: House; opposite: number; total: number } | null;
  extraTurn: boolean;
  /** The game ended with this move. */
  over: boolean;
  /** Leftovers at the end, each to the store of its own side. */
  sweep: Array<{ house: House; seeds: number }>;
  /** What happened, in words. */
  sentence: string;
  before: Position;
  after: Position;
}

/** A move in the list of moves. */
export interface Move {
  /** 1 for the first move; the position after it is that of `goTo(ply)`. */
  ply: number;
  side: Side;
  pit: number;
  /** The pit with its marks: `3+` extra turn, `5x` capture, `6#` end. */
  notation: string;
  /** Moves in a row by one side belong to one turn, numbered from 1; south's and north's turn share a number as in a record. */
  turn: number;
  extraTurn: boolean;
  /** Seeds captured, 0 if none. */
  captured: number;
  /** The stores after it. */
  stores: BySide<number>;
}

// ------------------------------------------------------------------------------------------------------------------- game

export interface Result {
  kind: 'finished' | 'resigned';
  /** null is a draw. */
  winner: Side | null;
  stores: BySide<number>;
  /** Who won and how, in words. */
  sentence: string;
}

export interface GameState {
  rules: Rules;
  seats: BySide<Seat>;
  /** Names to show beside the rows. */
  names: BySide<string>;
  /** The same for sentences: pass it on with every question about the game. */
  people: People;
  /** The board at `ply`. */
  position: Position;
  /** Moves made up to the position shown. */
  ply: number;
  /** The stores before the first move. */
  began: BySide<number>;
  /** Every move of the game, those after `ply` too: they can be made again until another move is played. */
  moves: Move[];
  /** The move that led to the position shown. */
  last: Story | null;
  /** How the game ended; null while the position shown is not its end. */
  result: Result | null;
  /** Who moves now: an opponent's seat means the page should ask for `think()`. null when the game is over. */
  turn: { side: Side; seat: Seat; human: boolean; sentence: string } | null;
  canUndo: boolean;
  canRedo: boolean;
  /** The record of the whole game as text: keep it, and `open` it again after a reload. `ply` is not part of it. */
  record: string;
  date: string;
}

export interface NewGame {
  /** A preset's name or settings; `standard` if left out. */
  rules?: string;
  /** Change the pits or seeds of the preset. */
  pits?: number;
  seeds?: number;
  first?: Side;
  /** Begin in this position instead; it says who moves. Any notation that `check` reads. */
  start?: string;
  /** `human` and `level:3` if left out. */
  south?: Seat;
  north?: Seat;
  /** The seed of the opponents' random numbers: pass a random one. */
  seed?: number;
  /** `2026-11-15`; stored in the record. */
  date?: string;
}

// -------------------------------------------------------------------------------------------------------------- opponents

export interface Opponent {
  /** What a `Seat` is called. */
  name: string;
  group: 'level' | 'documents' | 'search' | 'console';
  title: string;
  /** One line about its character. */
  about: string;
  /** Whether it can play by the rules asked about, and if not, why. */
  plays: boolean;
  why: string | null;
}

// --------------------------------------------------------------------------------------------------------------- analysis

/** A final margin as far as it is proved. */
export interface Value {
  /** `exact`: proved. `least` and `most`: proved from one side. `about`: an estimate; the bounds are what is proved. */
  kind: 'exact' | 'least' | 'most' | 'about';
  margin: number;
  lower: number;
  upper: number;
  /** `+8`, `at least +4`, `about -2`, in the language chosen. */
  text: string;
}

export type Grade = 'best' | 'inexact' | 'mistake' | 'blunder';

export interface MoveValue {
  pit: number;
  /** For the side to move. */
  value: Value;
  /** As good as any, as far as is known. */
  best: boolean;
  /** Seeds it loses against the best move, as far as is known. */
  cost: number;
  /** How good it is; null if that is not proved yet. */
  grade: Grade | null;
  extraTurn: boolean;
  /** Best play from here on, this move first; pass it to `line()` for its story. */
  line: number[];
}

export interface Analysis {
  rules: string;
  position: string;
  toMove: Side;
  /** For the side to move. */
  value: Value;
  /** The same seen from south: for a bar. */
  south: Value;
  /** `South wins by 8.`, `South is ahead by about 4.`, `A draw.` */
  sentence: string;
  best: number[];
  moves: MoveValue[];
  /** Everything is proved. */
  exact: boolean;
  /** Nothing more will come. */
  done: boolean;
  /** Positions looked at. */
  nodes: number;
}

export interface Hint {
  pit: number;
  value: Value;
  proved: boolean;
  /** The best of the worse moves, if that is proved. */
  second: { pit: number; less: number } | null;
  /** The whole hint in words, then each reason separately. */
  sentence: string;
  reasons: string[];
  line: number[];
}

// ----------------------------------------------------------------------------------------------------------------- review

export interface ReviewedMove {
  ply: number;
  side: Side;
  pit: number;
  notation: string;
  /** The position the move was made in. */
  before: string;
  /** South's final margin with best play after this move: the graph. */
  south: Value;
  /** Seeds the move cost at least and at most. */
  cost: { least: number; most: number };
  grade: Grade | null;
  /** The moves that were as good as any, and best play after the first of them. */
  best: number[];
  line: number[];
  /** What the result was for the mover with best play and what it became: 1 win, 0 draw, -1 loss; null if unchanged. */
  turned: { before: number; after: number } | null;
  /** What to say about the move. */
  sentence: string;
}

export interface PlayFigures {
  moves: number;
  judged: number;
  cost: number;
  blunders: number;
  mistakes: number;
  /** 0 to 100. */
  accuracy: number;
  sentence: string;
}

export interface Review {
  /** Moves reviewed so far, in order. */
  moves: ReviewedMove[];
  /** How many there are. */
  total: number;
  /** South's margin with best play before the first move. */
  start: Value | null;
  /** The ply after which the result was never again in doubt. */
  turningPoint: number | null;
  play: BySide<PlayFigures>;
  /** What to say about the game: the turning point, in words. */
  sentence: string;
  done: boolean;
}

// ---------------------------------------------------------------------------------------------------------------- puzzles

export type Difficulty = 'easy' | 'medium' | 'hard';

export interface Puzzle {
  seed: number;
  rules: Rules;
  difficulty: Difficulty;
  position: Position;
  /** What to do, in words. */
  task: string;
}

export interface PuzzleAnswer {
  right: boolean;
  pit: number;
  sentence: string;
}

export interface PuzzleSolution {
  pit: number;
  line: number[];
  /** What every move is worth to the mover. */
  moves: Array<{ pit: number; margin: number; sentence: string }>;
}

// ----------------------------------------------------------------------------------------------------------------- editor

/** What a person typed into an editor: anything. */
export interface Draft {
  rules: string;
  pits: BySide<Array<number | string>>;
  stores: BySide<number | string>;
  toMove: Side;
}

/** `position` is null if there are problems. Notes do not keep it from being played: `the game is over here`. */
export interface Checked {
  position: Position | null;
  problems: Array<{ message: string; house: House | null }>;
  notes: string[];
}

// ------------------------------------------------------------------------------------------------------ import and export

export type Format = 'record' | 'json' | 'classic' | 'position' | 'kgp' | 'position-json';

export interface Exported {
  text: string;
  /** A name for the file, and its type. */
  file: string;
  type: string;
}

export interface Links {
  /** Behind `#`: letters, digits, `-`, `_`, `.`, `~` and `!` only. */
  game: string;
  position: string;
}

// --------------------------------------------------------------------------------------------------------------- programs

/** The words of the assembly language that mean something at the start of a statement. */
export interface Words {
  instructions: string[];
  directives: string[];
  macros: string[];
}

/** What is wrong with a file. `more` says what was expected, where else to look, what to do. */
export interface Finding {
  severity: 'error' | 'warning';
  code: string | null;
  message: string;
  more: string[];
  at: Spot | null;
  /** Repairs, where the page can make them. */
  repairs?: string[];
}

/** A stretch of a line, or a point of a drawing. `text` is the place in words. */
export interface Spot {
  file: string | null;
  line: number | null;
  column: number | null;
  width: number | null;
  circuit: string | null;
  point: [number, number] | null;
  text: string;
}

/** A program: the first file is run, the others are linked with it. */
export interface Build {
  files: Array<{ name: string; text: string }>;
  /** `von-neumann` or `harvard`. */
  memory?: string;
  /** `mark5`, `mark5-devkit` or `ideal`. */
  variant?: string;
}

/** A question of the editor about a place in a program. */
export type AskEditor = Build & { file: string } & import('../generated/editor.js').Spot;
export type Stretch = import('../generated/editor.js').Stretch;
type EditorAnswers = import('../generated/editor.js').Answers;
/** What the editor asks, and what the program answers. */
export type EditorRequests = { [K in keyof EditorAnswers]: [AskEditor, EditorAnswers[K]] };

export interface Assembled {
  findings: Finding[];
  used: number;
  free: number;
  /** A Logisim image; null if there are errors. */
  image: string | null;
  listing: string | null;
  map: string | null;
  labels: Array<[name: string, address: number]>;
  /** What each of the 256 bytes is: `c` code, `d` data, `s` space, `.` nothing. */
  kinds: string;
}

export type StopName = 'halt' | 'illegal' | 'waiting' | 'frozen' | 'limit';

export type Happened =
  | { kind: 'done' | 'start' | 'breakpoint' | 'write' | 'patience' }
  | { kind: 'watch'; old: number; new: number }
  | { kind: 'stopped'; stop: StopName; opcode: number | null }
  | { kind: 'never'; clocks: number };

/** A computer at one moment. */
export interface ProgramState {
  /** The half-tick, and the last one that has been before. */
  moment: number;
  end: number;
  clocks: number;
  event: Happened | null;
  stopped: StopName | null;
  waiting: boolean;
  registers: Array<{ name: string; value: number }>;
  flags: Array<{ name: string; on: boolean }>;
  /** The address of the next instruction; on a stopped computer, of the one that stopped it. */
  spot: number;
  sp: number;
  place: { file: string; line: number } | null;
  near: string | null;
  code: string;
  /** `both` where one memory serves both spaces; two hexadecimal digits per byte. */
  memories: Array<{ space: 'both' | 'instruction' | 'data'; bytes: string }>;
}

export interface TestOutcome {
  name: string;
  line: number;
  passed: boolean;
  points: number;
  maxPoints: number;
  stop: StopName;
  clocks: number;
  registers: string;
  failures: Array<{ line: number; what: string; expected: string; found: string; message: string | null }>;
}

export interface TestReport {
  findings: Finding[];
  tests: TestOutcome[];
  passed: number;
  points: number;
  maxPoints: number;
}

export type StepHow = 'line' | 'over' | 'out' | 'instruction' | 'back-line' | 'back-instruction' | 'back-on' | 'start';

// --------------------------------------------------------------------------------------------------------------- circuits

/** A circuit file with the files it may refer to: libraries, images that its scripts load. */
export interface CircuitFiles {
  name: string;
  text: string;
  libraries?: Array<{ name: string; text: string }>;
  /** Another circuit of the file than its main one. */
  circuit?: string;
}

export interface CheckedCircuit {
  findings: Finding[];
  /** Of the file itself, the main one first. */
  circuits: string[];
  parts: number;
  nets: number;
  /** Whether it can be switched on; if not, the findings say why. */
  runs: boolean;
  /** Libraries that are not among the files. */
  missing: string[];
}

export interface ScriptReport {
  /** What is wrong with the script itself; nothing ran then. */
  findings: Finding[];
  passed: boolean;
  expectations: number;
  failures: Array<{
    line: number;
    text: string;
    halfTick: number;
    kind: 'expectation' | 'timeout' | 'oscillation' | 'too-long' | 'impossible';
    what: string;
    message: string | null;
  }>;
  tests: Array<{ name: string; line: number; passed: boolean; points: number; maxPoints: number }>;
  points: number;
  maxPoints: number;
  givenUp: boolean;
  printed: string[];
  halfTicks: number;
}

export interface VectorReport {
  findings: Finding[];
  rows: number;
  passed: number;
  failures: Array<{
    line: number;
    /** The set and the step in it; both 0 in a table without memory. */
    set: number;
    step: number;
    inputs: Array<[name: string, value: string]>;
    mismatches: Array<{ path: string; expected: string; found: string }>;
    oscillates: boolean;
  }>;
}

export interface Failure {
  /** What is wrong, where and what to do: to be shown. */
  message: string;
  /** `cancelled` is never shown. */
  kind: 'refused' | 'cancelled' | 'failed';
  /** What the catalogue of texts calls the message, if it has it. */
  key?: string;
  /** What stands in its places. */
  values?: Record<string, string>;
}

// --------------------------------------------------------------------------------------- requests, by the worker they go to

/** To one game: `[request, answer]`. The worker keeps as many games as the page opens. */
export interface GameRequests {
  new: [NewGame, GameState];
  /** A record in any format we read, a position in any notation, or what stands behind `#` in a link. */
  open: [{ text: string; seats?: BySide<Seat>; game?: number }, GameState];
  /** A game as a site has it. */
  table: [{ rules: import('./online/protocol.js').RulesJson; moves: number[]; people: Guests }, GameState];
  /** Others sit at the table of a site, or are called by other names. */
  people: [Guests, GameState];
  state: [{}, GameState];
  play: [{ pit: number }, GameState];
  undo: [{}, GameState];
  redo: [{}, GameState];
  goTo: [{ ply: number }, GameState];
  resign: [{ side: Side }, GameState];
  seats: [{ south: Seat; north: Seat }, GameState];
  /** What the player's worker needs to choose a move. */
  turn: [{}, { seat: Seat; record: string; seed: number }];
  export: [{ format: Format }, Exported];
  links: [{}, Links];
}

/** The people at a table of a site; `you` is the side of the person who looks at this page, if it is one. */
export interface Guests {
  names: BySide<string>;
  you: Side | null;
}

/** To nobody in particular; answered at once. */
export interface DeskRequests {
  texts: [{ language: Language; catalogue: string }, {}];
  presets: [{}, RulesPreset[]];
  /** The rules in sentences. */
  rules: [{ rules: string; seeds?: number }, { rules: Rules; meaning: string[] }];
  opponents: [{ rules?: string; start?: string }, Opponent[]];
  /** The stories of moves made one after the other. */
  line: [{ rules: string; position: string; pits: number[]; people?: People }, Story[]];
  /** A position in any notation: text, KGP, JSON, a link. */
  position: [{ rules: string; text: string }, { rules: Rules; position: Position }];
  check: [Draft, Checked];
  /** A game of a site in a list: what it is played by, and how it ended if nobody can move. */
  table: [
    { rules: import('./online/protocol.js').RulesJson; position: string; people: Guests },
    { rules: string; result: string | null },
  ];
  /** How many games a file holds, with a line about each. */
  games: [{ text: string }, Array<{ game: number; title: string }>];
  words: [{}, Words];
  /** An analysis that a site made, as `mancala analyse --json` writes it, in the words of the page. */
  worded: [{ rules: string; position: string; people?: People; found: object }, Analysis];
}

/** To the program in the worker of the workbench. All but the first three need a program that was loaded. */
export interface ProgramRequests extends EditorRequests {
  check: [Build, { findings: Finding[]; used: number; free: number }];
  assemble: [Build, Assembled];
  test: [Build & { expect?: { name: string; text: string } }, TestReport];
  /** Assembles it and puts it into a new computer; a program with errors leaves the old one where it is. */
  load: [Build, { findings: Finding[]; state: ProgramState | null }];
  state: [{}, ProgramState];
  step: [{ how: StepHow }, ProgramState];
  /** To a breakpoint, to the end, or for this many clocks. */
  run: [{ clocks: number }, ProgramState];
  goto: [{ moment: number }, ProgramState];
  /** In place of all others; says on which lines they came to stand. */
  breakpoints: [{ at: Array<{ file: string; line: number }> }, { lines: Array<number | null> }];
  /** A line of the debugger's language. */
  command: [{ line: string }, { text: string; wrong: boolean; state: ProgramState }];
}

/** To a player's worker. */
export interface PlayerRequests {
  choose: [{ seat: Seat; record: string; seed: number }, { pit: number }];
}

/** To the analysis worker: each answers many times until `done`, and ends early when cancelled. */
export interface AnalysisRequests {
  analyse: [{ rules: string; position: string; people?: People; milliseconds?: number }, Analysis];
  hint: [{ rules: string; position: string; people?: People }, Hint];
  review: [{ record: string; people?: People; milliseconds?: number }, Review];
  puzzle: [{ rules?: string; difficulty: Difficulty; seed: number }, Puzzle];
  /** To the puzzle of the same rules, difficulty and seed. */
  answer: [{ rules?: string; difficulty: Difficulty; seed: number; pit: number }, PuzzleAnswer];
  /** Hint number 1, 2, ...: null when there are no more. */
  puzzleHint: [{ rules?: string; difficulty: Difficulty; seed: number; number: number }, { sentence: string | null }];
  solution: [{ rules?: string; difficulty: Difficulty; seed: number }, PuzzleSolution];
}

/** A name of a panel file, or a part that can be one, and where it is on the top sheet. */
export interface PanelSpot {
  says: string;
  path: string;
  at: [number, number] | null;
}

export interface ShownPanel {
  findings: Finding[];
  /** The panel file, with the change. */
  text: string;
  /** SVG; empty if the file cannot be read. */
  picture: string;
  spots: PanelSpot[];
  parts: PanelSpot[];
}

export interface GradeProgress {
  /** What is wrong with the panel; then there are no games. */
  findings: Finding[];
  done: number;
  all: number;
  /** The tests that have failed so far. */
  failed: string[];
  report: GradeReport | null;
}

export interface GradeReport {
  tests: Array<{
    id: string;
    name: string;
    outcome: 'passed' | 'failed' | 'error' | 'untested';
    points: number;
    maxPoints: number;
    output: string;
    script: string | null;
    run: string | null;
  }>;
  points: number;
  maxPoints: number;
  notes: string[];
  facts: Array<[string, string]>;
}

/** To the worker of the workbench, about circuits; each stands alone. */
/** A circuit compared with a chip specification. */
export interface ComparedChip {
  /** What is wrong with the specification. */
  findings: Finding[];
  /** Null if it has mistakes. */
  chip: string | null;
  circuit: string | null;
  outcome: import('./course/protocol').Outcome | null;
}

export interface WorkbenchRequests {
  /** A specification as it is typed. */
  chip: [CircuitFiles & { run: { name: string; text: string } }, { findings: Finding[]; chips: string[] }];
  compare: [CircuitFiles & { run: { name: string; text: string } }, ComparedChip];
  /** A circuit that is the chip. */
  draw: [CircuitFiles & { run: { name: string; text: string } }, { text: string }];
  check: [CircuitFiles, CheckedCircuit];
  script: [CircuitFiles & { run: { name: string; text: string } }, ScriptReport];
  vectors: [CircuitFiles & { run: { name: string; text: string } }, VectorReport];
  /** As Logisim draws it, without values. */
  svg: [CircuitFiles, { text: string }];
  /** A waveform of this many half-ticks from the start. */
  vcd: [CircuitFiles & { halfTicks: number }, { text: string; halfTicks: number }];
  /** A panel file for a console, as far as it can be found out. */
  propose: [CircuitFiles, { text: string; missing: string[]; enough: boolean }];
  /** A panel file on a drawing of the console; with a change, one of its names is put right first. */
  panel: [CircuitFiles & { panel: { name: string; text: string }; change?: [number, string] }, ShownPanel];
  /** Begins to grade a console, and plays the first game. */
  grade: [CircuitFiles & { panel: { name: string; text: string }; rules?: string; games: number; seed: number }, GradeProgress];
  /** Plays the next game; after the last one comes the report. */
  gradeOn: [{}, GradeProgress];
  /** A project with one circuit and nothing on it. */
  empty: [{ inputs?: string[]; outputs?: string[] }, { text: string }];
  /** The consoles, the oldest first: the rules each plays by, and the circuit of its board. */
  consoles: [{}, Array<{ model: string; rules: string; path: string }>];
  /** A circuit of the consoles by its path, `2022/mancala.circ`, and the libraries it uses. */
  hardware: [{ path: string }, Array<{ path: string; text: string }>];
}
