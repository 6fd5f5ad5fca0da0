// The vectors of shuffle/draw, and published rounds of drand.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { fromHex, toHex } from '../../internal/bytes.js';
import { networkNamed } from '../../drand/index.js';
import { hide, List, parseAnnouncement, parseProof, parseReceipt, parseSalt, timeText } from '../../draw/index.js';
import { attempt, load } from '../support/vectors.js';

const file = 'shuffle/draw/testdata/vectors.json';

/** Makes a function that compares the result of a case, and its outputs, with those of an operation. */
const operation = (run) => ({ inputs, outputs, result }) => {
  const got = attempt(() => run(inputs));
  assert.equal(got.result, result, got.fault?.message);
  if (result === 'ok' && outputs) assert.deepEqual({ ...got.value }, { ...outputs });
};

const text = (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
const entrant = (i) => `entrant-${String(i).padStart(7, '0')}@example.org`;
const weightOf = (i) => BigInt(1 + (i % 7));

/** Returns the tickets of a case: its list, or many. */
function tickets({ list, many, weighted }) {
  if (many !== undefined) return Array.from({ length: many }, (_, i) => (weighted ? { entry: entrant(i), weight: weightOf(i) }
    : entrant(i)));
  return list.map((line) => {
    const [entry, weight] = line.split('\n');
    return weight === undefined ? entry : { entry, weight: BigInt(weight) };
  });
}

const valueOf = ({ network, round }) => networkNamed(network).parseRound(round);

function accumulate({ runs }) {
  const value = networkNamed('quicknet').parseRound(load(file).cases.find((c) => c.id === 'draw/1').inputs.round);
  const lines = load(file).cases.find((c) => c.id === 'draw/1').inputs.text.split('\n');
  const hash = createHash('sha256');
  for (let i = 0; i < runs; i++) {
    const list = new List(tickets({ many: 1 + (i % 50), weighted: i % 2 === 1 }));
    const changed = { label: i, entries: list.length, weights: list.weighted ? list.total : 'none', root: toHex(list.root) };
    const announcement = parseAnnouncement(lines.map((line) => {
      const name = line.split(' ')[0];
      return Object.hasOwn(changed, name) ? `${name} ${changed[name]}` : line;
    }).join('\n'));
    for (const p of announcement.draw(list, value).slice(0, announcement.terms.winners)) hash.update(`${p};`);
  }
  return { sha256: hash.digest('hex') };
}

export const files = {
  [file]: {
    list: operation((inputs) => {
      const list = new List(tickets(inputs), inputs.repeats);
      return { entries: list.length, root: toHex(list.root), total: `${list.total}` };
    }),
    announcement: operation((inputs) => {
      const { digest, words } = parseAnnouncement(inputs.text);
      return { digest, words };
    }),
    following: operation((inputs) => {
      const [announcement, previous] = [parseAnnouncement(inputs.text), parseAnnouncement(inputs.previous)];
      announcement.checkPrevious(previous);
    }),
    draw: operation((inputs) => {
      const announcement = parseAnnouncement(inputs.text);
      const list = new List(tickets(inputs), inputs.repeats);
      const value = valueOf(inputs);
      const positions = announcement.draw(list, value);
      const proofs = positions.map((p) => list.prove(p));
      announcement.checkPlaces(value, proofs);
      return { positions: positions.join(' '), ...(positions.length > 10 ? {} : { proofs: proofs.map((p) => toHex(p.bytes())) }) };
    }),
    proof: operation((inputs) => {
      const [announcement, proof] = [parseAnnouncement(inputs.text), parseProof(fromHex(inputs.proof))];
      announcement.checkProof(proof);
      assert.equal(toHex(proof.bytes()), inputs.proof);
      return { position: proof.position, weight: `${proof.weight}`, entry: text(proof.entry) };
    }),
    receipt: operation((inputs) => {
      const [announcement, receipt] = [parseAnnouncement(inputs.text), parseReceipt(fromHex(inputs.receipt))];
      announcement.checkReceipt(receipt);
      assert.equal(toHex(receipt.bytes()), inputs.receipt);
      const { proof, hidden, entry } = receipt;
      return { position: proof.position, weight: `${proof.weight}`, line: text(proof.entry), entry: text(entry), hidden };
    }),
    places: operation((inputs) => {
      const [announcement, value] = [parseAnnouncement(inputs.text), valueOf(inputs)];
      announcement.checkPlaces(value, inputs.proofs.map((proof) => parseProof(fromHex(proof))));
    }),
    time: operation((inputs) => {
      parseAnnouncement(inputs.text).checkTime(Date.parse(inputs.published) / 1000, inputs.margin);
    }),
    round: operation((inputs) => {
      const { randomness, time } = networkNamed(inputs.network).parseRound(inputs.json);
      return { value: toHex(randomness), time: timeText(time) };
    }),
    hidden: operation((inputs) => ({ hidden: hide(parseSalt(inputs.salt), fromHex(inputs.entry)) })),
    accumulated: operation(accumulate),
  },
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
