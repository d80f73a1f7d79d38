// What the view of the course and crates/page/src/course.rs say to each other.
import type { Finding, Language } from '../protocol';

export interface Outline {
  title: string;
  parts: { title: string; tasks: { name: string; title: string; minutes: number; program: boolean }[] }[];
}

/** A task in one language. `goal`, the bodies of `know` and the hints are Markdown. */
export interface Task {
  name: string;
  title: string;
  minutes: number;
  goal: string;
  know: { title: string; body: string }[];
  hints: string[];
  checks: string[];
  /** The circuit of the file that is built; null for the main one, and for programs. */
  circuit: string | null;
  /** How a program sees its memory; null for circuits. */
  memory: string | null;
  parts: string[];
  file: string;
  starter: string;
  solution: string;
  given: { name: string; text: string }[];
}

/** What a check came to. */
export interface Outcome {
  passed: boolean;
  proven: boolean;
  said: { key: string; values: Record<string, string> }[];
  explained: string | null;
  steps: string[];
  findings: Finding[];
  /** A run for the circuit that ends where it went wrong. */
  run: string | null;
  /** Commands for the debugger before the program runs to its end. */
  commands: string[] | null;
  /** And for how long. */
  clocks: number | null;
}

export interface Demo {
  svg: string;
  inputs: Pin[];
  outputs: Pin[];
}

export interface Pin {
  name: string;
  path: string;
  width: number;
  value: string;
}

export interface CourseRequests {
  /** A packed course, as text. */
  open: [{ files: string }, {}];
  outline: [{ language: Language }, Outline];
  task: [{ task: string; language: Language }, Task];
  check: [{ task: string; work: string; language: Language }, { outcomes: Outcome[] }];
  demo: [{ task: string; file: string; acts: string[] }, Demo];
}
