import assert from 'node:assert/strict';
import { hashOf, Stream } from '../seedrng/index.js';
import { files } from './cases/seedrng.js';
import { differential } from './support/differential.js';
import { draw } from './support/draws.js';
import { runCases } from './support/vectors.js';

runCases(files);

differential('seedrng', ({ serverSeed, clientSeed, nonce, hash, draws, results }) => {
  assert.equal(hashOf(serverSeed), hash);
  const stream = new Stream(serverSeed, clientSeed, nonce);
  assert.deepEqual(draws.map((line) => draw(stream, line)), results);
});
