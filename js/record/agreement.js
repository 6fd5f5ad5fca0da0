// What the seats have agreed on: commit/record/SPEC.md, section 4.

import { Reader as Fields, copyBytes, equal, lp, needBytes, needInt, u32 } from '../internal/bytes.js';
import { PublicKey, takesKey } from '../internal/ed25519.js';
import { fail, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { labels } from './labels.js';
import { maxPlaces, parseStatement } from './statement.js';

/** How many bytes a signed head has. */
export const headSize = 109;

const signedHead = 2; // its first byte
const maxTerms = 65536;
const maxMessage = 2 ** 22;

/**
 * An Agreement is what the seats have agreed on: terms, the longest message, everybody's keys. It is compared by its digest.
 */
export class Agreement {
  #digest;
  #longest;
  #keys;
  #board;

  /** `board` is the board's key, or null if it has none. What SPEC.md, section 4, refuses is malformed. */
  constructor({ terms, longest, keys, board }) {
    const text = copyBytes('the terms', terms);
    needInt('the number of bytes of the terms', text.length, 1, maxTerms);
    this.#longest = needInt('the longest message', longest, 1, maxMessage);
    const seats = [];
    for (const key of keys) if (seats.push(copyBytes('a key', key)) > 64) break;
    needInt('the number of seats', seats.length, 2, 64);
    const last = board === null ? [] : [copyBytes('the board’s key', board)];
    const all = [...seats, ...last];
    if (!all.every(takesKey)) malformed('a key isn’t 32 canonical bytes, or has small order');
    if (all.some((key, i) => all.slice(0, i).some((other) => equal(key, other)))) malformed('two keys are equal');
    this.#digest = sha256(labels.table, lp(text), u32(longest), u32(seats.length), ...all);
    this.#keys = seats.map((key) => new PublicKey(key));
    this.#board = board === null ? null : new PublicKey(last[0]);
  }

  get digest() {
    return this.#digest.slice();
  }

  get longest() {
    return this.#longest;
  }

  get seats() {
    return this.#keys.length;
  }

  /** The key of a seat. */
  key(seat) {
    return this.#keys[needInt('the seat', seat, 0, this.seats - 1)].bytes;
  }

  get board() {
    return this.#board?.bytes ?? null;
  }

  /** Returns the statement in bytes, in full or pruned, whose signature isn’t checked. What has another form is malformed. */
  parseStatement(bytes) {
    return parseStatement(this, needBytes('the statement', bytes));
  }

  /** Reports whether a statement’s signature is its seat’s. */
  verify(statement) {
    return this.#keys[statement.seat].verify(statement.digest, statement.signature);
  }

  /** Returns a signed head. Its form is malformed, or the signature isn’t the board’s: signature. */
  parseHead(bytes) {
    const own = copyBytes('the signed head', bytes, headSize);
    const r = new Fields(own, 'the signed head');
    if (r.u8() !== signedHead) malformed('this is no signed head');
    const places = needInt('the number of places', r.u32(), 0, maxPlaces);
    if (this.#board === null) malformed('the board has no key');
    const head = r.bytes(32);
    const stamp = BigInt.asIntN(64, r.u64());
    const digest = sha256(labels.board, this.#digest, own.subarray(0, headSize - 64));
    if (!this.#board.verify(digest, r.bytes(64))) fail('signature', 'the signature isn’t the board’s');
    return Object.freeze({ places, head, stamp });
  }
}
