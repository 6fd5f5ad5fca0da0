// A record read without the rules of its game. Heads name who is out (commit/record/SPEC.md, section 7.1), and seats sign
// heads: so whoever is out in one that agrees is out by the signatures of those who named it.

import { equal, lp, u64 } from './bytes.js';
import { sha256 } from './hash.js';

const label = lp('squaredeal/record/v1/head');
const triesAtOnce = 100_000; // hashes, for one head that surprises
const triesInVain = 200_000; // for all heads of a signer that agree with nothing, so that nobody uses up what others need
const [say, tick, leave] = [2, 3, 4]; // kinds of messages; seats go with the first two

const next = (head, { digest, signature }, out) => sha256(label, head, digest, signature, u64(out));

/**
 * A Trail reads statements, and finds for each head that they name which of the statements before it have places, and after
 * which of them seats were out. Of what it keeps, heads are 32 bytes a place.
 */
export class Trail {
  outs = []; // {seat, place, statement}: with which statement a seat was out
  seats; // by seat, {said, last, signed, leaves}: how many statements, the last one's place plus 1 and the place that it
  // names, and whether it wanted to leave
  #heads; // those that somebody has signed
  #pending = []; // statements after these places
  #out = 0n;
  #left; // of the tries in vain, by seat; the board's are last

  constructor(seats, start) {
    this.#heads = [start];
    this.#left = new Array(seats + 1).fill(triesInVain);
    this.seats = Array.from({ length: seats }, () => ({ said: 0, last: 0, signed: 0, leaves: false }));
  }

  /** How many places there are in a head that somebody has signed. */
  get confirmed() {
    return this.#heads.length - 1;
  }

  /** How many places there are, or would be if all statements after these have one. */
  get places() {
    return this.confirmed + this.#pending.length;
  }

  /** Reports whether a head, signed by a seat or the board, is that of so many places, with some seats being out. */
  agrees(places, head, signer = this.seats.length) {
    if (places <= this.confirmed) return equal(head, this.#heads[places]);
    if (places > this.places) return false;
    const steps = this.#solve(places - this.confirmed, head, signer);
    steps?.forEach((step) => this.#take(step));
    return steps !== null;
  }

  /** Reads a statement whose signature is good, and reports whether it may have a place. */
  read(statement) {
    const seat = this.seats[statement.seat];
    if (statement.places < seat.last || !this.agrees(statement.places, statement.head, statement.seat)) return false;
    this.#pending.push(statement);
    Object.assign(seat, { said: seat.said + 1, last: this.places, signed: statement.places });
    if (statement.kind === leave) seat.leaves = true;
    return true;
  }

  #take({ statement, head, gone }) {
    this.#pending.shift();
    if (head === null) return this.#drop(statement);
    for (const seat of gone) {
      this.outs.push({ seat, place: this.confirmed, statement });
      this.#out |= 1n << BigInt(seat);
    }
    this.#heads.push(head);
  }

  /** Gives up a statement without a place: those after it have places one lower. */
  #drop({ seat }) {
    this.seats[seat].said--;
    for (const other of this.seats) if (other.last > this.confirmed) other.last--;
  }

  /** Returns what became of the pending statements up to a head, with as few surprises as possible, or null. */
  #solve(count, goal, signer) {
    const search = { count, goal, tries: count };
    let steps = this.#search(search, this.#heads.at(-1), this.#out, 0, 0, []);
    const tries = Math.min(this.#left[signer], triesAtOnce);
    search.tries = tries;
    for (let surprises = 1; steps === null && surprises <= this.seats.length && search.tries > 0; surprises++) {
      steps = this.#search(search, this.#heads.at(-1), this.#out, 0, surprises, []);
    }
    if (steps === null) this.#left[signer] -= tries - search.tries;
    return steps;
  }

  #search(search, head, out, placed, surprises, steps) {
    if (placed === search.count) return surprises === 0 && equal(head, search.goal) ? steps : null;
    const statement = this.#pending[steps.length];
    if (statement === undefined || search.tries <= 0) return null;
    const most = statement.kind === say || statement.kind === tick ? surprises : 0;
    for (const gone of choices(this.seats.length, out, most)) {
      if (search.tries-- <= 0) return null;
      const bits = gone.reduce((all, seat) => all | (1n << BigInt(seat)), out);
      const after = next(head, statement, bits);
      const step = { statement, head: after, gone };
      const found = this.#search(search, after, bits, placed + 1, surprises - gone.length, [...steps, step]);
      if (found !== null) return found;
    }
    if (surprises === 0) return null;
    return this.#search(search, head, out, placed, surprises - 1, [...steps, { statement, head: null, gone: [] }]);
  }
}

/** Yields the sets of at most so many seats that aren't out, the smallest first. */
function* choices(seats, out, most) {
  for (let size = 0; size <= most; size++) yield* subsets(seats, out, size, 0);
}

function* subsets(seats, out, size, from) {
  if (size === 0) yield [];
  for (let seat = from; size > 0 && seat < seats; seat++) {
    if ((out >> BigInt(seat)) & 1n) continue;
    for (const rest of subsets(seats, out, size - 1, seat + 1)) yield [seat, ...rest];
  }
}
