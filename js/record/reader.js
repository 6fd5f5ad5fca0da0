// A board as it is read: commit/record/SPEC.md, section 7.

import { equal, needBigInt, needInt, u32, u64 } from '../internal/bytes.js';
import { fail, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { openState, sealState } from '../internal/state.js';
import { Agreement } from './agreement.js';
import { labels } from './labels.js';
import { maxPlaces } from './statement.js';

const stateLabel = 'squaredeal/record/v1/state';

/** Heads are a growing list of hashes, in one piece of memory. */
class Heads {
  #bytes = new Uint8Array(64);
  #count = 0;

  get count() {
    return this.#count;
  }

  at(i) {
    return this.#bytes.subarray(32 * i, 32 * i + 32);
  }

  push(head) {
    if (this.#bytes.length === 32 * this.#count) {
      const more = new Uint8Array(2 * this.#bytes.length);
      more.set(this.#bytes);
      this.#bytes = more;
    }
    this.#bytes.set(head, 32 * this.#count++);
  }
}

/**
 * A Reader reads a board: it says which statements may have a place, gives it to them, and knows the heads since the last cut.
 * A call that throws a Fault has changed nothing.
 */
export class Reader {
  #agreement;
  #base = 0;
  #heads = new Heads();
  #last; // by seat, the place of its last statement plus 1
  #signed; // by seat, the place that this statement names
  #end = 0;
  #judged = null; // {digest, signature, seat, places} of the statement that was judged last, if it may have the next place

  constructor(agreement) {
    if (!(agreement instanceof Agreement)) malformed('this is no agreement');
    this.#agreement = agreement;
    this.#heads.push(sha256(labels.start, agreement.digest));
    this.#last = new Uint32Array(agreement.seats);
    this.#signed = new Uint32Array(agreement.seats);
  }

  /** Returns the reader that goes on from a state. */
  static parse(agreement, state) {
    const reader = new Reader(agreement);
    reader.#load(openState(state, stateLabel));
    return reader;
  }

  #load(r) {
    if (!equal(r.bytes(32), this.#agreement.digest)) malformed('the state is another agreement’s');
    this.#base = needInt('the number of places', r.u32(), 0, maxPlaces);
    const head = r.bytes(32);
    if (this.#base === 0 && !equal(head, this.#heads.at(0))) malformed('the head of no places is another one');
    for (let s = 0; s < this.#last.length; s++) {
      const last = needInt('the last statement’s place', r.u32(), 0, this.#base);
      this.#last[s] = last;
      this.#signed[s] = needInt('the place it names', r.u32(), 0, Math.max(0, last - 1));
    }
    this.#end = needInt('the end', r.u32(), 0, this.#base);
    r.end();
    if (this.#end > 0 && !this.begun) malformed('an end before the match has begun');
    this.#heads = new Heads();
    this.#heads.push(head);
  }

  get agreement() {
    return this.#agreement;
  }

  get places() {
    return this.#base + this.#heads.count - 1;
  }

  get base() {
    return this.#base;
  }

  get head() {
    return this.headAt(this.places);
  }

  headAt(places) {
    if (!Number.isInteger(places) || places < this.#base || places > this.places) return undefined;
    return this.#heads.at(places - this.#base).slice();
  }

  get begun() {
    return !this.#last.includes(0);
  }

  get end() {
    return this.#end;
  }

  last(seat) {
    return this.#last[needInt('the seat', seat, 0, this.#last.length - 1)];
  }

  get final() {
    return this.#signed.slice().sort()[(this.#signed.length - 1) >> 1];
  }

  /**
   * Returns the statement of a post if it may have the next place, and throws a Fault if not: malformed, unread, no-place or
   * signature. A game’s rules may refuse it the place; otherwise it is given by place.
   */
  judge(post) {
    this.#judged = null;
    const statement = this.#agreement.parseStatement(post);
    const { seat, places, head, digest, signature } = statement;
    this.#checkPlace(seat, places, head);
    if (!this.#agreement.verify(statement)) fail('signature', 'the signature isn’t the seat’s');
    this.#judged = { digest: digest.slice(), signature: signature.slice(), seat, places };
    return statement;
  }

  #checkPlace(seat, k, head) {
    const noPlace = (why) => fail('no-place', why);
    const last = this.#last[seat];
    if (k > this.places) fail('unread', 'the statement names a place that isn’t read');
    if (this.places === maxPlaces) noPlace('there are no more places');
    if (k < this.#base || !equal(head, this.#heads.at(k - this.#base))) noPlace('the statement names another head');
    if (k < last) noPlace('the statement is repeated, or was overtaken');
    if (this.#end === 0 && last > 0 && !this.begun) noPlace('hellos are missing');
    if (this.#end > 0 && (k < this.#end || last > this.#end)) noPlace('the end is past');
  }

  /**
   * Gives the next place to the statement that was judged last. `out` is a BigInt with bit s for each seat s that is out of
   * the game then.
   */
  place(statement, out = 0n) {
    const judged = this.#judged;
    if (judged === null || !equal(judged.digest, statement.digest) || !equal(judged.signature, statement.signature)) {
      fail('state', 'this isn’t the statement that was judged last');
    }
    const bits = u64(needBigInt('out', out, 0n, (1n << BigInt(this.#last.length)) - 1n));
    const head = sha256(labels.head, this.#heads.at(this.#heads.count - 1), judged.digest, judged.signature, bits);
    this.#heads.push(head);
    this.#last[judged.seat] = this.places;
    this.#signed[judged.seat] = judged.places;
    this.#judged = null;
  }

  /** Gives a post the next place if there are no rules of a game: none to a pruned statement. Returns the statement. */
  read(post) {
    const statement = this.judge(post);
    if (statement.message === null) fail('no-place', 'the statement is pruned');
    this.place(statement);
    return statement;
  }

  finish() {
    if (this.#end > 0 || !this.begun) fail('state', 'the match hasn’t begun, or has ended');
    this.#end = this.places;
    this.#judged = null;
  }

  cut() {
    const head = this.head;
    this.#base = this.places;
    this.#heads = new Heads();
    this.#heads.push(head);
    this.#judged = null;
  }

  /** Returns the state, from which parse goes on. There is one after a cut only, else it is a Fault of the class state. */
  state() {
    if (this.places !== this.#base) fail('state', 'there are places since the last cut');
    const seats = [];
    for (let s = 0; s < this.#last.length; s++) seats.push(u32(this.#last[s]), u32(this.#signed[s]));
    return sealState(stateLabel, this.#agreement.digest, u32(this.places), this.head, ...seats, u32(this.#end));
  }

  /**
   * Returns a head that the board has signed if it agrees with what was read. Else it is malformed, has a wrong signature, or names
   * a place before the last cut (state), one that isn’t read (unread), or another head (fork).
   */
  check(bytes) {
    const { places, head, stamp } = this.#agreement.parseHead(bytes);
    const signed = { places, head, stamp };
    if (places < this.#base) fail('state', 'the signed head is of a place before the last cut', signed);
    if (places > this.places) fail('unread', 'the signed head is of a place that isn’t read', signed);
    if (!equal(head, this.#heads.at(places - this.#base))) fail('fork', 'the board has signed another head', signed);
    return signed;
  }
}

/**
 * Returns the place at which two readers of one agreement fork, or −1 if one has read the beginning of what the other has. If
 * they have no heads in common, that is a Fault of the class state. If a cut forgot the heads before the place, they may have
 * forked earlier.
 */
export function fork(a, b) {
  const [from, to] = [Math.max(a.base, b.base), Math.min(a.places, b.places)];
  if (!equal(a.agreement.digest, b.agreement.digest) || from > to) fail('state', 'the readers have no heads in common');
  if (equal(a.headAt(to), b.headAt(to))) return -1;
  let [low, high] = [from - 1, to]; // heads are equal up to low, or unknown, and differ at high
  while (high - low > 1) {
    const k = (low + high) >> 1;
    if (equal(a.headAt(k), b.headAt(k))) low = k;
    else high = k;
  }
  return high - 1;
}
