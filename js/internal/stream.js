// Draws from a stream of bytes that come in blocks of 32: seedrng/SPEC.md, section 4, and commit/SPEC.md, section 7.

import { needBigInt, needInt } from './bytes.js';
import { fail, malformed } from './fault.js';
import { hmac256 } from './hash.js';

export const max64 = (1n << 64n) - 1n;
const maxRead = 1 << 24; // bytes
const maxDistinct = 1n << 20n; // values

/**
 * Draws come from the blocks 0, 1, 2, … 2⁶⁴−1 that a subclass makes by its method block, from a block's number, a BigInt, to
 * 32 bytes. A draw that needs a byte after the last is exhausted. Numbers that may exceed 2⁵³ are BigInts; arguments may be
 * given as either.
 */
export class Draws {
  #next;
  #bytes = new Uint8Array(0);
  #at = 0;
  #blocks = 0;

  /** Takes the number of the block at which to start. */
  constructor(first = 0n) {
    this.#next = needBigInt('the first block', first, 0n, max64);
  }

  /** How many bytes have been taken. */
  get taken() {
    return 32 * this.#blocks - (this.#bytes.length - this.#at);
  }

  /** Returns the next n bytes, at most 2²⁴ of them. */
  read(n) {
    const bytes = new Uint8Array(needInt('the number of bytes', n, 0, maxRead));
    for (let got = 0; got < n; ) {
      if (this.#at === this.#bytes.length) this.#advance();
      const part = this.#bytes.subarray(this.#at, this.#at + n - got);
      bytes.set(part, got);
      got += part.length;
      this.#at += part.length;
    }
    return bytes;
  }

  #advance() {
    if (this.#next > max64) fail('exhausted', 'the stream has no more bytes');
    this.#bytes = this.block(this.#next);
    this.#at = 0;
    this.#next++;
    this.#blocks++;
  }

  #view(n) {
    return new DataView(this.read(n).buffer);
  }

  /** Returns 4 bytes as a number. */
  uint32() {
    const bytes = this.#bytes;
    const at = this.#at;
    if (bytes.length - at < 4) return this.#view(4).getUint32(0);
    this.#at += 4;
    return ((bytes[at] << 24) | (bytes[at + 1] << 16) | (bytes[at + 2] << 8) | bytes[at + 3]) >>> 0;
  }

  /** Returns 8 bytes as a BigInt. */
  uint64() {
    return this.#view(8).getBigUint64(0);
  }

  /** Returns Uint32 / 2³², exactly. */
  fraction() {
    return this.uint32() / 0x100000000;
  }

  /** Returns an integer below n, for n from 1 to 2³², each with the same probability. */
  intN(n) {
    needInt('the bound', n, 1, 0x100000000);
    const limit = 0x100000000 - (0x100000000 % n);
    for (;;) {
      const word = this.uint32();
      if (word < limit) return word % n;
    }
  }

  /** Returns a BigInt below n, for n from 1 to 2⁶⁴−1, each with the same probability. */
  uint64N(n) {
    const bound = needBigInt('the bound', n, 1n, max64);
    if (bound <= 0x100000000n) return BigInt(this.intN(Number(bound)));
    const limit = (1n << 64n) - ((1n << 64n) % bound);
    for (;;) {
      const word = this.uint64();
      if (word < limit) return word % bound;
    }
  }

  /**
   * Returns k different integers below n, for n from 1 to 2⁶⁴−1, in the order in which they are drawn. They are numbers for
   * n up to 2³², and BigInts beyond. k is at most 2²⁰.
   */
  distinct(n, k) {
    const bound = needBigInt('the bound', n, 1n, max64);
    const size = Number(needBigInt('the number of values', k, 0n, bound < maxDistinct ? bound : maxDistinct));
    const drawn = new Set();
    if (bound <= 0x100000000n) {
      const small = Number(bound);
      while (drawn.size < size) drawn.add(this.intN(small));
    } else {
      while (drawn.size < size) drawn.add(this.uint64N(bound));
    }
    return [...drawn];
  }

  /** Returns an index, each with the probability of its weight out of the sum, which is 1 to 2⁶⁴−1. */
  weighted(weights) {
    if (!Array.isArray(weights)) malformed('the weights are no list');
    const exact = Array.from(weights, (weight) => needBigInt('a weight', weight, 0n, max64));
    const value = this.uint64N(exact.reduce((a, b) => a + b, 0n));
    let below = 0n;
    return exact.findIndex((weight) => value < (below += weight));
  }
}

/** The stream whose blocks are HMAC-SHA256 of a prefix, which the number of the block in decimal follows. */
export class KeyedStream extends Draws {
  #mac;
  #prefix;

  constructor(key, prefix, first) {
    super(first);
    this.#mac = hmac256(key);
    this.#prefix = prefix;
  }

  block(index) {
    const digits = `${index}`;
    const message = new Uint8Array(this.#prefix.length + digits.length);
    message.set(this.#prefix);
    for (let i = 0; i < digits.length; i++) message[this.#prefix.length + i] = digits.charCodeAt(i);
    return this.#mac(message);
  }
}
