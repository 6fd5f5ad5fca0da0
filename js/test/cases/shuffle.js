import assert from 'node:assert/strict';
import { toHex } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { apply, compose, deal, groups, inverse, permutation, shuffle } from '../../shuffle/index.js';
import { attempt } from '../support/vectors.js';

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

const upTo = (n) => Array.from({ length: n }, (_, i) => i);
const numbers = (text) => (text === '' ? [] : text.split(' ').map(Number));
const spaced = (list) => list.join(' ');

/** Compares the outputs of a case with what a call returns. */
function check({ outputs, result }, call) {
  const got = attempt(call);
  assert.equal(got.result, result);
  if (result === 'ok') assert.deepEqual(got.value, { ...outputs });
}

export const files = {
  'shuffle/testdata/vectors.json': {
    groups(c) {
      check(c, () => {
        const all = groups(c.inputs.n);
        const some = c.inputs.n > 1000 ? upTo(4).map(() => all.next().value) : [...all];
        return { groups: some.map(({ first, last, product }) => `${first}-${last} ${product}`) };
      });
    },
    slice(c) {
      const source = sourceOf(c.inputs);
      check(c, () => ({ deck: spaced(permutation(c.inputs.n, source)), words: source.words }));
    },
    deal(c) {
      const source = sourceOf(c.inputs);
      check(c, () => ({ dealt: spaced(deal(upTo(c.inputs.n), source, c.inputs.k)), words: source.words }));
    },
    permutation(c) {
      const { p, q, elements } = c.inputs;
      check(c, () => {
        const inverted = inverse(numbers(p));
        const composed = q === undefined ? [] : compose(numbers(p), numbers(q));
        const applied = elements === undefined ? [] : apply(numbers(p), elements === '' ? [] : elements.split(' '));
        return { inverse: spaced(inverted), composed: spaced(composed), applied: spaced(applied) };
      });
    },
    accumulated({ inputs, outputs }) {
      const decks = upTo(inputs.runs).map((seed) => Uint8Array.from(shuffle(upTo(52), new SplitMix64(seed))));
      assert.equal(toHex(sha256(...decks)), outputs.sha256);
    },
  },
};
