// A stream that notes what it reads, and draws as people write them: seedrng/SPEC.md, sections 4 and 10.2.

import { fromUTF8, isBytes, toHex } from '../squaredeal/internal/bytes.js';
import { fail } from '../squaredeal/internal/fault.js';
import { parseNonce, Stream } from '../squaredeal/seedrng/index.js';

const bytesOf = (word, size) => Uint8Array.from({ length: size }, (_, i) => Number((word >> BigInt(8 * (size - 1 - i))) & 255n));

/**
 * A TracedStream notes its blocks, {index, message, bytes}, and in words one entry for each word of a draw, {draw, bytes, word,
 * value, fate}, and of bounded ones bound and limit, where fate is taken, rejected or repeat. Numbers are BigInts.
 */
export class TracedStream extends Stream {
  blocks = [];
  words = [];
  #prefix;
  #draw; // the outermost draw that is under way: {name, bound, drawn}

  constructor(server, client, nonce, first) {
    super(server, client, nonce, first);
    this.#prefix = `${isBytes(client) ? fromUTF8(client) : client}:${parseNonce(nonce)}:`;
  }

  block(index) {
    const bytes = super.block(index);
    this.blocks.push({ index, message: this.#prefix + index, bytes });
    return bytes;
  }

  uint32() {
    const word = super.uint32();
    this.#note('Uint32', BigInt(word), 4);
    return word;
  }

  uint64() {
    const word = super.uint64();
    this.#note('Uint64', word, 8);
    return word;
  }

  fraction() {
    return this.#within('Fraction', () => super.fraction());
  }

  intN(n) {
    return this.#within(`IntN(${n})`, () => super.intN(n), n);
  }

  uint64N(n) {
    return this.#within(`IntN(${n})`, () => super.uint64N(n), n);
  }

  distinct(n, k) {
    return this.#within(`Distinct(${n}, ${k})`, () => super.distinct(n, k), n, new Set());
  }

  weighted(weights) {
    return this.#within(`Weighted(${weights.join(', ')})`, () => super.weighted(weights));
  }

  /** Makes a draw. One that it is part of has named it already, and has the values drawn so far if these must differ. */
  #within(name, draw, bound, drawn) {
    const outer = this.#draw;
    this.#draw = { name: outer?.name ?? name, bound: bound ?? outer?.bound, drawn: outer?.drawn ?? drawn };
    try {
      return draw();
    } finally {
      this.#draw = outer;
    }
  }

  #note(name, word, size) {
    const { name: draw = name, bound, drawn } = this.#draw ?? {};
    const note = { draw, bytes: bytesOf(word, size), word, fate: 'taken', value: word };
    this.words.push(note);
    if (bound === undefined) return;
    const all = 1n << BigInt(8 * size);
    Object.assign(note, { bound: BigInt(bound), limit: all - (all % BigInt(bound)) });
    if (word >= note.limit) {
      note.fate = 'rejected';
      return;
    }
    note.value = word % note.bound;
    if (drawn?.has(note.value)) note.fate = 'repeat';
    drawn?.add(note.value);
  }
}

const taken = { read: 1, uint32: 0, uint64: 0, intn: 1, distinct: 2, fraction: 0 }; // numbers, by the draws that take so many

/** Makes a draw that is written as in section 10.2, and returns its result as there. */
export function draw(stream, instruction) {
  const [op, ...args] = instruction.trim().split(/\s+/);
  if (!args.every((arg) => /^(0|[1-9][0-9]{0,19})$/.test(arg))) fail('malformed', `“${instruction}” has an argument that is no number`);
  const n = args.map(BigInt);
  if (n.some((x) => x >= 1n << 64n)) fail('malformed', 'numbers go up to 2⁶⁴−1');
  const want = Object.hasOwn(taken, op) ? taken[op] : n.length;
  if (n.length !== want) fail('malformed', `“${op}” takes ${want === 1 ? 'a number' : `${want} numbers`}`);
  switch (op) {
    case 'read':
      if (n[0] > 4096n) fail('malformed', 'this page reads up to 4,096 bytes at once');
      return toHex(stream.read(Number(n[0])));
    case 'uint32':
      return String(stream.uint32());
    case 'uint64':
      return String(stream.uint64());
    case 'intn':
      return String(stream.uint64N(n[0]));
    case 'distinct':
      if (n[1] > 4096n) fail('malformed', 'this page draws up to 4,096 values at once');
      return stream.distinct(n[0], n[1]).join(' ');
    case 'weighted':
      return String(stream.weighted(n));
    case 'fraction':
      return `${stream.fraction() * 2 ** 32}/4294967296`;
  }
  return fail('malformed', `“${op}” is no draw`);
}
