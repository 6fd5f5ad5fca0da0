// The player's side of hash chains: commit/SPEC.md, sections 6.1 and 6.4.

import { equal, fromHex, needInt, toHex, u64 } from '../internal/bytes.js';
import { fail } from '../internal/fault.js';
import { hasher } from '../internal/sha2.js';
import { openState, sealState } from '../internal/state.js';
import { RoundStream } from './stream.js';

const label = 'squaredeal/chain/v1/verifier';
const size = 32;
const maxRounds = 2 ** 32;
const maxSteps = 2 ** 24;

/** Returns SHA-256 of 32 bytes, taken `steps` times. */
function hashTimes(bytes, steps) {
  const { message, hash } = hasher('sha256', size);
  const view = new DataView(bytes.buffer, bytes.byteOffset, size);
  const digest = Int32Array.from({ length: size / 4 }, (_, i) => view.getInt32(4 * i));
  for (let i = 0; i < steps; i++) {
    message.set(digest);
    hash(digest);
  }
  const out = new DataView(new ArrayBuffer(size));
  digest.forEach((word, i) => out.setInt32(4 * i, word));
  return new Uint8Array(out.buffer);
}

/** Fails, as a mismatch, unless a value is `steps` steps from a known one. Both are bytes; at most 2²⁴ steps are made. */
function checkSteps(value, known, steps) {
  needInt('the number of steps', steps, 1, maxSteps);
  if (!equal(hashTimes(value, steps), known)) fail('mismatch', 'the value doesn’t lead to the one that is known');
}

/** Fails, as a mismatch, unless a value is a number of steps, up to 2²⁴, from a known one. Both are texts of 64 hex digits. */
export const verifyLink = (known, value, steps) => checkSteps(fromHex(value, size), fromHex(known, size), steps);

/** A round of a chain, whose value has been verified. */
class Round {
  #value;

  constructor(number, value) {
    this.number = number;
    this.#value = value.slice();
    Object.freeze(this);
  }

  /** The stream of the round in a context, which the rules fix before it. */
  stream(context) {
    return new RoundStream(this.#value, this.number, context);
  }
}

/** A ChainVerifier knows the value of one round, at first the anchor as that of round 0, and verifies those of others. */
export class ChainVerifier {
  #round;
  #known;

  /** Takes the anchor as text, or the value of another round that is trusted to be right. */
  constructor(known, round = 0) {
    this.#round = needInt('the round', round, 0, maxRounds);
    this.#known = fromHex(known, size);
  }

  static parse(state) {
    const reader = openState(state, label);
    const round = reader.count(0, maxRounds);
    const verifier = new ChainVerifier(toHex(reader.bytes(size)), round);
    reader.end();
    return verifier;
  }

  encode() {
    return sealState(label, u64(this.#round), this.#known);
  }

  get round() {
    return this.#round;
  }

  /** Returns a round, {number, stream(context)}, whose value, as text, leads to the known one or comes from it. */
  verify(round, value) {
    needInt('the round', round, 1, maxRounds);
    const bytes = fromHex(value, size);
    if (round > this.#round) {
      checkSteps(bytes, this.#known, round - this.#round);
      [this.#round, this.#known] = [round, bytes];
    } else if (round < this.#round) {
      checkSteps(this.#known, bytes, this.#round - round);
    } else if (!equal(bytes, this.#known)) {
      fail('mismatch', 'the value isn’t the one that is known');
    }
    return new Round(round, bytes);
  }
}
