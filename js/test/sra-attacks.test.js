// What strangers may give to a verifier of proofs or of a hand, besides the vectors.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ristretto255 as noble } from '@noble/curves/ed25519.js';
import { concat, toHex, utf8 } from '../internal/bytes.js';
import { sha512 } from '../internal/hash.js';
import { Hand, audit } from '../hand/index.js';
import {
  Batch, Deck, Element, Fault, Group, PublicKey, groupOfPrime, modp, ristretto255, verifyDecryption, verifyKey, verifyShuffle,
} from '../sra/index.js';
import * as field from '../sra/field25519.js';
import { power as powerOf, product as productOf } from '../sra/integers.js';
import * as ristretto from '../sra/ristretto.js';
import { itemsOf, startOf } from './cases/hand.js';
import { fromLittleEndian, littleEndian } from './support/littleendian.js';
import { polluted } from './support/polluted.js';
import { Key, cardsOf, power, product } from './support/prover.js';
import { Room } from './support/room.js';
import { caseOf, isLong } from './support/vectors.js';

const refuses = (kind, call) => assert.throws(call, (err) => err instanceof Fault && err.kind === kind);
const context = utf8('attack');
const key = Key.fromSeed(ristretto255, new Uint8Array(32).fill(1));
const publicKey = ristretto255.parsePublicKey(key.public);
const parse = (elements, group = ristretto255) => group.parseDeck(concat(...elements), elements.length);
const random = (i) => sha512(utf8(`random ${i}`));
const cards = ristretto255.publicDeck('attack', 4);

function isDecodedByNoble(bytes) {
  try {
    return !noble.Point.fromBytes(bytes).equals(noble.Point.ZERO);
  } catch {
    return false;
  }
}

test('the field agrees with integers, at the end of its limbs too', () => {
  const edges = [0n, 1n, 19n, field.P - 1n, field.P - 19n, 2n ** 255n - 1n, 2n ** 254n, (2n ** 255n - 1n) / 3n];
  const some = Array.from({ length: isLong ? 20_000 : 500 }, (_, i) => fromLittleEndian(random(i).subarray(0, 32)) >> 1n);
  const [A, B, C, D] = Array.from({ length: 4 }, () => new Float64Array(field.LIMBS));
  for (const [i, x] of [...edges, ...some].entries()) {
    const y = edges[i % edges.length];
    field.fromBytes(A, 0, littleEndian(x));
    field.fromBytes(B, 0, littleEndian(y));
    field.multiply(C, 0, A, 0, B, 0);
    assert.equal(fromLittleEndian(field.toBytes(C, 0)), (x * y) % field.P);
    field.square(C, 0, A, 0);
    assert.equal(fromLittleEndian(field.toBytes(C, 0)), (x * x) % field.P);
    field.subtract(C, 0, B, 0, A, 0);
    field.add(D, 0, A, 0, B, 0);
    field.multiply(D, 0, C, 0, D, 0);
    assert.equal(fromLittleEndian(field.toBytes(D, 0)), (((y * y - x * x) % field.P) + field.P) % field.P);
  }
});

test('products of the longest limbs that are allowed are exact', () => {
  const ends = Array.from({ length: field.LIMBS + 1 }, (_, k) => Math.ceil(21.25 * k));
  const value = (A) => A.reduce((sum, limb, k) => sum + BigInt(limb / 2 ** ends[k]) * 2n ** BigInt(ends[k]), 0n);
  for (const signs of [0, 0xfff, 0x555, 0xaaa, 0x249]) {
    const reduced = (k) => Math.floor(1.02 * 2 ** (ends[k + 1] - ends[k] - 1)) * 2 ** ends[k];
    const longest = (times) => Float64Array.from({ length: field.LIMBS }, (_, k) => ((signs >> k) & 1 ? -1 : 1) * times * reduced(k));
    const [A, B, C] = [longest(3), longest(3), longest(1)];
    const wanted = (((value(A) * value(B)) % field.P) + field.P) % field.P;
    field.multiply(C, 0, A, 0, B, 0);
    assert.equal(fromLittleEndian(field.toBytes(C, 0)), wanted);
    C.forEach((limb, k) => assert.ok(Math.abs(limb) <= 1.02 * 2 ** (ends[k + 1] - 1)));
    field.square(C, 0, A, 0);
    assert.equal(fromLittleEndian(field.toBytes(C, 0)), wanted);
  }
});

test('encodings of ristretto255 are decoded as by another implementation', () => {
  const near = Array.from({ length: 64 }, (_, i) => littleEndian(field.P + BigInt(i) - 32n));
  const low = Array.from({ length: 64 }, (_, i) => littleEndian(BigInt(i)));
  const some = Array.from({ length: isLong ? 10_000 : 300 }, (_, i) => littleEndian((fromLittleEndian(random(i)) % 2n ** 254n) * 2n));
  let decoded = 0;
  for (const bytes of [...near, ...low, ...some]) {
    const element = ristretto.decode(bytes);
    assert.equal(element !== null, isDecodedByNoble(bytes), toHex(bytes));
    if (element === null) continue;
    decoded++;
    assert.deepEqual(ristretto.encode(ristretto.product([element], [1n])), bytes);
  }
  assert.ok(decoded > 30);
});

test('products of powers agree with another implementation', () => {
  for (const n of [1, 2, 3, 17, 90]) {
    const bytes = Array.from({ length: n }, (_, i) => ristretto.encode(ristretto.fromUniform(random(i))));
    const ofEitherSign = (i) => (fromLittleEndian(random(i + n)) % ristretto.Q) - ristretto.Q / 2n;
    const exponents = bytes.map((_, i) => [ofEitherSign(i), 0n, 1n, -1n, ristretto.Q - 1n, 2n ** 400n + BigInt(i)][i % 6]);
    let wanted = noble.Point.ZERO;
    bytes.forEach((b, i) => {
      const exponent = ((exponents[i] % ristretto.Q) + ristretto.Q) % ristretto.Q;
      if (exponent > 0n) wanted = wanted.add(noble.Point.fromBytes(b).multiply(exponent));
    });
    const point = ristretto.product(bytes.map(ristretto.decode), exponents);
    assert.deepEqual(ristretto.encode(point), wanted.toBytes());
  }
});

test('the identity in any form, and things of another type, are malformed', () => {
  const zero = new Uint8Array(32);
  const lengths = [31, 33, 2 ** 20].map((n) => new Uint8Array(n));
  for (const bytes of [zero, ...lengths, [...key.public], toHex(key.public), null, undefined, {}, 5n]) {
    refuses('malformed', () => ristretto255.parseElement(bytes));
    refuses('malformed', () => ristretto255.parsePublicKey(bytes));
  }
  refuses('malformed', () => ristretto255.parsePublicKey(ristretto255.generator.bytes()));
  for (const n of [0, 1025, -1, 1.5, NaN, Infinity, '4', 4n]) refuses('malformed', () => ristretto255.publicDeck('attack', n));
  for (const label of ['', '\ud800', 'x'.repeat(1025), 5, null]) refuses('malformed', () => ristretto255.card(label, 0));
  for (const p of [23n, -1n, 0n, 2n ** 2048n, 2n ** 100000n, 5, '23']) refuses('malformed', () => groupOfPrime(p));
  for (const bits of [1024, '2048', 2048n, undefined]) refuses('malformed', () => modp(bits));
});

test('values that the package didn’t make are refused', () => {
  const { proof } = key.proveKey(context);
  for (const Class of [Group, Element, PublicKey, Deck]) refuses('malformed', () => new Class());
  const likenesses = [{ ...publicKey }, Object.create(publicKey), Object.create(PublicKey.prototype), new Proxy(publicKey, {})];
  const copies = [...likenesses, key.public, null, 1];
  for (const copy of copies) refuses('malformed', () => verifyKey(copy, context, proof));
  const to = parse(key.encrypt(cardsOf(cards)));
  const shuffled = key.proveDecryption(context, cardsOf(to), cardsOf(cards)).proof;
  for (const deck of [Object.create(to), { ...to, length: 4, group: ristretto255 }, to.bytes(), [], null]) {
    refuses('malformed', () => verifyDecryption(publicKey, context, deck, cards, shuffled));
  }
  assert.throws(() => (publicKey.group = modp(2048)), TypeError);
});

test('bytes that are changed after parsing change nothing', () => {
  const bytes = key.public.slice();
  const { proof } = key.proveKey(context);
  const parsed = ristretto255.parsePublicKey(bytes);
  bytes.fill(0);
  parsed.bytes().fill(0);
  verifyKey(parsed, context, proof);
  const batch = new Batch();
  const copy = proof.slice();
  batch.key(parsed, context, copy);
  copy.fill(0);
  batch.verify();
});

test('decks, keys and proofs of two groups aren’t put together', () => {
  const other = modp(2048);
  const { proof } = key.proveKey(context);
  const deck = other.publicDeck('attack', 4);
  refuses('malformed', () => verifyShuffle(publicKey, context, deck, deck, proof));
  refuses('malformed', () => verifyShuffle(publicKey, context, cards, deck, proof));
  refuses('malformed', () => Deck.of([cards.card(0), deck.card(0)]));
  refuses('malformed', () => new Hand({ group: ristretto255, seats: 2, cards: deck, id: 'id' }));
  const batch = new Batch();
  batch.key(publicKey, context, proof);
  const integer = Key.fromSeed(other, new Uint8Array(32));
  batch.key(other.parsePublicKey(integer.public), context, integer.proveKey(context).proof);
  batch.verify();
});

test('no part of two honest proofs of one statement is valid with a part of the other', () => {
  const from = cardsOf(cards);
  const { to, order } = key.shuffle(from);
  const [a, b] = [1, 2].map((byte) => key.proveShuffle(context, from, to, order, new Uint8Array(32).fill(byte)).proof);
  for (const proof of [a, b]) verifyShuffle(publicKey, context, cards, parse(to), proof);
  for (let at = 32; at < a.length; at += 32) {
    const both = concat(a.subarray(0, at), b.subarray(at));
    const one = concat(a.subarray(0, at), b.subarray(at, at + 32), a.subarray(at + 32));
    for (const spliced of [both, one]) refuses('invalid', () => verifyShuffle(publicKey, context, cards, parse(to), spliced));
  }
  const decrypted = [1, 2].map((byte) => key.proveDecryption(context, key.encrypt(from), from, new Uint8Array(32).fill(byte)).proof);
  for (const at of [32, 64]) {
    const spliced = concat(decrypted[0].subarray(0, at), decrypted[1].subarray(at));
    refuses('invalid', () => verifyDecryption(publicKey, context, parse(key.encrypt(from)), cards, spliced));
  }
});

test('cards that compensate one another are refused', () => {
  const from = key.encrypt(cardsOf(cards));
  const Z = ristretto255.card('z', 0).bytes();
  const compensated = ([x, y, ...others]) => [product(ristretto255, [x, Z], [1n, 1n]), product(ristretto255, [y, Z], [1n, -1n]), ...others];
  const to = compensated(cardsOf(cards));
  const honest = key.proveDecryption(context, from, cardsOf(cards)).proof;
  const forged = key.proveDecryption(context, from, to).proof;
  for (const proof of [honest, forged]) refuses('invalid', () => verifyDecryption(publicKey, context, parse(from), parse(to), proof));
  const { to: shuffled, order } = key.shuffle(cardsOf(cards));
  const altered = compensated(shuffled);
  const shuffle = key.proveShuffle(context, cardsOf(cards), altered, order).proof;
  refuses('invalid', () => verifyShuffle(publicKey, context, cards, parse(altered), shuffle));
});

test('errors of two proofs that cancel aren’t overlooked in a batch', () => {
  const G = ristretto255.generator.bytes();
  const good = key.proveKey(context).proof;
  const altered = (sign) => concat(power(ristretto255, product(ristretto255, [good.slice(0, 32), G], [1n, sign]), 1n), good.slice(32));
  const batch = new Batch();
  batch.key(publicKey, context, good);
  batch.key(publicKey, context, altered(1n));
  batch.key(publicKey, context, altered(-1n));
  assert.throws(() => batch.verify(), (err) => err.kind === 'invalid' && err.details.index === 1);
  assert.equal(batch.length, 3);
});

/** Returns the room of a hand of two whose cards have been shuffled, and what the hand started from. */
function begun() {
  const start = { group: ristretto255, seats: 2, cards: ristretto255.publicDeck('attack', 3), id: 'attack' };
  const room = new Room(start, [1, 2].map((byte) => new Uint8Array(32).fill(byte)));
  for (const seat of [0, 1]) assert.equal(room.read(seat, room.say(seat)), 'taken');
  return { start, room };
}

test('a message that a hand refuses changes nothing', () => {
  const { room } = begun();
  const { hand } = room;
  room.step('deal', [{ position: 0, to: 1 }, { position: 2, to: null }]);
  const message = room.say(0);
  const before = [hand.head, hand.due, hand.positions];
  for (let at = 32; at < message.length; at += 7) {
    const altered = message.slice();
    altered[at] ^= 4;
    const blames = ({ kind, seats }) => ['malformed', 'invalid'].includes(kind) && seats.length === 1 && seats[0] === 0;
    assert.throws(() => hand.read(0, altered), blames);
  }
  for (const n of [0, 31]) assert.equal(hand.read(0, message.slice(0, n)), 'void');
  assert.equal(hand.read(1, message), 'void');
  for (const n of [32, message.length - 1]) refuses('malformed', () => hand.read(0, message.slice(0, n)));
  refuses('malformed', () => hand.read(0, concat(message, new Uint8Array(2 ** 20))));
  for (const seat of [2, -1, 0.5, '0', null]) refuses('malformed', () => hand.read(seat, message));
  assert.deepEqual([hand.head, hand.due, hand.positions], before);
  assert.equal(hand.read(0, message), 'taken');
  assert.equal(hand.read(0, message), 'void');
});

test('a hand verifies proofs, whatever else its constructor is given', () => {
  const { start, room } = begun();
  const forged = room.log[0].message.slice();
  forged[forged.length - 32] ^= 1;
  for (const more of [undefined, [], 0, {}]) refuses('invalid', () => new Hand(start, more).read(0, forged));
});

test('steps with hostile arguments change nothing', () => {
  const { room } = begun();
  const { hand } = room;
  const head = hand.head;
  const card = { position: 0, to: 0 };
  const entries = [null, {}, { position: '0', to: 0 }, { position: 0, to: undefined }, { position: 2 ** 60, to: 0 }];
  const bad = [null, {}, 'x', [], new Array(2 ** 32 - 1), [card, card], ...entries.map((entry) => [entry])];
  for (const cards of bad) assert.throws(() => hand.deal(cards), (err) => err instanceof Fault);
  for (const positions of [null, [], ['0'], [0, 0], [-1], [2 ** 40], { length: 2 ** 50 }, new Array(2 ** 32 - 1)]) {
    assert.throws(() => hand.return(positions), (err) => err instanceof Fault);
    assert.throws(() => hand.shuffle([0], positions), (err) => err instanceof Fault);
  }
  for (const seat of ['length', '__proto__', -1, 2, null]) assert.throws(() => hand.leave(seat), (err) => err instanceof Fault);
  let reads = 0;
  const moving = { get position() { return reads++; }, to: 0 }; // another position each time
  hand.deal([moving]);
  assert.equal(reads, 1);
  assert.equal(hand.positions[0].status, 'dealing');
  assert.notDeepEqual(hand.head, head);
});

test('a hand returns copies', () => {
  const { room } = begun();
  room.step('deal', [{ position: 0, to: 1 }]);
  const { hand } = room;
  const message = room.say(0);
  const { head, due, positions, presence, table } = hand;
  head.fill(0);
  table.fill(0);
  due[0].digest.fill(0);
  due[0].positions.length = 0;
  positions[0].status = 'open';
  presence[0] = 'out';
  assert.equal(hand.read(0, message), 'taken');
  assert.deepEqual(hand.presence, ['in', 'in']);
  assert.equal(hand.positions[0].status, 'held');
});

test('an audit that checks proofs together blames the one that fails, in its place', () => {
  const { start, room } = begun();
  room.step('deal', [{ position: 0, to: 1 }]);
  const right = room.say(0);
  const forged = right.slice();
  forged.set(room.log[0].message.subarray(32, 64), 32); // another element
  room.read(0, forged);
  room.read(0, right);
  const steps = [[], [0, 0], new Array(1_000_000).fill(0)].map((args) => ({ step: 'leave', args }));
  const noItems = [{ step: 'constructor', args: [] }, null, { step: 'deal' }, ...steps];
  const { hand, results } = audit(start, [{ seat: 0, message: new Uint8Array() }, ...room.log, ...noItems]);
  const wanted = ['void', 'taken', 'taken', 'done', 'invalid', 'taken', ...noItems.map(() => 'malformed')];
  assert.deepEqual(results.map(({ result }) => result), wanted);
  assert.deepEqual(results[4].fault.seats, [0]);
  assert.deepEqual(hand.head, room.hand.head);
});

test('an audit of what is no list is malformed', () => {
  const { start, room } = begun();
  for (const items of [{}, { items: room.log }, 5, 'hand', null, undefined, new Set(room.log)]) {
    refuses('malformed', () => audit(start, items));
  }
});

test('polluted prototypes change no verdict', () => {
  const { proof } = key.proveKey(context);
  const { start, room } = begun();
  room.step('deal', [{ position: 0, to: 1 }]);
  const members = { refusal: null, kind: 'ok', positions: [], to: 0, seats: [9], message: new Uint8Array(), step: 'leave', args: [0] };
  polluted(members, () => {
    verifyKey(publicKey, context, proof);
    refuses('invalid', () => verifyKey(publicKey, 'another', proof));
    const { results } = audit(start, [...room.log, {}]);
    assert.deepEqual(results.map(({ result }) => result), ['taken', 'taken', 'done', 'malformed']);
  });
  const { results } = audit(start, room.log.map((item) => ({ message: undefined, step: undefined, ...item })));
  assert.deepEqual(results.map(({ result }) => result), ['taken', 'taken', 'done']);
});

test('an audit reads Node’s Buffers as other bytes, and leaves them as they are', () => {
  const vector = caseOf('sra/hand/testdata/vectors.json', 'hand/plain');
  const start = startOf(vector.inputs);
  const items = itemsOf(vector).map((item) => (item.step ? item : { ...item, message: Buffer.from(item.message) }));
  const last = items.findLast(({ message }) => message);
  const faults = () => audit(start, items).results.flatMap(({ fault }) => (fault ? [fault] : []));
  const before = items.map(({ message }) => message?.toString('hex'));
  assert.deepEqual([faults(), faults()], [[], []]);
  assert.deepEqual(items.map(({ message }) => message?.toString('hex')), before);
  last.message[last.message.length - 32] ^= 1;
  assert.deepEqual(faults().map(({ seats }) => seats), [[last.seat]]);
});

test('an element and a deck are copies of the Buffer that they were parsed from', () => {
  const bytes = Buffer.from(cards.bytes());
  const [element, deck] = [ristretto255.parseElement(bytes.subarray(0, 32)), ristretto255.parseDeck(bytes, 4)];
  bytes.fill(0);
  assert.deepEqual([element.bytes(), deck.card(0).bytes()], [cards.card(0).bytes(), cards.card(0).bytes()]);
});

test('a product has as many factors as a long batch gives', () => {
  const n = 150_000;
  assert.equal(productOf(1_000_003n, new Array(n).fill(2n), new Array(n).fill(1n)), powerOf(1_000_003n, 2n, BigInt(n)));
});
