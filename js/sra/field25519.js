// The field of 2²⁵⁵ − 19, in doubles: whoever has many elements to decode and to multiply is several times faster with
// these than with BigInt. All of it is for public numbers: times and branches depend on them.
//
// A field element is 12 doubles, its limbs, from some index of an array on; it is their sum. Limb k is a multiple of
// 2^e(k), with e(k) = ⌈21.25·k⌉, so that products of limbs need no shifts (D. J. Bernstein, Floating-point arithmetic and
// message authentication, 2000). It is reduced if |limb k| ≤ 1.02·2^(e(k+1) − 1). A sum of n reduced ones is n times as
// long, and so is a difference.
//
// Bounds. The arguments of a product may be m and n times as long as reduced ones, with m·n ≤ 9; its result is reduced,
// and nothing in between is rounded. Limb k of the product is a sum of at most 1 + 19·11 terms of at most 2^(e(k) + 42), times 9
// and 1.02²: below 2^(e(k) + 53), and a multiple of 2^e(k), so it is exact. Adding and subtracting 3·2^(e(k+1) + 51) rounds it to a
// multiple of 2^e(k+1), the carry. After the first round of carries limb k is below 2^(e(k+1) + 11), and limb 0 below 2³⁷;
// so those of the second round add at most 2% to 2^(e(k+1) − 1).

const exponents = Array.from({ length: 13 }, (_, k) => Math.ceil(21.25 * k));
const widths = exponents.slice(1).map((e, k) => e - exponents[k]);
const ups = exponents.map((e) => 2 ** e);
const downs = exponents.map((e) => 2 ** -e);
const F = 19 * 2 ** -255;
const [C0, C1, C2, C3, C4, C5, C6, C7, C8, C9, C10, C11] = exponents.slice(1).map((e) => 3 * 2 ** (e + 51));

/** How many doubles a field element has. */
export const LIMBS = 12;

export const P = 2n ** 255n - 19n;

/** Sets R, from r on, to the product of A, from i on, and B, from j on. */
export function multiply(R, r, A, i, B, j) {
  const a0 = A[i], a1 = A[i + 1], a2 = A[i + 2], a3 = A[i + 3], a4 = A[i + 4], a5 = A[i + 5];
  const a6 = A[i + 6], a7 = A[i + 7], a8 = A[i + 8], a9 = A[i + 9], a10 = A[i + 10], a11 = A[i + 11];
  const b0 = B[j], b1 = B[j + 1], b2 = B[j + 2], b3 = B[j + 3], b4 = B[j + 4], b5 = B[j + 5];
  const b6 = B[j + 6], b7 = B[j + 7], b8 = B[j + 8], b9 = B[j + 9], b10 = B[j + 10], b11 = B[j + 11];
  let r0 = a0 * b0 + F * (a1 * b11 + a2 * b10 + a3 * b9 + a4 * b8 + a5 * b7 + a6 * b6 + a7 * b5 + a8 * b4 + a9 * b3 + a10 * b2 + a11 * b1);
  let r1 = a0 * b1 + a1 * b0 + F * (a2 * b11 + a3 * b10 + a4 * b9 + a5 * b8 + a6 * b7 + a7 * b6 + a8 * b5 + a9 * b4 + a10 * b3 + a11 * b2);
  let r2 = a0 * b2 + a1 * b1 + a2 * b0 + F * (a3 * b11 + a4 * b10 + a5 * b9 + a6 * b8 + a7 * b7 + a8 * b6 + a9 * b5 + a10 * b4 + a11 * b3);
  let r3 = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0 + F * (a4 * b11 + a5 * b10 + a6 * b9 + a7 * b8 + a8 * b7 + a9 * b6 + a10 * b5 + a11 * b4);
  let r4 = a0 * b4 + a1 * b3 + a2 * b2 + a3 * b1 + a4 * b0 + F * (a5 * b11 + a6 * b10 + a7 * b9 + a8 * b8 + a9 * b7 + a10 * b6 + a11 * b5);
  let r5 = a0 * b5 + a1 * b4 + a2 * b3 + a3 * b2 + a4 * b1 + a5 * b0 + F * (a6 * b11 + a7 * b10 + a8 * b9 + a9 * b8 + a10 * b7 + a11 * b6);
  let r6 = a0 * b6 + a1 * b5 + a2 * b4 + a3 * b3 + a4 * b2 + a5 * b1 + a6 * b0 + F * (a7 * b11 + a8 * b10 + a9 * b9 + a10 * b8 + a11 * b7);
  let r7 = a0 * b7 + a1 * b6 + a2 * b5 + a3 * b4 + a4 * b3 + a5 * b2 + a6 * b1 + a7 * b0 + F * (a8 * b11 + a9 * b10 + a10 * b9 + a11 * b8);
  let r8 = a0 * b8 + a1 * b7 + a2 * b6 + a3 * b5 + a4 * b4 + a5 * b3 + a6 * b2 + a7 * b1 + a8 * b0 + F * (a9 * b11 + a10 * b10 + a11 * b9);
  let r9 = a0 * b9 + a1 * b8 + a2 * b7 + a3 * b6 + a4 * b5 + a5 * b4 + a6 * b3 + a7 * b2 + a8 * b1 + a9 * b0 + F * (a10 * b11 + a11 * b10);
  let r10 = a0 * b10 + a1 * b9 + a2 * b8 + a3 * b7 + a4 * b6 + a5 * b5 + a6 * b4 + a7 * b3 + a8 * b2 + a9 * b1 + a10 * b0 + F * (a11 * b11);
  let r11 = a0 * b11 + a1 * b10 + a2 * b9 + a3 * b8 + a4 * b7 + a5 * b6 + a6 * b5 + a7 * b4 + a8 * b3 + a9 * b2 + a10 * b1 + a11 * b0;
  let c0 = (r0 + C0) - C0, c1 = (r1 + C1) - C1, c2 = (r2 + C2) - C2, c3 = (r3 + C3) - C3, c4 = (r4 + C4) - C4, c5 = (r5 + C5) - C5;
  let c6 = (r6 + C6) - C6, c7 = (r7 + C7) - C7, c8 = (r8 + C8) - C8, c9 = (r9 + C9) - C9, c10 = (r10 + C10) - C10, c11 = (r11 + C11) - C11;
  r0 += F * c11 - c0; r1 += c0 - c1; r2 += c1 - c2; r3 += c2 - c3; r4 += c3 - c4; r5 += c4 - c5;
  r6 += c5 - c6; r7 += c6 - c7; r8 += c7 - c8; r9 += c8 - c9; r10 += c9 - c10; r11 += c10 - c11;
  c0 = (r0 + C0) - C0, c1 = (r1 + C1) - C1, c2 = (r2 + C2) - C2, c3 = (r3 + C3) - C3, c4 = (r4 + C4) - C4, c5 = (r5 + C5) - C5;
  c6 = (r6 + C6) - C6, c7 = (r7 + C7) - C7, c8 = (r8 + C8) - C8, c9 = (r9 + C9) - C9, c10 = (r10 + C10) - C10, c11 = (r11 + C11) - C11;
  r0 += F * c11 - c0; r1 += c0 - c1; r2 += c1 - c2; r3 += c2 - c3; r4 += c3 - c4; r5 += c4 - c5;
  r6 += c5 - c6; r7 += c6 - c7; r8 += c7 - c8; r9 += c8 - c9; r10 += c9 - c10; r11 += c10 - c11;
  R[r] = r0; R[r + 1] = r1; R[r + 2] = r2; R[r + 3] = r3; R[r + 4] = r4; R[r + 5] = r5;
  R[r + 6] = r6; R[r + 7] = r7; R[r + 8] = r8; R[r + 9] = r9; R[r + 10] = r10; R[r + 11] = r11;
}

/** Sets R, from r on, to the square of A, from i on. */
export function square(R, r, A, i) {
  const a0 = A[i], a1 = A[i + 1], a2 = A[i + 2], a3 = A[i + 3], a4 = A[i + 4], a5 = A[i + 5];
  const a6 = A[i + 6], a7 = A[i + 7], a8 = A[i + 8], a9 = A[i + 9], a10 = A[i + 10], a11 = A[i + 11];
  const d0 = a0 + a0, d1 = a1 + a1, d2 = a2 + a2, d3 = a3 + a3, d4 = a4 + a4, d5 = a5 + a5;
  const d6 = a6 + a6, d7 = a7 + a7, d8 = a8 + a8, d9 = a9 + a9, d10 = a10 + a10;
  let r0 = a0 * a0 + F * (d1 * a11 + d2 * a10 + d3 * a9 + d4 * a8 + d5 * a7 + a6 * a6);
  let r1 = d0 * a1 + F * (d2 * a11 + d3 * a10 + d4 * a9 + d5 * a8 + d6 * a7);
  let r2 = d0 * a2 + a1 * a1 + F * (d3 * a11 + d4 * a10 + d5 * a9 + d6 * a8 + a7 * a7);
  let r3 = d0 * a3 + d1 * a2 + F * (d4 * a11 + d5 * a10 + d6 * a9 + d7 * a8);
  let r4 = d0 * a4 + d1 * a3 + a2 * a2 + F * (d5 * a11 + d6 * a10 + d7 * a9 + a8 * a8);
  let r5 = d0 * a5 + d1 * a4 + d2 * a3 + F * (d6 * a11 + d7 * a10 + d8 * a9);
  let r6 = d0 * a6 + d1 * a5 + d2 * a4 + a3 * a3 + F * (d7 * a11 + d8 * a10 + a9 * a9);
  let r7 = d0 * a7 + d1 * a6 + d2 * a5 + d3 * a4 + F * (d8 * a11 + d9 * a10);
  let r8 = d0 * a8 + d1 * a7 + d2 * a6 + d3 * a5 + a4 * a4 + F * (d9 * a11 + a10 * a10);
  let r9 = d0 * a9 + d1 * a8 + d2 * a7 + d3 * a6 + d4 * a5 + F * (d10 * a11);
  let r10 = d0 * a10 + d1 * a9 + d2 * a8 + d3 * a7 + d4 * a6 + a5 * a5 + F * (a11 * a11);
  let r11 = d0 * a11 + d1 * a10 + d2 * a9 + d3 * a8 + d4 * a7 + d5 * a6;
  let c0 = (r0 + C0) - C0, c1 = (r1 + C1) - C1, c2 = (r2 + C2) - C2, c3 = (r3 + C3) - C3, c4 = (r4 + C4) - C4, c5 = (r5 + C5) - C5;
  let c6 = (r6 + C6) - C6, c7 = (r7 + C7) - C7, c8 = (r8 + C8) - C8, c9 = (r9 + C9) - C9, c10 = (r10 + C10) - C10, c11 = (r11 + C11) - C11;
  r0 += F * c11 - c0; r1 += c0 - c1; r2 += c1 - c2; r3 += c2 - c3; r4 += c3 - c4; r5 += c4 - c5;
  r6 += c5 - c6; r7 += c6 - c7; r8 += c7 - c8; r9 += c8 - c9; r10 += c9 - c10; r11 += c10 - c11;
  c0 = (r0 + C0) - C0, c1 = (r1 + C1) - C1, c2 = (r2 + C2) - C2, c3 = (r3 + C3) - C3, c4 = (r4 + C4) - C4, c5 = (r5 + C5) - C5;
  c6 = (r6 + C6) - C6, c7 = (r7 + C7) - C7, c8 = (r8 + C8) - C8, c9 = (r9 + C9) - C9, c10 = (r10 + C10) - C10, c11 = (r11 + C11) - C11;
  r0 += F * c11 - c0; r1 += c0 - c1; r2 += c1 - c2; r3 += c2 - c3; r4 += c3 - c4; r5 += c4 - c5;
  r6 += c5 - c6; r7 += c6 - c7; r8 += c7 - c8; r9 += c8 - c9; r10 += c9 - c10; r11 += c10 - c11;
  R[r] = r0; R[r + 1] = r1; R[r + 2] = r2; R[r + 3] = r3; R[r + 4] = r4; R[r + 5] = r5;
  R[r + 6] = r6; R[r + 7] = r7; R[r + 8] = r8; R[r + 9] = r9; R[r + 10] = r10; R[r + 11] = r11;
}

/** Sets R to A + B. */
export function add(R, r, A, i, B, j) {
  for (let k = 0; k < LIMBS; k++) R[r + k] = A[i + k] + B[j + k];
}

/** Sets R to A − B. */
export function subtract(R, r, A, i, B, j) {
  for (let k = 0; k < LIMBS; k++) R[r + k] = A[i + k] - B[j + k];
}

/** Sets R to A. */
export function copy(R, r, A, i) {
  for (let k = 0; k < LIMBS; k++) R[r + k] = A[i + k];
}

/** Sets R to −A. */
export function negate(R, r, A, i) {
  for (let k = 0; k < LIMBS; k++) R[r + k] = -A[i + k];
}

const limbs = new Int32Array(LIMBS);
const spare = new Int32Array(LIMBS);

/** Adds x to the limbs, and makes limb k one of 0 … 2^width − 1; returns what is left over, in 2²⁵⁵. */
function carry(x) {
  for (let k = 0; k < LIMBS; k++) {
    x += limbs[k];
    limbs[k] = x & ((1 << widths[k]) - 1);
    x >>= widths[k];
  }
  return x;
}

/** Sets limbs to those of A as an integer from 0 to p − 1. A may be 9 times as long as reduced ones. */
function freeze(A, i) {
  for (let k = 0; k < LIMBS; k++) limbs[k] = A[i + k] * downs[k];
  const over = carry(carry(0) * 19);
  limbs[0] += 19 * over;
  spare.set(limbs);
  if (carry(19) === 0) limbs.set(spare);
}

/** Returns A as 32 bytes, little-endian. */
export function toBytes(A, i) {
  freeze(A, i);
  const bytes = new Uint8Array(32);
  for (let k = 0, at = 0, bits = 0, word = 0; k < LIMBS; k++) {
    word |= limbs[k] << bits;
    for (bits += widths[k]; bits >= 8 || (k === LIMBS - 1 && bits > 0); bits -= 8) {
      bytes[at++] = word;
      word >>>= 8;
    }
  }
  return bytes;
}

/** Sets R to the integer of 32 bytes, little-endian, without their highest bit. It is twice as long as reduced ones. */
export function fromBytes(R, r, bytes) {
  for (let k = 0, at = 0, bits = 0, word = 0; k < LIMBS; k++) {
    for (; bits < widths[k]; bits += 8) word |= bytes[at++] << bits;
    R[r + k] = (word & ((1 << widths[k]) - 1)) * ups[k];
    word >>>= widths[k];
    bits -= widths[k];
  }
}

/** Reports whether A is 0. */
export function isZero(A, i) {
  freeze(A, i);
  return limbs.every((limb) => limb === 0);
}

/** Reports whether A is negative in the sense of RFC 9496: odd, as an integer from 0 to p − 1. */
export function isNegative(A, i) {
  freeze(A, i);
  return (limbs[0] & 1) === 1;
}

const difference = new Float64Array(LIMBS);

/** Reports whether A and B are equal. */
export function isEqual(A, i, B, j) {
  subtract(difference, 0, A, i, B, j);
  return isZero(difference, 0);
}

/** Makes A the one of A and −A that isn't negative. */
export function abs(A, i) {
  if (isNegative(A, i)) negate(A, i, A, i);
}

export const ONE = new Float64Array(LIMBS);
ONE[0] = 1;

/** Returns a reduced field element of its own. */
export function constant(x) {
  const bytes = new Uint8Array(32);
  for (let k = 0; k < 32; k++) bytes[k] = Number((x >> BigInt(8 * k)) & 255n);
  const A = new Float64Array(LIMBS);
  fromBytes(A, 0, bytes);
  multiply(A, 0, A, 0, ONE, 0);
  return A;
}
