// Hash chains of crash games: seedrng/sites/SPEC.md, section 2.6.

import { fromHex, needInt, toHex, utf8 } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { hasher } from '../internal/sha2.js';

const sizes = { sha256: 32, sha512: 64 }; // bytes of a hash
const maxWalk = 100_000_000; // steps along a chain of unknown length

// The text of each byte in hex, as half a word.
const digits = Int32Array.from({ length: 256 }, (_, byte) => {
  const [a, b] = utf8(toHex([byte]));
  return (a << 8) | b;
});

/** A Walk goes along a chain, from a game's hash towards the end. */
export class Walk {
  #steps = 0;
  #size;
  #length;
  #digest;
  #end;
  #text;
  #hash;
  #message;

  constructor({ alg, text = false, end, length = maxWalk }, hash) {
    this.#size = typeof alg === 'string' && Object.hasOwn(sizes, alg) ? sizes[alg] : malformed('the chain’s hash function is unknown');
    this.#length = needInt('the chain’s length', length, 0);
    this.#digest = this.#read(hash, 'the game’s hash', { field: 'hash' });
    this.#end = this.#read(end, 'the chain’s end');
    this.#text = text;
    ({ message: this.#message, hash: this.#hash } = hasher(alg, text ? 2 * this.#size : this.#size));
  }

  #read(hex, what, details) {
    if (typeof hex !== 'string' || hex.length !== 2 * this.#size ||
      !/^[0-9a-f]*$/.test(hex)) malformed(`${what} isn’t ${2 * this.#size} lowercase hex digits`, details);
    const view = new DataView(fromHex(hex).buffer);
    return Int32Array.from({ length: this.#size / 4 }, (_, i) => view.getInt32(4 * i));
  }

  get ended() {
    for (let i = 0; i < this.#end.length; i++) if (this.#digest[i] !== this.#end[i]) return false;
    return true;
  }

  get steps() {
    return this.#steps;
  }

  get length() {
    return this.#length;
  }

  get over() {
    return this.ended || this.#steps >= this.#length;
  }

  get hash() {
    return Array.from(this.#digest, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  /** Takes up to n steps. */
  advance(n) {
    for (; n > 0 && !this.over; n--) {
      this.#step();
      this.#steps++;
    }
  }

  #step() {
    const message = this.#message, digest = this.#digest;
    if (this.#text) {
      for (let i = 0; i < digest.length; i++) {
        const word = digest[i];
        message[2 * i] = (digits[word >>> 24] << 16) | digits[(word >>> 16) & 255];
        message[2 * i + 1] = (digits[(word >>> 8) & 255] << 16) | digits[word & 255];
      }
    } else {
      message.set(digest);
    }
    this.#hash(digest);
  }
}

