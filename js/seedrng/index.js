// Provably fair draws from a server seed, a client seed and a nonce: seedrng/SPEC.md.

import { equal, fromHex, fromUTF8, isBytes, needBigInt, toHex, utf8 } from '../internal/bytes.js';
import { fail, Fault, malformed } from '../internal/fault.js';
import { hmac256, sha256 } from '../internal/hash.js';
import { Stream } from '../internal/stream.js';

export { Fault, Stream };

export const maxSeed = 1024; // bytes of a client seed, and of a server seed in an audit
export const maxKey = 64; // bytes of a server seed that hides what it deals

const max64 = (1n << 64n) - 1n;

/** Returns the bytes of a text, or of UTF-8, that must have between 1 and max of them. */
function textBytes(what, text, max) {
  const bytes = isBytes(text) ? text : utf8(text);
  if (isBytes(text)) fromUTF8(bytes);
  if (bytes.length < 1 || bytes.length > max) malformed(`the ${what} has ${bytes.length} bytes, not 1 to ${max}`);
  return bytes;
}

const serverSeedBytes = (seed) => textBytes('server seed', seed, maxSeed);
const clientSeedBytes = (seed) => textBytes('client seed', seed, maxSeed);

/** Returns the bytes of a hash, whose text is 64 lowercase hex digits. */
const hashBytes = (hash) => fromHex(hash, 32);

/** Returns the hash of a server seed. */
export const hashOf = (serverSeed) => toHex(sha256(serverSeedBytes(serverSeed)));

/** Fails, as a mismatch, unless a server seed has this hash. */
export function verify(hash, serverSeed) {
  const want = hashBytes(hash);
  if (!equal(sha256(serverSeedBytes(serverSeed)), want)) fail('mismatch', 'the server seed doesn’t have this hash');
}

/** Returns a nonce, a number or its text, as a BigInt. */
function nonceOf(nonce) {
  if (typeof nonce !== 'string') return needBigInt('the nonce', nonce, 0n, max64);
  if (!/^(0|[1-9][0-9]{0,19})$/.test(nonce)) malformed('a nonce is a number from 0 to 2⁶⁴−1, without leading zeros');
  return needBigInt('the nonce', BigInt(nonce), 0n, max64);
}

/** Returns the stream of a round, from its start. */
export function stream(serverSeed, clientSeed, nonce) {
  return streamAt(serverSeed, clientSeed, nonce, 0n);
}

/** Returns the stream of a round, from the start of a block. */
export function streamAt(serverSeed, clientSeed, nonce, block) {
  const mac = hmac256(serverSeedBytes(serverSeed));
  const client = clientSeedBytes(clientSeed);
  const prefix = utf8(`:${nonceOf(nonce)}:`);
  return new Stream((i) => mac(client, prefix, utf8(`${i}`)), needBigInt('the block', block, 0n, max64));
}
