// What players compare, by voice.

import { needBytes, toHex } from '../internal/bytes.js';

/** Returns the text of a table's digest that players compare. */
export const fingerprint = (digest) => toHex(needBytes('the digest', digest, 32).subarray(0, 16)).match(/.{4}/g).join(' ');
