export { Fault } from '../internal/fault.js';

/** Returns the SHA-512 of two seeds, from which Crypto.Games deals. */
export declare function digestSeeds(serverSeed: string | Uint8Array, clientSeed: string | Uint8Array): Uint8Array;

/** A byte of a digest, and what it is. */
export interface Step {
  byte: number;
  value: number;
  fate: 'card' | 'repeat' | 'out of range';
}

/** Returns what a digest, 64 bytes or their hex, deals in Crypto.Games: ten cards, or fewer if it is short. */
export declare function dealDigest(digest: Uint8Array | string): { steps: Step[]; cards: number[]; short: boolean };

/** A chain of hashes: of what they are made, and where it ends, in hex. */
export interface Chain {
  alg: 'sha256' | 'sha512';
  /** Whether the hex of a hash is hashed, not its bytes. */
  text?: boolean;
  end: string;
  /** The most steps; 10⁸ if nothing is known. */
  length?: number;
}

/** Goes along a chain, from a game's hash towards the end. */
export declare class Walk {
  constructor(chain: Chain, hash: string);
  readonly steps: number;
  readonly length: number;
  /** The hash where the walk stands, in hex. */
  readonly hash: string;
  /** Whether the walk stands at the end, so that its first hash is one of the chain's. */
  readonly ended: boolean;
  /** Whether the walk has ended, or made all its steps. */
  readonly over: boolean;
  /** Takes up to n steps. */
  advance(n: number): void;
}
