// Draws from the seed of a toss, and from a round of a chain: commit/SPEC.md, section 7.

import { concat, copyBytes, fromHex, isBytes, lp, u64 } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { KeyedStream } from '../internal/stream.js';
import { bytesOf } from './toss.js';

/** What the seed of a toss, bytes or their text, gives in a context that says what is drawn. */
export class SeedStream extends KeyedStream {
  constructor(seed, context) {
    const key = isBytes(seed) ? copyBytes('the seed', seed, 32) : fromHex(seed, 32);
    if (key.every((byte) => byte === 0)) malformed('the seed is zero');
    super(key, concat(lp('squaredeal/toss/v1/stream'), lp(bytesOf('the context', context))));
  }
}

/** What the value of a chain's round gives in a context. ChainVerifier makes these of values that it verified. */
export class RoundStream extends KeyedStream {
  constructor(value, round, context) {
    super(value, concat(lp('squaredeal/chain/v1/stream'), u64(round), lp(bytesOf('the context', context))));
  }
}
