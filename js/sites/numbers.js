// The kinds of numbers: seedrng/sites/SPEC.md, section 2.3.

import { fromHex, toHex } from '../internal/bytes.js';
import { fail, malformed } from '../internal/fault.js';
import { digest } from './bet.js';
import { ascending } from './values.js';

const two32 = 1n << 32n;
const maxRetries = 16; // digests that one number may reject

/** Makes a number of the next word. */
function ofWord(run, make) {
  const w = run.word();
  const { v, how } = make(w);
  return { v, how: `word ${w.toString(16).padStart(8, '0')} = ${w}, ${how}` };
}

/** Takes the first so many hex digits of a digest mod n. */
function firstDigits(run, count, n) {
  run.sum(run.cursor);
  const h = run.hex(0, count);
  return { v: h % n, how: `first ${count} hex digits = ${h}, mod ${n}` };
}

/** Refuses numbers that a map reads in a way of its own. */
const unnumbered = () => malformed('such numbers aren’t below any other');

/** Returns the digest's first group of so many hex digits that is below a limit, or undefined. */
function firstBelow(run, size, limit, refusal) {
  for (let at = 0; at + size <= run.digits.length; at += size) {
    const group = run.hex(at, size);
    if (group < limit) return group;
    run.note('rejected', refusal(group));
  }
  return undefined;
}

/** Of each kind, below(run, n) returns the next number below n and how it was made, {v, how}. */
export const numberKinds = {
  words: {
    below: (run, n) => ofWord(run, (w) => ({ v: (w * n) / two32, how: `times ${n} / 2³², rounded down` })),
  },

  'words-ceil': {
    below: (run, n) => ofWord(run, (w) => (
      { v: ((w > 0n ? w - 1n : w) * n) / two32, how: `times ${n} / 2³², rounded up, less 1` })),
  },

  'words-mod': { below: (run, n) => ofWord(run, (w) => ({ v: w % n, how: `mod ${n}` })) },
  hex15: { below: (run, n) => firstDigits(run, 15, n) },
  'top52-mod': { below: (run, n) => firstDigits(run, 13, n) },
  top52: { below: unnumbered },

  reject: {
    below(run, n) {
      const { numbers: { top, retry = 0 }, bytes } = run.game;
      const ceiling = BigInt(top) - (BigInt(top) % n);
      let cursor = run.cursor++;
      for (let i = 0; i < maxRetries; i++, cursor += BigInt(retry)) {
        run.sum(cursor);
        const w = firstBelow(run, 8, ceiling, (word) => `word ${word} isn’t below ${ceiling}`);
        if (w !== undefined) return { v: w % n, how: `word ${w}, mod ${n}` };
        if (!bytes.message.includes('{k}')) break;
      }
      return fail('exhausted', 'every word is rejected');
    },
  },

  hex5: {
    below(run, n) {
      run.sum(run.cursor);
      const g = firstBelow(run, 5, 1_000_000n, (group) => `five hex digits = ${group}, not below 1,000,000`);
      if (g === undefined) return { v: n - 1n, how: `${n} − 1, as no five hex digits are below 1,000,000` };
      return { v: g % n, how: `five hex digits = ${g}, mod ${n}` };
    },
  },

  window53: {
    below(run, n) {
      run.sum(run.cursor++);
      const at = Number(run.hex(0, 15) % 47n);
      const y = run.hex(at, 14) >> 3n;
      return {
        v: (n * y) >> 53n,
        how: `first 15 hex digits mod 47 = ${at}; 14 digits from there, over 8: ${y}; times ${n} / 2⁵³`,
      };
    },
  },

  rounded32: {
    below(run, n) {
      run.sum(run.cursor);
      const [w, d] = [run.hex(0, 8), two32 - 1n];
      return { v: (2n * w * (n - 1n) + d) / (2n * d), how: `word ${w}, times ${n - 1n} / (2³² − 1), rounded` };
    },
  },

  'fields-mod': {
    below: ({ texts: { server, client } }, n) => (
      { v: (BigInt(server) + BigInt(client)) % n, how: '(server roll + client roll) mod 65,536' }),
  },

  byte100: {
    below: unnumbered,

    /** Returns count different values below n, from the bytes of the digest. */
    deal(run, n, count) {
      run.sum(run.cursor);
      const values = [];
      for (const byte of fromHex(run.digits)) {
        if (values.length === count) return values;
        const v = BigInt(byte % 100);
        const told = `byte ${toHex([byte])} mod 100 = ${v}`;
        if (v >= n) run.note('rejected', `${told}, no card`);
        else if (values.includes(v)) run.note('rejected', `${told}, a repeat`);
        else {
          run.note('number', told, run.format(v));
          values.push(v);
        }
      }
      return values.length === count ? values : fail('exhausted', 'the digest has too few cards');
    },
  },

  rotations: {
    below: unnumbered,

    /** Returns a list, sorted by the digest's hex digits, rotated by each place. */
    sort(run, list) {
      const { numbers: { order, times = 1 }, bytes: { alg } } = run.game;
      let sorted = list.map((v, i) => list[order?.[i] ?? i]);
      run.sum(run.cursor);
      let { digits } = run;
      for (let time = 0; time < times; time++) {
        if (time > 0) digits = toHex(digest({ alg, message: digits }, {}, 0n).bytes);
        const key = (i) => digits.slice(i % digits.length) + digits.slice(0, i % digits.length);
        const places = sorted.map((_, i) => i).sort((a, b) => ascending(key(a), key(b)));
        sorted = places.map((i) => sorted[i]);
        run.note('number', `sorted by the digits ${digits}, rotated by each place: the first is`, run.format(sorted[0]));
      }
      return sorted;
    },
  },
};
