// What a site says about a game between two people. crates/server writes exactly these objects.

import type { BySide, Side } from "../protocol";

export interface RulesJson {
  pits: number;
  seeds: number;
  capture: "opposite" | "always" | "off";
  end: "either" | "mover";
  lift?: "all" | "each";
}

/** Time to think: none, seconds for a game with an increment for every turn, or days for every turn. */
export type Clock =
  | { kind: "none" }
  | { kind: "game"; seconds: number; increment: number }
  | { kind: "turn"; days: number };

export interface TableSettings {
  rules: RulesJson;
  clock: Clock;
  open: boolean;
}

export interface Clocks {
  /** Milliseconds that each side had left at `since`. */
  left: BySide<number>;
  running: Side | null;
  since: number;
}

export type Reason = "finished" | "resigned" | "time" | "away" | "withdrawn";

export interface TableState {
  game: string;
  /** Goes up by one with everything that happens. */
  seq: number;
  settings: TableSettings;
  status: "waiting" | "playing" | "over";
  players: BySide<string | null>;
  moves: number[];
  position: string;
  turn: Side | null;
  outcome: { winner: Side | null; reason: Reason } | null;
  clocks: Clocks | null;
  /** Who asks to take a move back, and who offers a rematch. */
  takeback: Side | null;
  rematch: Side | null;
  after: string | null;
  next: string | null;
  /** The server's time when it said this. */
  now: number;
  /** The seats that whoever asked holds; a live message does not say. */
  you?: Side[];
  /** Who is here, and when each was last seen. */
  here?: BySide<boolean>;
  seen?: BySide<number | null>;
  /** How many look on. */
  watching?: number;
}

export interface Seated {
  game: string;
  side: Side;
  secret: string;
  state: TableState;
}

export interface NewTable {
  rules: RulesJson;
  clock: Clock;
  open: boolean;
  side: Side | "random";
  name: string;
}

export type LiveMessage = { kind: "update"; state: TableState } | { kind: "closing" } | { kind: "gone" };
