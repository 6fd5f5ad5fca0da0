// Bytes, texts and the fields that every hash input and stored state is made of.

import { malformed } from './fault.js';

const hexOf = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));
const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const tag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag).get;

/** Returns whether a value is a Uint8Array, of whatever window, and neither a Proxy nor what has its prototype alone. */
export const isBytes = (value) => tag.call(value) === 'Uint8Array';

/** Returns its argument, which must be bytes, n of them if n is given. */
export function needBytes(what, value, n) {
  if (!isBytes(value)) malformed(`${what} isn’t a Uint8Array`);
  if (n !== undefined && value.length !== n) malformed(`${what} has ${value.length} bytes, not ${n}`);
  return value;
}

/** Returns a copy of bytes, n of them if n is given. The method slice wouldn’t do: that of Node’s Buffer makes no copy. */
export const copyBytes = (what, value, n) => new Uint8Array(needBytes(what, value, n));

/** Returns its argument, which must be an integer from min to max, and at most 2⁵³−1. */
export function needInt(what, value, min, max = Number.MAX_SAFE_INTEGER) {
  if (!Number.isSafeInteger(value) || value < min || value > max) malformed(`${what} isn’t an integer from ${min} to ${max}`);
  return value;
}

/** Returns an integer from min to max as a BigInt. It is given as a number, if that is exact, or as a BigInt. */
export function needBigInt(what, value, min, max) {
  const exact = typeof value === 'bigint' || Number.isSafeInteger(value);
  if (!exact || value < min || value > max) malformed(`${what} isn’t an integer from ${min} to ${max}`);
  return BigInt(value);
}

/** Returns its argument, which must be a text of Unicode: without half a surrogate pair. */
export function needText(what, value) {
  if (typeof value !== 'string') malformed(`${what} isn’t a text`);
  if (!value.isWellFormed()) malformed(`${what} isn’t Unicode`);
  return value;
}

export function toHex(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i++) text += hexOf[bytes[i]];
  return text;
}

const nibble = (code) => (code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : -1);

/** Returns the bytes that lowercase hex stands for, n of them if n is given. */
export function fromHex(text, n) {
  if (typeof text !== 'string' || text.length % 2 !== 0) malformed('this isn’t lowercase hex');
  if (n !== undefined && text.length !== 2 * n) malformed(`this isn’t ${2 * n} lowercase hex digits`);
  const bytes = new Uint8Array(text.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const [high, low] = [nibble(text.charCodeAt(2 * i)), nibble(text.charCodeAt(2 * i + 1))];
    if (high < 0 || low < 0) malformed('this isn’t lowercase hex');
    bytes[i] = 16 * high + low;
  }
  return bytes;
}

/** Returns a text in UTF-8. Half a surrogate pair has no such encoding. */
export const utf8 = (text) => encoder.encode(needText('the text', text));

/** Returns the text that UTF-8 bytes stand for, a byte order mark included. */
export function fromUTF8(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    return malformed('the bytes aren’t UTF-8');
  }
}

export function concat(...parts) {
  let size = 0;
  for (const part of parts) size += part.length;
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function equal(a, b) {
  if (a.length !== b.length) return false;
  let difference = 0;
  for (let i = 0; i < a.length; i++) difference |= a[i] ^ b[i];
  return difference === 0;
}

export const u8 = (number) => Uint8Array.of(needInt('the number', number, 0, 255));

/** Returns a number as 4 bytes, big-endian. */
export function u32(number) {
  const bytes = new Uint8Array(4);
  new DataView(bytes.buffer).setUint32(0, needInt('the number', number, 0, 0xffffffff));
  return bytes;
}

/** Returns a number, or a BigInt, as 8 bytes, big-endian. */
export function u64(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, needBigInt('the number', number, 0, 0xffffffffffffffffn));
  return bytes;
}

/** Returns the length of a field, and the field; a text is taken as UTF-8. */
export function lp(field) {
  const bytes = typeof field === 'string' ? utf8(field) : needBytes('the field', field);
  return concat(u64(bytes.length), bytes);
}

/** A Reader takes bytes apart from the first to the last. What is cut is malformed. It returns views, not copies. */
export class Reader {
  #bytes;
  #at = 0;
  #what;

  constructor(bytes, what = 'the encoding') {
    this.#bytes = needBytes(what, bytes);
    this.#what = what;
  }

  /** How many bytes are left. */
  get left() {
    return this.#bytes.length - this.#at;
  }

  bytes(n) {
    if (n > this.left) malformed(`${this.#what} is cut`);
    this.#at += n;
    return this.#bytes.subarray(this.#at - n, this.#at);
  }

  #view(n) {
    const bytes = this.bytes(n);
    return new DataView(bytes.buffer, bytes.byteOffset, n);
  }

  u8() {
    return this.bytes(1)[0];
  }

  u32() {
    return this.#view(4).getUint32(0);
  }

  /** Returns 8 bytes as a BigInt. */
  u64() {
    return this.#view(8).getBigUint64(0);
  }

  /** Returns 8 bytes as a number from min to max. */
  count(min, max) {
    const n = this.u64();
    if (n < BigInt(min) || n > BigInt(max)) malformed(`a number in ${this.#what} is not from ${min} to ${max}`);
    return Number(n);
  }

  /** Returns a field that its length precedes, of at most max bytes. */
  field(max = this.#bytes.length) {
    return this.bytes(this.count(0, max));
  }

  /** Returns a field as text. */
  text(max) {
    return fromUTF8(this.field(max));
  }

  /** Takes a field that must be this text. */
  label(text) {
    if (!equal(this.field(), utf8(text))) malformed(`${this.#what} isn’t ${text}`);
  }

  end() {
    if (this.left !== 0) malformed(`something follows ${this.#what}`);
  }
}
