import assert from 'node:assert/strict';
import { fromHex, toHex } from '../internal/bytes.js';
import { List, parseAnnouncement, parseProof, parseReceipt } from '../draw/index.js';
import { files } from './cases/draw.js';
import { differential } from './support/differential.js';
import { attempt, runCases } from './support/vectors.js';

runCases(files);

/** What an announcement judges, by its kind. */
const judges = {
  announcement: ({ text }) => parseAnnouncement(text),
  time: ({ text, margin }, announcement) => announcement.checkTime(Number(text), margin),
  proof: ({ encoding }, announcement) => announcement.checkProof(parseProof(fromHex(encoding))),
  receipt: ({ encoding }, announcement) => announcement.checkReceipt(parseReceipt(fromHex(encoding))),
  places: ({ proofs }, announcement, value) => announcement.checkPlaces(value, proofs.map((proof) => parseProof(fromHex(proof)))),
};

const ticketOf = ({ entry, weight }) => (weight === undefined ? fromHex(entry) : { entry: fromHex(entry), weight: BigInt(weight) });

differential('draw', (c) => {
  const { result, value: list } = attempt(() => new List((c.tickets ?? []).map(ticketOf), c.repeats));
  assert.equal(result, c.result);
  if (result !== 'ok') return;
  const announcement = parseAnnouncement(c.text);
  assert.deepEqual([announcement.digest, announcement.words], [c.digest, c.words]);
  const { beacon, round, time } = announcement.terms;
  const value = { beacon, round, time, randomness: fromHex(c.value) };
  const positions = announcement.draw(list, value);
  assert.equal(positions.join(' '), c.positions);
  assert.deepEqual(positions.map((p) => toHex(list.prove(p).bytes())), c.proofs);
  announcement.checkPlaces(value, c.proofs.map((proof) => parseProof(fromHex(proof))));
  for (const receipt of c.receipts) announcement.checkReceipt(parseReceipt(fromHex(receipt)));
  for (const judged of c.judged) {
    assert.equal(attempt(() => judges[judged.kind](judged, announcement, value)).result, judged.result, JSON.stringify(judged));
  }
});
