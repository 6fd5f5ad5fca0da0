// The message of a turn, which names elements and proves how they came about: sra/hand/SPEC.md, sections 5.1 and 7.

import { needBytes } from '../internal/bytes.js';
import { Deck, Group } from '../sra/group.js';
import { decryptionProof, firstInvalid, invalid, keyProof, shuffleProof } from '../sra/proofs.js';

/** The kinds of turns. */
export const kinds = Object.freeze({ shuffle: 1, raise: 2, layer: 3, show: 4, leave: 5 });

export const isShuffling = ({ kind }) => kind === kinds.shuffle || kind === kinds.raise;

const mapValues = (object, f) => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, f(value)]));

/**
 * Parses what follows the digest in a turn's message. Returns the bytes of its elements; the elements, or `said` with those of each
 * list, and the key; `shown` with the elements that must be cards; and `proofs`, to be checked, functions that read one each.
 */
export function parseMessage(group, turn, body) {
  const { elementSize: x } = group;
  const count = Object.values(turn.lists).reduce((sum, { from }) => sum + from.length, isShuffling(turn) ? 1 : 0);
  needBytes('the message', body, count * x + proofsSize(group, turn));
  const bytes = body.subarray(0, count * x);
  const elements = Array.from({ length: count }, (_, i) => group.parseElement(bytes.subarray(i * x, (i + 1) * x)));
  const parse = isShuffling(turn) ? parseShuffle : parseLayer;
  return { bytes, shown: [], ...parse(group, turn, elements, body.subarray(count * x)) };
}

/** Returns how many bytes the proofs of a turn's message have. */
function proofsSize(group, turn) {
  const { elementSize: x, scalarSize: z } = group;
  const ofDecryption = 2 * x + z;
  if (!isShuffling(turn)) return ofDecryption;
  const { cards, ...raised } = turn.lists;
  const c = cards.from.length;
  const response = Group.arithmetic(group).responseSize;
  const ofShuffle = c === 0 ? 0 : (3 * c + 5) * x + (4 + c) * z + c * response;
  return x + z + Object.values(raised).filter(({ from }) => from.length > 0).length * ofDecryption + ofShuffle;
}

function parseLayer(group, turn, elements, proof) {
  const { from } = turn.lists.cards;
  const to = Deck.of(elements);
  const proofs = [() => decryptionProof(turn.key, turn.digest, Deck.of(from), to, proof)];
  const open = openAfter(turn);
  return { elements, shown: elements.filter((_, i) => open.has(turn.positions[i])), proofs };
}

/** Returns the positions that everybody sees after a turn: those of a show, and of the last layer of cards to everyone. */
function openAfter({ kind, positions, deal }) {
  if (kind === kinds.show) return new Set(positions);
  const isLast = kind === kinds.layer && deal.seats.every((seat) => deal.cards.every(({ to }) => to === seat));
  return new Set(isLast ? deal.cards.filter(({ to }) => to === null).map(({ position }) => position) : []);
}

function parseShuffle(group, turn, elements, proofBytes) {
  const { elementSize: x, scalarSize: z } = group;
  const E = group.parsePublicKey(elements[0].bytes());
  let at = 1;
  const said = mapValues(turn.lists, ({ from }) => elements.slice(at, (at += from.length)));
  const key = said.own.length > 0 ? group.parsePublicKey(said.own[0].bytes()) : E;
  const decks = mapValues(said, (list) => (list.length > 0 ? Deck.of(list) : null));
  const F = turn.isNew ? key : E;
  let next = x + z;
  const proofs = [() => keyProof(E, turn.digest, proofBytes.subarray(0, x + z))];
  for (const [name, by] of Object.entries({ own: E, kept: E, rest: F })) {
    if (decks[name] === null) continue;
    const proof = proofBytes.subarray(next, (next += 2 * x + z));
    proofs.push(() => decryptionProof(by, turn.digest, decks[name], Deck.of(turn.lists[name].from), proof));
  }
  const rest = proofBytes.subarray(next);
  if (decks.cards !== null) proofs.push(() => shuffleProof(F, turn.digest, Deck.of(turn.lists.cards.from), decks.cards, rest));
  return { said, key, proofs };
}

/** Checks the proofs of a message in their order, together; or adds them to a batch, if one is given and all are well-formed. */
export function checkProofs(readers, batch) {
  const proofs = [];
  let refusal = null;
  for (const reader of readers) {
    try {
      proofs.push(reader());
    } catch (err) {
      refusal = err;
      break;
    }
  }
  if (refusal === null && batch !== null && proofs.every((proof) => !proof.refusal)) {
    batch.push(...proofs);
    return;
  }
  const index = firstInvalid(proofs);
  if (index >= 0) invalid(proofs[index]);
  if (refusal !== null) throw refusal;
}
