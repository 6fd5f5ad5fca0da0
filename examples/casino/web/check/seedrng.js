// Seeds, hashes and the stream: seedrng/SPEC.md, sections 3 and 4.

import { equal, fail, fromHex, fromUTF8, sha256, toHex, utf8 } from './bytes.js';

export const maxSeed = 1024; // bytes of a client seed, and of a server seed in an audit
export const maxKey = 64; // bytes of a server seed that hides what it deals

/** Returns the bytes of a text that must have between 1 and max of them. */
export function checkText(name, text, max) {
  const bytes = text instanceof Uint8Array ? text : utf8(text);
  if (text instanceof Uint8Array) fromUTF8(bytes);
  if (bytes.length < 1) fail('malformed', `the ${name} is empty`);
  if (bytes.length > max) fail('malformed', `the ${name} has ${bytes.length} bytes, more than ${max}`);
  return bytes;
}

export const checkServerSeed = (seed) => checkText('server seed', seed, maxSeed);
export const checkClientSeed = (seed) => checkText('client seed', seed, maxSeed);

/** Returns the text of a hash, which it checks. */
export function checkHash(text) {
  if (!/^[0-9a-f]{64}$/.test(text)) fail('malformed', 'a hash is 64 characters from 0–9 and a–f');
  return text;
}

/** Returns a nonce as a BigInt. */
export function checkNonce(text) {
  if (!/^(0|[1-9][0-9]{0,19})$/.test(text) || BigInt(text) >= 1n << 64n) {
    fail('malformed', 'a nonce is a number from 0 to 2⁶⁴−1, without leading zeros');
  }
  return BigInt(text);
}

/** Returns the hash of a server seed, as text. */
export async function hashOf(seed) {
  return toHex(await sha256(checkServerSeed(seed)));
}

/** Verify of section 3. A mismatch fails. */
export async function verify(hash, seed) {
  const want = fromHex(checkHash(hash));
  if (!equal(await sha256(checkServerSeed(seed)), want)) fail('mismatch', 'the server seed doesn’t have this hash');
}

/** Returns the key of a server seed's streams. */
export function importKey(seed) {
  return crypto.subtle.importKey('raw', checkServerSeed(seed), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
}

/**
 * A Stream draws from the blocks of a key, a client seed and a nonce. It notes what it reads: in blocks
 * {index, message, bytes}, and in words one entry for each word of a draw, {draw, bytes, word, value,
 * fate}, and of bounded ones bound and limit, where fate is taken, rejected or repeat.
 */
export class Stream {
  taken = 0; // bytes
  blocks = [];
  words = [];
  #key;
  #prefix;
  #next;
  #block = new Uint8Array(0);
  #at = 0;

  constructor(key, client, nonce, first = 0n) {
    checkClientSeed(client);
    this.#key = key;
    this.#prefix = `${client instanceof Uint8Array ? fromUTF8(client) : client}:${nonce}:`;
    this.#next = first;
  }

  async #advance() {
    if (this.#next >= 1n << 64n) fail('exhausted', 'the stream has no more bytes');
    const message = this.#prefix + this.#next;
    this.#block = new Uint8Array(await crypto.subtle.sign('HMAC', this.#key, utf8(message)));
    this.#at = 0;
    this.blocks.push({ index: this.#next, message, bytes: this.#block });
    this.#next++;
  }

  async read(n) {
    const bytes = new Uint8Array(n);
    for (let got = 0; got < n; ) {
      if (this.#at === this.#block.length) await this.#advance();
      const part = this.#block.subarray(this.#at, this.#at + n - got);
      bytes.set(part, got);
      got += part.length;
      this.#at += part.length;
      this.taken += part.length;
    }
    return bytes;
  }

  /** Takes a word of 4 or 8 bytes and notes it. */
  async #word(size, draw) {
    const bytes = await this.read(size);
    const view = new DataView(bytes.buffer);
    const word = size === 4 ? BigInt(view.getUint32(0)) : view.getBigUint64(0);
    const note = { draw, bytes, word, fate: 'taken', value: word };
    this.words.push(note);
    return note;
  }

  async uint32() {
    return (await this.#word(4, 'Uint32')).word;
  }

  async uint64() {
    return (await this.#word(8, 'Uint64')).word;
  }

  async fraction() {
    return `${(await this.#word(4, 'Fraction')).word}/4294967296`;
  }

  async #intN(n, draw) {
    if (n < 1n || n >= 1n << 64n) fail('malformed', 'a bound is a number from 1 to 2⁶⁴−1');
    const [size, words] = n <= 1n << 32n ? [4, 1n << 32n] : [8, 1n << 64n];
    const limit = words - (words % n);
    for (;;) {
      const note = await this.#word(size, draw);
      Object.assign(note, { bound: n, limit });
      if (note.word < limit) {
        note.value = note.word % n;
        return note;
      }
      note.fate = 'rejected';
    }
  }

  /** Draws an integer below n. Numbers are BigInts here. */
  async intN(n) {
    return (await this.#intN(n, `IntN(${n})`)).value;
  }

  /** Draws k different integers below n. */
  async distinct(n, k) {
    if (n < 1n || n >= 1n << 64n || k > n) fail('malformed', 'Distinct(n, k) needs n from 1 to 2⁶⁴−1 and k up to n');
    const drawn = new Set();
    while (drawn.size < k) {
      const note = await this.#intN(n, `Distinct(${n}, ${k})`);
      if (drawn.has(note.value)) note.fate = 'repeat';
      drawn.add(note.value);
    }
    return [...drawn];
  }

  /** Draws an index, each with the probability of its weight. */
  async weighted(weights) {
    const sum = weights.reduce((a, b) => a + b, 0n);
    if (sum < 1n || sum >= 1n << 64n) fail('malformed', 'the sum of weights is from 1 to 2⁶⁴−1');
    const { value } = await this.#intN(sum, `Weighted(${weights.join(', ')})`);
    let below = 0n;
    return weights.findIndex((w) => value < (below += w));
  }
}

/** Makes a draw that is written as in section 10.2, and returns its result as there. */
export async function draw(stream, instruction) {
  const [op, ...args] = instruction.trim().split(/\s+/);
  if (!args.every((arg) => /^(0|[1-9][0-9]{0,19})$/.test(arg))) fail('malformed', `“${instruction}” has an argument that is no number`);
  const n = args.map(BigInt);
  if (n.some((x) => x >= 1n << 64n)) fail('malformed', 'numbers go up to 2⁶⁴−1');
  const want = { read: 1, uint32: 0, uint64: 0, intn: 1, distinct: 2, fraction: 0 }[op] ?? n.length;
  if (n.length !== want) fail('malformed', `“${op}” takes ${want === 1 ? 'a number' : `${want} numbers`}`);
  switch (op) {
    case 'read':
      if (n[0] > 4096n) fail('malformed', 'this page reads up to 4,096 bytes at once');
      return toHex(await stream.read(Number(n[0])));
    case 'uint32':
      return String(await stream.uint32());
    case 'uint64':
      return String(await stream.uint64());
    case 'intn':
      return String(await stream.intN(n[0]));
    case 'distinct':
      if (n[1] > 4096n) fail('malformed', 'this page draws up to 4,096 values at once');
      return (await stream.distinct(n[0], n[1])).join(' ');
    case 'weighted':
      return String(await stream.weighted(n));
    case 'fraction':
      return stream.fraction();
  }
  return fail('malformed', `“${op}” is no draw`);
}
