export { Fault } from '../internal/fault.js';

/** A fraction in lowest terms. */
export interface Fraction {
  num: bigint;
  den: bigint;
}

/** A card's probability at a position, times the number of cards. */
export interface Extreme {
  card: number;
  position: number;
  ratio: Fraction;
}

/** Returns the deck as a call of the contract leaves it, in a block with this prevrandao: 0x and 64 lowercase hex digits. */
export declare function replay<T>(deck: readonly T[], prevrandao: string): T[];
/** Returns the number of the nⁿ paths of the naive shuffle of n cards that take card c to position x, as [c][x]. */
export declare function ways(n: number): bigint[][];
/** Returns how far the naive shuffle of n cards is from a fair one; variation[x] is the total variation of position x. */
export declare function bias(n: number): { least: Extreme; greatest: Extreme; variation: Fraction[] };
