import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChainVerifier, SeedStream, Toss, judge, verifyLink } from '../commit/index.js';
import { concat, fromHex, toHex, u32, u8 } from '../internal/bytes.js';
import { dueText, files, messagesOf } from './cases/commit.js';
import { differential } from './support/differential.js';
import { draw } from './support/draws.js';
import { attempt, resultText, runCases } from './support/vectors.js';

runCases(files);

differential('commit', ({ session, seats, messages, answers, due, seed, context, draws, results }) => {
  const toss = new Toss(fromHex(session), seats);
  messagesOf(messages).forEach(({ sender, message }, i) => {
    assert.equal(resultText(attempt(() => toss.read(sender, message))), answers[i]);
    assert.equal(dueText(toss), due[i].trim());
  });
  assert.equal(toss.phase === 'done' ? toHex(toss.seed) : '', seed);
  if (seed === '') return;
  const stream = new SeedStream(seed, fromHex(context));
  assert.deepEqual(draws.map((line) => draw(stream, line)), results);
});

test('later changes by the caller change nothing', () => {
  const session = Uint8Array.of(1, 2, 3);
  const toss = new Toss(session, 2);
  const name = toHex(toss.name);
  session.fill(9);
  toss.name.fill(9);
  toss.entries.push({});
  assert.equal(toHex(toss.name), name);
  assert.equal(toHex(new Toss(Uint8Array.of(1, 2, 3), 2).name), name);
  assert.equal(toss.due.length, 2);
});

test('a toss is judged from a list of what seats said', () => {
  const noSeat = { sender: 2, message: new Uint8Array() };
  for (const messages of [{}, 5, 'toss', null, undefined, new Set(), [null], ['x'], [5], [{}], [noSeat]]) {
    assert.throws(() => judge('session', 2, messages), { kind: 'malformed' });
  }
  const [name, zeros] = [new Toss('session', 2).name, new Uint8Array(32)];
  const early = { sender: 1, message: concat(u8(2), name, u32(1), zeros, zeros, zeros) };
  for (const message of [zeros.buffer, '01', undefined]) {
    assert.throws(() => judge('session', 2, [{ sender: 0, message }, early]), { kind: 'malformed', seats: [] });
  }
  assert.throws(() => judge('session', 2, []), { kind: 'missing', seats: [] });
});

test('numbers of seats, rounds and steps are integers in range', () => {
  const zeros = '0'.repeat(64);
  for (const n of [-1, 0.5, NaN, Infinity, 2 ** 53, '2', 2n, null]) {
    assert.throws(() => new Toss('session', n), { kind: 'malformed' });
    assert.throws(() => new ChainVerifier(zeros, n), { kind: 'malformed' });
    assert.throws(() => new ChainVerifier(zeros).verify(n, zeros), { kind: 'malformed' });
    assert.throws(() => verifyLink(zeros, zeros, n), { kind: 'malformed' });
  }
});
