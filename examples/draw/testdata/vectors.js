// Runs the cases of #data, and writes those that are wrong, and how many there are of each class.

import { networkNamed } from 'squaredeal/drand/index.js';
import { hide, parseAnnouncement, parseProof, parseReceipt, parseSalt, timeText } from 'squaredeal/draw/index.js';
import { fromHex, toHex } from 'squaredeal/internal/bytes.js';

const proofOf = (digits) => parseProof(fromHex(digits));
const same = (a, b) => { if (String(a) !== String(b)) throw Error(a + ' is not ' + b); };
const text = (bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
const classes = {
  announcement({ text }, outputs) {
    const { digest, words } = parseAnnouncement(text);
    same([digest, words], [outputs?.digest, outputs?.words]);
  },
  draw({ text, network, round }, outputs) {
    const value = networkNamed(network).parseRound(round);
    if (outputs?.proofs) parseAnnouncement(text).checkPlaces(value, outputs.proofs.map(proofOf));
  },
  proof({ text: announcement, proof }, outputs) {
    const p = proofOf(proof);
    parseAnnouncement(announcement).checkProof(p);
    same([p.position, p.weight, text(p.entry)], [outputs?.position, outputs?.weight, outputs?.entry]);
  },
  places({ text, network, round, proofs }) {
    parseAnnouncement(text).checkPlaces(networkNamed(network).parseRound(round), proofs.map(proofOf));
  },
  round({ network, json }, outputs) {
    const value = networkNamed(network).parseRound(json);
    if (outputs) same([toHex(value.randomness), timeText(value.time)], [outputs.value, outputs.time]);
  },
  hidden({ salt, entry }, outputs) {
    same(hide(parseSalt(salt), fromHex(entry)), outputs?.hidden);
  },
  receipt({ text: announcement, receipt }, outputs) {
    const r = parseReceipt(fromHex(receipt));
    parseAnnouncement(announcement).checkReceipt(r);
    same([text(r.entry), text(r.proof.entry)], [outputs?.entry, outputs?.line]);
  },
};
const counts = {};
for (const c of JSON.parse(document.getElementById('data').textContent).cases) {
  const name = c.id.split('/')[0];
  if (!classes[name] || name === 'draw' && c.result !== 'ok') continue; // it has no list
  let result = 'ok';
  try { classes[name](c.inputs, c.outputs); } catch (error) { result = error.kind ?? error.message; }
  counts[name] = (counts[name] ?? 0) + 1;
  if (result !== c.result) document.getElementById('wrong').append(c.id + ': ' + result + ', want ' + c.result + '; ');
}
document.getElementById('counts').textContent = JSON.stringify(counts);
