// Groups, elements, decks and public keys: sra/SPEC.md, sections 3 to 6.

import { concat, copyBytes, equal, lp, needBytes, needInt, toHex, u32, u8, utf8 } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { sha256, sha512 } from '../internal/hash.js';
import * as integers from './integers.js';
import { isSafePrime } from './primes.js';
import * as ristretto from './ristretto.js';

export const maxCards = 1024;

// expand_message_xmd of RFC 9380, section 5.3.1, with a hash whose blocks have so many bytes.
function expandMessage(hash, block, message, dst, n) {
  const suffix = concat(dst, u8(dst.length));
  const first = hash(new Uint8Array(block), message, u32(n).subarray(2), u8(0), suffix);
  const all = [];
  let last = new Uint8Array(first.length);
  for (let i = 1, size = 0; size < n; i++, size += last.length) {
    last = hash(last.map((byte, k) => byte ^ first[k]), u8(i), suffix);
    all.push(last);
  }
  return concat(...all).subarray(0, n);
}

// What proofs need of ristretto255. A decoded element is as in ristretto.js; exponents may be negative.
const curve = {
  name: 'ristretto255',
  order: ristretto.Q,
  elementSize: 32,
  scalarSize: 32,
  responseSize: 32,
  responseLimit: ristretto.Q,
  decode: ristretto.decode,
  scalar: (bytes) => integers.fromBytes(bytes.toReversed()),
  uniform: (message, dst) => expandMessage(sha512, 128, message, dst, 64),
  element: (uniform) => ristretto.encode(ristretto.fromUniform(uniform)),
  isOne: (elements, exponents) => ristretto.isOne(ristretto.product(elements, exponents)),
};

/** The same of the integers mod a safe prime p. A decoded element is a BigInt. */
function modular(name, p) {
  const order = p >> 1n;
  const [elementSize, scalarSize] = [integers.byteLength(p), integers.byteLength(order)];
  const uniformSize = Math.floor((integers.bitLength(p) + 128 + 7) / 8);
  const reduced = (exponent) => (exponent < order ? exponent : exponent % order);
  const product = (elements, exponents) => integers.absolute(p, integers.product(p, elements, exponents));
  return {
    name,
    order,
    elementSize,
    scalarSize,
    responseSize: 43,
    responseLimit: 1n << 337n,
    decode(bytes) {
      const x = integers.fromBytes(bytes);
      return x >= 2n && x <= order ? x : null;
    },
    scalar: integers.fromBytes,
    uniform: (message, dst) => expandMessage(sha256, 64, message, dst, uniformSize),
    element: (uniform) => integers.toBytes(integers.absolute(p, integers.fromBytes(uniform)), elementSize),
    product,
    isOne(elements, exponents) {
      const side = (wanted) => {
        const indices = [...elements.keys()].filter(wanted);
        const size = (i) => reduced(exponents[i] < 0n ? -exponents[i] : exponents[i]);
        return product(indices.map((i) => elements[i]), indices.map(size));
      };
      return side((i) => exponents[i] > 0n) === side((i) => exponents[i] < 0n);
    },
  };
}

/** A Group is that of a name of sra/SPEC.md. Groups are made here alone. */
export class Group {
  #arithmetic;
  #generator;
  #generators = [];

  constructor(token, arithmetic) {
    if (token !== own) malformed('groups are those of this package');
    this.#arithmetic = arithmetic;
    Object.freeze(this);
  }

  get name() {
    return this.#arithmetic.name;
  }

  get order() {
    return this.#arithmetic.order;
  }

  get elementSize() {
    return this.#arithmetic.elementSize;
  }

  get scalarSize() {
    return this.#arithmetic.scalarSize;
  }

  get generator() {
    this.#generator ??= new Element(own, this, this.name === 'ristretto255' ? base : this.#hash('generator', u32(0)).bytes);
    return this.#generator;
  }

  /** Returns the element of its encoding. Anything else is malformed. */
  parseElement(bytes) {
    return new Element(own, this, copyBytes('the element', bytes, this.elementSize));
  }

  /** Returns the public key of its encoding, which is an element other than G. Anything else is malformed. */
  parsePublicKey(bytes) {
    const element = this.parseElement(bytes);
    if (equal(element.bytes(), this.generator.bytes())) malformed('the public key is G');
    return new PublicKey(own, element);
  }

  /** Returns the deck of n cards from its encoding. Anything else is malformed. */
  parseDeck(bytes, n) {
    needInt('the number of cards', n, 1, maxCards);
    const all = needBytes('the deck', bytes, n * this.elementSize);
    return new Deck(own, this, Array.from({ length: n }, (_, i) => this.parseElement(cut(all, i, this.elementSize))));
  }

  /** Returns card i of a label, 0 to 1,023. */
  card(label, i) {
    needLabel(label);
    return new Element(own, this, this.#hash('card', concat(lp(label), u32(needInt('the card', i, 0, maxCards - 1)))).bytes, label);
  }

  /** Returns the public deck of n cards of a label. */
  publicDeck(label, n) {
    needInt('the number of cards', n, 1, maxCards);
    return new Deck(own, this, Array.from({ length: n }, (_, i) => this.card(label, i)));
  }

  #hash(use, message) {
    const dst = utf8(`squaredeal/sra/v1/${use}/${this.name}`);
    const uniform = this.#arithmetic.uniform(message, dst);
    return { message, dst, uniform, bytes: this.#arithmetic.element(uniform) };
  }

  /** Returns what a use and a message are hashed to, with all that is in between. */
  static hashed(group, use, message) {
    const { bytes, ...between } = group.#hash(use, message);
    return { ...between, element: new Element(own, group, bytes) };
  }

  /** Generators 1 to n, decoded, of section 5. */
  static generators(group, n) {
    const list = group.#generators;
    while (list.length < n) list.push(decoded(Group.hashed(group, 'generator', u32(list.length + 1)).element));
    return list.slice(0, n);
  }

  static arithmetic(group) {
    if (!(typeof group === 'object' && group !== null && #arithmetic in group)) malformed('this is no group');
    return group.#arithmetic;
  }
}

const own = Symbol('own');
const base = integers.toBytes(0xe2f2ae0a6abc4e71a884a961c500515f58e30b6aa582dd8db6a65945e08d2d76n, 32);

const cut = (bytes, i, size) => bytes.subarray(i * size, (i + 1) * size);

function needLabel(label) {
  const { length } = utf8(label);
  if (length < 1 || length > 1024) malformed(`the label has ${length} bytes, not 1 to 1024`);
}

/** An Element is one of a group, other than 1. */
export class Element {
  #group;
  #bytes;
  #decoded;
  #label; // if it was made as a card of one

  constructor(token, group, bytes, label) {
    if (token !== own) malformed('elements are parsed, or hashed');
    this.#group = group;
    this.#label = label;
    this.#bytes = bytes;
    this.#decoded = Group.arithmetic(group).decode(bytes);
    if (this.#decoded === null) malformed(`the element of ${group.name} is not one, or not in its one encoding`);
    Object.freeze(this);
  }

  get group() {
    return this.#group;
  }

  bytes() {
    return this.#bytes.slice();
  }

  static decoded(element) {
    return element.#decoded;
  }

  static label(element) {
    return element.#label;
  }

  static isElement(value) {
    return typeof value === 'object' && value !== null && #decoded in value;
  }
}

/** An element as its group's arithmetic has it. */
export const decoded = Element.decoded;

/** A PublicKey is an element other than G. */
export class PublicKey {
  #element;

  constructor(token, element) {
    if (token !== own) malformed('public keys are parsed');
    this.#element = element;
    Object.freeze(this);
  }

  get group() {
    return this.#element.group;
  }

  bytes() {
    return this.#element.bytes();
  }

  static element(key) {
    if (!(typeof key === 'object' && key !== null && #element in key)) malformed('this is no public key');
    return key.#element;
  }
}

/** A Deck is 1 to 1,024 elements of a group, no two of them equal. */
export class Deck {
  #group;
  #cards;
  #bytes;

  constructor(token, group, cards) {
    if (token !== own) malformed('decks are parsed, or hashed');
    this.#group = group;
    this.#cards = cards;
    this.#bytes = concat(...cards.map((card) => card.bytes()));
    if (new Set(cards.map((card) => toHex(card.bytes()))).size !== cards.length) malformed('a card of the deck is repeated');
    Object.freeze(this);
  }

  get group() {
    return this.#group;
  }

  get length() {
    return this.#cards.length;
  }

  bytes() {
    return this.#bytes.slice();
  }

  /** Returns card i of the deck. */
  card(i) {
    return this.#cards[needInt('the card', i, 0, this.#cards.length - 1)];
  }

  /** Returns the deck of elements of one group. */
  static of(elements) {
    if (!Array.isArray(elements) || elements.length < 1 || elements.length > maxCards) malformed('a deck has 1 to 1024 cards');
    const cards = [...elements];
    for (const card of cards) if (!Element.isElement(card) || card.group !== cards[0].group) malformed('the cards are not of one group');
    return new Deck(own, cards[0].group, cards);
  }

  static decoded(deck) {
    return deck.#cards.map(decoded);
  }

  static isDeck(value) {
    return typeof value === 'object' && value !== null && #cards in value;
  }

  /** Reports whether a value is a deck of cards of one label, in some order. */
  static isPublic(value) {
    if (!Deck.isDeck(value)) return false;
    const label = Element.label(value.#cards[0]);
    return label !== undefined && value.#cards.every((card) => Element.label(card) === label);
  }
}

/** The group of RFC 9496, to use unless there is a reason. */
export const ristretto255 = new Group(own, curve);

// 2^n − 2^(n−64) − 1 + 2^64·(⌊2^(n−130)·π⌋ + c), the primes of RFC 3526.
const prime = (n, c) => (1n << n) - (1n << (n - 64n)) - 1n + ((piBits(n - 130n) + c) << 64n);

// ⌊2^n·π⌋, by Machin's formula, 64 bits longer.
function piBits(n) {
  const one = 1n << (n + 64n);
  const arctan = (x) => {
    let [sum, term] = [0n, one / x];
    for (let k = 1n, sign = 1n; term > 0n; k += 2n, sign = -sign, term /= x * x) sum += (sign * term) / k;
    return sum;
  };
  return (4n * (4n * arctan(5n) - arctan(239n))) >> 64n;
}

const constants = new Map([[2048, 124476n], [3072, 1690314n], [4096, 240904n]]);
const made = new Map(); // by name: who asks twice gets the same group, whose decks and keys go together

/** Returns the one group of a name, which is made of p when it is first asked for. */
function groupNamed(name, p) {
  if (!made.has(name)) made.set(name, new Group(own, modular(name, p())));
  return made.get(name);
}

/** Returns the group of RFC 3526 with 2048, 3072 or 4096 bits. */
export function modp(bits) {
  if (!constants.has(bits)) malformed('the groups of RFC 3526 have 2048, 3072 or 4096 bits');
  return groupNamed(`modp${bits}`, () => prime(BigInt(bits), constants.get(bits)));
}

/**
 * Returns the group of a safe prime of 2048 to 4096 bits, a BigInt. Of a prime that isn't one of RFC 3526, this takes a second
 * and more at first: it is proved to be a safe prime, whoever made it.
 */
export function groupOfPrime(p) {
  if (typeof p !== 'bigint' || p < 1n || p >> 4096n !== 0n || p >> 2047n === 0n) malformed('p isn’t a BigInt of 2048 to 4096 bits');
  const bits = integers.bitLength(p);
  if (constants.has(bits) && modp(bits).order === p >> 1n && (p & 1n) === 1n) return modp(bits);
  const digest = sha256(lp('squaredeal/sra/v1/group'), lp(integers.toBytes(p, integers.byteLength(p))));
  return groupNamed(`safe-prime-${toHex(digest)}`, () => (isSafePrime(p) ? p : malformed('p is no safe prime')));
}
