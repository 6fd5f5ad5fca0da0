// An unbiased shuffle with a specified result: shuffle/SPEC.md. A source has the method uint64, which returns a BigInt, as the
// streams of seedrng and commit do.

import { needBigInt, needInt } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';

export { Fault } from '../internal/fault.js';

const maxElements = 2 ** 32;
const maxProduct = 1n << 60n;
const words = 1n << 64n;
const mask = words - 1n;

/** Yields {first, last, product} for each group of bounds n, n−1, …, 2. */
export function* groups(n) {
  for (let bound = needInt('the number of elements', n, 0, maxElements); bound >= 2; ) {
    const first = bound;
    let product = BigInt(bound);
    for (bound--; bound >= 2 && product * BigInt(bound) <= maxProduct; bound--) product *= BigInt(bound);
    yield { first, last: bound + 1, product };
  }
}

/** Returns a word that the product of a group doesn't reject. */
function takeWord(source, product) {
  const least = words % product;
  for (;;) {
    const word = needBigInt('a word of the source', source.uint64(), 0n, mask);
    if (((word * product) & mask) >= least) return word;
  }
}

/** Shuffles the positions n−1, n−2, … of a list in place, until n−k. */
function shuffleBounds(list, source, k) {
  const stop = list.length - k; // the last bound that is done is the next one
  for (const { first, last, product } of groups(list.length)) {
    if (first <= stop) return;
    let rest = takeWord(source, product);
    for (let bound = first; bound >= last && bound > stop; bound--) {
      const share = rest * BigInt(bound);
      const j = Number(share >> 64n);
      rest = share & mask;
      [list[bound - 1], list[j]] = [list[j], list[bound - 1]];
    }
  }
}

/** Returns a copy of a list and the source, which it checks. */
function start(list, source) {
  if (!Array.isArray(list)) malformed('the elements are no list');
  if (typeof source?.uint64 !== 'function') malformed('there is no source');
  return Array.from(list);
}

/** Returns the elements of a list in the order that the source gives. */
export function shuffle(list, source) {
  const shuffled = start(list, source);
  shuffleBounds(shuffled, source, shuffled.length);
  return shuffled;
}

/** Returns the first k cards that are dealt from a list: the last k of the shuffled list, from its end. */
export function deal(list, source, k) {
  const deck = start(list, source);
  needInt('the number of cards', k, 0, deck.length);
  shuffleBounds(deck, source, k);
  return deck.slice(deck.length - k).reverse();
}

/** Returns the permutation of n elements that the source gives. */
export const permutation = (n, source) => shuffle(Array.from({ length: needInt('the number of elements', n, 0, maxElements) },
  (_, i) => i), source);

/** Returns a permutation, which must hold each of 0, …, n−1 once. */
function checkPermutation(p) {
  if (!Array.isArray(p)) malformed('the permutation is no list');
  const seen = new Uint8Array(p.length);
  for (let i = 0; i < p.length; i++) {
    needInt('a value of the permutation', p[i], 0, p.length - 1);
    if (seen[p[i]]) malformed(`the permutation has ${p[i]} twice`);
    seen[p[i]] = 1;
  }
  return p;
}

/** Returns the list with list[p[i]] at position i. */
export function apply(p, list) {
  checkPermutation(p);
  if (!Array.isArray(list) || list.length !== p.length) malformed(`a list of ${p.length} elements is needed`);
  return p.map((i) => list[i]);
}

/** Returns the permutation q with q[p[i]] = i. */
export function inverse(p) {
  const q = new Array(checkPermutation(p).length);
  p.forEach((to, i) => {
    q[to] = i;
  });
  return q;
}

/** Returns the permutation that has the effect of p and then of q: i to p[q[i]]. */
export const compose = (p, q) => apply(checkPermutation(q), checkPermutation(p));
