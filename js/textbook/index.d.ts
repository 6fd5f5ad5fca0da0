export { Fault } from '../internal/fault.js';

/** The published cipher, x^e mod p, for replays and audits. It is broken: sra/textbook/SPEC.md, section 4. */
export declare class Cipher {
  /** p is an odd prime, and e coprime to p − 1; both have at most 4,096 bits. Others are malformed. */
  constructor(p: bigint, e: bigint);
  /** The exponent that decrypts. */
  readonly inverse: bigint;
  /** Returns x^e mod p, for x from 0 to p − 1. */
  encrypt(x: bigint): bigint;
  /** Returns x^inverse mod p, for x from 0 to p − 1. */
  decrypt(x: bigint): bigint;
}
