// ristretto255, RFC 9496: decoding, encoding, the derivation from uniform bytes, and products of powers. The group is
// written multiplicatively, as in sra/SPEC.md. A point is 4 field elements X, Y, Z, T in one array: extended twisted Edwards
// coordinates, T = XY/Z. A decoded element is the 3 that multiplying by it needs: y + x, y − x, 2dxy. Nothing here is for
// secrets: times depend on values.

import {
  LIMBS, ONE, abs, add, constant, copy, fromBytes, isEqual, isNegative, isZero, multiply, negate, square, subtract, toBytes,
} from './field25519.js';

/** The order of the group. */
export const Q = 2n ** 252n + 27742317777372353535851937790883648493n;

const D = constant(37095705934669439343138083508754565189542113879843219016388785533085940283555n);
const TWICE_D = constant(16295367250680780974490674513165176452449235426866156013048779062215315747161n);
const SQRT_M1 = constant(19681161376707505956807079304988542015446066515923890162744021073123829784752n);
const SQRT_AD_MINUS_ONE = constant(25063068953384623474111414158702152701244531502492656460079210482610430750235n);
const INVSQRT_A_MINUS_D = constant(54469307008909316920995813868745141605393597292927456921205312896311721017578n);
const ONE_MINUS_D_SQ = constant(1159843021668779879193775521855586647937357759715417654439879720876111806838n);
const D_MINUS_ONE_SQ = constant(40440834346308536858101042469323190826248399146238708352240133220865137265952n);

const X = 0;
const Y = LIMBS;
const Z = 2 * LIMBS;
const T = 3 * LIMBS;
const POINT = 4 * LIMBS;
const DECODED = 3 * LIMBS;

// Field elements of their own, for what a function computes in between.
const room = (n) => Array.from({ length: n }, () => new Float64Array(LIMBS));
const mul = (R, A, B) => multiply(R, 0, A, 0, B, 0);
const plus = (R, A, B) => add(R, 0, A, 0, B, 0);
const minus = (R, A, B) => subtract(R, 0, A, 0, B, 0);

function squares(R, A, n) {
  square(R, 0, A, 0);
  for (let k = 1; k < n; k++) square(R, 0, R, 0);
}

const [p1, p2, p3] = room(3);

/** Sets R to A^((p − 5)/8) = A^(2²⁵² − 3). */
function power58(R, A) {
  squares(p1, A, 1);
  squares(p2, p1, 2);
  mul(p2, p2, A); // 9
  mul(p1, p1, p2); // 11
  squares(p1, p1, 1); // 22
  mul(p1, p1, p2); // 2⁵ − 1
  squares(p2, p1, 5);
  mul(p1, p2, p1); // 2¹⁰ − 1
  squares(p2, p1, 10);
  mul(p2, p2, p1); // 2²⁰ − 1
  squares(p3, p2, 20);
  mul(p2, p3, p2); // 2⁴⁰ − 1
  squares(p2, p2, 10);
  mul(p1, p2, p1); // 2⁵⁰ − 1
  squares(p2, p1, 50);
  mul(p2, p2, p1); // 2¹⁰⁰ − 1
  squares(p3, p2, 100);
  mul(p2, p3, p2); // 2²⁰⁰ − 1
  squares(p2, p2, 50);
  mul(p1, p2, p1); // 2²⁵⁰ − 1
  squares(p1, p1, 2);
  mul(R, p1, A);
}

const [q1, q2] = room(2);

// SQRT_RATIO_M1 of RFC 9496, section 4.2: sets R to the root of U/V, or of SQRT_M1·U/V, and reports whether it is that of U/V. U
// and V may be twice as long as reduced ones.
function sqrtRatio(R, U, V) {
  squares(q1, V, 1);
  mul(q1, q1, V);
  squares(q2, q1, 1);
  mul(q2, q2, V);
  mul(q2, q2, U);
  power58(q2, q2);
  mul(q1, q1, U);
  mul(R, q1, q2);
  squares(q1, R, 1);
  mul(q1, q1, V);
  const correct = isEqual(q1, 0, U, 0);
  plus(q2, q1, U);
  const flipped = isZero(q2, 0);
  if (!correct) {
    mul(q2, U, SQRT_M1);
    plus(q2, q2, q1);
    if (flipped || isZero(q2, 0)) mul(R, R, SQRT_M1);
  }
  abs(R, 0);
  return correct || flipped;
}

const [s, ss, u1, u2, u2u2, v, root, x, y] = room(9);

/** Returns an element, decoded; or null if the 32 bytes aren't an encoding of one, or are that of the identity. */
export function decode(bytes) {
  if (bytes[31] > 127 || (bytes[0] & 1) === 1) return null;
  fromBytes(s, 0, bytes);
  if (toBytes(s, 0).some((byte, k) => byte !== bytes[k])) return null;
  squares(ss, s, 1);
  minus(u1, ONE, ss);
  plus(u2, ONE, ss);
  squares(u2u2, u2, 1);
  squares(v, u1, 1);
  mul(v, v, D);
  negate(v, 0, v, 0);
  minus(v, v, u2u2);
  mul(x, v, u2u2);
  if (!sqrtRatio(root, ONE, x)) return null;
  mul(x, root, u2);
  mul(y, root, x);
  mul(y, y, v);
  mul(y, y, u1);
  plus(s, s, s);
  mul(x, s, x);
  abs(x, 0);
  const element = new Float64Array(DECODED);
  multiply(element, 2 * LIMBS, x, 0, y, 0);
  if (isNegative(element, 2 * LIMBS) || isZero(y, 0) || isZero(x, 0)) return null;
  multiply(element, 2 * LIMBS, element, 2 * LIMBS, TWICE_D, 0);
  add(element, 0, y, 0, x, 0);
  subtract(element, LIMBS, y, 0, x, 0);
  return element;
}

/** Returns the 32 bytes of a point. */
export function encode(point) {
  const [u1, u2, root, zInv, x, y, m] = room(7);
  add(u1, 0, point, Z, point, Y);
  subtract(u2, 0, point, Z, point, Y);
  mul(u1, u1, u2);
  multiply(u2, 0, point, X, point, Y);
  squares(m, u2, 1);
  mul(m, m, u1);
  sqrtRatio(root, ONE, m);
  mul(u1, root, u1);
  mul(u2, root, u2);
  mul(zInv, u1, u2);
  multiply(zInv, 0, zInv, 0, point, T);
  multiply(m, 0, point, T, zInv, 0);
  if (isNegative(m, 0)) {
    multiply(x, 0, point, Y, SQRT_M1, 0);
    multiply(y, 0, point, X, SQRT_M1, 0);
    mul(u2, u1, INVSQRT_A_MINUS_D);
  } else {
    copy(x, 0, point, X);
    copy(y, 0, point, Y);
  }
  mul(m, x, zInv);
  if (isNegative(m, 0)) negate(y, 0, y, 0);
  subtract(m, 0, point, Z, y, 0);
  mul(m, u2, m);
  abs(m, 0);
  return toBytes(m, 0);
}

/** MAP of RFC 9496, section 4.3.4, of 32 bytes. */
function map(bytes) {
  const [t, r, u, v, s, n, w2, w3] = room(8);
  fromBytes(t, 0, bytes);
  squares(r, t, 1);
  mul(r, r, SQRT_M1);
  plus(u, r, ONE);
  mul(u, u, ONE_MINUS_D_SQ);
  mul(v, r, D);
  plus(v, v, ONE);
  negate(v, 0, v, 0);
  plus(n, r, D);
  mul(v, v, n);
  const square = sqrtRatio(s, u, v);
  if (!square) {
    mul(s, s, t);
    abs(s, 0);
    negate(s, 0, s, 0);
  }
  minus(n, r, ONE);
  if (square) negate(n, 0, n, 0);
  else mul(n, n, r);
  mul(n, n, D_MINUS_ONE_SQ);
  minus(n, n, v);
  mul(n, n, SQRT_AD_MINUS_ONE);
  squares(w3, s, 1);
  minus(w2, ONE, w3);
  plus(w3, ONE, w3);
  plus(s, s, s);
  mul(s, s, v);
  const point = new Float64Array(POINT);
  multiply(point, X, s, 0, w3, 0);
  multiply(point, Y, w2, 0, n, 0);
  multiply(point, Z, n, 0, w3, 0);
  multiply(point, T, s, 0, w2, 0);
  return point;
}

/** Returns the point that is derived from 64 uniformly random bytes: RFC 9496, section 4.3.4. */
export function fromUniform(bytes) {
  const point = map(bytes.subarray(0, 32));
  addPoint(point, 0, map(bytes.subarray(32)), 0);
  return point;
}

const [a, b, c, e, f, g, h] = room(7);

/** Sets the point at r to (e·f, g·h, f·g, e·h), where e, h may be twice, and f, g three times as long as reduced ones. */
function complete(R, r) {
  multiply(R, r + X, e, 0, f, 0);
  multiply(R, r + Y, g, 0, h, 0);
  multiply(R, r + Z, f, 0, g, 0);
  multiply(R, r + T, e, 0, h, 0);
}

/** Multiplies the point at r by the one at i. (M. Hisil and others, Twisted Edwards Curves Revisited, 2008, section 3.1.) */
function addPoint(R, r, P, i) {
  subtract(a, 0, R, r + Y, R, r + X);
  subtract(b, 0, P, i + Y, P, i + X);
  mul(a, a, b);
  add(b, 0, R, r + Y, R, r + X);
  add(c, 0, P, i + Y, P, i + X);
  mul(b, b, c);
  multiply(c, 0, R, r + T, P, i + T);
  mul(c, c, TWICE_D);
  multiply(g, 0, R, r + Z, P, i + Z);
  plus(g, g, g);
  minus(e, b, a);
  minus(f, g, c);
  plus(g, g, c);
  plus(h, b, a);
  complete(R, r);
}

/** Multiplies the point at r by a decoded element, or divides by it. */
function addDecoded(R, r, element, divide) {
  subtract(a, 0, R, r + Y, R, r + X);
  add(b, 0, R, r + Y, R, r + X);
  multiply(a, 0, a, 0, element, divide ? 0 : LIMBS);
  multiply(b, 0, b, 0, element, divide ? LIMBS : 0);
  multiply(c, 0, R, r + T, element, 2 * LIMBS);
  add(g, 0, R, r + Z, R, r + Z);
  minus(e, b, a);
  plus(h, b, a);
  if (divide) {
    plus(f, g, c);
    minus(g, g, c);
  } else {
    minus(f, g, c);
    plus(g, g, c);
  }
  complete(R, r);
}

/** Squares the point at r. */
function double(R, r) {
  multiply(e, 0, R, r + X, R, r + Y);
  plus(e, e, e);
  square(a, 0, R, r + X);
  square(b, 0, R, r + Y);
  square(c, 0, R, r + Z);
  plus(c, c, c);
  minus(g, b, a);
  plus(h, b, a);
  negate(h, 0, h, 0);
  minus(f, g, c);
  complete(R, r);
}

function setOne(R, r) {
  R.fill(0, r, r + POINT);
  R[r + Y] = 1;
  R[r + Z] = 1;
}

/** The width of digits with the fewest multiplications for n powers, by number of bits. */
function digitWidth(n, bits) {
  let [best, least] = [2, Infinity];
  for (let width = 2; width <= 12; width++) {
    const cost = (Math.floor(bits / width) + 1) * (7 * n + 9 * 2 ** width);
    if (cost < least) [best, least] = [width, cost];
  }
  return best;
}

const magnitude = (x) => (x < 0n ? -x : x);

/** Returns the digits of exponents, a row for each, of numbers from −2^(width − 1) to 2^(width − 1). */
function signedDigits(exponents, width, rows) {
  const digits = new Int16Array(exponents.length * rows);
  const bytes = new DataView(new ArrayBuffer(40));
  exponents.forEach((exponent, i) => {
    const sign = exponent < 0n ? -1 : 1;
    const size = magnitude(exponent);
    for (let k = 0; k < 4; k++) bytes.setBigUint64(8 * k, BigInt.asUintN(64, size >> BigInt(64 * k)), true);
    for (let row = 0, over = 0; row < rows; row++) {
      const at = row * width;
      const digit = ((bytes.getUint32(at >> 3, true) >>> (at & 7)) & ((1 << width) - 1)) + over;
      over = digit > 1 << (width - 1) ? 1 : 0;
      digits[i * rows + row] = sign * (digit - (over << width));
    }
  });
  return digits;
}

/**
 * Returns the product of decoded elements, each to the power of its exponent, as a point: for each place of the exponents,
 * elements with the same digit there are multiplied first (N. Pippenger, 1976). Exponents are taken mod Q.
 */
export function product(elements, unreduced) {
  const exponents = unreduced.map((exponent) => (magnitude(exponent) < Q ? exponent : exponent % Q));
  const bits = exponents.reduce((most, exponent) => (magnitude(exponent) > most ? magnitude(exponent) : most), 1n).toString(2).length;
  const width = digitWidth(elements.length, bits);
  const rows = Math.floor(bits / width) + 1;
  const digits = signedDigits(exponents, width, rows);
  const buckets = new Float64Array(POINT * 2 ** (width - 1));
  const result = new Float64Array(POINT);
  const sum = new Float64Array(POINT);
  setOne(result, 0);
  for (let row = rows - 1; row >= 0; row--) {
    for (let k = 0; k < width; k++) double(result, 0);
    for (let i = 0; i < buckets.length; i += POINT) setOne(buckets, i);
    for (let i = 0; i < elements.length; i++) {
      const digit = digits[i * rows + row];
      if (digit !== 0) addDecoded(buckets, (Math.abs(digit) - 1) * POINT, elements[i], digit < 0);
    }
    setOne(sum, 0);
    for (let i = buckets.length - POINT; i >= 0; i -= POINT) {
      addPoint(sum, 0, buckets, i);
      addPoint(result, 0, sum, 0);
    }
  }
  return result;
}

/** Reports whether a point is the identity of ristretto255, which 4 points of the curve are: RFC 9496, section 4.3.3. */
export const isOne = (point) => isZero(point, X) || isZero(point, Y);
