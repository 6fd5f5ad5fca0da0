// Section 3: the list.

import { isBytes, needBigInt, needInt } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { bytesOf, keyOf } from './entry.js';
import { leaf, limit, parent, split } from './tree.js';
import { Proof } from './proof.js';

/** How many entries, and how many tickets, a list may have. */
export const maxEntries = 10_000_000;

const few = 256; // entries, over which a node isn't kept but computed again

/** A List is in the order of its bytes, and never changes. */
export class List {
  #keys;
  #weights; // undefined without weights
  #repeats;
  #total;
  #nodes = new Map(); // over many entries, by both ends
  #top;

  /** Makes a list of entries, or of tickets to be joined, in any order. repeats is no, yes or joined. */
  constructor(entries, repeats = 'no') {
    if (!['no', 'yes', 'joined'].includes(repeats)) malformed('repeats is neither no nor yes nor joined');
    const size = Array.isArray(entries) ? entries.length : 0;
    if (size < 1 || size > maxEntries) malformed('a list isn’t an array of 1 to 10,000,000 entries');
    this.#repeats = repeats;
    const [keys, weights] = read(entries);
    this.#total = weights ? weights.reduce((sum, weight) => sum + weight, 0n) : BigInt(keys.length);
    if (this.#total >= limit) malformed('the weights add up to too much');
    if (repeats === 'joined') this.#sort(...join(keys, weights));
    else this.#sort(keys, weights);
    this.#top = this.#node(0, this.#keys.length);
    Object.freeze(this);
  }

  #sort(keys, weights) {
    if (weights) {
      const before = (x, y) => (x < y ? -1 : x > y ? 1 : 0);
      const order = Uint32Array.from(keys.keys()).sort((i, j) => before(keys[i], keys[j]) || before(weights[i], weights[j]));
      this.#keys = Array.from(order, (i) => keys[i]);
      this.#weights = BigUint64Array.from(order, (i) => weights[i]);
    } else this.#keys = keys.sort();
    if (this.#repeats === 'no' && this.#keys.some((key, i) => i > 0 && key === this.#keys[i - 1])) malformed('an entry is repeated');
  }

  static isList(value) {
    return value !== null && typeof value === 'object' && #keys in value;
  }

  get length() {
    return this.#keys.length;
  }

  get repeats() {
    return this.#repeats;
  }

  get weighted() {
    return this.#weights !== undefined;
  }

  get total() {
    return this.#total;
  }

  get root() {
    return new Uint8Array(this.#top.hash);
  }

  #at(position) {
    return needInt('the position', position, 0, this.#keys.length - 1);
  }

  /** Returns the entry at a position, as bytes. */
  entry(position) {
    return bytesOf(this.#keys[this.#at(position)]);
  }

  /** Returns the weight of the entry at a position. */
  weight(position) {
    const at = this.#at(position);
    return this.#weights ? this.#weights[at] : 1n;
  }

  /** Returns the proof of the entry at a position (section 5). */
  prove(position) {
    const path = [];
    let [low, high] = [0, this.#keys.length];
    const weight = this.weight(position);
    while (high - low > 1) {
      const middle = low + split(high - low);
      const right = position >= middle;
      path.unshift(right ? this.#node(low, middle) : this.#node(middle, high));
      if (right) low = middle;
      else high = middle;
    }
    return new Proof(position, weight, this.#keys[position], path);
  }

  /** Returns the node over the entries from low up to and without high. */
  #node(low, high) {
    if (high - low === 1) return leaf(this.#keys[low], this.weight(low));
    const name = low * 2 ** 24 + high;
    let node = this.#nodes.get(name);
    if (!node) {
      const middle = low + split(high - low);
      node = parent(this.#node(low, middle), this.#node(middle, high));
      if (high - low > few) this.#nodes.set(name, node);
    }
    return node;
  }
}

/** Returns the keys of what a list is made from, and its weights, if there are any. */
function read(entries) {
  const n = entries.length;
  const keys = new Array(n);
  let weights;
  for (let i = 0; i < n; i++) {
    const given = entries[i];
    const plain = typeof given === 'string' || isBytes(given);
    if (!plain && (given === null || typeof given !== 'object')) malformed('an entry is neither bytes nor a text, nor has a weight');
    if (i === 0 && !plain) weights = new BigUint64Array(n);
    if (plain !== !weights) malformed('only some entries have weights');
    if (plain) keys[i] = keyOf(given);
    else {
      keys[i] = keyOf(own(given, 'entry'));
      weights[i] = needBigInt('the weight', own(given, 'weight'), 1n, limit - 1n);
    }
  }
  return [keys, weights];
}

const own = (object, name) => (Object.hasOwn(object, name) ? object[name] : undefined);

/** Joins equal tickets into one entry, whose weight is the sum of theirs, or their number. */
function join(keys, weights) {
  const joined = new Map();
  keys.forEach((key, i) => joined.set(key, (joined.get(key) ?? 0n) + (weights ? weights[i] : 1n)));
  return [[...joined.keys()], [...joined.values()]];
}
