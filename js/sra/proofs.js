// The proofs of sra/SPEC.md, section 7, as equations, which are checked one by one or together.

import { Reader, copyBytes, lp, needBytes, toHex, u32, utf8 } from '../internal/bytes.js';
import { fail, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { Deck, Group, PublicKey, decoded } from './group.js';
import { fromBytes } from './integers.js';

const H = (label, ...fields) => sha256(lp(`squaredeal/sra/v1/${label}`), ...fields.map(lp));
const first128 = (digest) => fromBytes(digest.subarray(0, 16));

const weights = (digest, n) => Array.from({ length: n }, (_, i) => first128(H('weight', digest, u32(i))));

const challenge = (kind, digest, ...fields) => first128(H(`${kind}/challenge`, digest, ...fields));

/** Reads a proof as elements and numbers, strictly. */
class ProofReader {
  #group;
  #reader;

  constructor(group, bytes) {
    this.#group = group;
    this.#reader = new Reader(bytes, 'the proof');
  }

  /** Returns n elements: their encodings, one after another, and what they are decoded. */
  elements(n) {
    const size = this.#group.elementSize;
    const bytes = this.#reader.bytes(n * size);
    const list = Array.from({ length: n }, (_, i) => decoded(this.#group.parseElement(bytes.subarray(i * size, (i + 1) * size))));
    return { bytes, list };
  }

  #numbers(n, size, limit) {
    const { scalar } = Group.arithmetic(this.#group);
    return Array.from({ length: n }, () => {
      const number = scalar(this.#reader.bytes(size));
      if (number >= limit) malformed('a number in the proof is out of its range');
      return number;
    });
  }

  scalars(n) {
    return this.#numbers(n, this.#group.scalarSize, this.#group.order);
  }

  responses(n) {
    const { responseSize, responseLimit } = Group.arithmetic(this.#group);
    return this.#numbers(n, responseSize, responseLimit);
  }
}

/** Checks what a proof is about and the proof's length, and returns what equations are made of. */
function open(kind, key, context, decks, proof, sizeOf) {
  const element = PublicKey.element(key);
  const { group } = element;
  for (const deck of decks) if (!Deck.isDeck(deck) || deck.group !== group) malformed('the decks are not of the public key’s group');
  const n = decks[0]?.length;
  if (decks.some((deck) => deck.length !== n)) malformed('the decks are not of one length');
  const field = typeof context === 'string' ? utf8(context) : needBytes('the context', context);
  const { elementSize, scalarSize } = group;
  const size = sizeOf(elementSize, scalarSize, Group.arithmetic(group).responseSize, n);
  return {
    group,
    n,
    statement: H(`${kind}/statement`, group.name, field, key.bytes(), ...decks.map((deck) => deck.bytes())),
    G: decoded(group.generator),
    K: decoded(element),
    reader: new ProofReader(group, copyBytes('the proof', proof, size)),
  };
}

// An equation is a list of terms whose product is 1: an element and its exponent; or a list of elements, one of exponents, and
// the exponent of the product of their powers. All exponents are integers of any sign.
//
// What follows reads a proof, and returns its group, its equations, and why it is invalid if that is seen without them.

export function keyProof(key, context, proof) {
  const { group, statement, G, K, reader } = open('key', key, context, [], proof, (x, z) => x + z);
  const t = reader.elements(1);
  const [s] = reader.scalars(1);
  const c = challenge('key', statement, t.bytes);
  return { group, equations: [[[G, s], [t.list[0], -1n], [K, -c]]] };
}

export function decryptionProof(key, context, from, to, proof) {
  const { group, statement, n, G, K, reader } = open('decryption', key, context, [from, to], proof, (x, z) => 2 * x + z);
  const t = reader.elements(2);
  const [s] = reader.scalars(1);
  const c = challenge('decryption', statement, t.bytes);
  const u = weights(statement, n);
  const ofKey = [[G, s], [t.list[0], -1n], [K, -c]];
  const ofCards = [[Deck.decoded(to), u, s], [t.list[1], -1n], [Deck.decoded(from), u, -c]];
  return { group, equations: [ofKey, ofCards] };
}

export function shuffleProof(key, context, from, to, proof) {
  const sizeOf = (x, z, response, n) => (3 * n + 5) * x + (4 + n) * z + n * response;
  const { group, statement, n, G, K, reader } = open('shuffle', key, context, [from, to], proof, sizeOf);
  const [commitments, chain, t, links] = [n, n, 5, n].map((count) => reader.elements(count));
  const [s1, s2, s3, s4] = reader.scalars(4);
  const hats = reader.scalars(n);
  const responses = reader.responses(n);
  const sigma = H('shuffle/weights', statement, commitments.bytes);
  const u = weights(sigma, n);
  const c = challenge('shuffle', sigma, chain.bytes, t.bytes, links.bytes);
  const all = u.reduce((product, weight) => (product * weight) % group.order, 1n);
  const [H0, ...h] = Group.generators(group, n + 1);
  const [t1, t2, t3, t4, t5] = t.list;
  const before = [H0, ...chain.list];
  const each = (list, exponent) => list.map((element, i) => [element, exponent(i)]);
  const equations = [
    [[G, s1], [t1, -1n], ...each(commitments.list, () => -c), ...each(h, () => c)],
    [[G, s2], [t2, -1n], [before[n], -c], [H0, all * c]],
    [[G, s3], ...each(h, (i) => responses[i]), [t3, -1n], ...each(commitments.list, (i) => -c * u[i])],
    [...each(Deck.decoded(to), (i) => responses[i]), [t4, -1n], [Deck.decoded(from), u, -s4]],
    [[G, s4], [t5, -1n], [K, -c]],
    ...hats.map((hat, i) => [[G, hat], [before[i], responses[i]], [links.list[i], -1n], [before[i + 1], -c]]),
  ];
  const refusal = common(from, to) ? 'a card is in both decks' : c === 0n ? 'the challenge is 0' : null;
  return { group, equations, refusal };
}

function common(from, to) {
  const texts = (deck) => Array.from({ length: deck.length }, (_, i) => toHex(deck.card(i).bytes()));
  const known = new Set(texts(from));
  return texts(to).some((text) => known.has(text));
}

/** Returns n secret random weights of 128 bits, of which the first is 1. */
function randomWeights(n) {
  const list = [1n];
  const words = new BigUint64Array(2);
  while (list.length < n) {
    globalThis.crypto.getRandomValues(words);
    list.push((words[0] << 64n) | words[1]);
  }
  return list;
}

/** Reports whether all equations of a group hold: whether their product does, each to the power of a secret weight. */
function hold(group, equations) {
  const { product, isOne } = Group.arithmetic(group);
  const exponents = new Map();
  const multiply = (element, exponent) => exponents.set(element, (exponents.get(element) ?? 0n) + exponent);
  const weight = randomWeights(equations.length);
  equations.forEach((terms, i) => {
    for (const [base, exponent, power] of terms) {
      if (power === undefined) multiply(base, exponent * weight[i]);
      else if (product !== undefined) multiply(product(base, exponent), power * weight[i]);
      else base.forEach((element, k) => multiply(element, ((exponent[k] * power) % group.order) * weight[i]));
    }
  });
  return isOne([...exponents.keys()], [...exponents.values()]);
}

const valid = (proofs) => {
  const groups = new Set(proofs.map(({ group }) => group));
  const of = (group) => proofs.filter((proof) => proof.group === group).flatMap(({ equations }) => equations);
  return proofs.every(({ refusal }) => !refusal) && [...groups].every((group) => hold(group, of(group)));
};

/** Returns how many elements the equations of a proof have. */
export const extent = ({ equations }) =>
  equations.flat().reduce((sum, [base, , power]) => sum + (power === undefined ? 1 : base.length), 0);

/** Returns the index of the first proof that isn't valid, or -1. They are checked together, and each by itself if that fails. */
export function firstInvalid(proofs) {
  if (proofs.length === 0 || valid(proofs)) return -1;
  if (proofs.length === 1) return 0;
  return proofs.findIndex((proof) => !valid([proof]));
}

export const invalid = (proof, details) => fail('invalid', proof.refusal ?? 'an equation of the proof doesn’t hold', details);
