// The vectors of commit/jgammon.

import assert from 'node:assert/strict';
import { fromHex } from '../../internal/bytes.js';
import { replay } from '../../jgammon/index.js';
import { attempt, resultText } from '../support/vectors.js';

/** Replays a throw, whose hashes and secrets are in hex. */
export function replayTexts(hashes, secrets) {
  return replay(hashes.map((hash) => fromHex(hash)), secrets.map((secret) => fromHex(secret)));
}

export const files = {
  'commit/jgammon/testdata/vectors.json': {
    throw({ inputs, outputs, result }) {
      const got = attempt(() => replayTexts(inputs.hashes, inputs.secrets));
      assert.equal(resultText(got), result);
      if (result !== 'ok') return;
      const { n, dice: [one, two] } = got.value;
      assert.deepEqual({ n, one, two }, { ...outputs });
    },
  },
};
