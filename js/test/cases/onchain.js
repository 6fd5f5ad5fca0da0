// The vectors of shuffle/onchain.

import assert from 'node:assert/strict';
import { toHex, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { bias, replay, ways } from '../../onchain/index.js';
import { attempt } from '../support/vectors.js';

export const fractionText = ({ num, den }) => (den === 1n ? `${num}` : `${num}/${den}`);

/** Returns the least or the greatest chance, as outputs show it. */
export const extreme = ({ card, position, ratio }) => ({ card, position, ratio: fractionText(ratio) });

/** Returns the decks that calls of the contract leave, as texts. */
export function replayAll(first, prevrandao) {
  let deck = first;
  return prevrandao.map((each) => {
    deck = replay(deck, each);
    return deck.join(' ');
  });
}

export const files = {
  'shuffle/onchain/testdata/vectors.json': {
    replay({ inputs, outputs, result }) {
      const got = attempt(() => replayAll([...Array(inputs.n).keys()], inputs.prevrandao));
      assert.equal(got.result, result);
      assert.deepEqual(got.value, outputs?.decks);
    },
    bias({ inputs, outputs, result }) {
      const got = attempt(() => bias(inputs.n));
      assert.equal(got.result, result);
      if (result !== 'ok') return;
      const { least, greatest, variation } = got.value;
      const rows = ways(inputs.n).map((row) => row.join(' '));
      assert.deepEqual(extreme(least), { ...outputs.least });
      assert.deepEqual(extreme(greatest), { ...outputs.greatest });
      assert.deepEqual([variation[0], variation.at(-1)].map(fractionText), outputs.variation);
      assert.equal(toHex(sha256(utf8(rows.join(' ')))), outputs.sha256);
      if (outputs.ways) assert.deepEqual(rows, outputs.ways);
    },
  },
};
