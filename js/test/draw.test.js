import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inspect } from 'node:util';
import { bls12_381 as curve } from '@noble/curves/bls12-381.js';
import { fromHex, toHex, u64 } from '../internal/bytes.js';
import { decodeG2, hashToG2 } from '../drand/g2.js';
import { networkNamed, networkOf, networks } from '../drand/index.js';
import { hide, List, parseAnnouncement, parseProof, parseReceipt, parseSalt } from '../draw/index.js';
import { files } from './cases/draw.js';
import { differential } from './support/differential.js';
import { attempt, load, runCases } from './support/vectors.js';

runCases(files);

const readers = {
  announcement: ({ text }) => parseAnnouncement(text),
  time: ({ text, margin }, a) => a.checkTime(Number(text), margin),
  proof: ({ encoding }, a) => a.checkProof(parseProof(fromHex(encoding))),
  receipt: ({ encoding }, a) => a.checkReceipt(parseReceipt(fromHex(encoding))),
  places: ({ proofs }, a, value) => a.checkPlaces(value, proofs.map((proof) => parseProof(fromHex(proof)))),
};

differential('draw', (c) => {
  const tickets = (c.tickets ?? []).map(({ entry, weight }) => (weight === undefined ? fromHex(entry)
    : { entry: fromHex(entry), weight: BigInt(weight) }));
  const { result, value: list } = attempt(() => new List(tickets, c.repeats));
  assert.equal(result, c.result);
  if (result !== 'ok') return;
  const a = parseAnnouncement(c.text);
  assert.deepEqual([a.digest, a.words], [c.digest, c.words]);
  const value = { beacon: a.terms.beacon, round: a.terms.round, time: a.terms.time, randomness: fromHex(c.value) };
  const positions = a.draw(list, value);
  assert.equal(positions.join(' '), c.positions);
  assert.deepEqual(positions.map((p) => toHex(list.prove(p).bytes())), c.proofs);
  a.checkPlaces(value, c.proofs.map((proof) => parseProof(fromHex(proof))));
  for (const receipt of c.receipts) a.checkReceipt(parseReceipt(fromHex(receipt)));
  for (const judged of c.judged) {
    assert.equal(attempt(() => readers[judged.kind](judged, a, value)).result, judged.result, JSON.stringify(judged));
  }
});

differential('drand', (c) => {
  const { result, value } = attempt(() => networkNamed(c.network).parseRound(fromHex(c.json)));
  assert.equal(result, c.result);
  if (result === 'ok') assert.deepEqual([toHex(value.randomness), value.time], [c.value, c.time]);
}, { few: 30, many: 1000 });

const { rounds } = load('shuffle/draw/drand/testdata/rounds.json');

test('a point has one encoding, in the subgroup, and not the identity', () => {
  for (const { chain, round, signature, previous_signature: previous = '' } of [rounds.find((r) => r.chain === 'default'),
    rounds.find((r) => r.chain === 'quicknet')]) {
    const genuine = fromHex(signature);
    const size = genuine.length;
    const with_ = (change) => change(new Uint8Array(genuine)) ?? assert.fail();
    const identity = new Uint8Array(size);
    identity[0] = 0xc0;
    const p = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;
    const beyond = with_((b) => { // the same coordinate, beyond the prime, if it fits
      const x = BigInt(`0x${toHex(b.subarray(size - 48))}`) & ((1n << (size === 48 ? 381n : 384n)) - 1n);
      b.set(fromHex((x + p).toString(16).padStart(96, '0').slice(-96)), size - 48);
      if (size === 48) b[0] |= genuine[0] & 0xe0;
      return b;
    });
    const wrong = {
      identity, beyond,
      'the other sign': with_((b) => { b[0] ^= 0x20; return b; }),
      'not compressed': with_((b) => { b[0] ^= 0x80; return b; }),
      'the mark of the identity': with_((b) => { b[0] |= 0x40; return b; }),
      zeros: new Uint8Array(size), ones: new Uint8Array(size).fill(255),
    };
    for (let x = 0; x < 8; x++) { // on the curve or not: not in the subgroup
      const point = new Uint8Array(size);
      [point[0], point[size - 1]] = [0x80, x];
      wrong[`x = ${x}`] = point;
    }
    for (const [what, bytes] of Object.entries(wrong)) {
      assert.throws(() => networkNamed(chain).verify(round, bytes, fromHex(previous)), { kind: 'signature' }, `${chain}: ${what}`);
    }
    for (const bytes of [genuine.subarray(1), new Uint8Array(2 * size), genuine.buffer, toHex(genuine), [...genuine], null]) {
      assert.throws(() => networkNamed(chain).verify(round, bytes, fromHex(previous)), { kind: 'malformed' });
    }
    for (const number of [0, -1, 1.5, NaN, 2 ** 32 + 1, 1n, `${round}`, undefined]) {
      assert.throws(() => networkNamed(chain).verify(number, genuine, fromHex(previous)), { kind: 'malformed' });
    }
  }
});

test('hashes and points of G2 are those of the curves’ library', () => {
  const domain = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';
  for (let i = 0; i < 20; i++) {
    const message = new Uint8Array(i).fill(i);
    const point = curve.longSignatures.hash(message, domain);
    assert.ok(hashToG2(message, domain).equals(point));
    for (const one of [point, point.negate()]) assert.ok(decodeG2(one.toBytes()).equals(one));
  }
});

test('what is no point of the subgroup is refused, of whatever order', () => {
  const { Fp, Fp2 } = curve.fields;
  const { Point } = curve.G2;
  const { h, n } = Point.CURVE();
  const times = (point, number) => [...number.toString(2)].reduce((sum, bit) => (bit === '1' ? sum.double().add(point)
    : sum.double()), Point.ZERO);
  const pointAt = (x) => Point.fromAffine({ x, y: Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), Fp2.create({ c0: 4n, c1: 4n }))) });
  const points = [];
  for (let x = 1n; points.length < 2; x++) { // on the curve, of its whole order, or nearly
    try {
      points.push(pointAt(Fp2.create({ c0: x, c1: 0n })));
    } catch { /* not on the curve */ }
  }
  for (const [prime, power] of [[13n, 169n], [23n, 529n]]) { // the least orders there are
    const some = times(points[0], (h * n) / power);
    points.push(times(some, prime).is0() ? some : times(some, prime));
    assert.ok(!points.at(-1).is0() && times(points.at(-1), prime).is0());
  }
  for (let b = 1n, real = 0; real < 4; b++) { // whose y² is in the prime field
    const square = Fp.div(Fp.sub(b ** 3n, 4n), 3n * b);
    const a = Fp.pow(square, (Fp.ORDER + 1n) / 4n);
    if (Fp.sqr(a) !== square) continue;
    points.push(pointAt(Fp2.create({ c0: a, c1: b })));
    real++;
  }
  for (const { x: { c0, c1 } } of points.map((point) => point.toAffine())) {
    for (const mark of [0x80, 0xa0]) {
      const bytes = fromHex([c1, c0].map((part) => part.toString(16).padStart(96, '0')).join(''));
      bytes[0] |= mark;
      assert.equal(decodeG2(bytes), undefined);
    }
  }
});

test('networks that aren’t known, and other times, are refused', () => {
  const { beacon } = networks[0];
  assert.equal(networkOf({ beacon, round: 1, time: networks[0].genesis }), networks[0]);
  for (const terms of [{ beacon: 'drand fastnet', round: 1, time: 0 }, { beacon, round: 2, time: networks[0].genesis },
    { beacon, round: 2 ** 32 + 1, time: 0 }]) {
    assert.throws(() => networkOf(terms), { kind: 'malformed' });
  }
  assert.throws(() => networkNamed('__proto__'), { kind: 'malformed' });
  assert.throws(() => networks[0].roundAt(Infinity), { kind: 'malformed' });
});

// What strangers send.
const draw1 = load('shuffle/draw/testdata/vectors.json').cases.find((c) => c.id === 'draw/worked').inputs;
const announcement = parseAnnouncement(draw1.text);
const tickets = draw1.list.map((line) => line.split('\n')).map(([entry, weight]) => ({ entry, weight: BigInt(weight) }));
const value = networkNamed('quicknet').parseRound(draw1.round);

test('lists of what are no entries are malformed', () => {
  const long = 'x'.repeat(1025);
  for (const entries of [
    null, 'ab', {}, new Set(['a']), { length: 1, 0: 'a' }, [], [''], [long], [Buffer.alloc(0)], [Buffer.alloc(1025)],
      ['é'.repeat(513)], [null], [1], [undefined], [['a']],
    [new ArrayBuffer(3)], [new Proxy(Uint8Array.of(97), {})], [Object.create(Uint8Array.prototype)], [new Uint16Array(2)],
      ['\ud83d'], [{ entry: 'a' }], [{ weight: 1 }], [{ entry: 'a', weight: 0 }], [{ entry: 'a', weight: -1 }],
    [{ entry: 'a', weight: 1.5 }], [{ entry: 'a', weight: 2 ** 53 }], [{ entry: 'a', weight: '1' }],
      [{ entry: 'a', weight: 1n << 64n }], [{ entry: 'a', weight: 1 }, 'b'],
    ['b', { entry: 'a', weight: 1 }], [{ entry: 'a', weight: (1n << 64n) - 1n }, { entry: 'b', weight: 1 }],
      [Object.create({ entry: 'a', weight: 1 })], new Array(10_000_001),
  ]) assert.throws(() => new List(entries), { kind: 'malformed' }, inspect(entries).slice(0, 80));
  for (const repeats of ['Yes', 'none', null, true, 1, ['no'], { toString: () => 'no' }]) {
    assert.throws(() => new List(['a'], repeats), { kind: 'malformed' });
  }
});

test('weights beyond 2⁵³ are exact', () => {
  const list = new List([{ entry: 'a', weight: (1n << 53n) + 1n }, { entry: 'b', weight: (1n << 63n) - 1n }]);
  assert.equal(list.total, (1n << 63n) + (1n << 53n));
  assert.equal(list.weight(0), (1n << 53n) + 1n);
  assert.equal(new List([{ entry: 'a', weight: (1n << 62n) + 1n }, { entry: 'a', weight: 1n << 62n }], 'joined').weight(0),
    (1n << 63n) + 1n);
});

test('what changes afterwards changes nothing, and getters are asked once', () => {
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

test('only what was parsed is checked', () => {
  const list = new List(tickets);
  const proof = list.prove(1);
  const fakes = [null, undefined, {}, 'proof', Object.create(proof), { ...proof }, new Proxy(proof, {}),
    Object.create(Object.getPrototypeOf(proof))];
  for (const fake of fakes) {
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
  for (const wrong of [null, {}, value.randomness, { ...value, randomness: toHex(value.randomness) },
    { ...value, randomness: value.randomness.subarray(1) }]) {
    assert.throws(() => announcement.draw(list, wrong), { kind: 'malformed' });
  }
  for (const wrong of [{ round: 1001 }, { round: '1000' }, { round: 1000n }, { time: value.time + 1 },
    { beacon: value.beacon.toUpperCase() }]) {
    assert.throws(() => announcement.draw(list, { ...value, ...wrong }), { kind: 'round' });
  }
  for (const position of [-1, 3, 0.5, '0', NaN, 1n, undefined]) {
    for (const call of ['prove', 'entry', 'weight']) assert.throws(() => list[call](position), { kind: 'malformed' });
  }
  for (const published of [NaN, Infinity, -1, '1', 1n, new Date(), undefined]) {
    assert.throws(() => announcement.checkTime(published), { kind: 'malformed' });
  }
  for (const margin of [59, NaN, Infinity, '600', null]) assert.throws(() => announcement.checkTime(0, margin), { kind: 'malformed' });
});

test('polluted prototypes change nothing', () => {
  for (const [name, polluted] of Object.entries({ weight: 5, entry: 'x', beacon: value.beacon, randomness: value.randomness,
    round: 1000, time: value.time })) {
    Object.prototype[name] = polluted;
    try {
      assert.equal(new List(['a', 'b']).weighted, false);
      assert.throws(() => new List([{}]), { kind: 'malformed' });
      assert.equal(announcement.draw(new List(tickets), value).join(' '), '1 2');
    } finally {
      delete Object.prototype[name];
    }
  }
});

test('texts are read exactly', () => {
  const { text } = announcement;
  const bytes = new TextEncoder().encode(text);
  assert.equal(parseAnnouncement(bytes).digest, announcement.digest);
  const label = (said) => text.replace('Summer raffle', said);
  for (const said of ['a\u202eb', '\ufeffa', '\u00a0a', 'e\u0301', '😀', '\u2066a\u2069', '\ufffd', `${'é'.repeat(256)}`]) {
    assert.equal(parseAnnouncement(label(said)).terms.label, said); // which a page has to show as it is
  }
  for (const said of ['\ud83d', 'a\ud83d', '\ude00\ud83d', '\u2028', 'a\r', '\u0085', 'a\0', ' a', 'a ', '', `${'é'.repeat(257)}`]) {
    assert.throws(() => parseAnnouncement(label(said)), { kind: 'malformed' }, JSON.stringify(said));
  }
  const lone = Uint8Array.from([...bytes.subarray(0, 25), 0xed, 0xa0, 0xbd, ...bytes.subarray(25)]);
  for (const wrong of [lone, `\ufeff${text}`, Uint8Array.of(0xef, 0xbb, 0xbf, ...bytes), `${text}\n`, text.slice(0, -1), [text],
    null, { toString: () => text }, new String(text), 'x'.repeat(1 << 28)]) {
    assert.throws(() => parseAnnouncement(wrong), { kind: 'malformed' });
  }
});

test('long and deep JSON is refused at once', () => {
  const began = performance.now();
  for (const json of [
    '['.repeat(1 << 20), '{"a":'.repeat(1 << 20), ' '.repeat(1 << 26), `{${' '.repeat(4094)}`, `{${'"a":1,'.repeat(580)}`,
      `{"${'a'.repeat(4090)}`, `{"a"${' :'.repeat(2000)}`,
    `{"round":${'9'.repeat(4000)},"signature":""}`, '{"__proto__":{"round":1}}', '{"round":1,"signature":"\ud83d"}',
      '{"round":1,"\\u0073ignature":""}',
  ]) assert.throws(() => networks[0].parseRound(json), { kind: 'malformed' }, json.slice(0, 40));
  for (const json of [null, undefined, {}, ['{}'], { length: 1, toString: () => draw1.round }]) {
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
