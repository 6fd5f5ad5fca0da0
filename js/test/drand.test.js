import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bls12_381 as curve } from '@noble/curves/bls12-381.js';
import { fromHex, toHex } from '../internal/bytes.js';
import { decodeG2, hashToG2 } from '../drand/g2.js';
import { networkNamed, networkOf, networks } from '../drand/index.js';
import { files } from './cases/drand.js';
import { differential } from './support/differential.js';
import { attempt, load, runCases } from './support/vectors.js';

runCases(files);

differential('drand', (c) => {
  const { result, value } = attempt(() => networkNamed(c.network).parseRound(fromHex(c.json)));
  assert.equal(result, c.result);
  if (result === 'ok') assert.deepEqual([toHex(value.randomness), value.time], [c.value, c.time]);
}, { few: 30, many: 1000 });

const prime = 0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn;

/** Returns an encoding whose last coordinate is the same number, but written beyond the prime, as far as that fits. */
function beyondPrime(genuine) {
  const bytes = genuine.slice();
  const isG1 = bytes.length === 48;
  const x = BigInt(`0x${toHex(bytes.subarray(-48))}`) & ((1n << (isG1 ? 381n : 384n)) - 1n);
  bytes.set(fromHex((x + prime).toString(16).padStart(96, '0').slice(-96)), bytes.length - 48);
  if (isG1) bytes[0] |= genuine[0] & 0xe0; // the marks
  return bytes;
}

/** Returns encodings of what is no signature, made from a genuine one. */
function wrongPoints(genuine) {
  const [first, zeros] = [genuine[0], genuine.map(() => 0)];
  return {
    'the identity': zeros.with(0, 0xc0),
    'beyond the prime': beyondPrime(genuine),
    'the other sign': genuine.with(0, first ^ 0x20),
    'not compressed': genuine.with(0, first ^ 0x80),
    'the mark of the identity': genuine.with(0, first | 0x40),
    zeros,
    ones: genuine.map(() => 255),
    ...[...Array(8).keys()].map((x) => zeros.with(0, 0x80).with(-1, x)), // on the curve or not: not in the subgroup
  };
}

for (const name of ['default', 'quicknet']) {
  const { round, signature, previous_signature: before = '' } = load('shuffle/draw/drand/testdata/rounds.json').rounds
    .find(({ chain }) => chain === name);
  const [network, genuine, previous] = [networkNamed(name), fromHex(signature), fromHex(before)];

  test(`a signature of ${name} has one encoding, in the subgroup, and isn’t the identity`, () => {
    for (const [what, bytes] of Object.entries(wrongPoints(genuine))) {
      assert.throws(() => network.verify(round, bytes, previous), { kind: 'signature' }, what);
    }
  });

  test(`a signature of ${name} of another length or type, and a round out of range, are malformed`, () => {
    for (const bytes of [genuine.subarray(1), new Uint8Array(2 * genuine.length), genuine.buffer, toHex(genuine), [...genuine], null]) {
      assert.throws(() => network.verify(round, bytes, previous), { kind: 'malformed' });
    }
    for (const number of [0, -1, 1.5, NaN, 2 ** 32 + 1, 1n, `${round}`, undefined]) {
      assert.throws(() => network.verify(number, genuine, previous), { kind: 'malformed' });
    }
  });
}

test('hashes and points of G2 are those of the curves’ library', () => {
  const domain = 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_';
  for (let i = 0; i < 20; i++) {
    const message = new Uint8Array(i).fill(i);
    const point = curve.longSignatures.hash(message, domain);
    assert.ok(hashToG2(message, domain).equals(point));
    for (const one of [point, point.negate()]) assert.ok(decodeG2(one.toBytes()).equals(one));
  }
});

const { Fp, Fp2 } = curve.fields;
const { Point } = curve.G2;

/** Multiplies by any number: Point.multiply takes those below the order of the subgroup alone. */
function times(point, number) {
  let product = Point.ZERO;
  for (const bit of number.toString(2)) product = bit === '1' ? product.double().add(point) : product.double();
  return product;
}

const pointAt = (x) => Point.fromAffine({ x, y: Fp2.sqrt(Fp2.add(Fp2.mul(Fp2.sqr(x), x), Fp2.create({ c0: 4n, c1: 4n }))) });

/** Returns two points of the whole order of the curve, or nearly. */
function fullPoints() {
  const points = [];
  for (let c0 = 1n; points.length < 2; c0++) {
    try {
      points.push(pointAt(Fp2.create({ c0, c1: 0n })));
    } catch { /* not on the curve */ }
  }
  return points;
}

/** Returns points of the least orders there are. */
function smallPoints(point) {
  const { h, n } = Point.CURVE();
  return [[13n, 169n], [23n, 529n]].map(([order, power]) => {
    const some = times(point, (h * n) / power);
    const small = times(some, order).is0() ? some : times(some, order);
    assert.ok(!small.is0() && times(small, order).is0());
    return small;
  });
}

/** Returns points whose y² is in the prime field. */
function realPoints() {
  const points = [];
  for (let b = 1n; points.length < 4; b++) {
    const square = Fp.div(Fp.sub(b ** 3n, 4n), 3n * b);
    const a = Fp.pow(square, (Fp.ORDER + 1n) / 4n);
    if (Fp.sqr(a) === square) points.push(pointAt(Fp2.create({ c0: a, c1: b })));
  }
  return points;
}

test('a point outside the subgroup is refused, of whatever order', () => {
  const full = fullPoints();
  for (const { x: { c0, c1 } } of [...full, ...smallPoints(full[0]), ...realPoints()].map((point) => point.toAffine())) {
    for (const mark of [0x80, 0xa0]) {
      const bytes = fromHex([c1, c0].map((part) => part.toString(16).padStart(96, '0')).join(''));
      bytes[0] |= mark;
      assert.equal(decodeG2(bytes), undefined);
    }
  }
});

test('networks that aren’t known, and other times, are refused', () => {
  const { beacon, genesis } = networks[0];
  assert.equal(networkOf({ beacon, round: 1, time: genesis }), networks[0]);
  for (const terms of [
    { beacon: 'drand fastnet', round: 1, time: 0 },
    { beacon, round: 2, time: genesis },
    { beacon, round: 2 ** 32 + 1, time: 0 },
  ]) {
    assert.throws(() => networkOf(terms), { kind: 'malformed' });
  }
  assert.throws(() => networkNamed('__proto__'), { kind: 'malformed' });
  assert.throws(() => networks[0].roundAt(Infinity), { kind: 'malformed' });
});
