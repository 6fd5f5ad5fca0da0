// Whether a number that somebody else chose is a safe prime: sra/SPEC.md, section 11.1.

import { bitLength, byteLength, fromBytes, power } from './integers.js';

const rounds = 64;

// Returns a uniformly random integer from 2 to n − 2.
function randomBase(n) {
  const bytes = new Uint8Array(byteLength(n));
  for (;;) {
    const x = fromBytes(globalThis.crypto.getRandomValues(bytes)) & ((1n << BigInt(bitLength(n))) - 1n);
    if (x >= 2n && x <= n - 2n) return x;
  }
}

// Reports whether the odd number n > 4 passes a round of Miller–Rabin with a random base.
function passes(n) {
  let [odd, twos] = [n - 1n, 0];
  for (; (odd & 1n) === 0n; odd >>= 1n) twos++;
  let x = power(n, randomBase(n), odd);
  if (x === 1n || x === n - 1n) return true;
  for (let k = 1; k < twos; k++) {
    x = (x * x) % n;
    if (x === n - 1n) return true;
  }
  return false;
}

/** Reports whether n is an odd prime. A wrong yes has a probability of at most 4⁻⁶⁴, whatever n is. */
export function isOddPrime(n) {
  if (n < 5n || (n & 1n) === 0n) return n === 3n;
  for (let k = 0; k < rounds; k++) if (!passes(n)) return false;
  return true;
}

/** Reports whether p > 11 is prime and (p − 1)/2 is, too. A wrong yes has a probability of at most 4⁻⁶⁴, whatever p is. */
export function isSafePrime(p) {
  const q = p >> 1n;
  if ((p & 1n) === 0n || (q & 1n) === 0n || p % 3n === 0n || power(p, 2n, p - 1n) !== 1n) return false;
  return isOddPrime(q);
}
