// Decks of encrypted cards and the proofs of what was done with them, verified: sra/SPEC.md.

import { decryptionProof, firstInvalid, invalid, keyProof, shuffleProof } from './proofs.js';

export { Fault } from '../internal/fault.js';
export { Deck, Element, Group, PublicKey, groupOfPrime, modp, ristretto255 } from './group.js';

function verify(proof) {
  if (firstInvalid([proof]) === 0) invalid(proof);
}

/** Verifies that somebody knows the exponent of a public key. */
export const verifyKey = (key, context, proof) => verify(keyProof(key, context, proof));

/** Verifies that the deck `to` is the deck `from` without the layer of a public key. */
export const verifyDecryption = (key, context, from, to, proof) => verify(decryptionProof(key, context, from, to, proof));

/** Verifies that the deck `to` is the deck `from`, encrypted with the key of a public key and in some order. */
export const verifyShuffle = (key, context, from, to, proof) => verify(shuffleProof(key, context, from, to, proof));

/**
 * A Batch is proofs that are checked together, which takes less time than one by one. One that is malformed is so when it
 * is added, and isn't added.
 */
export class Batch {
  #proofs = [];

  get length() {
    return this.#proofs.length;
  }

  key(key, context, proof) {
    this.#proofs.push(keyProof(key, context, proof));
  }

  decryption(key, context, from, to, proof) {
    this.#proofs.push(decryptionProof(key, context, from, to, proof));
  }

  shuffle(key, context, from, to, proof) {
    this.#proofs.push(shuffleProof(key, context, from, to, proof));
  }

  /** Verifies all proofs. The `details.index` of the Fault is that of the first one that isn't valid. */
  verify() {
    const index = firstInvalid(this.#proofs);
    if (index >= 0) invalid(this.#proofs[index], { index });
  }
}
