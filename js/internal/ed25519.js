// Ed25519 signatures, verified exactly as commit/record/SPEC.md, section 6.2, says: without the cofactor, R as bytes.

import { ed25519 } from '@noble/curves/ed25519.js';
import { copyBytes, equal } from './bytes.js';
import { sha512 } from './hash.js';

const { Point } = ed25519;
const order = Point.Fn.ORDER;
const p = Point.Fp.ORDER;
const y8 = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
const smallOrders = [0n, 1n, p - 1n, y8, p - y8]; // the y of their points
const window = 5; // bits, of a key's table: 0.2 MB, which pays from a few signatures on
const usesBeforeTable = 4;

function littleEndian(bytes) {
  let n = 0n;
  for (let i = bytes.length - 1; i >= 0; i--) n = (n << 8n) | BigInt(bytes[i]);
  return n;
}

/** Reports whether an agreement takes a key: 32 bytes whose y is below p, and not that of a point of small order. */
export function takesKey(key) {
  if (key.length !== 32) return false;
  const y = littleEndian(key) & ((1n << 255n) - 1n);
  return y < p && !smallOrders.includes(y);
}

/** A PublicKey verifies signatures. One that is no point verifies none. */
export class PublicKey {
  #bytes;
  #minus; // the point times −1, null if the key is none, undefined until it is needed
  #uses = 0;

  constructor(bytes) {
    this.#bytes = copyBytes('the key', bytes, 32);
  }

  get bytes() {
    return this.#bytes.slice();
  }

  #point() {
    if (this.#minus !== undefined) return;
    try {
      this.#minus = Point.fromBytes(this.#bytes).negate();
    } catch {
      this.#minus = null;
    }
  }

  /** Reports whether 64 bytes are this key's signature of a message. */
  verify(message, signature) {
    const [r, s] = [signature.subarray(0, 32), littleEndian(signature.subarray(32))];
    if (signature.length !== 64 || s >= order) return false;
    this.#point();
    if (this.#minus === null) return false;
    if (++this.#uses === usesBeforeTable) this.#minus.precompute(window);
    const c = littleEndian(sha512(r, this.#bytes, message)) % order;
    return equal(Point.BASE.multiplyUnsafe(s).add(this.#minus.multiplyUnsafe(c)).toBytes(), r);
  }
}
