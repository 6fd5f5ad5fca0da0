// How long proofs of decks, and whole hands of cards, take to verify: node bench/sra.js.

import { pippenger } from '@noble/curves/abstract/curve.js';
import { ristretto255 as noble } from '@noble/curves/ed25519.js';
import { concat, utf8 } from '../internal/bytes.js';
import { audit } from '../hand/index.js';
import { Batch, modp, ristretto255, verifyDecryption, verifyShuffle } from '../sra/index.js';
import { Key, cardsOf, split } from '../test/support/prover.js';
import { Room } from '../test/support/room.js';
import { measure } from './measure.js';

const context = utf8('bench');

/** What verifying a shuffle takes noble at least: decoding its elements, and a product of powers of these and the generators. */
function peerOf(group, { to, proof }, from) {
  const generators = cardsOf(ristretto255.publicDeck('generators', from.length + 2));
  const fixed = [...cardsOf(from), ...generators].map((bytes) => noble.Point.fromBytes(bytes));
  const elements = [...split(group, to), ...split(group, proof.subarray(0, (3 * from.length + 5) * group.elementSize))];
  const isShort = (i) => i % 5 === 0; // about as many as have a weight of 128 bits for an exponent
  const exponents = [...fixed, ...elements].map((_, i) => (group.order - BigInt(i)) >> (isShort(i) ? 125n : 0n));
  return () => pippenger(noble.Point, [...fixed, ...elements.map((bytes) => noble.Point.fromBytes(bytes))], exponents);
}

/** Shuffles and decryptions of 52 cards; eight of different keys are verified together. */
function proofs(group, calls) {
  const from = group.publicDeck('bench', 52);
  const made = Array.from({ length: 8 }, (_, i) => {
    const key = Key.fromSeed(group, new Uint8Array(32).fill(i));
    const { to, order } = key.shuffle(cardsOf(from));
    return { key: group.parsePublicKey(key.public), to: concat(...to), proof: key.proveShuffle(context, cardsOf(from), to, order).proof };
  });
  const [{ key, to, proof }] = made;
  const peer = group === ristretto255 ? peerOf(group, made[0], from) : undefined;
  measure(`${group.name}: a shuffle of 52 cards`, () => verifyShuffle(key, context, from, group.parseDeck(to, 52), proof), { peer, calls });
  const together = () => {
    const batch = new Batch();
    for (const one of made) batch.shuffle(one.key, context, from, group.parseDeck(one.to, 52), one.proof);
    batch.verify();
  };
  measure(`${group.name}: eight shuffles together`, together, { calls: 1 });
  const secret = Key.fromSeed(group, new Uint8Array(32));
  const encrypted = secret.encrypt(cardsOf(from));
  const decryption = secret.proveDecryption(context, encrypted, cardsOf(from)).proof;
  const bytes = concat(...encrypted);
  const verify = () => verifyDecryption(group.parsePublicKey(secret.public), context, group.parseDeck(bytes, 52), from, decryption);
  measure(`${group.name}: a decryption of 52 cards`, verify, { calls });
}

/** A hand in which 52 cards are dealt to the seats, and each is shown by itself. */
function hand(seats) {
  const start = { group: ristretto255, seats, cards: ristretto255.publicDeck('bench', 52), id: 'bench' };
  const room = new Room(start, Array.from({ length: seats }, (_, i) => new Uint8Array(32).fill(i + 1)));
  const sayAll = () => {
    while (room.hand.due.length > 0) room.read(room.hand.due[0].seat, room.say(room.hand.due[0].seat));
  };
  sayAll();
  room.step('deal', Array.from({ length: 52 }, (_, position) => ({ position, to: position % seats })));
  sayAll();
  for (let position = 0; position < 52; position++) {
    room.step('show', position % seats, [position]);
    sayAll();
  }
  const whole = () => {
    if (audit(start, room.log).results.some(({ fault }) => fault !== null)) throw new Error('a message was refused');
  };
  measure(`a hand of ${seats} seats`, whole, { calls: 1 });
}

measure('the public deck of 52 cards', () => ristretto255.publicDeck('bench', 52), { calls: 5 });
proofs(ristretto255, 5);
proofs(modp(2048), 1);
hand(2);
hand(4);
