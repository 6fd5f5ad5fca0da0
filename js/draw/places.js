// Section 6: the draw.

import { concat, fromHex, lp } from '../internal/bytes.js';
import { fail } from '../internal/fault.js';
import { KeyedStream } from '../internal/stream.js';
import { Proof } from './proof.js';

const label = lp('squaredeal/draw/v1/stream');
const mask = (1n << 64n) - 1n;
const maxProduct = 1n << 60n;

/** Returns the stream of a value under the announcement with a digest. */
export const streamOf = (value, digest) => new KeyedStream(value, concat(label, fromHex(digest)));

/** Returns the first k positions of n that squaredeal/shuffle v1 deals. The map has those that aren't in their own place. */
export function deal(stream, n, k) {
  const moved = new Map();
  const at = (i) => moved.get(i) ?? i;
  const dealt = [];
  let last = n + 1; // bound of the group
  let rest;
  for (let bound = n; dealt.length < k; bound--) {
    if (bound < last && bound > 1) {
      let product = BigInt(bound);
      for (last = bound; last > 2 && product * BigInt(last - 1) <= maxProduct; last--) product *= BigInt(last - 1);
      const least = (mask + 1n) % product;
      do rest = stream.uint64(); while (((rest * product) & mask) < least);
    }
    const share = bound > 1 ? rest * BigInt(bound) : 0n;
    const j = Number(share >> 64n);
    rest = share & mask;
    dealt.push(at(j));
    moved.set(j, at(bound - 1));
    moved.delete(bound - 1);
  }
  return dealt;
}

/** Sums of weights, in a tree by P. M. Fenwick: node i has those of the positions that its lowest bit spans. */
class Sums {
  #nodes;
  #top;

  /** Takes how many weights there are, and what the i-th is. */
  constructor(n, weightOf) {
    this.#nodes = new BigUint64Array(n + 1);
    for (let i = 1; i <= n; i++) {
      this.#nodes[i] += weightOf(i - 1);
      const up = i + (i & -i);
      if (up <= n) this.#nodes[up] += this.#nodes[i];
    }
    this.#top = 2 ** (31 - Math.clz32(n));
  }

  add(i, weight) {
    for (let at = i + 1; at < this.#nodes.length; at += at & -at) this.#nodes[at] += weight;
  }

  /** Returns the sum of the weights before the i-th. */
  before(i) {
    let sum = 0n;
    for (let at = i; at > 0; at -= at & -at) sum += this.#nodes[at];
    return sum;
  }

  /** Returns the first i with a ticket below the sum up to and with its weight. */
  find(ticket) {
    let at = 0;
    for (let step = this.#top; step > 0; step /= 2) {
      if (at + step < this.#nodes.length && this.#nodes[at + step] <= ticket) {
        at += step;
        ticket -= this.#nodes[at];
      }
    }
    return at;
  }
}

/** Returns the positions that have the first k places of a list with weights. */
export function drawWeighted(stream, list, k) {
  const sums = new Sums(list.length, (i) => list.weight(i));
  const drawn = [];
  for (let total = list.total; drawn.length < k; ) {
    const position = sums.find(stream.uint64N(total));
    const weight = list.weight(position);
    sums.add(position, -weight); // mod 2⁶⁴
    total -= weight;
    drawn.push(position);
  }
  return drawn;
}

/**
 * Checks that shares have the first places, in order. A share is {proof, from}: it begins at `from`. `repeats` tells whether
 * entries may be repeated, and total is the sum of all weights, or undefined without weights.
 */
export function checkShares(stream, shares, { n, repeats, total }) {
  const order = shares.map((_, i) => i).sort((i, j) => shares[i].proof.position - shares[j].proof.position);
  for (let k = 1; k < order.length; k++) checkOrder(shares[order[k - 1]].proof, shares[order[k]].proof, repeats);
  if (total === undefined) {
    deal(stream, n, shares.length).forEach((position, i) => position === shares[i].proof.position || wrong(i));
    return;
  }
  const rank = new Uint32Array(order.length);
  order.forEach((i, k) => (rank[i] = k));
  const taken = new Sums(shares.length, () => 0n); // by positions
  shares.forEach(({ proof, from }, i) => {
    if (total === 0n) wrong(i);
    const start = from - taken.before(rank[i]); // among the tickets of those that have no place
    const ticket = stream.uint64N(total);
    if (ticket < start || ticket >= start + proof.weight) wrong(i);
    taken.add(rank[i], proof.weight);
    total -= proof.weight;
  });
}

const wrong = (i) => fail('mismatch', `place ${i + 1} isn’t this entry’s`);

/** Checks that two proofs of a list, in the order of their positions, are in the order of their entries, too. */
function checkOrder(lower, higher, repeats) {
  const [a, b] = [Proof.keyOf(lower), Proof.keyOf(higher)];
  const same = a === b && repeats && lower.weight <= higher.weight;
  if (lower.position === higher.position || !(a < b || same)) fail('mismatch', 'the list is out of order, or an entry has two places');
}
