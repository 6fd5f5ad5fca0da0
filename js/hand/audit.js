// A whole sequence, read at once: sra/hand/SPEC.md, section 5.1, for a sequence that is over.

import { Fault, malformed } from '../internal/fault.js';
import { extent, firstInvalid } from '../sra/proofs.js';
import { Hand } from './hand.js';

const steps = ['deal', 'show', 'return', 'shuffle', 'leave', 'drop'];

// How many elements proofs that are kept unverified may be about: a hundred whole shuffles of 52 cards, 30 MB.
const most = 50_000;

function readItem(hand, item) {
  if (typeof item !== 'object' || item === null) malformed('an item is no object');
  const own = (name) => (Object.hasOwn(item, name) ? item[name] : undefined);
  const [seat, message, step, args] = ['seat', 'message', 'step', 'args'].map(own);
  if (message !== undefined) return hand.read(seat, message);
  if (!steps.includes(step)) malformed('an item is no message and no step');
  if (!Array.isArray(args) || args.length !== hand[step].length) malformed(`the arguments are no list of those of ${step}`);
  hand[step](...args);
  return 'done';
}

/** Reads all items, and returns what became of each. */
function* readAll(hand, items) {
  for (const item of items) {
    try {
      yield { result: readItem(hand, item), fault: null };
    } catch (err) {
      if (!(err instanceof Fault)) throw err;
      yield { result: err.kind, fault: err };
    }
  }
}

/** Reads all items, and verifies many proofs together; or returns null if one of these isn't valid. */
function readTogether(start, items) {
  const proofs = [];
  const hand = Hand.unverified(start, proofs);
  const results = [];
  let [counted, elements] = [0, 0];
  for (const result of readAll(hand, items)) {
    results.push(result);
    for (; counted < proofs.length; counted++) elements += extent(proofs[counted]);
    if (elements < most) continue;
    if (firstInvalid(proofs) >= 0) return null;
    [counted, elements, proofs.length] = [0, 0, 0];
  }
  return firstInvalid(proofs) >= 0 ? null : { hand, results };
}

/** Reads a whole hand, of messages and steps. Returns the hand, and for each item its result, and the Fault or null. */
export function audit(start, items) {
  if (!Array.isArray(items)) malformed('the items are no list');
  const list = Array.from(items);
  const together = readTogether(start, list);
  if (together !== null) return together;
  const hand = new Hand(start);
  return { hand, results: [...readAll(hand, list)] };
}
