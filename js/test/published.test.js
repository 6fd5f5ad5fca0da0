// Published schemes, replayed.

import assert from 'node:assert/strict';
import { bias } from '../onchain/index.js';
import { files as hexchain } from './cases/hexchain.js';
import { files as jgammon, replayTexts } from './cases/jgammon.js';
import { extreme, files as onchain, fractionText, replayAll } from './cases/onchain.js';
import { differential } from './support/differential.js';
import { attempt, resultText, runCases } from './support/vectors.js';

runCases(hexchain);
runCases(jgammon);
runCases(onchain);

differential('jgammon', ({ hashes, secrets, result }) => {
  const got = attempt(() => replayTexts(hashes, secrets));
  assert.equal(got.value ? [got.value.n, ...got.value.dice].join(' ') : resultText(got), result);
});

differential('onchain', (c) => {
  const got = attempt(() => replayAll(c.deck, c.prevrandao));
  assert.equal(got.value?.at(-1) ?? got.result, c.result);
  const { least, greatest, variation } = bias(c.n);
  const cells = [least, greatest].map(extreme).map(({ card, position, ratio }) => `${card} ${position} ${ratio}`);
  assert.deepEqual([...cells, ...variation.map(fractionText)], c.bias);
});
