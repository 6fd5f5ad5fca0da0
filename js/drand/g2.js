// The group G2 of BLS12-381, as rounds need it: messages are hashed to it, by RFC 9380 with the suite
// BLS12381G2_XMD:SHA-256_SSWU_RO_, and signatures decoded. The curves' library does the same; here, square roots are taken in the
// prime field, and multiples by the curve's parameter in Jacobian coordinates, which takes half the time.

import { hash_to_field as hashToField } from '@noble/curves/abstract/hash-to-curve.js';
import { bls12_381 as curve } from '@noble/curves/bls12-381.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../internal/bytes.js';

const { Fp, Fp2 } = curve.fields;
const { Point } = curve.G2;
const p = Fp.ORDER;
const fp2 = (c0, c1) => Fp2.create({ c0, c1 });
const twice = (n) => Fp2.add(n, n);

/** Returns a square root of a number, or undefined if there is none. */
function squareRoot({ c0, c1 }) {
  if (c1 === 0n) {
    const root = Fp.pow(c0, (p + 1n) / 4n); // of c0 or −c0
    return Fp.sqr(root) === c0 ? fp2(root, 0n) : fp2(0n, root);
  }
  const norm = Fp.add(Fp.sqr(c0), Fp.sqr(c1));
  const s = Fp.pow(norm, (p + 1n) / 4n);
  if (Fp.sqr(s) !== norm) return undefined;
  const d = Fp.div(Fp.add(c0, s), 2n);
  const r = Fp.pow(d, (p + 1n) / 4n); // of d or −d
  const other = Fp.div(c1, Fp.add(r, r));
  return Fp.sqr(r) === d ? fp2(r, other) : fp2(other, r);
}

// Points in Jacobian coordinates [x, y, z], by dbl-2009-l and madd-2007-bl of the Explicit-Formulas Database.

function double([x, y, z]) {
  const [a, b] = [Fp2.sqr(x), Fp2.sqr(y)];
  const c = Fp2.sqr(b);
  const d = twice(Fp2.sub(Fp2.sub(Fp2.sqr(Fp2.add(x, b)), a), c));
  const e = Fp2.add(twice(a), a);
  const x3 = Fp2.sub(Fp2.sqr(e), twice(d));
  return [x3, Fp2.sub(Fp2.mul(e, Fp2.sub(d, x3)), twice(twice(twice(c)))), twice(Fp2.mul(y, z))];
}

/** Adds another point, which is affine. */
function add([x, y, z], other) {
  const zz = Fp2.sqr(z);
  const h = Fp2.sub(Fp2.mul(other.x, zz), x);
  const hh = Fp2.sqr(h);
  const i = twice(twice(hh));
  const j = Fp2.mul(h, i);
  const r = twice(Fp2.sub(Fp2.mul(other.y, Fp2.mul(z, zz)), y));
  const v = Fp2.mul(x, i);
  const x3 = Fp2.sub(Fp2.sub(Fp2.sqr(r), j), twice(v));
  return [x3, Fp2.sub(Fp2.mul(r, Fp2.sub(v, x3)), twice(Fp2.mul(y, j))), Fp2.sub(Fp2.sub(Fp2.sqr(Fp2.add(z, h)), zz), hh)];
}

const bits = [...0xd201000000010000n.toString(2)].slice(1); // of the curve's parameter, which is negative, after the first

/**
 * Returns a point times the curve's parameter. For points of small orders, which aren't in the subgroup, it may be the identity
 * instead, as add isn't for equal or opposite points.
 */
function timesParameter(point) {
  const affine = point.toAffine();
  let at = [affine.x, affine.y, Fp2.ONE];
  for (const bit of bits) {
    at = double(at);
    if (bit === '1') at = add(at, affine);
  }
  const [x, y, z] = at;
  return Fp2.is0(z) ? Point.ZERO : new Point(Fp2.mul(x, z), Fp2.neg(y), Fp2.mul(Fp2.sqr(z), z));
}

// The endomorphism ψ, which multiplies points of the subgroup by the curve's parameter: https://eprint.iacr.org/2022/352.
const conjugate = ({ c0, c1 }) => fp2(c0, -c1);
const [psiX, psiY] = [3n, 2n].map((n) => Fp2.inv(Fp2.pow(fp2(1n, 1n), (p - 1n) / n)));
const psi = ({ X, Y, Z }) => new Point(Fp2.mul(conjugate(X), psiX), Fp2.mul(conjugate(Y), psiY), conjugate(Z));

/** Returns a point of the subgroup for one of the curve: RFC 9380, appendix G.3. */
function clearCofactor(point) {
  const [multiple, image] = [timesParameter(point), psi(point)];
  const sum = timesParameter(multiple.add(image)); // the parameter's square times the point, and the parameter times its image
  return psi(psi(point.double())).add(sum).subtract(multiple).subtract(image).subtract(point);
}

// The curve y² = x³ + ax + b, from which an isogeny of degree 3 leads to G2's, and z, which is no square: section 8.8.2.
const [a, b, z] = [fp2(0n, 240n), fp2(1012n, 1012n), fp2(-2n, -1n)];
const cubic = (x) => Fp2.add(Fp2.mul(Fp2.add(Fp2.sqr(x), a), x), b);

/** The sign of a number: section 4.1. */
const isOdd = ({ c0, c1 }) => (c0 === 0n ? c1 : c0) % 2n === 1n;

/** Returns a point of the first curve for a number, by the simplified map of Shallue, van de Woestijne and Ulas: section 6.6.2. */
function map(u) {
  const zu2 = Fp2.mul(z, Fp2.sqr(u));
  const t = Fp2.add(Fp2.sqr(zu2), zu2); // zero for a number that nobody finds
  const first = Fp2.mul(Fp2.div(b, a), Fp2.neg(Fp2.add(Fp2.ONE, Fp2.inv(t))));
  let [x, y] = [first, squareRoot(cubic(first))];
  if (y === undefined) {
    x = Fp2.mul(zu2, first);
    y = squareRoot(cubic(x));
  }
  return { x, y: isOdd(u) === isOdd(y) ? y : Fp2.neg(y) };
}

// Vélu's formulas for the isogeny, whose kernel is the identity and the two points at x = k.
const k = fp2(-6n, 6n);
const t = twice(Fp2.add(Fp2.mul(Fp2.sqr(k), 3n), a));
const w = Fp2.mul(cubic(k), 4n);
const [scaleX, scaleY] = [Fp.inv(9n), Fp.inv(p - 27n)];

/** Returns a point of G2's curve for one of the first curve. */
function isogeny({ x, y }) {
  const e = Fp2.inv(Fp2.sub(x, k));
  const [te, wee] = [Fp2.mul(t, e), Fp2.mul(w, Fp2.sqr(e))];
  const slope = Fp2.sub(Fp2.ONE, Fp2.mul(Fp2.add(te, twice(wee)), e));
  return Point.fromAffine({ x: Fp2.mul(Fp2.add(Fp2.add(x, te), wee), scaleX), y: Fp2.mul(Fp2.mul(y, slope), scaleY) });
}

/** Returns the point that a message has in a domain. */
export function hashToG2(message, domain) {
  const numbers = hashToField(message, 2, { p, m: 2, k: 128, expand: 'xmd', hash: sha256, DST: domain });
  const [one, two] = numbers.map(([c0, c1]) => isogeny(map(fp2(c0, c1))));
  return clearCofactor(one.add(two));
}

const compressed = 0x80, infinite = 0x40, larger = 0x20; // of the first byte

/** Returns the point of the subgroup, but not the identity, whose compressed encoding 96 bytes are, or undefined. */
export function decodeG2(bytes) {
  const mark = bytes[0];
  if ((mark & (compressed | infinite)) !== compressed) return undefined;
  const digits = toHex([mark & 0x1f, ...bytes.subarray(1)]);
  const [c1, c0] = [BigInt(`0x${digits.slice(0, 96)}`), BigInt(`0x${digits.slice(96)}`)];
  if (c0 >= p || c1 >= p) return undefined;
  const x = fp2(c0, c1);
  const y = squareRoot(Fp2.add(Fp2.mul(Fp2.sqr(x), x), fp2(4n, 4n)));
  if (y === undefined) return undefined;
  const isLarger = (y.c1 === 0n ? y.c0 : y.c1) > p / 2n;
  const point = Point.fromAffine({ x, y: isLarger === ((mark & larger) !== 0) ? y : Fp2.neg(y) });
  return psi(point).equals(timesParameter(point)) ? point : undefined;
}
