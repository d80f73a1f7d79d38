// What a site says about a game between two people. crates/server writes exactly these objects.

import type { BySide, Side } from '../protocol';

export interface RulesJson {
  pits: number;
  seeds: number;
  capture: 'opposite' | 'always' | 'off';
  end: 'either' | 'mover';
  lift?: 'all' | 'each';
}

/** Time to think: none, seconds for a game with an increment for every turn, or days for every turn. */
export type Clock = { kind: 'none' } | { kind: 'game'; seconds: number; increment: number } | { kind: 'turn'; days: number };

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

export type Reason = 'finished' | 'resigned' | 'time' | 'away' | 'withdrawn' | 'agreed' | 'aborted' | 'stopped';

/** What players can say to each other; `/api` lists what a site knows (`phrases`). */
export type Phrase = 'hello' | 'good-luck' | 'nice-move' | 'oops' | 'one-moment' | 'thanks' | 'good-game' | 'have-to-go';

/** A phrase of a player, with the number and the time of its entry. */
export interface Said {
  seq: number;
  at: number;
  phrase: Phrase;
}

export interface TableState {
  game: string;
  /** Goes up by one with everything that happens. */
  seq: number;
  settings: TableSettings;
  status: 'waiting' | 'playing' | 'over';
  players: BySide<string | null>;
  moves: number[];
  position: string;
  turn: Side | null;
  outcome: { winner: Side | null; reason: Reason } | null;
  clocks: Clocks | null;
  /** Who asks to take a move back, and who offers a rematch. */
  takeback: Side | null;
  /** Who offers a draw; whether the game can still be called off. A site may be older than the page. */
  draw?: Side | null;
  abortable?: boolean;
  /** The last phrase of each player. `POST games/GAME/say {"phrase": ...}` says one. */
  said?: BySide<Said | null>;
  rematch: Side | null;
  after: string | null;
  next: string | null;
  /** The server's time when it said this. */
  now: number;
  /** The seats held by the client that asked; absent in a live message. */
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
  side: Side | 'random';
  name: string;
}

/** Something that happened in a game. The page reads the state only; `/api/openapi.json` describes every kind. */
export interface Entry {
  seq: number;
  at: number;
  kind: string;
  [field: string]: unknown;
}

export type LiveMessage = { kind: 'update'; entries: Entry[]; state: TableState } | { kind: 'closing' } | { kind: 'gone' };
