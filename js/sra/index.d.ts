export { Fault } from '../internal/fault.js';

/** A group of prime order. */
export declare class Group {
  private constructor();
  /** Its name, which is part of all that is hashed. */
  readonly name: string;
  /** Its order. */
  readonly order: bigint;
  /** How many bytes an element has. */
  readonly elementSize: number;
  /** How many bytes a scalar has. */
  readonly scalarSize: number;
  /** G. */
  readonly generator: Element;
  /** Returns the element of its one encoding. Anything else is malformed, the identity too. */
  parseElement(bytes: Uint8Array): Element;
  /** Returns the public key of its encoding. G is malformed. */
  parsePublicKey(bytes: Uint8Array): PublicKey;
  /** Returns the deck of n cards from its encoding, 1 to 1,024, no two of them equal. */
  parseDeck(bytes: Uint8Array, n: number): Deck;
  /** Returns card i of a label, 0 to 1,023. */
  card(label: string, i: number): Element;
  /** Returns the public deck of n cards of a label. */
  publicDeck(label: string, n: number): Deck;
}

/** An element of a group, other than the identity. */
export declare class Element {
  private constructor();
  readonly group: Group;
  bytes(): Uint8Array;
}

/** An element other than G. */
export declare class PublicKey {
  private constructor();
  readonly group: Group;
  bytes(): Uint8Array;
}

/** 1 to 1,024 elements of a group, no two of them equal. */
export declare class Deck {
  private constructor();
  readonly group: Group;
  readonly length: number;
  bytes(): Uint8Array;
  card(i: number): Element;
  /** Returns the deck of elements of one group. */
  static of(elements: readonly Element[]): Deck;
}

/** The group of RFC 9496, to use unless there is a reason. */
export declare const ristretto255: Group;

/** Returns the group of integers of RFC 3526. */
export declare function modp(bits: 2048 | 3072 | 4096): Group;

/**
 * Returns the group of a safe prime of 2048 to 4096 bits, the same one each time. Others are malformed. If p isn't one of RFC 3526,
 * testing it takes a second and more at first.
 */
export declare function groupOfPrime(p: bigint): Group;

/** Bytes, or a text that is taken as UTF-8. A proof is valid in its context only. */
export type Context = Uint8Array | string;

/** Verifies that somebody knows the exponent of a public key. What doesn't hold is a Fault, malformed or invalid. */
export declare function verifyKey(key: PublicKey, context: Context, proof: Uint8Array): void;

/** Verifies that `to` is `from` without the layer of a public key. */
export declare function verifyDecryption(key: PublicKey, context: Context, from: Deck, to: Deck, proof: Uint8Array): void;

/** Verifies that `to` is `from`, encrypted with the key of a public key and in some order. */
export declare function verifyShuffle(key: PublicKey, context: Context, from: Deck, to: Deck, proof: Uint8Array): void;

/** Proofs that are checked together, which takes less time than one by one. One that is malformed is so when it is added. */
export declare class Batch {
  /** How many proofs have been added. */
  readonly length: number;
  /** Adds a proof that verifyKey verifies. */
  key(key: PublicKey, context: Context, proof: Uint8Array): void;
  /** Adds one that verifyDecryption does. */
  decryption(key: PublicKey, context: Context, from: Deck, to: Deck, proof: Uint8Array): void;
  /** Adds one that verifyShuffle does. */
  shuffle(key: PublicKey, context: Context, from: Deck, to: Deck, proof: Uint8Array): void;
  /** Verifies all proofs. The Fault's `details.index` is that of the first one that isn't valid. */
  verify(): void;
}
