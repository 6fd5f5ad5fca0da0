import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fromHex, toHex } from '../internal/bytes.js';
import { sha256 } from '../internal/hash.js';
import { Hand, audit } from '../hand/index.js';
import { ristretto255 } from '../sra/index.js';
import { files, parseItem } from './cases/hand.js';
import { differential } from './support/differential.js';
import { attempt, load, runCases } from './support/vectors.js';

runCases(files);

test('the README audits a hand', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
  const block = readme.match(/```js\n(import \{ audit \} [^`]*(?:`[^`\n]*`[^`]*)*?)\n```/)[1];
  const { inputs, outputs } = load('sra/hand/testdata/vectors.json').cases.find(({ id }) => id === 'hand/plain');
  const messages = [...outputs.whole];
  const items = inputs.items.map(parseItem).map((item) => (item.step ? item : { seat: item.seat, message: fromHex(messages.shift()) }));
  const said = [];
  const program = new Function('audit', 'ristretto255', 'items', 'console', block.replace(/^import .*$/gm, ''));
  const run = () => program(audit, ristretto255, items, { log: (line) => said.push(line) });
  run();
  assert.deepEqual(said, [['held 0 ?', 'stock everyone ?', 'held 0 ?']]);
  const { message } = items[0];
  message[message.length - 32] ^= 1;
  run();
  assert.match(said[1], /^seat 0 cheated: /);
});

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
