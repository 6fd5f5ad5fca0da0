// Published schemes, replayed.

import assert from 'node:assert/strict';
import { fromHex } from '../internal/bytes.js';
import { replay as throwDice } from '../jgammon/index.js';
import { bias } from '../onchain/index.js';
import { files as hexchain } from './cases/hexchain.js';
import { files as jgammon } from './cases/jgammon.js';
import { extreme, files as onchain, replayAll, told } from './cases/onchain.js';
import { differential } from './support/differential.js';
import { attempt, runCases } from './support/vectors.js';

runCases(hexchain);
runCases(jgammon);
runCases(onchain);

differential('jgammon', ({ hashes, secrets, result }) => {
  const { value, fault } = attempt(() => throwDice(hashes.map((hash) => fromHex(hash)), secrets.map((secret) => fromHex(secret))));
  assert.equal(value ? [value.n, ...value.dice].join(' ') : `${fault.kind} ${fault.seats.join(' ')}`, result);
});

differential('onchain', (c) => {
  const got = attempt(() => replayAll(c.deck, c.prevrandao));
  assert.equal(got.value ? (got.value.at(-1)) : got.result, c.result);
  const { least, greatest, variation } = bias(c.n);
  const cells = [least, greatest].map(extreme).map(({ card, position, ratio }) => `${card} ${position} ${ratio}`);
  assert.deepEqual([...cells, ...variation.map(told)], c.bias);
});
