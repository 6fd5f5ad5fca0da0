import assert from 'node:assert/strict';
import { hashOf, stream } from '../seedrng/index.js';
import { differential } from './differential.js';
import { draw } from './draws.js';

differential('seedrng', ({ serverSeed, clientSeed, nonce, hash, draws, results }) => {
  assert.equal(hashOf(serverSeed), hash);
  const drawn = stream(serverSeed, clientSeed, nonce);
  assert.deepEqual(draws.map((line) => draw(drawn, line)), results);
});
