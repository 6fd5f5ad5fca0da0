// The server's side of a hash chain: commit/SPEC.md, sections 6.1 to 6.3. The package has none, as it knows no secrets; it is
// here for the vectors.

import { equal, needBytes, needInt, toHex, u64, u8 } from '../../internal/bytes.js';
import { fail, malformed } from '../../internal/fault.js';
import { sha256 } from '../../internal/hash.js';
import { openState, sealState } from '../../internal/state.js';

const label = 'squaredeal/chain/v1/state';
const bits = (n) => (n === 0 ? 0 : 1 + Math.floor(Math.log2(n)));

/** The hashes of section 6.2, step 2, in the rounds 0 … s of the inner tree of size 2^(i−1). */
const shares = (i, s) => Math.ceil((s + 1) / 2) * Math.floor((i + 1) / 2) + Math.floor((s + 1) / 2) * Math.floor((i + 2) / 2);

/** The hashes of the rounds 0 … r of a tree of size 2^m. */
function hashes(m, r) {
  let sum = 0;
  for (let i = 1; i <= bits(r); i++) {
    const s = Math.min(r, 2 ** i - 1) - 2 ** (i - 1);
    sum += i < m ? shares(i, s) : hashes(i - 1, s);
  }
  return sum;
}

/** The positions that are kept after round r of a tree of size 2^m at b, ascending. */
function keptIn(m, b, r) {
  const i = bits(r);
  const last = (j) => b + 2 ** (j + 1) - 1; // of the inner tree of size 2^j
  const untouched = Array.from({ length: m }, (_, j) => j).filter((j) => r === 0 || j > i).map(last);
  if (r === 0) return untouched;
  const s = r - 2 ** (i - 1);
  const playing = keptIn(i - 1, b + 2 ** (i - 1), s);
  if (i >= m) return playing;
  const lowest = last(i) - (shares(i, s) - hashes(i - 1, s));
  const prepared = Array.from({ length: i + 1 }, (_, j) => b + 2 ** i + 2 ** j - 1).filter((position) => position > lowest);
  return [...playing, lowest, ...prepared, ...untouched];
}

/** The positions that are kept after round r of a chain of n, ascending. */
function keptAfter(n, r) {
  const k = n === 1 ? 0 : bits(n - 1);
  const round = 2 ** k - n + r - 1;
  if (r === n) return [];
  if (round < 0) return Array.from({ length: k + 1 }, (_, j) => 2 ** j - 1).filter((position) => position > 0 || k === 0);
  return keptIn(k, 0, round);
}

/** A Chain is a server's: it keeps the values of section 6.2, draws each round once, and reveals it. */
export class Chain {
  stored = 1;

  constructor(n, last) {
    this.n = needInt('the number of rounds', n, 1, 2 ** 32);
    [this.r, this.drawn] = [0, false];
    this.values = new Map([[this.position(n), needBytes('the last value', last, 32)]]);
    this.anchor = sha256(this.at(1));
    this.x = this.anchor;
    this.settle();
  }

  position(i) {
    return 2 ** (this.n === 1 ? 0 : bits(this.n - 1)) - this.n + i - 1;
  }

  /** Returns the value at a position from the nearest kept one behind it. */
  value(position) {
    let at = position;
    while (!this.values.has(at)) at++;
    let value = this.values.get(at);
    for (; at > position; at--) value = sha256(value);
    return value;
  }

  at(i) {
    return this.value(this.position(i));
  }

  /** Keeps what the schedule keeps. */
  settle() {
    this.values = new Map(keptAfter(this.n, this.r).map((position) => [position, this.value(position)]));
  }

  compute(i) {
    const value = this.at(i);
    if (!equal(sha256(value), this.x)) fail('mismatch', 'the kept values were altered');
    return value;
  }

  draw(i) {
    if (i < 1 || i > this.n) malformed('no such round');
    if (i !== this.r + 1) fail('state', 'another round is the next');
    const value = this.compute(i);
    this.drawn = true;
    this.stored++;
    return value;
  }

  reveal(i) {
    if (i < 1 || i > this.n) malformed('no such round');
    if (i === this.r) return this.x;
    if (i !== this.r + 1 || !this.drawn) fail('state', 'the round isn’t drawn');
    const value = this.compute(i);
    [this.r, this.drawn, this.x] = [i, false, value];
    this.settle();
    this.stored++;
    return value;
  }

  encode() {
    return sealState(label, u64(this.n), u64(this.r), u8(this.drawn ? 1 : 0), this.anchor, this.x, ...this.values.values());
  }

  static parse(state) {
    const reader = openState(state, label);
    const n = reader.count(1, 2 ** 32);
    const r = reader.count(0, n);
    const drawn = reader.u8();
    if (drawn > 1 || (drawn === 1 && r === n)) malformed('no such round is drawn');
    const [anchor, x] = [reader.bytes(32), reader.bytes(32)];
    if (r === 0 && !equal(anchor, x)) malformed('before the first round, the anchor is known');
    const values = new Map(keptAfter(n, r).map((position) => [position, reader.bytes(32)]));
    reader.end();
    return Object.assign(Object.create(Chain.prototype), { n, r, drawn: drawn === 1, anchor, x, values, stored: 0 });
  }

  /** All values as text, x_0 first. */
  get all() {
    const all = [this.values.get(this.position(this.n))];
    while (all.length <= this.n) all.unshift(sha256(all[0]));
    return all.map(toHex);
  }
}
