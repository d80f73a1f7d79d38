// The messages between the page and a machine in its worker: crates/page/src/machine writes exactly these objects.
import type { Finding, Side } from '../protocol.js';

export type Box = [left: number, top: number, right: number, bottom: number];

/** A fixed colour, or one that depends on a slot: of a value, of a light, of a memory cell. */
export type Ink = string | { value: number } | { light: number; on: string; off: string } | { cell: number };

/** Something to paint. `d` is a path as SVG writes it; coordinates are those of the sheet, or of its matrix. */
export interface Item {
  box: Box;
  d?: string;
  text?: {
    at: [number, number];
    align: CanvasTextAlign;
    font: string;
    size: number;
    says: { fixed: string } | { text: number };
  };
  /** The lever of a joystick, or the knob at its end; the text it leans by is `x,y`. */
  lever?: { at: [number, number]; radius: number | null; text: number };
  stroke?: Ink;
  width?: number;
  fill?: Ink;
  /** Seen only while the slot has this value. */
  when?: [slot: number, value: number];
  matrix?: number;
  net?: number;
  part?: number;
}

export interface Part {
  part: number;
  name: string;
  kind: string;
  label: string | null;
  box: Box;
  /** The path of what is inside. */
  opens: string | null;
  hand: 'press' | 'type' | 'move' | 'memory' | 'set' | null;
}

export interface Sheet {
  path: string;
  title: string;
  crumbs: Array<{ path: string; title: string }>;
  bounds: Box;
  slots: number;
  matrices: Array<[number, number, number, number, number, number]>;
  items: Item[];
  parts: Part[];
}

export interface Switched {
  model: string | null;
  processor: 'gates' | 'native' | null;
  name: string;
  parts: number;
  nets: number;
  problems: Finding[];
  /** The last moment of the run being replayed. */
  end: number | null;
}

export interface Registers {
  pc: number;
  sp: number;
  ps: number;
  r: [number, number, number, number];
}

export interface Panel {
  south: number[];
  north: number[];
  stores: [south: number, north: number];
  /** The pits a person may press now. */
  legal: number[];
  phase: 'settings' | 'human' | 'thinking' | 'busy' | 'over';
  lights: string[];
  lamps: boolean[];
}

export interface ConsoleState {
  bank: number;
  registers: Registers;
  between: boolean;
  waiting: boolean;
  halted: boolean;
  panel: Panel;
  logged: number;
}

export interface State {
  now: number;
  end: number;
  future: number;
  /** Of an edited circuit: where it is another one, so is the sheet. */
  version: number;
  stuck: boolean;
  repeats: number | null;
  texts: Array<[number, string]>;
  console: ConsoleState | null;
}

export interface Picture {
  slots: Uint8Array;
  state: State;
  /** Half-ticks a second, of late. */
  rate: number;
  running: boolean;
  /** The last order about the pace that was heard. */
  order: number;
  /** Where the run stopped, until it continues. */
  stop: Arrived['stop'] | null;
}

export type Goal = 'half-tick' | 'clock' | 'instruction' | 'panel' | 'move' | 'breakpoint';

export interface Arrived {
  arrival: 'there' | 'start' | 'stuck' | 'never' | 'budget';
  now: number;
  ran: number;
  stopped: boolean;
  /** At which breakpoint. */
  stop?: { at: { bank: number; address: number } } | { cell: { address: number; value: number } };
}

/** A stretch of a game. */
export interface Episode {
  from: number;
  to: number;
  kind: 'set-up' | 'moves' | 'waits' | 'over';
  side?: Side;
  /** Of moves: the pits in order; none while the machine still chooses. */
  pits?: number[];
}

/** What is known of a pit of the machine's in its turn. */
export type Verdict =
  | { verdict: 'unseen' | 'looking' | 'repeats' | 'useless' }
  | { verdict: 'wins' | 'leaves'; seeds: number }
  | { verdict: 'captures'; seeds: number | null };

/** A turn of the machine. */
export interface Weighing {
  from: number;
  /** By pit, from 1 on. */
  pits: Verdict[];
  at: number | null;
  best: number | null;
  chosen: number | null;
  /** It has moved: this is about the turn before. */
  past: boolean;
}

/** A pit, or a store, which has no number. */
export interface House {
  side: Side;
  pit: number | null;
}

export interface Story {
  episodes: Episode[];
  weighing: Weighing | null;
  work: House | null;
}

/** The processor in one clock. */
export interface Datapath {
  opcode: number;
  instruction: string;
  fetching: boolean;
  bus: { address: number; input: number; output: number; mem: boolean; read: boolean; data: boolean };
  /** Of the processor of gates; none of the native one. */
  units: Array<{ name: string; path: string; ports: Array<{ name: string; output: boolean; value: string }> }>;
  /** The units the instruction uses, clock by clock. */
  uses: string[][];
}

export interface Marks {
  start: number;
  end: number;
  now: number;
  acts: Array<{ moment: number; text: string }>;
  moves: Array<{ moment: number; side: Side; pit: number }>;
  futures: Array<{ number: number; from: [number, number] | null; end: number }>;
  here: number;
}

export interface Bank {
  name: string;
  bytes: number;
  /** What is in the ROM. */
  code: number[];
  files: Array<{ name: string; text: string; changed: boolean }>;
  lines: Array<{ address: number; file: number; line: number; label: string | null }>;
}

export interface Source {
  computer: string | null;
  banks: Bank[];
  cells: Array<{ address: number; label: string; name: string; many: boolean }>;
}

export interface Cells {
  cells: number[];
  heat: number[];
  read: number[];
  written: number[];
}

export interface LogEntry {
  moment: number;
  what: string;
  side?: Side;
  pit?: number;
  seeds?: number;
}

export interface PartTold {
  path: string;
  name: string;
  label: string | null;
  about: string;
  ports: Array<{ name: string; output: boolean; value: string; width: number }>;
  cells: number | null;
  native: boolean;
}

export interface NetTold {
  net: number;
  name: string;
  value: string;
  bits: string;
  width: number;
  signal: string;
  /** It is named by a tunnel or a pin. */
  named: boolean;
  /** What drives it: a part of the sheet, and its port. */
  driver: [part: number, port: string];
}

export interface Signal {
  name: string;
  signal: string;
  sheet: string;
  title: string;
  part: number;
  value: string;
}

/** Something wrong at this moment; `text` names the parts. */
export interface Fault {
  kind: 'oscillation' | 'short-circuit';
  /** The path of the sheet. */
  sheet: string;
  circuit: string;
  point: [number, number];
  /** The part that does not come to rest, or those that drive against each other. */
  parts: FaultPart[];
}

export interface FaultPart {
  /** Its number on its sheet, and the path of that. */
  part: number;
  sheet: string;
  kind: string;
  label: string | null;
  /** What it drives, where that is the fault. */
  value: string | null;
}

export interface Wave {
  from: number;
  to: number;
  signals: Array<{ name: string; width: number; values: Array<[number, string]> }>;
}

export interface Library {
  name: string;
  text: string;
}

/** Parts of the open sheet by number, wires by their ends. */
export interface Chosen {
  parts: number[];
  wires: Box[];
}

export type Place = [number, number];

/** A change to the file of the circuit that runs. */
export type Change =
  | { do: 'place'; what: string; at: Place; attrs?: Array<[string, string]> }
  | { do: 'wire'; path: Place[] }
  | ({ do: 'remove' | 'copy' | 'duplicate' } & Chosen)
  | ({ do: 'move'; by: Place; plain?: boolean } & Chosen)
  | { do: 'set'; parts: number[]; name: string; value: string }
  | { do: 'cut'; from: Place; to: Place }
  | { do: 'paste'; by: Place }
  | { do: 'undo' | 'redo'; steps?: number }
  /** Of a circuit by its name, or of the one on show. */
  | { do: 'remove-circuit' | 'main-circuit'; circuit?: string }
  | { do: 'rename-circuit'; circuit?: string; name: string }
  | { do: 'reorder-circuit'; circuit: string; before: string | null }
  | { do: 'show' | 'new-circuit'; name: string }
  | { do: 'words'; part: number; first: number; words: number[] }
  | { do: 'image'; part: number; text: string }
  | { do: 'move-port'; pin: number; to: Place }
  | { do: 'resize-box'; width: number; height: number }
  | { do: 'move-anchor'; to: Place }
  | { do: 'revert-appearance' }
  | { do: 'align'; parts: number[]; side: 'left' | 'right' | 'top' | 'bottom' | 'column' | 'row' }
  | ({ do: 'chip'; name: string } & Chosen)
  | { do: 'paste-file'; text: string; by: Place }
  | {
      do: 'gates';
      name?: string | null;
      inputs: string[];
      outputs: Array<[name: string, expression: string]>;
      twoInputs?: boolean;
      nandOnly?: boolean;
    }
  | { do: 'set-circuit'; name: string; value: string }
  /** One of the repairs of a finding, by its number. */
  | { do: 'repair'; circuit: string; code: string; point: Place; number: number };

/** A file under edit. */
export interface EditState {
  /** Of the circuit on the line of time: every edit makes another one. */
  version: number;
  /** The sheet that is open. */
  path: string;
  circuits: string[];
  circuit: string;
  main: boolean;
  /** What was done, the oldest first, and what was undone, the next one first. */
  done: string[];
  undone: string[];
  changed: boolean;
  findings: Finding[];
  /** Parts that have come. */
  new: number[];
  copied: number;
}

/** What a press takes hold of. */
export interface Pressed {
  kind: 'wire' | 'part' | 'empty';
  part: number | null;
  wire: Box | null;
  at: Place;
}

/** What a change would do. */
export interface Ghost {
  boxes: Box[];
  ports: Place[];
  wires: Box[];
  /** Places that would lose their connection. */
  lost: Place[];
  /** Places that would be connected with what they were not connected with. */
  joined: Place[];
  /** The attributes that a part in hand has. */
  attributes: string[];
  refused: string | null;
}

export interface Attribute {
  name: string;
  shown: string;
  /** Nothing where parts differ. */
  value: string | null;
  control: 'text' | 'switch' | 'number' | 'hex' | 'colour' | 'font' | 'choice' | 'contents';
  choices: string[];
  min: number;
  max: number;
}

export interface Attributes {
  title: string;
  about: string;
  boxes: Box[];
  attributes: Attribute[];
}

export interface Shelf {
  library: string;
  parts: Array<{ what: string; name: string; about: string; svg: string }>;
}

/** How a circuit looks from outside; all places are those of its drawing. */
export interface Looks {
  custom: boolean;
  frame: Box | null;
  anchor: Place;
  ports: Array<{ pin: number; label: string; output: boolean; at: Place }>;
  svg: string;
}

/** A truth table; the first input is the highest bit of a row's number. */
export interface Truth {
  inputs: string[];
  outputs: Array<{
    name: string;
    /** `0`, `1` and `-`; empty if there is an error. */
    column: string;
    sum: string;
    product: string;
    error: { message: string; from: number; to: number } | null;
  }>;
}

export type LookGhost =
  | { ask: 'wire'; path: Place[] }
  | ({ ask: 'move'; by: Place } & Chosen)
  | { ask: 'part'; what: string; at: Place; attrs?: Array<[string, string]> };

/** A question about the open sheet, and the answer. */
export type Look =
  | LookGhost
  | { ask: 'press'; x: number; y: number }
  | { ask: 'box'; from: Place; to: Place }
  | { ask: 'attributes'; parts: number[] }
  | ({ ask: 'net' } & Chosen)
  | { ask: 'palette' | 'looks' | 'copied' | 'truth' }
  | { ask: 'expressions' | 'minimise'; inputs: string[]; outputs: Array<[name: string, text: string]> };

/** Every question: what is sent, what comes back. */
export interface Requests {
  models: [{}, Array<{ name: string; about: string }>];
  power: [{ model: string; processor: 'gates' | 'native'; files?: Record<string, string>; acts?: string }, Switched];
  circuit: [
    { name: string; text: string; libraries?: Library[]; circuit?: string | null; acts?: string; run?: Library },
    Switched,
  ];
  assemble: [
    { model: string; files: Record<string, string> },
    { ok: boolean; findings: Finding[]; banks: Array<{ name: string; bytes: number }> },
  ];
  sheet: [{ path: string }, Sheet];
  part: [{ part: number }, PartTold];
  net: [{ net: number }, NetTold];
  find: [{ text: string; most: number }, Signal[]];
  memory: [{ part: number; first: number; count: number }, { first: number; size: number; words: number[] }];
  faults: [{}, Fault[]];
  /** A part of the open sheet pressed or released, or a line: `press 3`, `set /carry = 1`, `type /Keyboard "x"`. */
  do: [{ part: number; down: boolean } | { line: string; files?: Record<string, string> }, {}];
  step: [{ to: Goal; back?: boolean }, Arrived];
  goto: [{ moment: number }, Arrived];
  future: [{ future: number }, Arrived];
  /** At the end of the run: does what was done last, and tells whether the values are those of the run, if it has them. */
  replayed: [{}, { same: boolean | null }];
  marks: [{}, Marks];
  state: [{ all?: boolean }, State];
  source: [{}, Source];
  cells: [{}, Cells];
  log: [{ last: number }, { total: number; entries: LogEntry[] }];
  breakpoints: [{ at: Array<[bank: number, address: number]>; cells?: number[] }, {}];
  story: [{}, Story];
  /** The parts of the top sheet that show the seeds of every house. */
  houses: [{}, Array<House & { digits: number[] }>];
  datapath: [{ opcode?: number }, Datapath];
  record: [{ signals: string[] }, {}];
  wave: [{ from: number; to: number }, Wave];
  /** A memory of the open sheet as a file that Logisim loads. */
  image: [{ part: number }, { text: string }];
  /** The open sheet with its values. */
  svg: [{}, { text: string }];
  /** Every signal from one moment to another, with what was done in between. */
  vcd: [{ from: number; to: number }, { text: string }];
  edit: [{}, EditState];
  change: [Change, EditState];
  /** The answer is of the kind that the question asks for. */
  look: [Look, any];
  /** The file under edit as it is now. */
  file: [{}, { text: string }];
  link: [{}, { acts: string; now: number; files: Record<string, string> | null }];
}
