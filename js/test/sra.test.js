import assert from 'node:assert/strict';
import { fromHex } from '../internal/bytes.js';
import { Batch } from '../sra/index.js';
import { files, groupOf } from './cases/sra.js';
import { differential } from './support/differential.js';
import { attempt, runCases } from './support/vectors.js';

runCases(files);

differential('sra', (c) => {
  const { result, fault } = attempt(() => {
    const group = groupOf(c);
    const key = group.parsePublicKey(fromHex(c.public));
    const decks = c.kind === 'key' ? [] : [c.from, c.to].map((deck) => group.parseDeck(fromHex(deck), c.n));
    const batch = new Batch();
    batch[c.kind](key, c.context, ...decks, fromHex(c.proof));
    batch.verify();
  });
  assert.equal(result, c.result, fault?.message);
});
