// The vectors of shuffle.

import assert from 'node:assert/strict';
import { apply, compose, deal, groups, inverse, permutation, shuffle } from '../../shuffle/index.js';
import { expect, hashRuns } from '../support/vectors.js';

const mod64 = (x) => BigInt.asUintN(64, x);

/** The generator of shuffle/SPEC.md, section 8.1. */
export class SplitMix64 {
  words = 0;

  constructor(seed) {
    this.x = BigInt(seed);
  }

  uint64() {
    this.words++;
    this.x = mod64(this.x + 0x9e3779b97f4a7c15n);
    const y = mod64((this.x ^ (this.x >> 30n)) * 0xbf58476d1ce4e5b9n);
    const z = mod64((y ^ (y >> 27n)) * 0x94d049bb133111ebn);
    return z ^ (z >> 31n);
  }
}

/** A source that is a list of words, in hex. */
export class Words {
  words = 0;

  constructor(list) {
    this.list = list;
  }

  uint64() {
    return BigInt(`0x${this.list[this.words++]}`);
  }
}

function sourceOf({ splitmix64, source }) {
  if (splitmix64 !== undefined) return new SplitMix64(splitmix64);
  return source && new Words(source);
}

const upTo = (n) => [...Array(n).keys()];
const numbers = (text) => (text === '' ? [] : text.split(' ').map(Number));
const spaced = (list) => list.join(' ');

export const files = {
  'shuffle/testdata/vectors.json': {
    groups(vector) {
      const { n } = vector.inputs;
      expect(vector, () => {
        const all = groups(n);
        const some = n > 1000 ? upTo(4).map(() => all.next().value) : [...all];
        return { groups: some.map(({ first, last, product }) => `${first}-${last} ${product}`) };
      });
    },
    slice(vector) {
      const source = sourceOf(vector.inputs);
      expect(vector, () => ({ deck: spaced(permutation(vector.inputs.n, source)), words: source.words }));
    },
    deal(vector) {
      const { n, k } = vector.inputs;
      const source = sourceOf(vector.inputs);
      expect(vector, () => ({ dealt: spaced(deal(upTo(n), source, k)), words: source.words }));
    },
    permutation(vector) {
      const { p, q, elements } = vector.inputs;
      expect(vector, () => {
        const inverted = inverse(numbers(p));
        const composed = q === undefined ? [] : compose(numbers(p), numbers(q));
        const applied = elements === undefined ? [] : apply(numbers(p), elements === '' ? [] : elements.split(' '));
        return { inverse: spaced(inverted), composed: spaced(composed), applied: spaced(applied) };
      });
    },
    accumulated({ inputs, outputs }) {
      const run = (seed) => [Uint8Array.from(shuffle(upTo(52), new SplitMix64(seed)))];
      assert.equal(hashRuns(inputs.runs, run), outputs.sha256);
    },
  },
};
