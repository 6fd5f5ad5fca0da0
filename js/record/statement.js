// Statements, in full or pruned: commit/record/SPEC.md, section 6.

import { Reader as Fields, concat, copyBytes, needBytes, needInt, u32, u8 } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { labels } from './labels.js';

/** How many bytes a statement is longer than its message. */
export const overhead = 102;
/** How many bytes a pruned statement has. */
export const prunedSize = 139;
/** How many places a match has at most. */
export const maxPlaces = 2 ** 31 - 1;

const [full, prunedForm] = [1, 3]; // the first bytes

/** Returns the statement in bytes of an agreement’s match. */
export function parseStatement(agreement, given) {
  const isPruned = given[0] === prunedForm;
  if (isPruned) needBytes('the pruned statement', given, prunedSize);
  else if (given[0] !== full) malformed('this is no statement');
  else needInt('the number of bytes of the statement', given.length, overhead + 1, overhead + agreement.longest);
  const r = new Fields(copyBytes('the statement', given), 'the statement');
  r.u8();
  const seat = needInt('the seat', r.u8(), 0, agreement.seats - 1);
  const places = needInt('the place', r.u32(), 0, maxPlaces);
  const head = r.bytes(32);
  const message = isPruned ? null : r.bytes(r.left - 64);
  const length = isPruned ? needInt('the length', r.u32(), 0, agreement.longest - 1) : message.length - 1;
  const kind = isPruned ? r.u8() : message[0];
  const bodyHash = isPruned ? r.bytes(32) : sha256(message.subarray(1));
  const signature = r.bytes(64);
  const named = concat(u8(seat), u32(places), head, u32(length), u8(kind), bodyHash);
  const digest = sha256(labels.statement, agreement.digest, u8(full), named);
  return Object.freeze({ seat, places, head, kind, length, message, bodyHash, digest, signature });
}

/** Returns a statement without its body, in 139 bytes. Two statements are the same if these are equal. */
export function prune({ seat, places, head, length, kind, bodyHash, signature }) {
  return concat(u8(prunedForm), u8(seat), u32(places), head, u32(length), u8(kind), bodyHash, signature);
}
