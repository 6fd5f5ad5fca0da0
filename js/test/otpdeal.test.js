import assert from 'node:assert/strict';
import { fromHex, toHex } from '../internal/bytes.js';
import { audit, parseState } from '../otpdeal/index.js';
import { answer, auditTexts, files, replayOf } from './cases/otpdeal.js';
import { differential } from './support/differential.js';
import { runCases } from './support/vectors.js';

runCases(files);

differential('otpdeal', ({ role, audit: audited, ...texts }) => {
  const [deal, cards, pads, order] = [texts.deal, texts.cards, texts.pads, texts.order].map((text) => fromHex(text));
  const replay = replayOf(role.seat, { deal, cards, pads, order });
  assert.deepEqual((role.messages ?? []).map((text) => answer(replay, deal, text)), role.answers ?? []);
  assert.equal(toHex(replay.record()), role.record);
  assert.equal(toHex(replay.state()), role.state);
  assert.equal(toHex(replay.hand ?? new Uint8Array()), role.hand);
  assert.deepEqual(parseState(role.seat, fromHex(role.state)).state(), replay.state());
  const [entries, records] = [audited.entries, audited.records].map((list) => list.map((text) => fromHex(text)));
  const { findings, missing, suspects, hands = null } = auditTexts(audit(deal, entries, records));
  assert.deepEqual(findings, audited.findings ?? []);
  assert.deepEqual(missing, audited.missing ?? []);
  assert.equal(suspects, audited.suspects);
  assert.deepEqual(hands, audited.hands);
});
