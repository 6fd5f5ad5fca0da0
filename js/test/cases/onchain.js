import assert from 'node:assert/strict';
import { toHex, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { bias, replay, ways } from '../../onchain/index.js';
import { attempt } from '../vectors.js';

const told = ({ num, den }) => (den === 1n ? `${num}` : `${num}/${den}`);
const extreme = ({ card, position, ratio }) => ({ card, position, ratio: told(ratio) });

function replayAll({ n, prevrandao }) {
  let deck = Array.from({ length: n }, (_, i) => i);
  return prevrandao.map((each) => {
    deck = replay(deck, each);
    return deck.join(' ');
  });
}

export const files = {
  'shuffle/onchain/testdata/vectors.json': {
    replay({ inputs, outputs, result }) {
      const got = attempt(() => replayAll(inputs));
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
      assert.deepEqual([variation[0], variation.at(-1)].map(told), outputs.variation);
      assert.equal(toHex(sha256(utf8(rows.join(' ')))), outputs.sha256);
      if (outputs.ways) assert.deepEqual(rows, outputs.ways);
    },
  },
};
