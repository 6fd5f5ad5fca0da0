import { Fault } from '../internal/fault.js';
import type { Agreement, Post, SignedHead } from '../record/index.js';

export { Fault };

/** The kinds of messages, their first bytes. */
export declare const kinds: { readonly hello: 1; readonly say: 2; readonly tick: 3; readonly leave: 4; readonly closing: 5 };

/** What the seats of a table have agreed on. Times are in milliseconds. */
export declare class Terms {
  /** Throws a Fault of the kind "malformed". The board's key is null if it has none. */
  constructor(parts: {
    game: Uint8Array; longest: number; grace: number; bank: number; keys: Iterable<Uint8Array>; board: Uint8Array | null;
  });
  readonly game: Uint8Array;
  readonly longest: number;
  readonly grace: number;
  readonly bank: number;
  readonly seats: number;
  /** What record calls these terms. */
  readonly agreement: Agreement;
}

export type Reason = 'fault' | 'silent' | 'left';

/**
 * The rules of a game, and its state: a deterministic function of the calls. What it must keep to is in commit/table/SPEC.md,
 * section 5.
 */
export interface Game {
  /** Begins a round. The game is over if nobody is due then. */
  start(head: Uint8Array): void;
  /** Returns the phase, and the seats that have to say something, each once for each message. */
  due(): { phase: number; seats: Iterable<number> };
  /** Takes a message of a seat that is due, or changes nothing and returns a fault: of that seat, or of another one there is. */
  apply(seat: number, message: Uint8Array): { seat: number; why: string } | null | undefined | void;
  /** Goes on without a seat. */
  out(seat: number, reason: Reason): void;
}

/** A seat that is out. */
export interface Out {
  seat: number;
  reason: Reason;
  /** What the fault was, as the game says; else empty. */
  why: string;
  /** The round in which it went. */
  round: number;
  /** The place of the statement with which it went. */
  place: number;
}

/** A reader of a board without a seat, who judges by a game's rules. */
export declare class Table {
  constructor(terms: Terms, game: Game);
  readonly terms: Terms;
  /** From 1, or 0 before the first round. */
  readonly round: number;
  /** The table's time in milliseconds. */
  readonly time: bigint;
  readonly places: number;
  readonly head: Uint8Array;
  /** Returns the head after so many places, from the beginning of this round on. */
  headAt(places: number): Uint8Array | undefined;
  readonly over: boolean;
  /** The end, a number of places, or 0 if the game isn't over. */
  readonly end: number;
  /** Whether more than half of the seats have signed the end. */
  readonly final: boolean;
  /** Whether the end is final, and everybody who owes a closing has said it. */
  readonly closed: boolean;
  /** Before the first round, the seats without a hello. */
  readonly missing: number[];
  readonly outs: Out[];
  /** Who is due, ascending, from how many places on, and how many milliseconds each has left. */
  readonly due: { seat: number; since: number; left: number }[];
  /** Reports whether a seat's deposit returns. */
  returned(seat: number): boolean;
  /**
   * Reads the next post, and reports whether it has a place. A number that isn't greater than the last post's is a Fault of the kind
   * "state". Throws what the game throws, and then does so always.
   */
  read(post: { number: number | bigint; stamp: number | bigint; bytes: Uint8Array }): boolean;
  /** Checks a head that the board has signed, as a Reader does. */
  check(head: Uint8Array): SignedHead;
}
