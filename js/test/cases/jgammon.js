import assert from 'node:assert/strict';
import { fromHex } from '../../internal/bytes.js';
import { replay } from '../../jgammon/index.js';
import { attempt } from '../support/vectors.js';

export const files = {
  'commit/jgammon/testdata/vectors.json': {
    throw({ inputs, outputs, result }) {
      const { value, fault, ...got } = attempt(() => replay(inputs.hashes.map((h) => fromHex(h)), inputs.secrets.map((s) => fromHex(s))));
      assert.equal([got.result, ...(fault?.seats ?? [])].join(' '), result);
      if (value) assert.deepEqual({ n: value.n, one: value.dice[0], two: value.dice[1] }, { ...outputs });
    },
  },
};
