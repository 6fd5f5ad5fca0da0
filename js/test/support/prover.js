// The other half of sra/SPEC.md, for vectors that begin with secrets: keys, shuffles and proofs. Neither fast nor in constant time.

import { shake256 } from '@noble/hashes/sha3.js';
import { concat, lp, u32 } from '../../internal/bytes.js';
import { malformed } from '../../internal/fault.js';
import { sha256 } from '../../internal/hash.js';
import { Group, decoded } from '../../sra/group.js';
import { byteLength, bitLength, fromBytes, power as powerMod, toBytes } from '../../sra/integers.js';
import * as ristretto from '../../sra/ristretto.js';

const H = (label, ...fields) => sha256(lp(`squaredeal/sra/v1/${label}`), ...fields.map(lp));
const first128 = (digest) => fromBytes(digest.subarray(0, 16));

/** Returns a function that reads the next bytes of the stream SHAKE256 of a message. */
export function shakeStream(...parts) {
  const stream = shake256.create({}).update(concat(...parts));
  return (n) => stream.xof(n);
}

/** Returns the encoding of a product of elements, given by their encodings, to the powers of exponents. */
export function product(group, elements, exponents) {
  const q = group.order;
  const bases = elements.map((bytes) => decoded(group.parseElement(bytes)));
  const powers = exponents.map((exponent) => ((exponent % q) + q) % q);
  if (group.name === 'ristretto255') return ristretto.encode(ristretto.product(bases, powers));
  return toBytes(Group.arithmetic(group).product(bases, powers), group.elementSize);
}

export const power = (group, element, exponent) => product(group, [element], [exponent]);

/** Returns the elements of an encoding of several. */
export const split = (group, bytes) =>
  Array.from({ length: bytes.length / group.elementSize }, (_, i) => bytes.slice(i * group.elementSize, (i + 1) * group.elementSize));

export const cardsOf = (deck) => split(deck.group, deck.bytes());

/** Returns the encoding of a scalar. */
export function scalar(group, x) {
  const bytes = toBytes(x, group.scalarSize);
  return group.name === 'ristretto255' ? bytes.reverse() : bytes;
}

const scalars = (group, list) => concat(...list.map((x) => scalar(group, x)));

function randomScalar(group, read) {
  const size = byteLength(group.order);
  for (;;) {
    const x = fromBytes(read(size)) & ((1n << BigInt(bitLength(group.order))) - 1n);
    if (x < group.order) return x;
  }
}

/** Returns the permutation of n elements that shuffle/SPEC.md draws from words of 8 bytes. */
export function permutation(n, read) {
  const list = [...Array(n).keys()];
  for (let b = n; b >= 2; ) {
    let last = b;
    let P = BigInt(b);
    while (last > 2 && P * BigInt(last - 1) <= 1n << 60n) P *= BigInt(--last);
    let r = fromBytes(read(8));
    while (BigInt.asUintN(64, r * P) < (1n << 64n) % P) r = fromBytes(read(8));
    for (; b >= last; b--) {
      const j = Number((r * BigInt(b)) >> 64n);
      r = BigInt.asUintN(64, r * BigInt(b));
      [list[b - 1], list[j]] = [list[j], list[b - 1]];
    }
  }
  return list;
}

/** Returns the weights of a digest. */
export const weights = (digest, n) => Array.from({ length: n }, (_, i) => first128(H('weight', digest, u32(i))));

const sum = (list) => list.reduce((a, b) => a + b, 0n);

/** Returns commitments to the products of the first 0, 1, … weights, and the exponent of the generator in each. */
function chainOf(group, ordered, hats) {
  const [R, U] = [[0n], [1n]];
  ordered.forEach((weight, i) => {
    R.push((hats[i] + R[i] * weight) % group.order);
    U.push((U[i] * weight) % group.order);
  });
  const bases = [group.generator.bytes(), generator(group, 1)];
  return { chain: R.map((_, i) => product(group, bases, [R[i], U[i]])), R };
}

/** A Key is a secret exponent, with the bytes that it draws from if it was made from a seed. */
export class Key {
  constructor(group, e, { nonces, order } = {}) {
    Object.assign(this, { group, e, nonces, order });
    this.public = power(group, group.generator.bytes(), e);
  }

  /** Returns the key of an encoded exponent, which is 2 … q − 1. */
  static parse(group, bytes) {
    if (bytes.length !== group.scalarSize) malformed('an exponent of another length');
    const e = Group.arithmetic(group).scalar(bytes);
    if (e < 2n || e >= group.order) malformed('an exponent out of its range');
    return new Key(group, e);
  }

  static fromSeed(group, seed) {
    if (seed.length !== 32) malformed('a seed of another length');
    const read = shakeStream(lp('squaredeal/sra/v1/key/seed'), lp(group.name), lp(seed));
    const [nonces, order] = [read(32), read(32)];
    let e;
    do e = randomScalar(group, read);
    while (e < 2n);
    return new Key(group, e, { nonces, order });
  }

  times(other) {
    const e = (this.e * other.e) % this.group.order;
    if (this.group !== other.group || e === 1n) malformed('no product of keys');
    if (!this.nonces || !other.nonces) return new Key(this.group, e);
    const fields = [this.group.name, this.nonces, this.order, other.nonces, other.order];
    const read = shakeStream(lp('squaredeal/sra/v1/key/times'), ...fields.map(lp));
    return new Key(this.group, e, { nonces: read(32), order: read(32) });
  }

  get inverse() {
    return powerMod(this.group.order, this.e, this.group.order - 2n);
  }

  encrypt(elements) {
    return elements.map((x) => power(this.group, x, this.e));
  }

  decrypt(elements) {
    return elements.map((x) => power(this.group, x, this.inverse));
  }

  /** Returns the shuffled elements, and the order in which they are. */
  shuffle(elements) {
    const read = shakeStream(lp('squaredeal/sra/v1/shuffle/order'), lp(this.order), lp(concat(...elements)));
    const order = permutation(elements.length, read);
    const encrypted = this.encrypt(elements);
    return { to: order.map((i) => encrypted[i]), order };
  }

  #statement(kind, context, decks) {
    return H(`${kind}/statement`, this.group.name, context, this.public, ...decks.map((deck) => concat(...deck)));
  }

  #nonceStream(kind, statement, random, ...secrets) {
    const all = [toBytes(this.e, byteLength(this.group.order)), ...secrets];
    return shakeStream(lp(`squaredeal/sra/v1/${kind}/nonces`), lp(random ?? this.nonces), lp(statement), ...all.map(lp));
  }

  #response(w, c, secret) {
    const { order } = this.group;
    return (w + c * secret) % order;
  }

  /** Returns the proof of the key, with its intermediates. */
  proveKey(context, random) {
    const { group } = this;
    const statement = this.#statement('key', context, []);
    const w = randomScalar(group, this.#nonceStream('key', statement, random));
    const t = power(group, group.generator.bytes(), w);
    const challenge = first128(H('key/challenge', statement, t));
    return { statement, challenge, proof: concat(t, scalar(group, this.#response(w, challenge, this.e))) };
  }

  /** Returns the proof that `to` is `from` without this key's layer. */
  proveDecryption(context, from, to, random) {
    const { group } = this;
    const statement = this.#statement('decryption', context, [from, to]);
    const w = randomScalar(group, this.#nonceStream('decryption', statement, random));
    const u = weights(statement, to.length);
    const t = concat(power(group, group.generator.bytes(), w), product(group, to, u.map((weight) => weight * w)));
    const challenge = first128(H('decryption/challenge', statement, t));
    return { statement, weight0: u[0], challenge, proof: concat(t, scalar(group, this.#response(w, challenge, this.e))) };
  }

  /** Returns the proof that `to` is `from`, encrypted and in an order. */
  proveShuffle(context, from, to, order, random) {
    const { group } = this;
    const [n, G] = [from.length, group.generator.bytes()];
    const h = Array.from({ length: n }, (_, i) => generator(group, i + 2));
    const statement = this.#statement('shuffle', context, [from, to]);
    const read = this.#nonceStream('shuffle', statement, random, concat(...order.map(u32)));
    const draw = (count) => Array.from({ length: count }, () => randomScalar(group, read));
    const r = draw(n);
    const commitments = r.map((exponent, i) => product(group, [G, h[order.indexOf(i)]], [exponent, 1n]));
    const sigma = H('shuffle/weights', statement, concat(...commitments));
    const u = weights(sigma, n);
    const ordered = order.map((i) => u[i]);
    const hats = draw(n);
    const { chain, R } = chainOf(group, ordered, hats);
    const [omega, hatOmega] = [draw(4), draw(n)];
    const isLong = bitLength(group.order) > 337;
    const masks = isLong ? ordered.map(() => fromBytes(read(42))) : draw(n);
    const t = [
      power(group, G, omega[0]),
      power(group, G, omega[1]),
      product(group, [G, ...h], [omega[2], ...masks]),
      product(group, [...from, ...to], [...u.map((weight) => -weight * omega[3]), ...masks]),
      power(group, G, omega[3]),
    ];
    const links = hatOmega.map((w, i) => product(group, [G, chain[i]], [w, masks[i]]));
    const c = first128(H('shuffle/challenge', sigma, concat(...chain.slice(1)), concat(...t), concat(...links)));
    const secrets = [sum(r), R[n], sum(r.map((x, i) => x * u[i])), this.e];
    const responses = (nonces, list) => scalars(group, list.map((secret, i) => this.#response(nonces[i], c, secret)));
    const parts = [
      concat(...commitments),
      concat(...chain.slice(1)),
      concat(...t),
      concat(...links),
      responses(omega, secrets),
      responses(hatOmega, hats),
      isLong ? concat(...masks.map((mask, i) => toBytes(mask + c * ordered[i], 43))) : responses(masks, ordered),
    ];
    return { statement, sigma, weight0: u[0], challenge: c, parts, proof: concat(...parts) };
  }
}

const cache = new Map();

/** Returns the encoding of the i-th of the group's other generators. */
function generator(group, i) {
  const key = `${group.name} ${i}`;
  if (!cache.has(key)) cache.set(key, Group.hashed(group, 'generator', u32(i)).element.bytes());
  return cache.get(key);
}
