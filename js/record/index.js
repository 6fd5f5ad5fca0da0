// Statements, readers, signed heads and transcripts: commit/record/SPEC.md.

import { Reader as Fields, concat, copyBytes, equal, lp, needBigInt, needBytes, needInt, u32, u64, u8, utf8 } from '../internal/bytes.js';
import { PublicKey, takesKey } from '../internal/ed25519.js';
import { Fault, fail, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';

export { Fault };

const name = 'squaredeal/record/v1/';
const label = (what) => lp(utf8(name + what));
const labels = {
  table: label('table'),
  statement: label('statement'),
  start: label('start'),
  head: label('head'),
  state: label('state'),
  board: label('board'),
  transcript: label('transcript'),
};

/** How many bytes a statement is longer than its message. */
export const overhead = 102;
/** How many bytes a pruned statement has. */
export const prunedSize = 139;
/** How many bytes a signed head has. */
export const headSize = 109;

const [full, signedHead, prunedForm] = [1, 2, 3]; // the first bytes
const maxTerms = 65536;
const maxMessage = 2 ** 22;
const maxPlaces = 2 ** 31 - 1;

/**
 * An Agreement is what the seats have agreed on: terms, the longest message, everybody's keys. It is compared by its digest.
 */
export class Agreement {
  #digest;
  #longest;
  #keys;
  #board;

  /** `board` is the board's key, or null if it has none. What SPEC.md, section 4, refuses is malformed. */
  constructor({ terms, longest, keys, board }) {
    const text = copyBytes('the terms', terms);
    needInt('the number of bytes of the terms', text.length, 1, maxTerms);
    this.#longest = needInt('the longest message', longest, 1, maxMessage);
    const seats = [...keys].map((key) => copyBytes('a key', key));
    needInt('the number of seats', seats.length, 2, 64);
    const last = board === null ? [] : [copyBytes('the board’s key', board)];
    const all = [...seats, ...last];
    if (!all.every(takesKey)) malformed('a key isn’t 32 canonical bytes, or has small order');
    if (all.some((key, i) => all.slice(0, i).some((other) => equal(key, other)))) malformed('two keys are equal');
    this.#digest = sha256(labels.table, lp(text), u32(longest), u32(seats.length), ...all);
    this.#keys = seats.map((key) => new PublicKey(key));
    this.#board = board === null ? null : new PublicKey(last[0]);
  }

  /** T, 32 bytes. */
  get digest() {
    return this.#digest.slice();
  }

  get longest() {
    return this.#longest;
  }

  /** How many seats there are. */
  get seats() {
    return this.#keys.length;
  }

  /** The key of a seat. */
  key(seat) {
    return this.#keys[needInt('the seat', seat, 0, this.seats - 1)].bytes;
  }

  /** The key of the board, or null. */
  get board() {
    return this.#board?.bytes ?? null;
  }

  /** Returns the statement in bytes, in full or pruned, whose signature isn’t checked. What has another form is malformed. */
  parseStatement(bytes) {
    return parseStatement(this, needBytes('the statement', bytes));
  }

  /** Reports whether a statement’s signature is its seat’s. */
  verify(statement) {
    return this.#keys[statement.seat].verify(statement.digest, statement.signature);
  }

  /** Returns a signed head. Its form is malformed, or the signature isn’t the board’s: signature. */
  parseHead(bytes) {
    const r = new Fields(copyBytes('the signed head', bytes, headSize), 'the signed head');
    if (r.u8() !== signedHead) malformed('this is no signed head');
    const places = needInt('the number of places', r.u32(), 0, maxPlaces);
    if (this.#board === null) malformed('the board has no key');
    const head = r.bytes(32);
    const stamp = BigInt.asIntN(64, r.u64());
    const digest = sha256(labels.board, this.#digest, bytes.subarray(0, headSize - 64));
    if (!this.#board.verify(digest, r.bytes(64))) fail('signature', 'the signature isn’t the board’s');
    return Object.freeze({ places, head, stamp });
  }
}

function parseStatement(agreement, given) {
  const isPruned = given[0] === prunedForm;
  if (isPruned) needBytes('the pruned statement', given, prunedSize);
  else if (given[0] !== full) malformed('this is no statement');
  else needInt('the number of bytes of the statement', given.length, overhead + 1, overhead + agreement.longest);
  const r = new Fields(copyBytes('the statement', given), 'the statement');
  r.u8();
  const seat = needInt('the seat', r.u8(), 0, agreement.seats - 1);
  const places = needInt('the place', r.u32(), 0, maxPlaces);
  const head = r.bytes(32);
  const message = isPruned ? null : r.bytes(r.left - 64);
  const length = isPruned ? needInt('the length', r.u32(), 0, agreement.longest - 1) : message.length - 1;
  const kind = isPruned ? r.u8() : message[0];
  const bodyHash = isPruned ? r.bytes(32) : sha256(message.subarray(1));
  const signature = r.bytes(64);
  const named = concat(u8(seat), u32(places), head, u32(length), u8(kind), bodyHash);
  const digest = sha256(labels.statement, agreement.digest, u8(full), named);
  return Object.freeze({ seat, places, head, kind, length, message, bodyHash, digest, signature });
}

/** Returns a statement without its body, in 139 bytes. Two statements are the same if these are equal. */
export function prune({ seat, places, head, length, kind, bodyHash, signature }) {
  return concat(u8(prunedForm), u8(seat), u32(places), head, u32(length), u8(kind), bodyHash, signature);
}

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
    reader.#load(needBytes('the state', state));
    return reader;
  }

  #load(state) {
    const size = Math.max(0, state.length - 32);
    const [body, sum] = [state.subarray(0, size), state.subarray(size)];
    if (!equal(sum, sha256(body))) malformed('the state’s checksum is wrong');
    const r = new Fields(body, 'the state');
    if (!equal(r.bytes(labels.state.length), labels.state)) malformed('this is no state');
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

  /** K, how many places there are. */
  get places() {
    return this.#base + this.#heads.count - 1;
  }

  /** b, the place of the last cut. */
  get base() {
    return this.#base;
  }

  /** The head after all places. */
  get head() {
    return this.headAt(this.places);
  }

  /** Returns the head after so many places, from the last cut to all, else undefined. */
  headAt(places) {
    if (!Number.isInteger(places) || places < this.#base || places > this.places) return undefined;
    return this.#heads.at(places - this.#base).slice();
  }

  /** Whether all seats have a statement. */
  get begun() {
    return !this.#last.includes(0);
  }

  /** The end e, or 0 if there is none. */
  get end() {
    return this.#end;
  }

  /** Returns the place of a seat’s last statement plus 1, or 0 before the first. */
  last(seat) {
    return this.#last[needInt('the seat', seat, 0, this.#last.length - 1)];
  }

  /** f, how many places are confirmed by more than half of the seats. */
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

  /** Makes the number of places the end: once, after the match has begun, else it is a Fault of the class state. */
  finish() {
    if (this.#end > 0 || !this.begun) fail('state', 'the match hasn’t begun, or has ended');
    this.#end = this.places;
    this.#judged = null;
  }

  /** Forgets the heads before the last one. */
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
    const body = concat(labels.state, this.#agreement.digest, u32(this.places), this.head, ...seats, u32(this.#end));
    return concat(body, sha256(body));
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

/**
 * Yields the posts of a transcript, {number, stamp, bytes}, whose bytes are views of it. From where it is damaged, or if it
 * is another agreement’s, it is malformed: the posts before that count.
 */
export function* posts(agreement, transcript) {
  const r = new Fields(needBytes('the transcript', transcript), 'the transcript');
  if (!equal(r.bytes(labels.transcript.length), labels.transcript)) malformed('this is no transcript');
  if (!equal(r.bytes(32), agreement.digest)) malformed('the transcript is another agreement’s');
  for (let last = -1n; r.left > 0; ) {
    const number = r.u64();
    if (number <= last) malformed('the numbers of posts don’t ascend');
    last = number;
    yield { number, stamp: BigInt.asIntN(64, r.u64()), bytes: r.field() };
  }
}
