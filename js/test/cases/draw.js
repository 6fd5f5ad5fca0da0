// The vectors of shuffle/draw.

import assert from 'node:assert/strict';
import { fromHex, toHex } from '../../internal/bytes.js';
import { networkNamed } from '../../drand/index.js';
import { hide, List, parseAnnouncement, parseProof, parseReceipt, parseSalt, timeText } from '../../draw/index.js';
import { caseOf, expect, hashRuns } from '../support/vectors.js';

const file = 'shuffle/draw/testdata/vectors.json';

/** Makes a function that checks the result of a case, and its outputs, by an operation on its inputs. */
const operation = (run) => (vector) => expect(vector, () => run(vector.inputs));

const text = (bytes) => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
const entrant = (i) => `entrant-${String(i).padStart(7, '0')}@example.org`;
const weightOf = (i) => BigInt(1 + (i % 7));

/** Returns the tickets of a case: its list, or many. */
export function ticketsOf({ list, many, weighted }) {
  const ticket = (_, i) => (weighted ? { entry: entrant(i), weight: weightOf(i) } : entrant(i));
  if (many !== undefined) return Array.from({ length: many }, ticket);
  return list.map((line) => {
    const [entry, weight] = line.split('\n');
    return weight === undefined ? entry : { entry, weight: BigInt(weight) };
  });
}

const valueOf = ({ network, round }) => networkNamed(network).parseRound(round);

/** Makes a run, which announces the draw of a case anew for a list of its own and draws the winners. */
function redraws({ inputs }) {
  const value = valueOf(inputs);
  const lines = inputs.text.split('\n').map((line) => line.split(' '));
  return (i) => {
    const list = new List(ticketsOf({ many: 1 + (i % 50), weighted: i % 2 === 1 }));
    const changed = { label: i, entries: list.length, weights: list.weighted ? list.total : 'none', root: toHex(list.root) };
    const said = lines.map(([name, ...rest]) => (Object.hasOwn(changed, name) ? `${name} ${changed[name]}` : [name, ...rest].join(' ')));
    const announcement = parseAnnouncement(said.join('\n'));
    return announcement.draw(list, value).slice(0, announcement.terms.winners).map((position) => `${position};`);
  };
}

export const files = {
  [file]: {
    list: operation((inputs) => {
      const list = new List(ticketsOf(inputs), inputs.repeats);
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
      const list = new List(ticketsOf(inputs), inputs.repeats);
      const value = valueOf(inputs);
      const positions = announcement.draw(list, value);
      const proofs = positions.map((p) => list.prove(p));
      announcement.checkPlaces(value, proofs);
      const shown = proofs.length > 10 ? {} : { proofs: proofs.map((proof) => toHex(proof.bytes())) };
      return { positions: positions.join(' '), ...shown };
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
    accumulated: operation(({ runs }) => ({ sha256: hashRuns(runs, redraws(caseOf(file, 'draw/1'))) })),
  },
};
