// Integers mod a safe prime p = 2q + 1, with x and p − x taken for the same: sra/SPEC.md, section 3.2. Not for secrets: times
// depend on values.

import { fromHex, toHex } from '../internal/bytes.js';

/** Returns an integer as n bytes, big-endian. */
export const toBytes = (x, n) => fromHex(x.toString(16).padStart(2 * n, '0'));

/** Returns the integer of bytes, big-endian. */
export const fromBytes = (bytes) => BigInt(`0x0${toHex(bytes)}`);

export const bitLength = (x) => (x === 0n ? 0 : x.toString(2).length);

export const byteLength = (x) => (bitLength(x) + 7) >> 3;

const longWidth = 5;

/** Returns the digits of an exponent, each of width bits, the lowest first. */
function digitsOf(exponent, width) {
  const text = exponent.toString(2);
  const digits = [];
  for (let end = text.length; end > 0; end -= width) digits.push(Number.parseInt(text.slice(Math.max(0, end - width), end), 2));
  return digits;
}

/** Returns the product of powers with one table a base: for few bases, or long exponents. */
function interleaved(p, bases, exponents) {
  const tables = bases.map((base) => {
    const table = [1n];
    for (let k = 1; k < 1 << longWidth; k++) table.push((table[k - 1] * base) % p);
    return table;
  });
  const digits = exponents.map((exponent) => digitsOf(exponent, longWidth));
  let result = 1n;
  for (let row = Math.max(0, ...digits.map((d) => d.length)) - 1; row >= 0; row--) {
    for (let k = 0; k < longWidth; k++) result = (result * result) % p;
    for (let i = 0; i < bases.length; i++) if (digits[i][row]) result = (result * tables[i][digits[i][row]]) % p;
  }
  return result;
}

function bucketWidth(n, bits) {
  let [best, least] = [1, Infinity];
  for (let width = 1; width <= 12; width++) {
    const cost = Math.ceil(bits / width) * (n + 2 ** (width + 1));
    if (cost < least) [best, least] = [width, cost];
  }
  return best;
}

/** Returns the product of the buckets, each to the power of its index. */
function collect(p, buckets) {
  let [sum, result] = [1n, 1n];
  for (let k = buckets.length - 1; k > 0; k--) {
    if (buckets[k] !== undefined) sum = (sum * buckets[k]) % p;
    if (sum !== 1n) result = (result * sum) % p;
  }
  return result;
}

/** Returns the product of powers; bases with the same digit in a place are multiplied first (N. Pippenger, 1976). */
function bucketed(p, bases, exponents) {
  const bits = exponents.reduce((most, exponent) => Math.max(most, bitLength(exponent)), 1);
  const width = bucketWidth(bases.length, bits);
  const digits = exponents.map((exponent) => digitsOf(exponent, width));
  let result = 1n;
  for (let row = Math.ceil(bits / width) - 1; row >= 0; row--) {
    for (let k = 0; k < width; k++) result = (result * result) % p;
    const buckets = new Array(1 << width);
    for (let i = 0; i < bases.length; i++) {
      const digit = digits[i][row];
      if (digit) buckets[digit] = buckets[digit] === undefined ? bases[i] : (buckets[digit] * bases[i]) % p;
    }
    result = (result * collect(p, buckets)) % p;
  }
  return result;
}

const few = 8;

/** Returns the product of numbers mod p, each to the power of its exponent, at least 0. */
export function product(p, bases, exponents) {
  if (bases.length <= few) return interleaved(p, bases, exponents);
  const limit = Math.floor(bitLength(p) / 3);
  const indices = [...bases.keys()];
  const [long, short] = [indices.filter((i) => bitLength(exponents[i]) > limit), indices.filter((i) => bitLength(exponents[i]) <= limit)];
  const at = (list, wanted) => wanted.map((i) => list[i]);
  const longPart = (long.length <= few ? interleaved : bucketed)(p, at(bases, long), at(exponents, long));
  return (longPart * bucketed(p, at(bases, short), at(exponents, short))) % p;
}

/** Returns x^exponent mod p. */
export const power = (p, x, exponent) => interleaved(p, [x], [exponent]);

/** Returns the smaller of x mod p and p − (x mod p). */
export function absolute(p, x) {
  const rest = x % p;
  return 2n * rest > p ? p - rest : rest;
}
