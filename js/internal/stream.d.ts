/** Draws from a stream of bytes. A draw that needs a byte after the last is a Fault of the kind "exhausted". */
export declare abstract class Draws {
  /** Returns the 32 bytes of a block. */
  protected abstract block(index: bigint): Uint8Array;
  /** How many bytes have been taken. */
  readonly taken: number;
  /** Returns the next n bytes, at most 2²⁴ of them. */
  read(n: number): Uint8Array;
  /** Returns the next 4 bytes, big-endian. */
  uint32(): number;
  /** Returns the next 8 bytes, big-endian. */
  uint64(): bigint;
  /** Returns 4 bytes out of 2³², exactly. */
  fraction(): number;
  /** Returns an integer below n, for n from 1 to 2³², each with the same probability. */
  intN(n: number): number;
  /** Returns an integer below n, for n from 1 to 2⁶⁴−1, each with the same probability. */
  uint64N(n: number | bigint): bigint;
  /** Returns k different integers below n, for n from 1 to 2³², in the order in which they are drawn: here, at most 2²⁰ of them. */
  distinct(n: number, k: number): number[];
  /** Beyond 2³², the integers are BigInts. */
  distinct(n: bigint, k: number | bigint): (number | bigint)[];
  /** Returns an index, each with the probability of its weight out of the sum. */
  weighted(weights: readonly (number | bigint)[]): number;
}
