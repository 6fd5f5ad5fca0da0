// Offers: a table’s terms before its seats are taken.

import { equal, needInt } from '../internal/bytes.js';
import { sha256 } from '../internal/hash.js';
import { Terms } from '../table/index.js';
import { after, labels } from './labels.js';

const maxLongest = 262_041;

/** Returns the offer of a board: the terms without the keys of the seats, and its digest. What is none is malformed. */
export function parseOffer(bytes) {
  const r = after(labels.offer, 'offer', bytes);
  const game = r.field();
  const seats = needInt('the number of seats', r.u32(), 2, 64);
  const longest = needInt('the longest message', r.u32(), 1, maxLongest);
  const grace = r.count(0, Number.MAX_SAFE_INTEGER);
  const bank = r.count(0, Number.MAX_SAFE_INTEGER);
  const board = r.bytes(32);
  r.end();
  const offer = Object.freeze({ game, seats, longest, grace, bank, board, digest: sha256(bytes) });
  termsOf(offer, someKeys(offer));
  return offer;
}

/** Returns the terms of an offer and the keys of the seats. */
export const termsOf = ({ game, longest, grace, bank, board }, keys) => new Terms({ game, longest, grace, bank, keys, board });

/** Returns keys that terms with an offer's parts take. */
function someKeys({ seats, board }) {
  const keys = Array.from({ length: seats + 1 }, (_, i) => Uint8Array.of(i + 2, ...new Uint8Array(31)));
  return keys.filter((key) => !equal(key, board)).slice(0, seats);
}
