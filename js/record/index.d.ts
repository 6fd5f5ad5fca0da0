import { Fault } from '../internal/fault.js';

export { Fault };

/** How many bytes a statement is longer than its message: 102. */
export declare const overhead: 102;
/** How many bytes a pruned statement has: 139. */
export declare const prunedSize: 139;
/** How many bytes a signed head has: 109. */
export declare const headSize: 109;

/** A statement, in full or pruned. Bytes are 32 long where nothing else is said. */
export interface Statement {
  readonly seat: number;
  /** k, the place that it names. */
  readonly places: number;
  /** The head there, by the statement. */
  readonly head: Uint8Array;
  /** The first byte of the message. */
  readonly kind: number;
  /** Bytes of the message after the first. */
  readonly length: number;
  /** The message, or null if the statement is pruned. */
  readonly message: Uint8Array | null;
  readonly bodyHash: Uint8Array;
  /** D, what is signed. */
  readonly digest: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** A head that the board has signed. */
export interface SignedHead {
  readonly places: number;
  readonly head: Uint8Array;
  /** The board's time in milliseconds since 1970. */
  readonly stamp: bigint;
}

export interface Post {
  readonly number: bigint;
  readonly stamp: bigint;
  readonly bytes: Uint8Array;
}

/** What the seats have agreed on: terms, the longest message, everybody's keys. */
export declare class Agreement {
  /** Throws a Fault of the kind "malformed". The board's key is null if it has none. */
  constructor(parts: { terms: Uint8Array; longest: number; keys: Iterable<Uint8Array>; board: Uint8Array | null });
  /** T, which players compare. */
  readonly digest: Uint8Array;
  readonly longest: number;
  readonly seats: number;
  readonly board: Uint8Array | null;
  key(seat: number): Uint8Array;
  /** Returns a statement whose signature isn't checked, or throws a Fault of the kind "malformed". */
  parseStatement(bytes: Uint8Array): Statement;
  /** Reports whether a statement that this agreement has parsed has its seat's signature. */
  verify(statement: Statement): boolean;
  /** Throws a Fault of the kind "malformed" or "signature". */
  parseHead(bytes: Uint8Array): SignedHead;
}

/** Returns a statement without its body. Two statements are the same if these are equal. */
export declare function prune(statement: Statement): Uint8Array;

/** A reader of a board. A call that throws a Fault has changed nothing. */
export declare class Reader {
  constructor(agreement: Agreement);
  /** Throws a Fault of the kind "malformed". */
  static parse(agreement: Agreement, state: Uint8Array): Reader;
  readonly agreement: Agreement;
  /** K, how many places there are. */
  readonly places: number;
  /** b, the place of the last cut. */
  readonly base: number;
  readonly head: Uint8Array;
  /** Returns the head after so many places, or undefined if it is before the last cut or not read. */
  headAt(places: number): Uint8Array | undefined;
  /** Whether all seats have said something. */
  readonly begun: boolean;
  /** e, or 0 if there is no end. */
  readonly end: number;
  /** Returns the place of a seat's last statement plus 1, or 0. */
  last(seat: number): number;
  /** f, how many places more than half of the seats have confirmed. */
  readonly final: number;
  /** Returns a statement that may have the next place, or throws a Fault: "malformed", "unread", "no-place" or "signature". */
  judge(post: Uint8Array): Statement;
  /** Gives the next place to the statement judged last. Bit s of out is 1 if seat s is out then. */
  place(statement: Statement, out?: bigint): void;
  /** Judges a post, and gives it the next place, if there are no rules of a game. */
  read(post: Uint8Array): Statement;
  /** Makes the number of places the end, or throws a Fault of the kind "state". */
  finish(): void;
  /** Forgets the heads before the last one. */
  cut(): void;
  /** Returns the state at a cut, or throws a Fault of the kind "state". */
  state(): Uint8Array;
  /**
   * Returns a signed head that agrees, or throws a Fault: "malformed", "signature", or, with the head as its details, "state",
   * "unread" or "fork".
   */
  check(head: Uint8Array): SignedHead;
}

/** Returns the place at which two readers fork, or −1. Throws a Fault of the kind "state" if they have nothing in common. */
export declare function fork(a: Reader, b: Reader): number;

/** Yields the posts of a transcript, as views of it, and throws a Fault of the kind "malformed" where it is damaged. */
export declare function posts(agreement: Agreement, transcript: Uint8Array): Generator<Post, void>;
