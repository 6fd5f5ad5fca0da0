// A record read without the rules of its game. Heads name who is out (commit/record/SPEC.md, section 7.1), and seats sign
// heads: so whoever is out in one that agrees is out by the signatures of those who named it. One seat's word isn't enough.

import { equal, lp, u64 } from './bytes.js';
import { sha256 } from './hash.js';

const label = lp('squaredeal/record/v1/head');
const triesAtOnce = 100_000; // hashes, for one head that surprises
const triesInVain = 200_000; // for all heads of a signer that agree with nothing, so that nobody uses up what others need
const placesAlone = 1000; // more than two have signed
const [say, tick, leave] = [2, 3, 4]; // kinds of messages; seats go with the first two

const next = (head, { digest, signature }, out) => sha256(label, head, digest, signature, u64(out));

/**
 * A Trail reads statements, and finds for each head that they name which of the statements before it have places, and after
 * which of them seats were out. It takes what two have signed, or the board. Of what it keeps, heads are 32 bytes a place.
 */
export class Trail {
  outs = []; // {seat, place, statement}: with which statement a seat was out
  seats; // by seat, {said, last, signed, leaves}: how many statements, the last one's place plus 1, how many places it has
  // signed, and whether it wanted to leave
  #heads; // taken
  #pending = []; // statements after these places
  #paths; // by signer, {steps, heads, out}: what became of the pending ones, by the last head that it alone has signed
  #out = 0n;
  #left; // of the tries in vain, by signer; the board is the last

  constructor(seats, start) {
    this.#heads = [start];
    this.#left = new Array(seats + 1).fill(triesInVain);
    this.#paths = new Array(seats + 1).fill(null);
    this.seats = Array.from({ length: seats }, () => ({ said: 0, last: 0, signed: 0, leaves: false }));
  }

  /** How many places there are that are taken. */
  get confirmed() {
    return this.#heads.length - 1;
  }

  /** How many places there are, or would be if all statements after these have one. */
  get places() {
    return this.confirmed + this.#pending.length;
  }

  /** Reports whether a head, signed by a seat or the board, is that of so many places, with some seats being out. */
  agrees(places, head, signer = this.seats.length) {
    const count = places - this.confirmed;
    if (count <= 0) {
      const isEqual = equal(head, this.#heads[places]);
      if (isEqual) this.#sign(signer, places);
      return isEqual;
    }
    if (count > Math.min(this.#pending.length, placesAlone)) return false;
    const base = this.#paths.find((path) => path?.heads.length >= count && equal(path.heads[count - 1], head));
    const path = base ? cut(base, count) : this.#solve(count, head, signer);
    if (path === null) return false;
    if (base === undefined || base !== this.#paths[signer]) this.#paths[signer] = path;
    const shared = this.#paths.map((other, by) => (other && by !== signer ? common(other, path) : 0));
    this.#take(path, signer === this.seats.length ? path.steps.length : Math.max(...shared));
    return true;
  }

  /** Reads a statement whose signature is good, and reports whether it may have a place. */
  read(statement) {
    const { seat, places } = statement;
    if (!this.agrees(places, statement.head, seat)) return false;
    const last = this.#pending.findLastIndex((other) => other.seat === seat);
    const step = this.#paths[seat]?.steps[last];
    const least = last < 0 ? this.seats[seat].last : step === undefined ? Infinity : step.head === null ? 0 : step.place + 1;
    if (places < least) return false;
    this.#pending.push(statement);
    if (statement.kind === leave) this.seats[seat].leaves = true;
    return true;
  }

  /** Takes what a single seat has signed, as long as it puts nobody out and nobody denies it. It is called at the end. */
  settle() {
    const paths = this.#paths.filter(Boolean).sort((a, b) => b.steps.length - a.steps.length);
    const isDenied = (step, i) => paths.some(({ steps }) => steps[i] && !same(steps[i], step));
    const taken = paths[0]?.steps.findIndex((step, i) => step.surprises > 0 || isDenied(step, i));
    if (paths.length > 0) this.#take(paths[0], taken < 0 ? paths[0].steps.length : taken);
    this.#pending.forEach(({ seat }, i) => this.#count(seat, this.confirmed + i));
  }

  #count(seat, place) {
    this.seats[seat].said++;
    this.seats[seat].last = place + 1;
  }

  #sign(signer, places) {
    const seat = this.seats[signer];
    if (seat !== undefined) seat.signed = Math.max(seat.signed, places);
  }

  /** Takes so many steps of a path, and forgets what contradicts them. */
  #take(path, count) {
    if (count === 0) return;
    const steps = path.steps.slice(0, count);
    const before = this.confirmed;
    for (const { statement, head, place, gone } of steps) {
      if (head === null) continue;
      this.#count(statement.seat, place);
      for (const seat of gone) {
        this.outs.push({ seat, place, statement });
        this.#out |= 1n << BigInt(seat);
      }
      this.#heads.push(head);
    }
    this.#paths = this.#paths.map((other, signer) => {
      if (other === null) return null;
      const shared = Math.min(common(other, path), count);
      const placed = other.steps.slice(0, shared).filter(({ head }) => head !== null).length;
      this.#sign(signer, before + placed);
      const isLonger = shared === count && other.steps.length > count;
      return isLonger ? { ...other, steps: other.steps.slice(count), heads: other.heads.slice(placed) } : null;
    });
    const isAlive = ({ seat, places, head }) => (places > this.confirmed ? this.#paths[seat] !== null : equal(this.#heads[places], head));
    this.#pending = this.#pending.slice(count);
    for (const other of this.#paths) if (other) other.steps = other.steps.filter(({ statement }) => isAlive(statement));
    this.#pending = this.#pending.filter(isAlive);
  }

  /** Returns what became of the pending statements up to a head, with as few surprises as possible, or null. */
  #solve(count, goal, signer) {
    const others = this.#paths.filter((path, by) => path && by !== signer);
    const bases = [this.#paths[signer], ...others, { steps: [], heads: [], out: this.#out }].filter((path) => path?.heads.length < count);
    const tries = Math.min(this.#left[signer], triesAtOnce);
    const search = { count, goal, tries };
    for (let surprises = 0; surprises <= this.seats.length && search.tries > 0; surprises++) {
      for (const base of bases) {
        const found = this.#search({ ...base, steps: [...base.steps], search }, surprises);
        if (found !== null) return found;
      }
    }
    this.#left[signer] -= tries - search.tries;
    return null;
  }

  #search(path, surprises) {
    const { search, out, heads } = path;
    const head = heads.at(-1) ?? this.#heads.at(-1);
    if (heads.length === search.count) return surprises === 0 && equal(head, search.goal) ? { steps: path.steps, heads, out } : null;
    const steps = [...path.steps];
    const drop = (cost) => steps.push({ statement: this.#pending[steps.length], head: null, gone: [], surprises: cost });
    while (steps.length < this.#pending.length && !this.#fits(this.#pending[steps.length], heads)) drop(0);
    const statement = this.#pending[steps.length];
    if (statement === undefined) return null;
    const most = statement.kind === say || statement.kind === tick ? surprises : 0;
    for (const gone of choices(this.seats.length, out, most)) {
      if (search.tries-- <= 0) return null;
      const bits = gone.reduce((all, seat) => all | (1n << BigInt(seat)), out);
      const after = next(head, statement, bits);
      const step = { statement, head: after, gone, place: this.confirmed + heads.length, surprises: gone.length };
      const found = this.#search({ search, out: bits, heads: [...heads, after], steps: [...steps, step] }, surprises - gone.length);
      if (found !== null) return found;
    }
    if (surprises === 0) return null;
    drop(1);
    return this.#search({ search, out, heads, steps }, surprises - 1);
  }

  /** Reports whether a statement names the head that a path has there. */
  #fits({ places, head }, heads) {
    const own = places <= this.confirmed ? this.#heads[places] : heads[places - this.confirmed - 1];
    return own !== undefined && equal(own, head);
  }
}

const same = (a, b) => (a.head === null || b.head === null ? a.head === b.head : equal(a.head, b.head));

/** Returns how many steps two paths begin with alike. */
function common(a, b) {
  const n = a.steps.findIndex((step, i) => i >= b.steps.length || !same(step, b.steps[i]));
  return n < 0 ? a.steps.length : n;
}

/** Returns the beginning of a path, up to so many places. */
function cut({ steps, heads }, count) {
  const last = steps.findIndex(({ head }) => head === heads[count - 1]);
  return { steps: steps.slice(0, last + 1), heads: heads.slice(0, count) };
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
