export { Fault } from '../internal/fault.js';

/**
 * Returns the throw of two hashes of 20 bytes and two secrets of 8, party one's first. A Fault of the kind "mismatch" names
 * each seat whose secret doesn't have its hash.
 */
export declare function replay(
  hashes: readonly [Uint8Array, Uint8Array], secrets: readonly [Uint8Array, Uint8Array],
): { n: number; dice: [number, number] };
