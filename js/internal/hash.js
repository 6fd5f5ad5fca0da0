// SHA-256, SHA-512 and HMAC without waiting: by Node from 20.16 on, and else by sha2.js, as browsers' own answer later.

import { copyBytes, needBytes } from './bytes.js';
import * as sha2 from './sha2.js';

const node = globalThis.process?.getBuiltinModule?.('node:crypto');

const plain = (buffer) => new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.length);

function nodeHash(alg) {
  return (...parts) => {
    if (parts.length === 1 && node.hash) return plain(node.hash(alg, needBytes('the message', parts[0]), 'buffer')); // from Node 20.12 on
    const hash = node.createHash(alg);
    for (const part of parts) hash.update(needBytes('the message', part));
    return plain(hash.digest());
  };
}

function nodeHMAC(alg) {
  return (key) => {
    const secret = copyBytes('the key', key);
    return (...parts) => {
      const mac = node.createHmac(alg, secret);
      for (const part of parts) mac.update(needBytes('the message', part));
      return plain(mac.digest());
    };
  };
}

/** Returns the SHA-256 of bytes, given in one or more parts. */
export const sha256 = node ? nodeHash('sha256') : sha2.sha256;

/** Returns the SHA-512 of bytes, given in one or more parts. */
export const sha512 = node ? nodeHash('sha512') : sha2.sha512;

/** Returns a function that computes HMAC-SHA256 with a key, of bytes given in one or more parts. */
export const hmac256 = node ? nodeHMAC('sha256') : sha2.hmac256;

/** Returns a function that computes HMAC-SHA512 with a key, of bytes given in one or more parts. */
export const hmac512 = node ? nodeHMAC('sha512') : sha2.hmac512;
