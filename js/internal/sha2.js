// SHA-256, SHA-512 (FIPS 180-4) and HMAC (RFC 2104) without waiting: crypto.subtle answers each call later, which takes
// SHA-256 of a short message about ten times as long as this does. Bytes stand in 32-bit words, the first byte highest, and
// the two halves of a 64-bit word follow each other, the higher one first.

import { needBytes } from './bytes.js';

/** Returns the first 64 bits of the fraction of a number's root, as two words. */
function fraction(number, degree) {
  const power = number << BigInt(64 * degree);
  let [root, next] = [power, 1n << 70n]; // above any root here, from where Newton's method only descends
  while (next < root) {
    root = next;
    next = (BigInt(degree - 1) * root + power / root ** BigInt(degree - 1)) / BigInt(degree);
  }
  return [Number(BigInt.asIntN(32, root >> 32n)), Number(BigInt.asIntN(32, root))];
}

// Sections 4.2 and 5.3: roots of the first primes. SHA-256 takes the higher halves.
const primes = [];
for (let n = 2; primes.length < 80; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);
const k512 = Int32Array.from(primes.flatMap((p) => fraction(BigInt(p), 3)));
const start512 = Int32Array.from(primes.slice(0, 8).flatMap((p) => fraction(BigInt(p), 2)));
const higher = (words) => words.filter((_, i) => i % 2 === 0);
const k256 = higher(k512).subarray(0, 64);
const start256 = higher(start512);

const w256 = new Int32Array(64);
const w512 = new Int32Array(160);

/** Section 6.2.2: takes the block at a place of a message into the state. */
function compress256(state, message, at) {
  const w = w256;
  for (let t = 0; t < 16; t++) w[t] = message[at + t];
  for (let t = 16; t < 64; t++) {
    const [x, y] = [w[t - 15], w[t - 2]];
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[t] = w[t - 16] + s0 + w[t - 7] + s1;
  }
  let a = state[0], b = state[1], c = state[2], d = state[3], e = state[4], f = state[5], g = state[6], h = state[7];
  for (let t = 0; t < 64; t++) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + k256[t] + w[t]) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  state[0] += a;
  state[1] += b;
  state[2] += c;
  state[3] += d;
  state[4] += e;
  state[5] += f;
  state[6] += g;
  state[7] += h;
}

const carry = (low) => (low / 0x100000000) | 0;

/** Section 6.4.2, with each 64-bit x as xh and xl. */
function compress512(state, message, at) {
  const w = w512;
  for (let t = 0; t < 32; t++) w[t] = message[at + t];
  for (let t = 32; t < 160; t += 2) {
    const xh = w[t - 30], xl = w[t - 29], yh = w[t - 4], yl = w[t - 3];
    const s0h = ((xh >>> 1) | (xl << 31)) ^ ((xh >>> 8) | (xl << 24)) ^ (xh >>> 7);
    const s0l = ((xl >>> 1) | (xh << 31)) ^ ((xl >>> 8) | (xh << 24)) ^ ((xl >>> 7) | (xh << 25));
    const s1h = ((yh >>> 19) | (yl << 13)) ^ ((yl >>> 29) | (yh << 3)) ^ (yh >>> 6);
    const s1l = ((yl >>> 19) | (yh << 13)) ^ ((yh >>> 29) | (yl << 3)) ^ ((yl >>> 6) | (yh << 26));
    const low = (w[t - 31] >>> 0) + (s0l >>> 0) + (w[t - 13] >>> 0) + (s1l >>> 0);
    w[t] = w[t - 32] + s0h + w[t - 14] + s1h + carry(low);
    w[t + 1] = low;
  }
  let ah = state[0], al = state[1], bh = state[2], bl = state[3], ch = state[4], cl = state[5], dh = state[6], dl = state[7];
  let eh = state[8], el = state[9], fh = state[10], fl = state[11], gh = state[12], gl = state[13], hh = state[14], hl = state[15];
  for (let t = 0; t < 160; t += 2) {
    const s1h = ((eh >>> 14) | (el << 18)) ^ ((eh >>> 18) | (el << 14)) ^ ((el >>> 9) | (eh << 23));
    const s1l = ((el >>> 14) | (eh << 18)) ^ ((el >>> 18) | (eh << 14)) ^ ((eh >>> 9) | (el << 23));
    const low1 = (hl >>> 0) + (s1l >>> 0) + (((el & fl) ^ (~el & gl)) >>> 0) + (k512[t + 1] >>> 0) + (w[t + 1] >>> 0);
    const t1h = (hh + s1h + ((eh & fh) ^ (~eh & gh)) + k512[t] + w[t] + carry(low1)) | 0;
    const t1l = low1 | 0;
    const s0h = ((ah >>> 28) | (al << 4)) ^ ((al >>> 2) | (ah << 30)) ^ ((al >>> 7) | (ah << 25));
    const s0l = ((al >>> 28) | (ah << 4)) ^ ((ah >>> 2) | (al << 30)) ^ ((ah >>> 7) | (al << 25));
    const low2 = (t1l >>> 0) + (s0l >>> 0) + (((al & bl) ^ (al & cl) ^ (bl & cl)) >>> 0);
    const nexth = (t1h + s0h + ((ah & bh) ^ (ah & ch) ^ (bh & ch)) + carry(low2)) | 0;
    hh = gh;
    hl = gl;
    gh = fh;
    gl = fl;
    fh = eh;
    fl = el;
    const low3 = (dl >>> 0) + (t1l >>> 0);
    eh = (dh + t1h + carry(low3)) | 0;
    el = low3 | 0;
    dh = ch;
    dl = cl;
    ch = bh;
    cl = bl;
    bh = ah;
    bl = al;
    ah = nexth;
    al = low2 | 0;
  }
  add(state, 0, ah, al);
  add(state, 2, bh, bl);
  add(state, 4, ch, cl);
  add(state, 6, dh, dl);
  add(state, 8, eh, el);
  add(state, 10, fh, fl);
  add(state, 12, gh, gl);
  add(state, 14, hh, hl);
}

function add(state, i, high, low) {
  const sum = (state[i + 1] >>> 0) + (low >>> 0);
  state[i] += high + carry(sum);
  state[i + 1] = sum;
}

const sha256Kind = { compress: compress256, start: start256, block: 64, size: 32 };
const sha512Kind = { compress: compress512, start: start512, block: 128, size: 64 };

/** A Hash takes bytes in parts, from a state that stands behind `length` bytes. */
class Hash {
  #kind;
  #state;
  #length;
  #words;
  #buffer;
  #view;
  #filled = 0;

  constructor(kind, state = kind.start, length = 0) {
    this.#kind = kind;
    this.#state = Int32Array.from(state);
    this.#length = length;
    this.#words = new Int32Array(kind.block / 4);
    this.#buffer = new Uint8Array(kind.block);
    this.#view = new DataView(this.#buffer.buffer);
  }

  #compress() {
    for (let i = 0; i < this.#words.length; i++) this.#words[i] = this.#view.getInt32(4 * i);
    this.#kind.compress(this.#state, this.#words, 0);
    this.#filled = 0;
  }

  update(bytes) {
    needBytes('the message', bytes);
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + this.#kind.block - this.#filled);
      this.#buffer.set(part, this.#filled);
      this.#filled += part.length;
      at += part.length;
      if (this.#filled === this.#kind.block) this.#compress();
    }
    this.#length += bytes.length;
    return this;
  }

  /** The state behind whole blocks, for a Hash that goes on from there. */
  get state() {
    return this.#state;
  }

  digest() {
    const { block, size } = this.#kind;
    this.#buffer[this.#filled++] = 0x80;
    this.#buffer.fill(0, this.#filled);
    if (this.#filled > block - block / 8) {
      this.#compress();
      this.#buffer.fill(0);
    }
    this.#view.setBigUint64(block - 8, 8n * BigInt(this.#length));
    this.#compress();
    const digest = new Uint8Array(size);
    const view = new DataView(digest.buffer);
    this.#state.forEach((word, i) => view.setInt32(4 * i, word));
    return digest;
  }
}

function hash(kind, parts) {
  const hash = new Hash(kind);
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** RFC 2104. The two states that stand behind the padded key are computed once. */
function hmac(kind, key) {
  needBytes('the key', key);
  const padded = new Uint8Array(kind.block);
  padded.set(key.length > kind.block ? hash(kind, [key]) : key);
  const behind = (pad) => new Hash(kind).update(padded.map((byte) => byte ^ pad)).state;
  const [inner, outer] = [behind(0x36), behind(0x5c)];
  return (...parts) => {
    const message = new Hash(kind, inner, kind.block);
    for (const part of parts) message.update(part);
    return new Hash(kind, outer, kind.block).update(message.digest()).digest();
  };
}

export const sha256 = (...parts) => hash(sha256Kind, parts);
export const sha512 = (...parts) => hash(sha512Kind, parts);
export const hmac256 = (key) => hmac(sha256Kind, key);
export const hmac512 = (key) => hmac(sha512Kind, key);

/**
 * Returns a function that hashes messages of a fixed size, which is whole words. It takes a message's words from the
 * beginning of `message`, and writes the digest's to `digest`.
 */
export function hasher(alg, size) {
  const [compress, start, block] = alg === 'sha512' ? [compress512, start512, 32] : [compress256, start256, 16];
  const words = size / 4;
  const tail = block / 8 + 1; // the length in bits, and the bit that ends the message
  const message = new Int32Array(Math.ceil((words + tail) / block) * block);
  message[words] = 1 << 31;
  message[message.length - 1] = 8 * size;
  const hash = (digest) => {
    digest.set(start);
    for (let at = 0; at < message.length; at += block) compress(digest, message, at);
  };
  return { message: message.subarray(0, words), hash };
}
