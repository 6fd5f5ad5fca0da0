// The vectors of sra, and attacks on its proofs.

import assert from 'node:assert/strict';
import { concat, fromHex, fromUTF8, lp, toHex, u32, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { Batch, Deck, groupOfPrime, modp, ristretto255, verifyDecryption, verifyKey, verifyShuffle } from '../../sra/index.js';
import { Group } from '../../sra/group.js';
import { Key, cardsOf, power, scalar } from '../support/prover.js';
import { attempt, expect, hashRuns, isLong, shown } from '../support/vectors.js';

const groups = new Map();

/** Returns the group of a case. That of a prime is tested once. */
export function groupOf({ group, p }) {
  if (group === 'ristretto255') return ristretto255;
  if (group !== undefined) return modp(Number(group.slice('modp'.length)));
  const prime = p.startsWith('-') ? -BigInt(`0x${p.slice(1)}`) : BigInt(`0x${p}`);
  if (!groups.has(p)) groups.set(p, attempt(() => groupOfPrime(prime)));
  if (groups.get(p).fault) throw groups.get(p).fault;
  assert.equal(groupOfPrime(prime), groups.get(p).value);
  return groups.get(p).value;
}

const digest = (...parts) => toHex(sha256(concat(...parts)));
const hexDigits = (number) => number.toString(16);
const context = ({ inputs }) => utf8(inputs.context);

/** Returns the intermediates of hashing to a group. */
const hashing = ({ message, dst, uniform }) => ({ message: shown(message), dst: fromUTF8(dst), uniform: toHex(uniform) });

function group(vector) {
  expect(vector, () => {
    const g = groupOf(vector.inputs);
    const { dst, uniform } = hashing(Group.hashed(g, 'generator', u32(0)));
    const hashed = vector.intermediates === undefined ? {} : { dst, uniform };
    return { ...hashed, name: g.name, elementSize: g.elementSize, generator: toHex(g.generator.bytes()) };
  });
}

function card(vector) {
  expect(vector, () => {
    const { label, i } = vector.inputs;
    const element = groupOf(vector.inputs).card(label, i);
    return { ...hashing(Group.hashed(element.group, 'card', concat(lp(label), u32(i)))), element: toHex(element.bytes()) };
  });
}

function element(vector) {
  expect(vector, () => {
    const bytes = fromHex(vector.inputs.element);
    assert.deepEqual(groupOf(vector.inputs).parseElement(bytes).bytes(), bytes);
  });
}

function key(vector) {
  expect(vector, () => {
    const k = Key.parse(groupOf(vector.inputs), fromHex(vector.inputs.e));
    return { d: toHex(scalar(k.group, k.inverse)), public: toHex(k.public) };
  });
}

function deck(vector) {
  expect(vector, () => {
    const bytes = fromHex(vector.inputs.deck);
    assert.deepEqual(groupOf(vector.inputs).parseDeck(bytes, vector.inputs.n).bytes(), bytes);
  });
}

const drawn = (k) => ({ nonces: toHex(k.nonces), order: toHex(k.order) });

/** Returns what the key makes of the public deck: its proof, and the deck shuffled, with the proof of that. Both are verified. */
function made(k, { inputs }) {
  const at = utf8(inputs.context);
  const from = k.group.publicDeck(inputs.label, inputs.n);
  const { to, order } = k.shuffle(cardsOf(from));
  const { proof } = k.proveKey(at);
  const shuffle = k.proveShuffle(at, cardsOf(from), to, order).proof;
  const parsed = k.group.parsePublicKey(k.public);
  verifyKey(parsed, at, proof);
  verifyShuffle(parsed, at, from, k.group.parseDeck(concat(...to), to.length), shuffle);
  return { e: toHex(scalar(k.group, k.e)), public: toHex(k.public), order: order.join(' '), to, proof: toHex(proof), shuffle, from };
}

/** As expect, for cases of which an intermediate and an output have one name: order. */
function expectMade(vector, call) {
  const { result, value } = attempt(call);
  assert.equal(result, vector.result);
  if (result !== 'ok') return;
  assert.deepEqual(value.intermediates, { ...vector.intermediates });
  assert.deepEqual(value.outputs, { ...vector.outputs });
}

function seed(vector) {
  expectMade(vector, () => {
    const k = Key.fromSeed(groupOf(vector.inputs), fromHex(vector.inputs.seed));
    const { e, public: K, order, to, proof } = made(k, vector);
    return { intermediates: drawn(k), outputs: { e, order, proof, public: K, sha256: digest(...to) } };
  });
}

function product(vector) {
  expectMade(vector, () => {
    const { seeds, e } = vector.inputs;
    const g = groupOf(vector.inputs);
    const factors = (seeds ?? e).map((hex) => (seeds ? Key.fromSeed(g, fromHex(hex)) : Key.parse(g, fromHex(hex))));
    const k = factors.reduce((a, b) => a.times(b));
    const { e: exponent, public: K, order, proof, shuffle, from } = made(k, vector);
    const card0 = toHex(power(g, from.card(0).bytes(), k.e));
    return { intermediates: drawn(k), outputs: { card0, e: exponent, order, proof, public: K, sha256: digest(shuffle) } };
  });
}

function hand(vector) {
  expect(vector, () => {
    const { label, n, e, order } = vector.inputs;
    const g = groupOf(vector.inputs);
    const keys = e.map((hex) => Key.parse(g, fromHex(hex)));
    const shuffle = (i, cards) => {
      const encrypted = keys[i].encrypt(cards);
      return order[i].split(' ').map((k) => encrypted[k]);
    };
    const cards = cardsOf(g.publicDeck(label, n));
    const first = shuffle(0, cards);
    const second = shuffle(1, first);
    const stripped = keys[0].decrypt(second);
    const texts = cards.map(toHex);
    const opened = keys[1].decrypt(stripped).map((x) => texts.indexOf(toHex(x))).join(' ');
    const sums = { public: digest(...cards), first: digest(...first), stripped: digest(...stripped), second: digest(...second) };
    return { ...sums, card0: toHex(second[0]), opened };
  });
}

/** Returns the deck of an encoding of as many cards as its length has room for. */
const deckOf = (g, hex) => g.parseDeck(fromHex(hex), Math.max(1, Math.floor(hex.length / 2 / g.elementSize)));

/** Adds the proof of a case to a batch, as a message from a stranger. */
function add(batch, kind, inputs) {
  const g = groupOf(inputs);
  const K = g.parsePublicKey(fromHex(inputs.public));
  const decks = kind === 'key' ? [] : [deckOf(g, inputs.from), deckOf(g, inputs.to)];
  batch[kind](K, inputs.context, ...decks, fromHex(inputs.proof));
}

/** A valid proof, which is checked beside each. */
const beside = (() => {
  const k = new Key(ristretto255, 5n);
  const { proof } = k.proveKey(utf8('beside'), new Uint8Array(32));
  return { public: toHex(k.public), context: 'beside', proof: toHex(proof), group: 'ristretto255' };
})();

/** Verifies a proof by itself, and with a valid one before or behind it. */
function verifyProof(kind, vector) {
  expect(vector, () => {
    const single = attempt(() => {
      const batch = new Batch();
      add(batch, kind, vector.inputs);
      batch.verify();
    });
    for (const first of [true, false]) {
      const { result, fault } = attempt(() => {
        const batch = new Batch();
        if (first) add(batch, 'key', beside);
        add(batch, kind, vector.inputs);
        if (!first) add(batch, 'key', beside);
        batch.verify();
      });
      assert.equal(result, single.result);
      if (result === 'invalid') assert.equal(fault.details.index, first ? 1 : 0);
    }
    if (single.fault) throw single.fault;
  });
}

/** Makes a function for a kind of proof: it verifies that of a case, or makes it of a case’s secrets and compares its bytes. */
function proofCase(kind, make) {
  return (vector) => {
    if (vector.inputs.proof !== undefined) verifyProof(kind, vector);
    else expect(vector, () => make(Key.parse(groupOf(vector.inputs), fromHex(vector.inputs.e)), vector, fromHex(vector.inputs.random)));
  };
}

function keyCase(k, vector, random) {
  const { statement, challenge, proof } = k.proveKey(context(vector), random);
  verifyKey(k.group.parsePublicKey(k.public), vector.inputs.context, proof);
  return { public: toHex(k.public), statement: toHex(statement), challenge: hexDigits(challenge), proof: toHex(proof) };
}

function decryptionCase(k, vector, random) {
  const to = k.group.publicDeck(vector.inputs.label, vector.inputs.n);
  const from = Deck.of(k.encrypt(cardsOf(to)).map((x) => k.group.parseElement(x)));
  const { statement, weight0, challenge, proof } = k.proveDecryption(context(vector), cardsOf(from), cardsOf(to), random);
  verifyDecryption(k.group.parsePublicKey(k.public), context(vector), from, to, proof);
  const named = { statement: toHex(statement), weight0: hexDigits(weight0), challenge: hexDigits(challenge), proof: toHex(proof) };
  return { from: digest(from.bytes()), ...named };
}

function shuffleCase(k, vector, random) {
  const from = k.group.publicDeck(vector.inputs.label, vector.inputs.n);
  const order = vector.inputs.order[0].split(' ').map(Number);
  const encrypted = k.encrypt(cardsOf(from));
  const to = order.map((i) => encrypted[i]);
  const p = k.proveShuffle(context(vector), cardsOf(from), to, order, random);
  verifyShuffle(k.group.parsePublicKey(k.public), context(vector), from, k.group.parseDeck(concat(...to), to.length), p.proof);
  const numbers = { weight0: hexDigits(p.weight0), challenge: hexDigits(p.challenge) };
  const hashes = { statement: toHex(p.statement), sigma: toHex(p.sigma), to: digest(...to), parts: p.parts.map((part) => digest(part)) };
  const whole = vector.outputs.proof === undefined ? {} : { proof: toHex(p.proof) };
  return { ...numbers, ...hashes, ...whole, sha256: digest(p.proof), size: p.proof.length };
}

function accumulated(vector, t) {
  if (vector.inputs.runs > 10 && vector.inputs.of === 'powers' && !isLong) return t.skip('only in long runs');
  return expect(vector, () => {
    const { of, runs } = vector.inputs;
    const g = groupOf(vector.inputs);
    return { sha256: hashRuns(runs, of === 'cards' ? (i) => [g.card(`run ${i}`, 0).bytes()] : powersIn(g)) };
  });
}

/** Makes a run that encrypts and decrypts an element with a key made from it, and goes on with the encrypted one. */
function powersIn(g) {
  let x = g.generator.bytes();
  return () => {
    const k = new Key(g, Group.arithmetic(g).scalar(x) % g.order);
    const [[encrypted], [decrypted]] = [k.encrypt([x]), k.decrypt([x])];
    x = encrypted;
    return [k.public, encrypted, decrypted];
  };
}

/** Verifies proofs together. */
function batch(vector) {
  expect(vector, () => {
    const all = new Batch();
    for (const { kind, ...inputs } of vector.inputs.proofs) add(all, kind, inputs);
    const { fault } = attempt(() => all.verify());
    if (fault) assert.equal(fault.details.index, vector.outputs.valid);
    if (fault) throw fault;
    return { valid: all.length };
  });
}

export const files = {
  'sra/testdata/vectors.json': {
    group,
    card,
    element,
    key,
    seed,
    product,
    deck,
    hand,
    keyproof: proofCase('key', keyCase),
    decryptionproof: proofCase('decryption', decryptionCase),
    shuffleproof: proofCase('shuffle', shuffleCase),
    accumulated,
  },
  'sra/testdata/attacks.json': {
    key: (vector) => verifyProof('key', vector),
    decryption: (vector) => verifyProof('decryption', vector),
    shuffle: (vector) => verifyProof('shuffle', vector),
    batch,
  },
};
