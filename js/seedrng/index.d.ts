import { Fault } from '../internal/fault.js';
import { Draws } from '../internal/stream.js';

export { Fault };

/** A text, or the bytes of its UTF-8. */
export type Seed = string | Uint8Array;
/** A number up to 2⁵³−1, a BigInt, or decimal text without leading zeros. */
export type Nonce = number | bigint | string;

/** Bytes of a client seed, and of a server seed in an audit. */
export declare const maxSeed: 1024;
/** Bytes of a server seed that hides what it deals. */
export declare const maxKey: 64;

/** Rounds that a Player records with a pair of seeds. */
export declare const maxRounds: 1024;

/** Throws a Fault of the kind "malformed" unless a server seed is one, in an audit. */
export declare function checkServerSeed(serverSeed: Seed): void;
/** Throws a Fault of the kind "malformed" unless a client seed is one. */
export declare function checkClientSeed(clientSeed: Seed): void;
/** Throws a Fault of the kind "malformed" unless a text is a hash: 64 lowercase hex digits. */
export declare function checkHash(hash: string): void;
/** Returns the hash of a server seed: 64 lowercase hex digits. */
export declare function hashOf(serverSeed: Seed): string;
/** Throws a Fault of the kind "mismatch" unless a server seed has this hash. */
export declare function verify(hash: string, serverSeed: Seed): void;
/** Reports whether everybody who knows the hash of a server seed can compute what it deals, as it has more than 64 bytes. */
export declare function predictable(serverSeed: Seed): boolean;
/** Returns a nonce as a BigInt. */
export declare function parseNonce(nonce: Nonce): bigint;

/** Draws what a server seed, a client seed and a nonce determine. */
export declare class Stream extends Draws {
  /** Starts at the first block, or at another one. */
  constructor(serverSeed: Seed, clientSeed: Seed, nonce: Nonce, first?: number | bigint);
  protected block(index: bigint): Uint8Array;
}

/** What is public of a server's session, as far as a player needs it. Before the first rotation there is no pair. */
export interface View {
  serverHash?: string | undefined;
  clientSeed?: string | undefined;
  nextNonce: Nonce;
  revealed?: { serverHash: string; serverSeed: string } | null | undefined;
}

export interface Pair {
  readonly hash: string;
  readonly client: string;
}

/** What was sent and received; "" is no answer yet, or that of a declined bet, which has the reason. */
export interface Step {
  readonly sent: string;
  readonly received: string;
  readonly declined: string | undefined;
}

/**
 * Returns the outcomes that a game's rules give for all that was sent in a round. It throws a Fault if they don't allow it; if
 * that was answered nevertheless, or an outcome is no string, rotated throws an Error that isn't a Fault.
 */
export type Replay = (sent: readonly string[], stream: Stream) => readonly string[];

/**
 * What the player remembers. Each call either throws and changes nothing, or returns; afterwards the state that
 * encode returns is to be stored before anything is sent. Only the kind "cheat" says that the server is at fault.
 */
export declare class Player {
  static parse(state: Uint8Array): Player;
  encode(): Uint8Array;
  /** The confirmed pair of seeds. */
  readonly active: Pair | null;
  /** The pair that was asked for and isn't confirmed. */
  readonly asked: Pair | null;
  /** The rounds of the active pair, by their nonces. */
  readonly rounds: (readonly Step[])[];
  /** The request that isn't answered. It is sent again after a restart. */
  readonly pending: { hash: string; nonce: number; step: number; sent: string } | undefined;
  /**
   * Returns the client seed to send with a hash that the server shows for its next seed: a random one, or the caller's, which
   * the server must not be able to guess. If one was made for this hash, it is that.
   */
  rotate(hash: string, client?: string): string;
  /**
   * Takes the server's public state after a rotation, and checks each round of the pair that it ends. Returns the bets that
   * were declined, with what the seeds would have given, undefined where the rules don't allow the bet.
   */
  rotated(view: View, replay: Replay): { nonce: number; outcome: string | undefined }[];
  /** Records what is about to be sent: a bet is step 0, the choices in its round follow. */
  send(hash: string, nonce: Nonce, step: number, text: string): void;
  /** Records the server's outcome of a step. */
  receive(hash: string, nonce: Nonce, step: number, outcome: string): void;
  /** Records the server's reason for declining a bet, which is step 0. */
  declined(hash: string, nonce: Nonce, step: number, reason: string): void;
}
