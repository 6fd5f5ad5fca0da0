// What compiles, and what doesn't.

import { type Item, audit } from 'squaredeal/hand';
import { Batch, Deck, Fault, groupOfPrime, modp, ristretto255, verifyShuffle } from 'squaredeal/sra';
import { Cipher } from 'squaredeal/textbook';

const bytes = new Uint8Array(32);
const deck: Deck = ristretto255.publicDeck('squaredeal test deck', 52);
const key = modp(2048).parsePublicKey(bytes);
const batch = new Batch();
batch.key(key, 'context', bytes);
verifyShuffle(key, bytes, deck, Deck.of([deck.card(0)]), bytes);
const items: Item[] = [{ seat: 0, message: bytes }, { step: 'deal', args: [[{ position: 0, to: null }]] }, { step: 'leave', args: [1] }];
const { hand, results } = audit({ group: ristretto255, seats: 4, cards: deck, id: 'id' }, items);
const card: number | null | undefined = hand.positions[0]?.card;
try {
  batch.verify();
} catch (err) {
  if (err instanceof Fault && err.kind === 'invalid') console.log(err.seats, card, results[0]?.fault?.seats);
}
const opened: bigint = new Cipher(101n, 3n).decrypt(5n);
// @ts-expect-error RFC 3526 has no group of 1024 bits here
modp(1024);
// @ts-expect-error p is a BigInt
groupOfPrime(23);
// @ts-expect-error elements are parsed
verifyShuffle(key, bytes, bytes, deck, bytes);
// @ts-expect-error a step that there isn't
items.push({ step: 'fold', args: [opened] });
