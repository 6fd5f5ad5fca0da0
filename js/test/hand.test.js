import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, toHex } from '../internal/bytes.js';
import { sha256 } from '../internal/hash.js';
import { Hand, audit } from '../hand/index.js';
import { Deck, ristretto255 } from '../sra/index.js';
import { files } from './cases/hand.js';
import { differential } from './support/differential.js';
import { apply } from './support/room.js';
import { attempt, runCases } from './support/vectors.js';

runCases(files);

const itemOf = ({ step, args, seat, message }) => (step ? { step, args } : { seat, message: fromHex(message) });

/** Returns a hand that has read one item after another, and what it said to each. */
function readEach(start, items) {
  const hand = new Hand(start);
  const results = items.map((item) => {
    const { result, value } = attempt(() => apply(hand, item));
    return result === 'ok' ? (value ?? 'done') : result;
  });
  return { hand, results };
}

const positionText = ({ status, to, card }) => `${status} ${to ?? -1} ${card ?? -1}`;

differential('hand', (c) => {
  const start = { group: ristretto255, seats: c.seats, cards: ristretto255.publicDeck(c.label, c.n), id: fromHex(c.id) };
  const items = c.items.map(itemOf);
  const each = readEach(start, items);
  assert.deepEqual(each.results, c.items.map(({ result }) => result));
  assert.equal(toHex(sha256(each.hand.head)), c.head);
  assert.deepEqual(each.hand.positions.slice(0, c.n).map(positionText), c.positions);
  const { hand, results } = audit(start, items);
  assert.deepEqual(results.map(({ result }) => result), each.results);
  assert.deepEqual(hand.head, each.hand.head);
});

test('a hand is of the cards of one label, which nobody else made', () => {
  const deck = ristretto255.publicDeck('cards', 3);
  const begin = (cards) => new Hand({ group: ristretto255, seats: 2, cards, id: 'id' });
  begin(Deck.of([deck.card(2), deck.card(0)]));
  for (const cards of [ristretto255.parseDeck(deck.bytes(), 3), Deck.of([deck.card(0), ristretto255.card('others', 1)]), null]) {
    assert.throws(() => begin(cards), { kind: 'malformed' });
  }
});
