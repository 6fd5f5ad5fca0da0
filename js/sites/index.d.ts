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

/** A text of a bet, as a site shows it. */
export interface Field {
  readonly name: string;
  readonly kind: 'text' | 'hex' | 'number' | 'choice' | 'result';
  /** Of a number; or of the bytes of a text, or of what hex stands for. */
  readonly min?: number;
  readonly max?: number;
  readonly choices?: readonly string[];
  /** For bets that leave the field out. */
  readonly default?: string;
  readonly optional?: boolean;
}

/** A game of a site: the fields of its bets, and the parts of its scheme, which seedrng/sites/SPEC.md defines in section 2. */
export interface Game {
  readonly name: string;
  /** The game of which this is another era. */
  readonly era?: string;
  /** Whether it is evident that the site computes results so: only then can a result contradict the site. */
  readonly evidenced: boolean;
  readonly fields: readonly Field[];
  readonly chains?: readonly Chain[];
  readonly [part: string]: unknown;
}

export interface Site {
  readonly name: string;
  readonly title: string;
  readonly games: readonly Game[];
}

/** Returns a game by names in any case, or a site's title; a Fault of the kind "unknown" lists the names that exist. */
export declare function find(schemes: readonly Site[], site: string, game: string): { site: Site; game: Game };

/** What came out of a bet. */
export interface Report {
  /** The game, or the era of it by which the claimed result follows. */
  game: Game;
  /** As the site shows it. */
  result: string;
  /** The kind is commitment, derived, bytes, number, rejected or result. */
  steps: { kind: string; text: string; value: string }[];
  /** Whether the field commitment is to the seed. */
  commitment: 'agrees' | 'differs' | 'absent';
  /** Whether the field result is what follows. */
  claim: 'agrees' | 'agrees as shown' | 'agrees counted otherwise' | 'differs' | 'absent';
  /** 1 or -1 if all claimed values are one unit higher or lower. */
  off: number;
  /** How a result that differs, or the fields, could be meant, if they agree only that way. */
  doubt: string;
  /** Whether the doubt is about the fields, and so about the commitment, too. */
  misplaced: boolean;
  /** What contradicts the site. What differs otherwise shows nothing against it. */
  contradicts: 'commitment' | 'result' | '';
}

/** Computes a bet, and compares it with what the site showed. A malformed bet's Fault has the field's name in details.field. */
export declare function replay(played: { site: Site; game: Game }, bet: Readonly<Record<string, string>>): Report;

/** Returns the chain of a game whose end is known. */
export declare function chainOf(game: Game): Chain | undefined;

/** A chain of hashes: of what they are made, and where it ends, in hex. */
export interface Chain {
  readonly alg: 'sha256' | 'sha512';
  /** Whether the hex of a hash is hashed, not its bytes. */
  readonly text?: boolean;
  readonly end: string;
  /** The most steps; 10⁸ if nothing is known. */
  readonly length?: number;
  /** The number of a game is `first`, or 0, plus its steps to the end. */
  readonly first?: number;
}

/** Goes along a chain, from a game's hash towards the end. */
export declare class Walk {
  constructor(chain: Chain, hash: string);
  /** How many steps it has taken, and the most. */
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
