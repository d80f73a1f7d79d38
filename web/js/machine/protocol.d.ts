// The messages between the page and a machine in its worker: crates/page/src/machine writes exactly these objects.
import type { Finding, Side } from "../protocol.js";

export type Box = [left: number, top: number, right: number, bottom: number];

/** A fixed colour, or one that depends on a slot: of a value, of a light, of a memory cell. */
export type Ink =
  | string
  | { value: number }
  | { light: number; on: string; off: string }
  | { cell: number };

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
  hand: "press" | "type" | "move" | "memory" | "set" | null;
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
  processor: "gates" | "native" | null;
  name: string;
  parts: number;
  nets: number;
  problems: Finding[];
  /** Where the run ends that is to be done again. */
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
  phase: "settings" | "human" | "thinking" | "busy" | "over";
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
}

export type Goal = "half-tick" | "clock" | "instruction" | "panel" | "move" | "breakpoint";

export interface Arrived {
  arrival: "there" | "start" | "stuck" | "never" | "leash";
  now: number;
  ran: number;
  stopped: boolean;
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
  kind: "oscillation" | "short-circuit";
  /** The path of the sheet. */
  sheet: string;
  circuit: string;
  point: [number, number];
  text: string;
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

/** Every question: what is sent, what comes back. */
export interface Requests {
  models: [{}, Array<{ name: string; about: string }>];
  power: [
    { model: string; processor: "gates" | "native"; files?: Record<string, string>; acts?: string },
    Switched,
  ];
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
  /** A part of the open sheet pressed or let go of, or a line: `press 3`, `set /carry = 1`, `type /Keyboard "x"`. */
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
  breakpoints: [{ at: Array<[bank: number, address: number]> }, {}];
  record: [{ signals: string[] }, {}];
  wave: [{ from: number; to: number }, Wave];
  /** A memory of the open sheet as a file that Logisim loads. */
  image: [{ part: number }, { text: string }];
  /** The open sheet with its values. */
  svg: [{}, { text: string }];
  /** Every signal from one moment to another, with what was done in between. */
  vcd: [{ from: number; to: number }, { text: string }];
  link: [{}, { acts: string; now: number; files: Record<string, string> | null }];
}
