import assert from 'node:assert/strict';
import { concat, fromHex, toHex } from '../internal/bytes.js';
import { sha256 } from '../internal/hash.js';
import { Hand, audit } from '../hand/index.js';
import { ristretto255 } from '../sra/index.js';
import { files } from './cases/hand.js';
import { differential } from './differential.js';
import { attempt, runCases } from './vectors.js';

runCases(files);

const itemOf = ({ step, args, seat, message }) => (step ? { step, args } : { seat, message: fromHex(message) });

// What a hand says when it reads one item after another.
function readEach(start, items) {
  const hand = new Hand(start);
  const results = items.map((item) => {
    const { result, value } = attempt(() => (item.step ? hand[item.step](...item.args) : hand.read(item.seat, item.message)));
    return result === 'ok' ? (value ?? 'done') : result;
  });
  return { hand, results };
}

differential('hand', (c) => {
  const start = { group: ristretto255, seats: c.seats, cards: ristretto255.publicDeck(c.label, c.n), id: fromHex(c.id) };
  const items = c.items.map(itemOf);
  const each = readEach(start, items);
  assert.deepEqual(each.results, c.items.map(({ result }) => result));
  assert.equal(toHex(sha256(each.hand.head)), c.head);
  const shown = each.hand.positions.slice(0, c.n).map(({ status, to, card }) => `${status} ${to ?? -1} ${card ?? -1}`);
  assert.deepEqual(shown, c.positions);
  const { hand, results } = audit(start, items);
  assert.deepEqual(results.map(({ result }) => result), each.results);
  assert.deepEqual(hand.head, each.hand.head);
});
