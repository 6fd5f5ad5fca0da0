// How a bet's result follows from its texts: seedrng/sites/SPEC.md, sections 2.2 to 2.4.

import { toHex } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { digest } from './bet.js';
import { mapKinds } from './maps.js';
import { numberKinds } from './numbers.js';
import { format, listsOf } from './values.js';

/** A Run computes one bet: its game's map takes numbers, which are made of digests. */
export class Run {
  steps = []; // {kind, text, value}
  digits = ''; // the last digest, in hex
  values = [];
  uncut = []; // the quotients that values were cut from, in their units
  places = []; // of values, in the table of pays
  tables = []; // the entries that each value was one of
  listSize = 0; // values of a list, if there are several lists
  #used = 0; // digits that words were made of

  constructor(game, texts) {
    this.game = game;
    this.texts = texts;
    this.numberKind = kindOf(numberKinds, game.numbers, 'numbers');
    this.mapKind = kindOf(mapKinds, game.map, 'a map');
    this.cursor = BigInt(game.numbers.start ?? 0); // of the next digest
  }

  evaluate() {
    this.mapKind.evaluate(this, this.game.map);
  }

  get result() {
    const { joined } = this.game.form;
    return listsOf(this.values, this.listSize).map((list) => list.map((v) => this.format(v)).join(joined ? '' : ' ')).join(' | ');
  }

  /**
   * What values the game's results have: from low to high, count in all, listSize in a list, as a set, distinct in a list, pays of
   * a table, cut from quotients that may be shown, or unbounded.
   */
  get possible() {
    const { game: { map }, values: { length }, listSize } = this;
    return { count: length, listSize, set: Boolean(map.sorted), pays: Boolean(map.table), ...this.mapKind.possible(this, map) };
  }

  note(kind, text, value = '') {
    this.steps.push({ kind, text, value: String(value) });
  }

  format(value) {
    return format(this.game.form, value);
  }

  /** Returns a number of the scheme: 1 if it isn't given, or a value, or what a field says. */
  num(number) {
    const { value = 1, field, by } = { __proto__: null, ...number };
    if (by) return BigInt(by[this.texts[field]] ?? 0);
    return BigInt(field ? this.texts[field] : value);
  }

  /** Makes the digest with a cursor. */
  sum(cursor) {
    const { bytes, told } = digest(this.game.bytes, this.texts, cursor);
    this.digits = toHex(bytes);
    this.note('bytes', told, this.digits);
  }

  /** Returns n hex digits of the digest from a place on, as a number. */
  hex(at, n) {
    return BigInt(`0x${this.digits.slice(at, at + n)}`);
  }

  /** Returns the next word of the digests with one cursor after the other. */
  word() {
    if (this.#used + 8 > this.digits.length || this.game.numbers.fresh) {
      this.sum(this.cursor++);
      this.#used = 0;
    }
    this.#used += 8;
    return this.hex(this.#used - 8, 8);
  }

  /** Returns the next number below n. */
  below(n) {
    const { v, how } = this.numberKind.below(this, n);
    this.note('number', how, v);
    return v;
  }
}

function kindOf(kinds, { kind }, what) {
  return Object.hasOwn(kinds, kind) ? kinds[kind] : malformed(`${what} of the unknown kind ${kind}`);
}
