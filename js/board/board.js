// A board as it is read: commit/table/board/SPEC.md.

import { equal, needBigInt, needBytes, toHex } from '../internal/bytes.js';
import { takesKey } from '../internal/ed25519.js';
import { Fault } from '../internal/fault.js';
import { Table } from '../table/index.js';
import { begins, labels } from './labels.js';
import { parseOffer, parseRequest, parseReset, termsOf } from './lobby.js';

/** After how many resets a board ends. */
export const maxResets = 16;
const maxHeads = 2;

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
  #broken = null;

  constructor(game) {
    this.#makeGame = game;
  }

  get offer() {
    const offer = this.#offer;
    return offer && { ...offer, game: offer.game.slice(), board: offer.board.slice(), digest: offer.digest.slice() };
  }

  get keys() {
    return this.#keys.map((key) => key?.slice() ?? null);
  }

  get abouts() {
    return this.#abouts.map((about) => about?.slice() ?? null);
  }

  get free() {
    return this.#keys.filter((key) => key === null).length;
  }

  get resets() {
    return this.#resets;
  }

  get table() {
    return this.#table;
  }

  get heads() {
    return this.#heads.map((signed) => ({ ...signed, head: signed.head.slice() }));
  }

  get closed() {
    return this.#resets === maxResets || this.#heads.length === maxHeads;
  }

  read({ stamp, bytes }) {
    if (this.#broken) throw this.#broken;
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
    this.#abouts = this.#keys.slice();
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
    if (!keys.includes(null)) this.#table = this.#sitDown(termsOf(this.#offer, keys));
    this.#keys = keys;
    this.#abouts[seat] = request.about;
    return true;
  }

  #sitDown(terms) {
    try {
      return new Table(terms, this.#makeGame(terms));
    } catch (err) {
      this.#broken = err;
      throw err;
    }
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

  hadHead({ head, stamp }) {
    return this.#heads.some((other) => equal(head, other.head) && stamp === other.stamp);
  }
}

/** Returns what a call returns, or null if it throws a Fault. */
export function orNull(call) {
  try {
    return call();
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    return null;
  }
}
