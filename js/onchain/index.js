// The biased shuffle of a published contract, replayed, and its bias: shuffle/onchain/SPEC.md. Games must not use it.

import { keccak_256 } from '@noble/hashes/sha3.js';
import { concat, fromHex, needInt, u64 } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';

export { Fault } from '../internal/fault.js';

const maxAnalysed = 128;

const big = (bytes) => bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);

/** Returns the deck as a call of the contract leaves it, in a block with this prevrandao: 0x and 64 lowercase hex digits. */
export function replay(deck, prevrandao) {
  if (!Array.isArray(deck)) malformed('the deck is no list');
  if (typeof prevrandao !== 'string' || !prevrandao.startsWith('0x')) malformed('prevrandao doesn’t begin with 0x');
  const seed = fromHex(prevrandao.slice(2), 32);
  const left = Array.from(deck);
  for (let i = 0; i < left.length; i++) {
    const digest = keccak_256(concat(seed, new Uint8Array(24), u64(i)));
    const j = Number(big(digest) % BigInt(left.length));
    [left[i], left[j]] = [left[j], left[i]];
  }
  return left;
}

/**
 * Returns, for each card c and position x, the number of the nⁿ paths of the naive shuffle of n cards that take c to x:
 * ways[c][x], BigInts. n is 1 to 128.
 */
export function ways(n) {
  needInt('the number of cards', n, 1, maxAnalysed);
  return Array.from({ length: n }, (_, card) => {
    let row = Array.from({ length: n }, (_, x) => (x === card ? 1n : 0n));
    for (let i = 0, paths = 1n; i < n; i++, paths *= BigInt(n)) {
      const here = row[i];
      row = row.map((w, x) => (x === i ? paths : BigInt(n - 1) * w + here));
    }
    return row;
  });
}

/** Returns a fraction in lowest terms, {num, den}. */
function fraction(num, den) {
  let [a, b] = [num, den];
  while (b) [a, b] = [b, a % b];
  return { num: num / a, den: den / a };
}

/**
 * Returns how far the naive shuffle of n cards is from a fair one. `least` and `greatest` are the first of the least and the
 * greatest probabilities by card and then by position: {card, position, ratio}, where the ratio is the probability times n.
 * variation[x] is the total variation of position x. Ratios and variations are fractions in lowest terms, {num, den}.
 */
export function bias(n) {
  const all = ways(n);
  const paths = BigInt(n) ** BigInt(n);
  let [least, greatest] = [{ w: paths + 1n }, { w: -1n }];
  all.forEach((row, card) => row.forEach((w, position) => {
    if (w < least.w) least = { card, position, w };
    if (w > greatest.w) greatest = { card, position, w };
  }));
  const described = ({ card, position, w }) => ({ card, position, ratio: fraction(w * BigInt(n), paths) });
  const variation = all.map((_, x) => {
    const sum = all.reduce((total, row) => {
      const difference = row[x] * BigInt(n) - paths;
      return total + (difference < 0n ? -difference : difference);
    }, 0n);
    return fraction(sum, 2n * BigInt(n) * paths);
  });
  return { least: described(least), greatest: described(greatest), variation };
}
