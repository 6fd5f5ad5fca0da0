// Stored states: labelled fields that end in a checksum, SHA-256 of all before it.

import { concat, equal, fromHex, lp, needBytes, Reader } from './bytes.js';
import { malformed } from './fault.js';
import { sha256 } from './hash.js';

const sumSize = 32;

/** Returns a Reader of what stands between the label and the checksum of a state, which it checks. */
export function openState(bytes, label) {
  needBytes('the state', bytes);
  const body = bytes.subarray(0, Math.max(0, bytes.length - sumSize));
  if (!equal(sha256(body), bytes.subarray(body.length))) malformed('the checksum of the state is wrong');
  const reader = new Reader(body, 'the state');
  reader.label(label);
  return reader;
}

/** Returns a state: its label, parts, and the checksum. */
export function sealState(label, ...parts) {
  const body = concat(lp(label), ...parts);
  return concat(body, sha256(body));
}

/** Returns the bytes that 64 lowercase hex digits stand for. */
export const hashBytes = (text) => fromHex(text, 32);
