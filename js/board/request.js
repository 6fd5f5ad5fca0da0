// Requests for seats.

import { lp, needInt, u32 } from '../internal/bytes.js';
import { PublicKey } from '../internal/ed25519.js';
import { fail } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { after, labels } from './labels.js';

const maxAbout = 512; // bytes

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
