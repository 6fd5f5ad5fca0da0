// What strangers may send in a deal by one-time pads, and what programs may give the package.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromHex, needInt, u64, utf8 } from '../internal/bytes.js';
import {
  audit, card, entry, parseMessage, parseRecord, parseState, replayCardDealer, replayDummy, replayHost, replayKeyMaster,
} from '../otpdeal/index.js';
import { entriesOf } from './cases/otpdeal.js';
import { polluted } from './support/polluted.js';
import { attempt, caseOf } from './support/vectors.js';

const { inputs } = caseOf('otpdeal/testdata/vectors.json', 'audit/honest');
const [deal, encrypted, keys] = [inputs.deal, inputs.encrypted, inputs.keys].map((hex) => fromHex(hex));
const entries = entriesOf(deal, encrypted, keys);
const records = inputs.records.map((record) => fromHex(record));
const request = Uint8Array.from({ length: 13 }, (_, i) => i);

test('every altered byte of a record is found', () => {
  assert.equal(audit(deal, entries, records).findings.length, 0);
  records.forEach((record, seat) => {
    for (let i = 0; i < record.length; i++) {
      const altered = records.with(seat, record.with(i, record[i] ^ 1));
      assert.ok(audit(deal, entries, altered).findings.length > 0, `byte ${i} of seat ${seat}`);
    }
  });
});

test('arguments that aren’t bytes are malformed', () => {
  for (const value of [null, undefined, 1, 'deal 1', [], { length: 2 }, new ArrayBuffer(4), new Uint16Array(4), new Proxy(deal, {})]) {
    for (const call of [
      () => audit(value, entries, records),
      () => audit(deal, [value], records),
      () => audit(deal, entries, records.with(1, value)),
      () => parseMessage(value, 4, 3, 1, request),
      () => parseMessage(deal, 4, 3, 1, value),
      () => parseRecord(value),
      () => parseState(0, value),
      () => replayHost(value, encrypted, keys),
      () => replayHost(deal, value, keys),
      () => replayHost(deal, encrypted, value),
      () => replayCardDealer(deal, value),
      () => replayDummy(value),
      () => entry(value, 0, 1, 2),
      () => replayKeyMaster(deal).receive(value),
    ]) {
      assert.throws(call, { kind: 'malformed' }, `${call}`);
    }
  }
});

test('values that aren’t lists, and lists of another length, are malformed', () => {
  for (const value of [null, {}, 'entries', { length: 0 }]) {
    assert.throws(() => audit(deal, value, records), { kind: 'malformed' });
  }
  for (const value of [null, [], records.slice(1), [...records, records[0]]]) {
    assert.throws(() => audit(deal, entries, value), { kind: 'malformed' });
  }
});

test('values that aren’t numbers, and numbers out of range, are malformed', () => {
  for (const seat of [-1, 4, 1.5, '1', NaN, 1n, 2 ** 53, null]) {
    assert.throws(() => parseState(seat, new Uint8Array(99)), { kind: 'malformed' });
    assert.throws(() => parseMessage(deal, 4, seat, 1, request), { kind: 'malformed', seats: [] });
    assert.throws(() => parseMessage(deal, 4, 3, seat, request), { kind: 'malformed', seats: [] });
    assert.throws(() => card(seat, 1), { kind: 'malformed' });
  }
  for (const kind of [0, 6, '4', 4n, 1.5, NaN, '__proto__', 'constructor', null, [4], Object.create(null)]) {
    assert.throws(() => parseMessage(deal, kind, 3, 1, request), { kind: 'malformed', seats: [3] });
  }
  for (const byte of [-1, 256, 0.5, '1', NaN]) assert.throws(() => entry(deal, 0, byte, 0), { kind: 'malformed' });
});

test('fakes of messages are refused', () => {
  const message = parseMessage(deal, 4, 3, 1, request);
  for (const fake of [{ ...message }, Object.create(message), new Proxy(message, {}), { kind: 4, from: 3, to: 1, payload: request }]) {
    assert.throws(() => replayKeyMaster(deal).receive(fake), { kind: 'malformed' });
  }
});

test('later changes by the caller change nothing', () => {
  const payload = new Uint8Array(request);
  const message = parseMessage(deal, 4, 3, 1, payload);
  payload.fill(9);
  message.payload.fill(9);
  const master = replayKeyMaster(deal);
  master.receive(message);
  const state = master.state();
  const again = parseState(1, state);
  state.fill(0);
  const [answered] = again.receive(parseMessage(deal, 1, 0, 1, keys));
  assert.deepEqual(answered.payload, keys.subarray(0, 13));
  answered.payload.fill(0);
  assert.deepEqual(again.receive(message)[0].payload, keys.subarray(0, 13));
});

test('a refusal ends the deal, and is given again', () => {
  const dummy = replayDummy(deal);
  const early = parseMessage(deal, 5, 1, 3, request);
  const cards = parseMessage(deal, 3, 2, 3, new Uint8Array([...request, ...request]));
  assert.throws(() => dummy.receive(early), { kind: 'state', seats: [1] });
  assert.throws(() => dummy.receive(cards), { kind: 'state', seats: [1] });
  assert.throws(() => dummy.start(), { kind: 'state', seats: [] });
  assert.equal(dummy.hand, undefined);
  assert.throws(() => parseState(3, dummy.state()).receive(cards), { kind: 'state', seats: [1] });
});

test('polluted prototypes change nothing', () => {
  for (const [name, value] of Object.entries({ seats: [0], kind: 1, 0: entries[0], link: 3, payload: request, length: 4 })) {
    polluted({ [name]: value }, () => {
      assert.equal(audit(deal, entries, records).hands.length, 4);
      assert.throws(() => audit(deal, {}, records), { kind: 'malformed' });
      assert.throws(() => replayKeyMaster(deal).receive({}), { kind: 'malformed' });
      assert.deepEqual(audit(deal, [], records).missing, [0]);
      assert.throws(() => needInt('a number', NaN, 0), { kind: 'malformed', seats: [] });
    });
  }
});

test('lengths in records and states allocate nothing', () => {
  const state = replayDummy(deal).state();
  for (const [bytes, parse] of [[records[0], parseRecord], [state, (b) => parseState(3, b)]]) {
    for (let i = 0; i + 8 <= bytes.length; i++) {
      const huge = new Uint8Array(bytes);
      huge.set(u64(1n << 60n), i);
      attempt(() => parse(huge)); // which throws on all errors but Faults
    }
    for (let i = 0; i < bytes.length; i++) assert.throws(() => parse(bytes.subarray(0, i)), { kind: 'malformed' });
  }
  assert.throws(() => parseMessage(new Uint8Array(1025), 4, 3, 1, request), { kind: 'malformed' });
  assert.throws(() => audit(utf8('x'.repeat(1025)), entries, records), { kind: 'malformed' });
});
