// The published form of commutative encryption of cards, replayed: sra/textbook/SPEC.md. It is broken: section 4 there.

import { malformed } from '../internal/fault.js';
import { power } from '../sra/integers.js';
import { isOddPrime } from '../sra/primes.js';

export { Fault } from '../internal/fault.js';

const isLong = (x) => x >> 4096n !== 0n;

// Returns d with e·d mod m = 1 and 0 < d < m, or 0 if there is none. (Extended Euclidean algorithm.)
function inverse(e, m) {
  let [a, b, x, y] = [e % m, m, 1n, 0n];
  while (a > 0n) [a, b, x, y] = [b % a, a, y - (b / a) * x, x];
  return b === 1n ? ((y % m) + m) % m : 0n;
}

/**
 * A Cipher is x^e mod p. Its secrets are public: a published log has them. p is an odd prime, and
 * e coprime to p − 1; both have at most 4,096 bits.
 */
export class Cipher {
  #p;
  #e;
  #d;

  constructor(p, e) {
    if (typeof p !== 'bigint' || typeof e !== 'bigint') malformed('p and e are not BigInts');
    if (isLong(p) || !isOddPrime(p)) malformed('p is no odd prime of at most 4096 bits');
    if (e < 1n || isLong(e)) malformed('e is not from 1 to 2⁴⁰⁹⁶ − 1');
    this.#d = inverse(e, p - 1n);
    if (this.#d === 0n) malformed('e is not coprime to p − 1');
    this.#p = p;
    this.#e = e;
    Object.freeze(this);
  }

  get inverse() {
    return this.#d;
  }

  /** Returns x^e mod p, for x from 0 to p − 1. */
  encrypt(x) {
    return this.#power(x, this.#e);
  }

  /** Returns x^d mod p. */
  decrypt(x) {
    return this.#power(x, this.#d);
  }

  #power(x, exponent) {
    if (typeof x !== 'bigint' || x < 0n || x >= this.#p) malformed('x isn’t a BigInt from 0 to p − 1');
    return power(this.#p, x, exponent);
  }
}
