// Seeds, hashes and the stream: seedrng/SPEC.md, sections 3 and 4.

import { concat, equal, fromUTF8, isBytes, needBigInt, toHex, utf8 } from '../internal/bytes.js';
import { fail, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { hashBytes } from '../internal/state.js';
import { KeyedStream, max64 } from '../internal/stream.js';

export const maxSeed = 1024; // bytes of a client seed, and of a server seed in an audit
export const maxKey = 64; // bytes of a server seed that hides what it deals

/** Returns the bytes of a text, or of UTF-8, that must have between 1 and max of them. */
export function textBytes(what, text, max) {
  const bytes = isBytes(text) ? text : utf8(text);
  if (isBytes(text)) fromUTF8(bytes);
  if (bytes.length < 1) malformed(`the ${what} is empty`);
  if (bytes.length > max) malformed(`the ${what} has ${bytes.length} bytes, more than ${max}`);
  return bytes;
}

const serverSeedBytes = (seed) => textBytes('server seed', seed, maxSeed);
export const clientSeedBytes = (seed) => textBytes('client seed', seed, maxSeed);

/** Fails unless a server seed is one, in an audit. */
export const checkServerSeed = (seed) => void serverSeedBytes(seed);

/** Fails unless a client seed is one. */
export const checkClientSeed = (seed) => void clientSeedBytes(seed);

/** Fails unless a text is a hash. */
export const checkHash = (hash) => void hashBytes(hash);

/** Returns the hash of a server seed. */
export const hashOf = (serverSeed) => toHex(sha256(serverSeedBytes(serverSeed)));

/** Fails, as a mismatch, unless a server seed has this hash. */
export function verify(hash, serverSeed) {
  const want = hashBytes(hash);
  if (!equal(sha256(serverSeedBytes(serverSeed)), want)) fail('mismatch', 'the server seed doesn’t have this hash');
}

/** Reports whether everybody who knows the hash of a server seed can compute what it deals. */
export const predictable = (serverSeed) => serverSeedBytes(serverSeed).length > maxKey;

/** Returns a nonce, or another number of 64 bits, as a BigInt. It is given as a number, a BigInt or decimal text. */
export function parseNonce(nonce) {
  if (typeof nonce !== 'string') return needBigInt('the nonce', nonce, 0n, max64);
  if (!/^(0|[1-9][0-9]{0,19})$/.test(nonce)) malformed('a nonce is a number from 0 to 2⁶⁴−1, without leading zeros');
  return needBigInt('the nonce', BigInt(nonce), 0n, max64);
}

/** A Stream draws what a server seed, a client seed and a nonce determine. */
export class Stream extends KeyedStream {
  /** Starts at the first block, or at another one. */
  constructor(serverSeed, clientSeed, nonce, first) {
    super(serverSeedBytes(serverSeed), concat(clientSeedBytes(clientSeed), utf8(`:${parseNonce(nonce)}:`)), first);
  }
}
