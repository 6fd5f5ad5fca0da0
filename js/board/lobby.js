// The lobby of a board: its offer, the requests for seats, and the resets that free them.

import { copyBytes, equal, lp, needBytes, needInt, toHex, u32, u64 } from '../internal/bytes.js';
import { PublicKey } from '../internal/ed25519.js';
import { fail } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { Terms } from '../table/index.js';
import { after, labels } from './labels.js';

const maxLongest = 262_041; // bytes of a message
const maxAbout = 512; // of what a seat says of itself

/** Returns the offer of a board: the terms without the keys of the seats, and its digest. What is none is malformed. */
export function parseOffer(bytes) {
  const own = copyBytes('the offer', bytes);
  const r = after(labels.offer, 'offer', own);
  const game = r.field();
  const seats = needInt('the number of seats', r.u32(), 2, 64);
  const longest = needInt('the longest message', r.u32(), 1, maxLongest);
  const grace = r.count(0, Number.MAX_SAFE_INTEGER);
  const bank = r.count(0, Number.MAX_SAFE_INTEGER);
  const board = r.bytes(32);
  r.end();
  const offer = Object.freeze({ game, seats, longest, grace, bank, board, digest: sha256(own) });
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

/** Returns the text of a table's digest that players compare, by voice. */
export const fingerprint = (digest) => toHex(needBytes('the digest', digest, 32).subarray(0, 16)).match(/.{4}/g).join(' ');

/**
 * Returns the seat, −1 for any, and the key that a request at a board is for, and what it says about the seat. It is malformed, or has
 * a wrong signature.
 */
export function parseRequest(offer, bytes) {
  const r = after(labels.request, 'request', bytes);
  const seat = needInt('the seat', r.u32() | 0, -1, 63);
  const key = r.bytes(32);
  const about = r.field(maxAbout);
  const signature = r.bytes(64);
  r.end();
  const digest = sha256(labels.request, offer.digest, u32(seat >>> 0), key, lp(about));
  if (!new PublicKey(key).verify(digest, signature)) fail('signature', 'the signature isn’t the key’s');
  return Object.freeze({ seat, key, about });
}

/** Returns the number of a reset that the board has signed of this table's seats without a hello. */
export function parseReset(table, bytes) {
  const r = after(labels.reset, 'reset', bytes);
  const i = r.u32();
  const stamp = r.u64();
  const signature = r.bytes(64);
  r.end();
  const { agreement } = table.terms;
  const missing = table.missing.reduce((bits, seat) => bits | (1n << BigInt(seat)), 0n);
  const digest = sha256(labels.reset, agreement.digest, u64(missing), u32(i), u64(stamp));
  if (!new PublicKey(agreement.board).verify(digest, signature)) fail('signature', 'the signature isn’t the board’s');
  return i;
}
