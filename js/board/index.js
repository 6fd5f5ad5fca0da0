// Offers, requests for seats, signed heads, and what a whole record of a board proves: commit/table/board/SPEC.md.

import { Reader, copyBytes, equal, lp, needBigInt, needBytes, needInt, toHex, u32, u64 } from '../internal/bytes.js';
import { PublicKey, takesKey } from '../internal/ed25519.js';
import { Fault, fail, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { Trail } from '../internal/trail.js';
import { Table, Terms, kinds } from '../table/index.js';

export { Fault };

const label = (what) => lp(`squaredeal/board/v1/${what}`);
const labels = { offer: label('offer'), request: label('request'), reset: label('reset'), transcript: label('transcript') };

const maxLongest = 262_041;
const maxAbout = 512; // bytes
const maxResets = 16;
const maxHeads = 2;

const begins = (bytes, start) => bytes.length >= start.length && equal(bytes.subarray(0, start.length), start);

/** Returns a reader of what follows a label. */
function after(labelled, what, bytes) {
  if (!begins(needBytes(what, bytes), labelled)) malformed(`this is no ${what}`);
  return new Reader(copyBytes(what, bytes).subarray(labelled.length), what);
}

/** Returns the offer of a board: the terms without the keys of the seats, and its digest. What is none is malformed. */
export function parseOffer(bytes) {
  const r = after(labels.offer, 'offer', bytes);
  const game = r.field();
  const seats = needInt('the number of seats', r.u32(), 2, 64);
  const longest = needInt('the longest message', r.u32(), 1, maxLongest);
  const grace = r.count(0, Number.MAX_SAFE_INTEGER);
  const bank = r.count(0, Number.MAX_SAFE_INTEGER);
  const board = r.bytes(32);
  r.end();
  const offer = Object.freeze({ game, seats, longest, grace, bank, board, digest: sha256(bytes) });
  termsOf(offer, someKeys(offer));
  return offer;
}

const termsOf = ({ game, longest, grace, bank, board }, keys) => new Terms({ game, longest, grace, bank, keys, board });

/** Returns keys that terms with an offer's parts take. */
function someKeys({ seats, board }) {
  const keys = Array.from({ length: seats + 1 }, (_, i) => Uint8Array.of(i + 2, ...new Uint8Array(31)));
  return keys.filter((key) => !equal(key, board)).slice(0, seats);
}

/**
 * Returns the seat, −1 for any, and the key that a request at a board is for, and what it says about the seat. It is malformed, or has
 * a wrong signature.
 */
export function parseRequest(offer, bytes) {
  const r = after(labels.request, 'request', bytes);
  const seat = needInt('the seat', r.u32() | 0, -1, 63);
  const key = r.bytes(32);
  const about = r.field(maxAbout);
  const signature = r.bytes(64);
  r.end();
  const digest = sha256(labels.request, offer.digest, u32(seat >>> 0), key, lp(about));
  if (!new PublicKey(key).verify(digest, signature)) fail('signature', 'the signature isn’t the key’s');
  return Object.freeze({ seat, key, about });
}

/** Returns the text of a table's digest that players compare. */
export const fingerprint = (digest) => toHex(needBytes('the digest', digest, 32).subarray(0, 16)).match(/.{4}/g).join(' ');

/** Returns what a call returns, or null if it throws a Fault. */
function orNull(call) {
  try {
    return call();
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    return null;
  }
}

/** A Board reads a board's posts from the first on. `game` makes the game of terms. */
export class Board {
  #makeGame;
  #offer = null;
  #keys = [];
  #abouts = [];
  #barred = new Set(); // keys in hex
  #resets = 0;
  #table = null;
  #heads = []; // that had a place: {places, head, stamp}
  #posts = 0;
  #latest = -(2n ** 63n); // stamp of a post with a place

  constructor(game) {
    this.#makeGame = game;
  }

  /** The offer, or null before it. */
  get offer() {
    return this.#offer;
  }

  /** The keys of the seats, null for one that is free. */
  get keys() {
    return this.#keys.map((key) => key?.slice() ?? null);
  }

  /** What the seats said about themselves when they asked, null for one that is free. */
  get abouts() {
    return this.#abouts.map((about) => about?.slice() ?? null);
  }

  /** How many seats are free. */
  get free() {
    return this.#keys.filter((key) => key === null).length;
  }

  get resets() {
    return this.#resets;
  }

  /** The table, or null while a seat is free. */
  get table() {
    return this.#table;
  }

  /** The signed heads that had a place, two at most. */
  get heads() {
    return [...this.#heads];
  }

  /** Whether nothing has a place any more. */
  get closed() {
    return this.#resets === maxResets || this.#heads.length === maxHeads;
  }

  /** Reads the next post, and reports whether it has a place. */
  read({ stamp, bytes }) {
    const at = needBigInt('the stamp', stamp, -(2n ** 63n), 2n ** 63n - 1n);
    needBytes('the post', bytes);
    this.#posts++;
    if (this.closed || !this.#place(at, bytes)) return false;
    if (at > this.#latest) this.#latest = at;
    return true;
  }

  #place(stamp, bytes) {
    if (this.#offer === null) return this.#readOffer(bytes);
    if (this.#table === null) return this.#readRequest(bytes);
    const table = this.#table;
    if (table.over && bytes[0] === 2) return this.#readHead(bytes);
    if (table.round === 0 && begins(bytes, labels.reset)) return this.#readReset(bytes);
    return table.read({ number: this.#posts, stamp, bytes });
  }

  #readOffer(bytes) {
    const offer = orNull(() => parseOffer(bytes));
    if (offer === null) return false;
    this.#offer = offer;
    this.#keys = new Array(offer.seats).fill(null);
    return true;
  }

  #readRequest(bytes) {
    const request = orNull(() => parseRequest(this.#offer, bytes));
    if (request === null) return false;
    const { key } = request;
    const seat = request.seat < 0 ? this.#keys.indexOf(null) : request.seat;
    const isTaken = equal(key, this.#offer.board) || this.#keys.some((other) => other !== null && equal(key, other));
    if (this.#keys[seat] !== null || isTaken || this.#barred.has(toHex(key)) || !takesKey(key)) return false;
    const keys = this.#keys.with(seat, key);
    if (!keys.includes(null)) {
      const terms = termsOf(this.#offer, keys);
      this.#table = new Table(terms, this.#makeGame(terms));
    }
    this.#keys = keys;
    this.#abouts[seat] = request.about;
    return true;
  }

  #readReset(bytes) {
    const i = this.#resets + 1;
    if (orNull(() => parseReset(this.#table, bytes)) !== i) return false;
    for (const seat of this.#table.missing) {
      this.#barred.add(toHex(this.#keys[seat]));
      this.#keys[seat] = this.#abouts[seat] = null;
    }
    this.#resets = i;
    this.#table = null;
    return true;
  }

  #readHead(bytes) {
    const head = orNull(() => this.#table.check(bytes));
    if (head === null || !this.covers(head) || this.hadHead(head)) return false;
    this.#heads.push(head);
    return true;
  }

  /** Reports whether a head is that of all places, and its stamp is neither negative nor earlier than that of a post before. */
  covers({ places, head, stamp }) {
    const { table } = this;
    return places === table.places && equal(head, table.head) && stamp >= 0n && stamp >= this.#latest;
  }

  /** Reports whether a head, for the same stamp, had a place. */
  hadHead({ head, stamp }) {
    return this.#heads.some((other) => equal(head, other.head) && stamp === other.stamp);
  }
}

/** Returns the number of a reset that the board has signed of this table's seats without a hello. */
function parseReset(table, bytes) {
  const r = after(labels.reset, 'reset', bytes);
  const i = r.u32();
  const stamp = r.u64();
  const signature = r.bytes(64);
  r.end();
  const { agreement } = table.terms;
  const missing = table.missing.reduce((bits, seat) => bits | (1n << BigInt(seat)), 0n);
  const digest = sha256(labels.reset, agreement.digest, u64(missing), u32(i), u64(stamp));
  if (!new PublicKey(agreement.board).verify(digest, signature)) fail('signature', 'the signature isn’t the board’s');
  return i;
}

/**
 * Yields the posts of a transcript, {number, stamp, bytes}, whose bytes are views of it. From where it is damaged, it is
 * malformed: the posts before that count.
 */
export function* posts(transcript) {
  const r = new Reader(needBytes('the transcript', transcript), 'the transcript');
  if (!equal(r.bytes(labels.transcript.length), labels.transcript)) malformed('this is no transcript');
  for (let number = 1n; r.left > 0; number++) {
    if (r.u64() !== number) malformed('a post has another number');
    yield { number, stamp: BigInt.asIntN(64, r.u64()), bytes: r.field() };
  }
}

/**
 * Reads all posts of a board, and returns {verdict, board}: what they prove. The verdict is ok; or fork or unread, by a head that
 * the board has signed; or unsigned, never-began or early: SPEC.md, section 9.
 */
export function audit(all, game) {
  const board = new Board(game);
  let asked = null; // a head that the board has signed before the end, if that is the last post
  for (const post of all) {
    if (asked !== null) return { verdict: 'fork', board };
    const { table } = board;
    const head = table !== null && post.bytes[0] === 2 ? orNull(() => table.terms.agreement.parseHead(post.bytes)) : null;
    if (head !== null && !board.covers(head) && !board.hadHead(head)) return { verdict: head.places > table.places ? 'unread'
      : 'fork', board };
    if (!table?.over) asked = head;
    board.read(post);
  }
  return { verdict: verdictOf(board, asked !== null), board };
}

function verdictOf(board, isAsked) {
  const { table, heads } = board;
  if (board.resets === maxResets) return 'never-began';
  if (!board.closed) return isAsked ? 'ok' : 'unsigned';
  const [first, second] = heads;
  const { grace, bank } = table.terms;
  return table.closed || second.stamp - first.stamp >= BigInt(grace + bank) ? 'ok' : 'early';
}

/** A game of which nothing is known but that it isn't over. */
const unknown = () => ({ start() {}, due: () => ({ phase: 0, seats: [0] }), apply() {}, out() {} });

/**
 * Reads all posts of a board without the rules of the game: who has signed what, up to which statement everything agrees, who
 * is out since when by the heads that seats have signed, and up to where the board has signed. See index.d.ts.
 */
export function outline(all) {
  const board = new Board(unknown);
  let [trail, digest] = [null, null];
  const report = { ignored: 0, heads: [], closings: [] };
  for (const post of all) {
    const { table } = board;
    if (table === null || table.round === 0) {
      if (!board.read(post)) report.ignored++;
      if (board.table !== table) {
        trail = board.table && new Trail(board.table.terms.seats, board.table.head);
        digest = board.table?.terms.agreement.digest ?? null;
      } else if (table !== null && table.places > trail.places) {
        trail.read(table.terms.agreement.parseStatement(post.bytes));
      }
    } else if (!follow(table.terms.agreement, trail, report, post)) {
      report.ignored++;
    }
  }
  return { board, digest, ...report, ...summary(trail) };
}

/** Reads a post of a match that has begun, and reports whether it agrees with those before. */
function follow(agreement, trail, report, { number, bytes }) {
  const head = bytes[0] === 2 ? orNull(() => agreement.parseHead(bytes)) : null;
  if (head !== null) {
    const agrees = trail.agrees(head.places, head.head);
    report.heads.push({ ...head, agrees });
    return agrees;
  }
  const statement = orNull(() => agreement.parseStatement(bytes));
  if (statement === null || statement.places > trail.places || !agreement.verify(statement)) return false;
  if (!trail.read(Object.freeze({ ...statement, number }))) return false;
  const end = report.heads.find(({ agrees }) => agrees);
  if (end !== undefined && statement.kind === kinds.closing && statement.places >= end.places) report.closings.push(statement.seat);
  return true;
}

function summary(trail) {
  if (trail === null) return { statements: 0, confirmed: 0, seats: [], outs: [] };
  const outs = trail.outs.map(({ seat, place, statement }) => {
    const reasons = [statement.kind === kinds.tick ? 'silent' : 'fault', ...(trail.seats[seat].leaves ? ['left'] : [])];
    return { seat, place, by: statement.seat, reasons, number: statement.number };
  });
  return { statements: trail.places, confirmed: trail.confirmed, seats: trail.seats.map((seat) => ({ ...seat })), outs };
}
