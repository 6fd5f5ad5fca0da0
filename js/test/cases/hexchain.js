// The vectors of commit/hexchain.

import assert from 'node:assert/strict';
import { Walk } from '../../sites/index.js';
import { attempt } from '../support/vectors.js';

/** Takes the steps of a case, and says whether just so many lead to the anchor. */
function walk({ anchor, value, steps }) {
  const walk = new Walk({ alg: 'sha256', text: true, end: anchor, length: steps }, value);
  walk.advance(steps);
  return walk.ended && walk.steps === steps ? 'ok' : 'mismatch';
}

export const files = {
  'commit/hexchain/testdata/vectors.json': {
    chain({ inputs, result }) {
      const { value, ...got } = attempt(() => walk(inputs));
      assert.equal(value ?? got.result, result);
    },
  },
};
