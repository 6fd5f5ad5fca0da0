// What draws and their rounds cost: node bench/draw.js.

import { bls12_381 as curve } from '@noble/curves/bls12-381.js';
import { networkNamed, networks } from '../drand/index.js';
import { List, parseAnnouncement } from '../draw/index.js';
import { fromHex, toHex, u64 } from '../internal/bytes.js';
import { sha256 } from '../internal/hash.js';
import { load } from '../test/support/vectors.js';
import { measure } from './measure.js';

const { chains, rounds } = load('shuffle/draw/drand/testdata/rounds.json');
const schemes = {
  quicknet: [curve.shortSignatures, 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'],
  default: [curve.longSignatures, 'BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_NUL_'],
};
for (const { name } of networks) {
  const { round, signature, previous_signature: previous = '' } = rounds.find((r) => r.chain === name);
  const [point, before] = [fromHex(signature), fromHex(previous)];
  const key = fromHex(chains.find((c) => c.name === name).public_key);
  const [scheme, domain] = schemes[name];
  const peer = () => scheme.verify(point, scheme.hash(sha256(before, u64(round)), domain), key);
  measure(`a round of ${name}`, () => networkNamed(name).verify(round, point, before), { peer });
}

const { text, round } = load('shuffle/draw/testdata/vectors.json').cases.find((c) => c.id === 'draw/worked').inputs;
const value = networkNamed('quicknet').parseRound(round);
for (const weighted of [false, true]) {
  const what = weighted ? 'a million entries with weights' : 'a million entries';
  const entries = Array.from({ length: 1_000_000 }, (_, i) => {
    const entry = `entrant-${String((i * 7919) % 1_000_000).padStart(7, '0')}@example.org`;
    return weighted ? { entry, weight: 1 + (i % 7) } : entry;
  });
  let list;
  measure(`list of ${what}`, () => { list = new List(entries); }, { calls: 1, runs: 1 });
  const changed = { entries: list.length, weights: weighted ? list.total : 'none', root: toHex(list.root), winners: 100, substitutes: 0 };
  const change = (line, name) => (Object.hasOwn(changed, name) ? `${name} ${changed[name]}` : line);
  const announcement = parseAnnouncement(text.replace(/^(\w+) .*$/gm, change));
  const positions = announcement.draw(list, value);
  const proofs = positions.map((p) => list.prove(p));
  measure(`100 winners of ${what}`, () => announcement.draw(list, value), { calls: 1 });
  measure(`100 winners of ${what} by their proofs`, () => announcement.checkPlaces(value, proofs));
}
