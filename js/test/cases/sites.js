import assert from 'node:assert/strict';
import { toHex, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { dealDigest, digestSeeds } from '../../sites/index.js';
import { attempt } from '../vectors.js';

const digestOf = ({ digest, serverSeed, clientSeed }) => digest ?? toHex(digestSeeds(serverSeed, clientSeed));

export const files = {
  'seedrng/sites/testdata/vectors.json': {
    cryptogames({ inputs, intermediates, outputs, result }) {
      const got = attempt(() => dealDigest(digestOf(inputs)));
      if (got.result !== 'ok') return assert.equal(got.result, result);
      const { steps, cards, short } = got.value;
      assert.equal(short ? 'exhausted' : 'ok', result);
      if (outputs?.cards) assert.deepEqual(cards, outputs.cards);
      if (!intermediates) return undefined;
      const told = steps.map(({ byte, value, fate }) => `${toHex([byte])} ${value} ${fate}`);
      return assert.deepEqual({ digest: digestOf(inputs), steps: told }, { ...intermediates });
    },
    'cryptogames-accumulated'({ inputs, outputs }) {
      const runs = Array.from({ length: inputs.runs }, (_, i) => (
        Uint8Array.from(dealDigest(digestSeeds(toHex(sha256(utf8(`server ${i}`))), `client ${i}`)).cards)));
      assert.equal(toHex(sha256(...runs)), outputs.sha256);
    },
  },
};
