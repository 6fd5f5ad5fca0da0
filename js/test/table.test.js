import assert from 'node:assert/strict';
import { diceOf, files } from './cases/table.js';
import { differential } from './support/differential.js';
import { runCases } from './support/vectors.js';

runCases(files);

differential('table', ({ game, longest, grace, bank, keys, board, posts, ...outputs }) =>
  assert.deepEqual(diceOf({ game, longest, grace, bank, keys, board, posts }), outputs));
