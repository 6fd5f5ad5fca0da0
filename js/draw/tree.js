// Section 3.1: the tree. A node is {hash, sum}.

import { concat, lp } from '../internal/bytes.js';
import { sha256 } from '../internal/hash.js';

/** What every sum is below. */
export const limit = 1n << 64n;

const leafLabel = lp('squaredeal/draw/v1/leaf');
const nodeLabel = lp('squaredeal/draw/v1/node');
const leaves = concat(leafLabel, new Uint8Array(16 + 1024)); // what is hashed for each in turn
const leafView = new DataView(leaves.buffer);
const parents = concat(nodeLabel, new Uint8Array(80)); // likewise
const sums = new DataView(parents.buffer);

/** Returns the node over the entry of a key alone. */
export function leaf(key, weight) {
  let at = leafLabel.length;
  leafView.setBigUint64(at, weight);
  leafView.setBigUint64(at + 8, BigInt(key.length));
  at += 16;
  for (let i = 0; i < key.length; i++) leaves[at++] = key.charCodeAt(i);
  return { hash: sha256(leaves.subarray(0, at)), sum: weight };
}

/** Returns the node over two, whose sums must add up to less than the limit. */
export function parent(left, right) {
  parents.set(left.hash, nodeLabel.length);
  sums.setBigUint64(nodeLabel.length + 32, left.sum);
  parents.set(right.hash, nodeLabel.length + 40);
  sums.setBigUint64(nodeLabel.length + 72, right.sum);
  return { hash: sha256(parents), sum: left.sum + right.sum };
}

/** Returns how many of n > 1 entries are on the left: the largest power of two below n. */
export const split = (n) => 2 ** (31 - Math.clz32(n - 1));

/** Returns whether a position among n is on the right, for each node over several entries on its path, from the top. */
export function sides(position, n) {
  const all = [];
  while (n > 1) {
    const left = split(n);
    const right = position >= left;
    all.push(right);
    if (right) position -= left;
    n = right ? n - left : left;
  }
  return all;
}
