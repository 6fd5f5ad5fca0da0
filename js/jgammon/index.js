// The dice protocol of JGammon's web page, replayed: commit/jgammon/SPEC.md. New games use a toss of commit.

import { sha1 } from '@noble/hashes/legacy.js';
import { copyBytes, equal } from '../internal/bytes.js';
import { fail, malformed } from '../internal/fault.js';

export { Fault } from '../internal/fault.js';

/** Returns a copy of two byte strings of a size, that of party one first. */
function two(what, pair, size) {
  if (!Array.isArray(pair) || pair.length !== 2) malformed(`two ${what}s are needed`);
  return pair.map((bytes) => copyBytes(`a ${what}`, bytes, size));
}

/**
 * Returns the throw of two hashes and two secrets, party one's first: {n, dice}. A mismatch names each seat whose secret
 * doesn't have its hash.
 */
export function replay(hashes, secrets) {
  const [sent, opened] = [two('hash', hashes, 20), two('secret', secrets, 8)];
  const seats = [0, 1].filter((seat) => !equal(sha1(opened[seat]), sent[seat]));
  if (seats.length > 0) fail('mismatch', 'a secret doesn’t have the hash that was sent', { seats });
  const n = (opened[0][0] + opened[1][0]) % 36;
  return { n, dice: [Math.floor(n / 6) + 1, (n % 6) + 1] };
}
