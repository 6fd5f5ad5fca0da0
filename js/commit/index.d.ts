import { Draws } from '../internal/stream.js';

export { Fault } from '../internal/fault.js';

/** Bytes, or a text that stands for its UTF-8. */
export type Bytes = Uint8Array | string;

/** Returns the commitment to a value, 32 bytes. The nonce has 32 bytes. */
export declare function commitment(nonce: Uint8Array, context: Bytes, value: Bytes): Uint8Array;
/** Throws a Fault of the kind "mismatch" unless an opening is that of a commitment, 64 lowercase hex digits. */
export declare function verify(commitment: string, nonce: Uint8Array, context: Bytes, value: Bytes): void;

/** What has been taken from a seat, as far as it has come. */
export interface Entry {
  commitment?: Uint8Array;
  nonce?: Uint8Array;
  value?: Uint8Array;
}

/** Reads the messages of a toss in the order in which all read them, and says who is due and what the seed is. */
export declare class Toss {
  /** The session is 1 to 1,024 bytes that name this toss; there are 2 to 1,024 seats. */
  constructor(session: Bytes, seats: number);
  readonly seats: number;
  /** The name of the toss, which is in each message. */
  readonly name: Uint8Array;
  readonly phase: 'commit' | 'reveal' | 'done';
  /** The seats that haven't said what the phase asks of them, ascending. */
  readonly due: number[];
  readonly entries: Entry[];
  /** The digest of the commitments, which a reveal names. */
  readonly digest: Uint8Array;
  /** The seed, 32 bytes; a Fault of the kind "missing" until all reveals have been read. */
  readonly seed: Uint8Array;
  /** Returns what the hash inputs of the toss, or of a seat, begin with. */
  context(label?: string, seat?: number): Uint8Array;
  /** Reads the next message. A Fault refuses it and changes nothing; its seats, if any, are to blame. */
  read(sender: number, message: Uint8Array): void;
}

/** Returns the seed of a toss from all its messages, or throws a Fault whose seats are to blame; "missing" blames nobody. */
export declare function judge(session: Bytes, seats: number, messages: readonly { sender: number; message: Uint8Array }[]): Uint8Array;

/** Draws from the seed of a toss, bytes or 64 hex digits, in a context that says what is drawn. */
export declare class SeedStream extends Draws {
  constructor(seed: Uint8Array | string, context: Bytes);
  protected block(index: bigint): Uint8Array;
}

/** A round of a chain, whose value has been verified. */
export interface Round {
  readonly number: number;
  /** Draws from the round in a context, which the rules fix before it. */
  stream(context: Bytes): Draws;
}

/** Throws a Fault of the kind "mismatch" unless a value is a number of steps, up to 2²⁴, from a known one: 64 hex digits each. */
export declare function verifyLink(known: string, value: string, steps: number): void;

/** Knows the value of one round of a chain, at first the anchor as that of round 0, and verifies those of others. */
export declare class ChainVerifier {
  /** Takes the anchor, or the value of a later round that is trusted: 64 hex digits. */
  constructor(known: string, round?: number);
  /** Returns the verifier of a stored state; else throws a Fault of the kind "malformed". */
  static parse(state: Uint8Array): ChainVerifier;
  /** The state to store when it is made, and when a later round has been verified. */
  encode(): Uint8Array;
  /** The last round whose value is known. */
  readonly round: number;
  /**
   * Returns a round whose value, 64 hex digits, leads to the known one or comes from it; else throws a Fault of the kind "mismatch", or
   * "malformed" beyond 2²⁴ steps.
   */
  verify(round: number, value: string): Round;
}
