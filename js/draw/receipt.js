// Section 5.1: receipts.

import { concat, fromHex, lp, needBytes, Reader, toHex } from '../internal/bytes.js';
import { fail, malformed } from '../internal/fault.js';
import { bytesOf, keyOf, lineOf } from './entry.js';
import { parseProof, Proof } from './proof.js';

const label = 'squaredeal/draw/v1/receipt';

/** A Receipt is what an entrant keeps. It never changes. */
export class Receipt {
  #digest;
  #salt; // of no bytes unless the line hides the entry
  #key;
  #proof;

  constructor(digest, salt, key, proof) {
    this.#digest = digest;
    this.#salt = salt;
    this.#key = key;
    this.#proof = proof;
    Object.freeze(this);
  }

  static isReceipt(value) {
    return value !== null && typeof value === 'object' && #digest in value;
  }

  get digest() {
    return this.#digest;
  }

  get proof() {
    return this.#proof;
  }

  get hidden() {
    return this.#salt.length > 0;
  }

  get salt() {
    return this.hidden ? new Uint8Array(this.#salt) : undefined;
  }

  get entry() {
    return this.hidden ? bytesOf(this.#key) : this.#proof.entry;
  }

  bytes() {
    return concat(lp(label), fromHex(this.#digest), lp(this.#salt), lp(bytesOf(this.#key)), lp(this.#proof.bytes()));
  }

  /** Checks that the salt and the entry hide as the line of the proof. */
  static checkLine(receipt) {
    if (receipt.hidden && lineOf(receipt.#salt, receipt.#key) !== Proof.keyOf(receipt.#proof)) {
      fail('mismatch', 'the receipt’s salt and entry aren’t those of its line, so the line is somebody else’s');
    }
  }
}

/** Returns the receipt of an encoding, whose bytes may change afterwards. */
export function parseReceipt(bytes) {
  const r = new Reader(new Uint8Array(needBytes('the receipt', bytes)), 'the receipt');
  r.label(label);
  const digest = toHex(r.bytes(32));
  const salt = r.field();
  const entry = r.field();
  if (salt.length === 0 ? entry.length > 0 : salt.length !== 32) malformed('the receipt’s salt and entry aren’t both there');
  const key = salt.length > 0 ? keyOf(entry) : '';
  const proof = parseProof(r.field());
  r.end();
  return new Receipt(digest, salt, key, proof);
}
