// Section 5: proofs.

import { concat, lp, needBytes, Reader, u32, u64 } from '../internal/bytes.js';
import { fail, malformed } from '../internal/fault.js';
import { bytesOf, keyOf } from './entry.js';
import { leaf, limit, parent, sides } from './tree.js';

const label = 'squaredeal/draw/v1/proof';
const maxPath = 24; // of a list of 10,000,000

/** A Proof shows that an entry is at a position of a list. It never changes. */
export class Proof {
  #position;
  #weight;
  #key;
  #path;

  /** path has the nodes beside the path of an entry of this key, from the leaf up. */
  constructor(position, weight, key, path) {
    this.#position = position;
    this.#weight = weight;
    this.#key = key;
    this.#path = path;
    Object.freeze(this);
  }

  static isProof(value) {
    return value !== null && typeof value === 'object' && #path in value;
  }

  get position() {
    return this.#position;
  }

  get weight() {
    return this.#weight;
  }

  get entry() {
    return bytesOf(this.#key);
  }

  /** The entry as a key. */
  static keyOf(proof) {
    return proof.#key;
  }

  bytes() {
    const path = this.#path.flatMap(({ hash, sum }) => [hash, u64(sum)]);
    return concat(lp(label), u32(this.#position), u64(this.#weight), lp(this.entry), ...path);
  }

  /** Returns the node over all n entries, and where the share of this one begins: the sum of the nodes on the left. */
  static climb(proof, n) {
    if (proof.#position >= n) mismatch();
    const turns = sides(proof.#position, n);
    if (turns.length !== proof.#path.length) mismatch();
    let top = leaf(proof.#key, proof.#weight);
    let from = 0n;
    for (const beside of proof.#path) {
      if (top.sum + beside.sum >= limit) mismatch();
      const right = turns.pop();
      top = right ? parent(beside, top) : parent(top, beside);
      if (right) from += beside.sum;
    }
    return { top, from };
  }
}

const mismatch = () => fail('mismatch', 'the proof doesn’t fit the list that was announced');

/** Returns the proof of an encoding, whose bytes may change afterwards. */
export function parseProof(bytes) {
  const r = new Reader(new Uint8Array(needBytes('the proof', bytes)), 'the proof');
  r.label(label);
  const position = r.u32();
  const weight = r.u64();
  const key = keyOf(r.field());
  if (position >= 10_000_000 || weight === 0n || r.left > 40 * maxPath) malformed('this isn’t a proof of a draw');
  const path = [];
  while (r.left > 0) path.push({ hash: r.bytes(32), sum: r.u64() });
  return new Proof(position, weight, key, path);
}
