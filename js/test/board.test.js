import assert from 'node:assert/strict';
import { checkOutline, diceOf, files } from './cases/board.js';
import { differential } from './differential.js';
import { runCases } from './vectors.js';

runCases(files);

differential('board', ({ posts, ...outputs }) => {
  assert.deepEqual(diceOf(posts), outputs);
  checkOutline(posts);
});
