export { Fault } from '../internal/fault.js';

/** A source of words of 64 bits, such as a stream of seedrng or commit. */
export interface Source {
  uint64(): bigint;
}

/** Yields the groups of bounds n, n−1, …, 2 that one word serves. */
export declare function groups(n: number): Generator<{ first: number; last: number; product: bigint }>;
/** Returns the elements of a list in the order that the source gives. */
export declare function shuffle<T>(list: readonly T[], source: Source): T[];
/** Returns the first k cards that are dealt from a list; it takes no more words than these need. */
export declare function deal<T>(list: readonly T[], source: Source, k: number): T[];
/** Returns the permutation of n elements that the source gives. */
export declare function permutation(n: number, source: Source): number[];
/** Returns the list with list[p[i]] at position i. */
export declare function apply<T>(p: readonly number[], list: readonly T[]): T[];
/** Returns the permutation q with q[p[i]] = i. */
export declare function inverse(p: readonly number[]): number[];
/** Returns the permutation that has the effect of p and then of q: i to p[q[i]]. */
export declare function compose(p: readonly number[], q: readonly number[]): number[];
