import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deal, shuffle } from '../shuffle/index.js';
import { files, Words } from './cases/shuffle.js';
import { differential } from './support/differential.js';
import { runCases } from './support/vectors.js';

runCases(files);

differential('shuffle', ({ n, k, words, dealt }) => {
  const source = new Words(words);
  assert.deepEqual(deal([...Array(n).keys()], source, k), dealt);
  assert.equal(source.words, words.length);
});

test('a source gives words of 64 bits', () => {
  for (const word of [1n << 64n, -1n, 1.5, '1', undefined, 2 ** 60]) {
    assert.throws(() => shuffle([1, 2, 3], { uint64: () => word }), { kind: 'malformed' });
  }
});

test('the list that is given stays in its order', () => {
  const deck = [1, 2, 3, 4];
  shuffle(deck, new Words(['0123456789abcdef']));
  assert.deepEqual(deck, [1, 2, 3, 4]);
});
