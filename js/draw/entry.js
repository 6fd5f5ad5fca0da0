// Section 3: entries, and 3.2: hidden ones.

import { fromHex, isBytes, lp, needBytes, toHex, utf8 } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { hmac256 } from '../internal/hash.js';

/**
 * Returns an entry, which is bytes or a text in UTF-8, as a key: a text with a character for each byte. Keys compare as
 * their bytes do, and take little memory.
 */
export function keyOf(entry) {
  if (typeof entry === 'string' && entry.length <= 1024 && /^[\0-\x7f]+$/.test(entry)) return entry;
  if (!isBytes(entry) && typeof entry !== 'string') malformed('an entry is neither bytes nor a text');
  if (entry.length > 1024) malformed('an entry is longer than 1024 bytes');
  const bytes = isBytes(entry) ? new Uint8Array(entry) : utf8(entry);
  if (bytes.length < 1 || bytes.length > 1024) malformed('an entry isn’t 1 to 1024 bytes long');
  return String.fromCharCode.apply(null, bytes);
}

/** Returns the bytes of a key. */
export function bytesOf(key) {
  const bytes = new Uint8Array(key.length);
  for (let i = 0; i < key.length; i++) bytes[i] = key.charCodeAt(i);
  return bytes;
}

const label = lp('squaredeal/draw/v1/hidden');

/** Returns the line that stands in a list in place of the entry of a key. */
export const lineOf = (salt, key) => toHex(hmac256(salt)(label, lp(bytesOf(key))));

/** Returns the line that stands in a list in place of an entry, which a salt of 32 bytes hides. */
export const hide = (salt, entry) => lineOf(new Uint8Array(needBytes('the salt', salt, 32)), keyOf(entry));

/** Returns the salt that 64 digits of lowercase hex stand for. */
export const parseSalt = (text) => fromHex(text, 32);
