// Bytes, and the encodings of seedrng/SPEC.md, section 2.

/**
 * A Fault is a refusal, or a proof that somebody cheated. Its kind is a class of seedrng/SPEC.md,
 * section 7: malformed, mismatch, state, exhausted or cheat.
 */
export class Fault extends Error {
  constructor(kind, message, details) {
    super(message);
    this.kind = kind;
    this.details = details;
  }
}

export function fail(kind, message, details) {
  throw new Fault(kind, message, details);
}

export const toHex = (bytes) => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

/** Returns the bytes that lowercase hex stands for. */
export function fromHex(text) {
  if (!/^([0-9a-f]{2})*$/.test(text)) fail('malformed', 'this isn’t lowercase hex');
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Returns a text in UTF-8. Half a surrogate pair has no such encoding. */
export function utf8(text) {
  if (!text.isWellFormed()) fail('malformed', 'the text isn’t Unicode');
  return new TextEncoder().encode(text);
}

/** Returns the text that UTF-8 bytes stand for, a byte order mark included. */
export function fromUTF8(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return fail('malformed', 'the bytes aren’t UTF-8');
  }
}

export function concat(...parts) {
  const all = new Uint8Array(parts.reduce((n, part) => n + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const equal = (a, b) => a.length === b.length && a.every((x, i) => x === b[i]);

/** Returns a number as 8 bytes, big-endian. */
export function u64(number) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, BigInt(number));
  return bytes;
}

/** Returns the length of a field, and the field; a text is taken as UTF-8. */
export function lp(field) {
  const bytes = typeof field === 'string' ? utf8(field) : field;
  return concat(u64(bytes.length), bytes);
}

export async function sha256(bytes) {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** A Reader takes a stored state apart. What is cut, or has another label, is malformed. */
export class Reader {
  #bytes;
  #at = 0;

  /** Checks the checksum that ends a state, and the label that begins it. */
  static async open(bytes, label) {
    const body = bytes.subarray(0, Math.max(0, bytes.length - 32));
    if (!equal(await sha256(body), bytes.subarray(body.length))) fail('malformed', 'the checksum is wrong');
    const reader = new Reader();
    reader.#bytes = body;
    if (reader.text() !== label) fail('malformed', `this isn’t a ${label}`);
    return reader;
  }

  #take(n) {
    if (n > this.#bytes.length - this.#at) fail('malformed', 'the state is cut');
    this.#at += n;
    return this.#bytes.subarray(this.#at - n, this.#at);
  }

  u64() {
    const bytes = this.#take(8);
    return new DataView(bytes.buffer, bytes.byteOffset, 8).getBigUint64(0);
  }

  field() {
    const length = this.u64();
    if (length > BigInt(this.#bytes.length)) fail('malformed', 'the state is cut');
    return this.#take(Number(length));
  }

  text() {
    return fromUTF8(this.field());
  }

  end() {
    if (this.#at !== this.#bytes.length) fail('malformed', 'something follows the state');
  }
}

/** Appends the checksum that ends a stored state. */
export async function seal(...parts) {
  const body = concat(...parts);
  return concat(body, await sha256(body));
}
