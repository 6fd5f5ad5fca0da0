// What strangers may send about a draw, and what programs may give the package.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { networkNamed, networks } from '../drand/index.js';
import { hide, List, parseAnnouncement, parseProof, parseReceipt, parseSalt, timeText } from '../draw/index.js';
import { toHex, u64 } from '../internal/bytes.js';
import { ticketsOf } from './cases/draw.js';
import { polluted } from './support/polluted.js';
import { caseOf } from './support/vectors.js';

const { inputs } = caseOf('shuffle/draw/testdata/vectors.json', 'draw/worked');
const announcement = parseAnnouncement(inputs.text);
const tickets = ticketsOf(inputs);
const value = networkNamed('quicknet').parseRound(inputs.round);

const noLists = [
  null,
  'ab',
  {},
  new Set(['a']),
  { length: 1, 0: 'a' },
  [],
  [''],
  ['x'.repeat(1025)],
  ['é'.repeat(513)],
  ['\ud83d'],
  [Buffer.alloc(0)],
  [Buffer.alloc(1025)],
  [null],
  [1],
  [undefined],
  [['a']],
  [new ArrayBuffer(3)],
  [new Proxy(Uint8Array.of(97), {})],
  [Object.create(Uint8Array.prototype)],
  [new Uint16Array(2)],
  [{ entry: 'a' }],
  [{ weight: 1 }],
  [{ entry: 'a', weight: 0 }],
  [{ entry: 'a', weight: -1 }],
  [{ entry: 'a', weight: 1.5 }],
  [{ entry: 'a', weight: 2 ** 53 }],
  [{ entry: 'a', weight: '1' }],
  [{ entry: 'a', weight: 1n << 64n }],
  [{ entry: 'a', weight: 1 }, 'b'],
  ['b', { entry: 'a', weight: 1 }],
  [{ entry: 'a', weight: (1n << 64n) - 1n }, { entry: 'b', weight: 1 }],
  [Object.create({ entry: 'a', weight: 1 })],
  new Array(10_000_001),
];

test('values that aren’t lists of entries are malformed', () => {
  for (const entries of noLists) {
    assert.throws(() => new List(entries), { kind: 'malformed' }, inspect(entries).slice(0, 80));
  }
  for (const repeats of ['Yes', 'none', null, true, 1, ['no'], { toString: () => 'no' }]) {
    assert.throws(() => new List(['a'], repeats), { kind: 'malformed' });
  }
});

test('a time that no announcement has is malformed', () => {
  for (const time of [-1, 1.5, NaN, 253_402_300_800, 2 ** 53, '0', 0n, null]) assert.throws(() => timeText(time), { kind: 'malformed' });
  assert.deepEqual([0, 253_402_300_799].map(timeText), ['1970-01-01T00:00:00Z', '9999-12-31T23:59:59Z']);
});

test('weights beyond 2⁵³ are exact', () => {
  const list = new List([{ entry: 'a', weight: (1n << 53n) + 1n }, { entry: 'b', weight: (1n << 63n) - 1n }]);
  assert.equal(list.total, (1n << 63n) + (1n << 53n));
  assert.equal(list.weight(0), (1n << 53n) + 1n);
  const joined = new List([{ entry: 'a', weight: (1n << 62n) + 1n }, { entry: 'a', weight: 1n << 62n }], 'joined');
  assert.equal(joined.weight(0), (1n << 63n) + 1n);
});

test('later changes by the caller change nothing, and getters are read once', () => {
  const bytes = Uint8Array.of(97);
  let asked = 0;
  const changing = { get entry() { return asked++ === 0 ? bytes : null; }, weight: 1 };
  const list = new List([changing]);
  const root = toHex(list.root);
  [bytes[0], list.root[0], list.entry(0)[0]] = [98, 1, 99];
  assert.deepEqual([list.entry(0), toHex(list.root), asked], [Uint8Array.of(97), root, 1]);
  const encoding = new List(tickets).prove(2).bytes();
  const proof = parseProof(encoding);
  encoding.fill(0);
  proof.entry.fill(0);
  announcement.checkProof(proof);
  assert.throws(() => { proof.position = 1; }, TypeError);
  assert.throws(() => { announcement.terms.winners = 3; }, TypeError);
  assert.throws(() => { announcement.digest = ''; }, TypeError);
});

test('only parsed values are checked', () => {
  const proof = new List(tickets).prove(1);
  for (const fake of [
    null,
    undefined,
    {},
    'proof',
    Object.create(proof),
    { ...proof },
    new Proxy(proof, {}),
    Object.create(Object.getPrototypeOf(proof)),
  ]) {
    assert.throws(() => announcement.checkProof(fake), { kind: 'malformed' });
    assert.throws(() => announcement.checkPlaces(value, [fake]), { kind: 'malformed' });
    assert.throws(() => announcement.checkReceipt(fake), { kind: 'malformed' });
    assert.throws(() => announcement.checkList(fake), { kind: 'malformed' });
    assert.throws(() => announcement.draw(fake, value), { kind: 'malformed' });
    assert.throws(() => announcement.checkPrevious(fake), { kind: 'malformed' });
    assert.throws(() => announcement.contradicts(fake), { kind: 'malformed' });
    assert.throws(() => parseProof(fake), { kind: 'malformed' });
    assert.throws(() => parseReceipt(fake), { kind: 'malformed' });
  }
  for (const proofs of [proof, { 0: proof, length: 1 }, [proof, ,], 'p']) {
    assert.throws(() => announcement.checkPlaces(value, proofs), { kind: 'malformed' });
  }
});

test('a draw takes its own round, and numbers in their range', () => {
  const list = new List(tickets);
  const { randomness, beacon, time } = value;
  for (const wrong of [
    null,
    {},
    randomness,
    { ...value, randomness: toHex(randomness) },
    { ...value, randomness: randomness.subarray(1) },
  ]) {
    assert.throws(() => announcement.draw(list, wrong), { kind: 'malformed' });
  }
  for (const other of [{ round: 1001 }, { round: '1000' }, { round: 1000n }, { time: time + 1 }, { beacon: beacon.toUpperCase() }]) {
    assert.throws(() => announcement.draw(list, { ...value, ...other }), { kind: 'round' });
  }
  for (const position of [-1, 3, 0.5, '0', NaN, 1n, undefined]) {
    for (const call of ['prove', 'entry', 'weight']) assert.throws(() => list[call](position), { kind: 'malformed' });
  }
  for (const published of [NaN, Infinity, -1, '1', 1n, new Date(), undefined]) {
    assert.throws(() => announcement.checkTime(published), { kind: 'malformed' });
  }
  for (const margin of [59, NaN, Infinity, '600', null]) {
    assert.throws(() => announcement.checkTime(0, margin), { kind: 'malformed' });
  }
});

test('polluted prototypes change nothing', () => {
  const { beacon, randomness, time } = value;
  for (const [name, member] of Object.entries({ weight: 5, entry: 'x', beacon, randomness, round: 1000, time })) {
    polluted({ [name]: member }, () => {
      assert.equal(new List(['a', 'b']).weighted, false);
      assert.throws(() => new List([{}]), { kind: 'malformed' });
      assert.equal(announcement.draw(new List(tickets), value).join(' '), '1 2');
    });
  }
});

test('texts are read exactly', () => {
  const { text } = announcement;
  const bytes = new TextEncoder().encode(text);
  assert.equal(parseAnnouncement(bytes).digest, announcement.digest);
  const labelled = (label) => text.replace('Summer raffle', label);
  for (const label of ['a\u202eb', '\ufeffa', '\u00a0a', 'e\u0301', '😀', '\u2066a\u2069', '\ufffd', `${'é'.repeat(256)}`]) {
    assert.equal(parseAnnouncement(labelled(label)).terms.label, label); // which a page has to show as it is
  }
  for (const label of ['\ud83d', 'a\ud83d', '\ude00\ud83d', '\u2028', 'a\r', '\u0085', 'a\0', ' a', 'a ', '', `${'é'.repeat(257)}`]) {
    assert.throws(() => parseAnnouncement(labelled(label)), { kind: 'malformed' }, JSON.stringify(label));
  }
  for (const wrong of [
    Uint8Array.from([...bytes.subarray(0, 25), 0xed, 0xa0, 0xbd, ...bytes.subarray(25)]), // half a pair of surrogates
    Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes),
    `\ufeff${text}`,
    `${text}\n`,
    text.slice(0, -1),
    [text],
    null,
    { toString: () => text },
    new String(text),
    'x'.repeat(1 << 28),
  ]) {
    assert.throws(() => parseAnnouncement(wrong), { kind: 'malformed' });
  }
});

test('long and deep JSON is refused at once', () => {
  const began = performance.now();
  for (const json of [
    '['.repeat(1 << 20),
    '{"a":'.repeat(1 << 20),
    ' '.repeat(1 << 26),
    `{${' '.repeat(4094)}`,
    `{${'"a":1,'.repeat(580)}`,
    `{"${'a'.repeat(4090)}`,
    `{"a"${' :'.repeat(2000)}`,
    `{"round":${'9'.repeat(4000)},"signature":""}`,
    '{"__proto__":{"round":1}}',
    '{"round":1,"signature":"\ud83d"}',
    '{"round":1,"\\u0073ignature":""}',
  ]) {
    assert.throws(() => networks[0].parseRound(json), { kind: 'malformed' }, json.slice(0, 40));
  }
  for (const json of [null, undefined, {}, ['{}'], { length: 1, toString: () => inputs.round }]) {
    assert.throws(() => networks[0].parseRound(json), { kind: 'malformed' });
  }
  assert.ok(performance.now() - began < 2000, 'refusals take long');
  assert.throws(() => networks[0].parseRound('{"__proto__":1,"__proto__":1}'), { kind: 'malformed' });
});

test('lengths in encodings allocate nothing', () => {
  const proof = new List(tickets).prove(0).bytes();
  for (const length of [1n << 40n, (1n << 64n) - 1n, 1n << 53n]) {
    const huge = new Uint8Array(proof);
    huge.set(u64(length), 44);
    assert.throws(() => parseProof(huge), { kind: 'malformed' });
  }
});

test('a line is opened by its salt and entry alone', () => {
  const salt = parseSalt('0f'.repeat(32));
  assert.notEqual(hide(salt, 'ann'), hide(salt, 'bob'));
  assert.equal(hide(salt, 'ann'), hide(salt, new TextEncoder().encode('ann')));
  for (const text of ['0F'.repeat(32), '0f'.repeat(31), `${'0f'.repeat(32)}\n`, 0, null]) {
    assert.throws(() => parseSalt(text), { kind: 'malformed' });
  }
  for (const wrong of ['0f'.repeat(32), salt.subarray(1), new Uint8Array(33), [...salt]]) {
    assert.throws(() => hide(wrong, 'ann'), { kind: 'malformed' });
  }
});
