// Published rounds of drand.

import assert from 'node:assert/strict';
import { fromHex } from '../../internal/bytes.js';
import { networkNamed } from '../../drand/index.js';

export const files = {
  'shuffle/draw/drand/testdata/rounds.json': {
    chains({ name, hash, period, genesis_time: genesis }) {
      const network = networkNamed(name);
      assert.deepEqual([network.hash, network.period, network.genesis], [hash, period, genesis]);
    },
    rounds({ chain, round, randomness, signature, previous_signature: previous = '', time }) {
      const network = networkNamed(chain);
      assert.deepEqual(network.verify(round, fromHex(signature), fromHex(previous)),
        { beacon: network.beacon, round, time, randomness: fromHex(randomness) });
      assert.equal(network.roundAt(time), round);
      assert.equal(network.roundAt(time + 0.5), round + 1);
    },
  },
};
