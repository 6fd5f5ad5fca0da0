// A seat of a hand, as sra/hand/SPEC.md, section 8, has it say what it says; for vectors, which begin with secrets.

import { concat, equal, lp, toHex } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { Hand } from '../../hand/hand.js';
import { kinds } from '../../hand/message.js';
import { Key } from './prover.js';

const H = (label, ...fields) => sha256(lp(`squaredeal/hand/v1/${label}`), ...fields.map(lp));
const isShuffling = ({ kind }) => kind === kinds.shuffle || kind === kinds.raise;
const encodings = (elements) => elements.map((element) => element.bytes());

export class Seat {
  #keys = new Map(); // by public key in hex
  #known = new Map(); // by position
  #isObserver = false;

  constructor(group, seat, secret) {
    Object.assign(this, { group, seat, secret });
  }

  #fresh(turn) {
    return Key.fromSeed(this.group, H('key', this.secret, turn.digest));
  }

  #keyOf(turn) {
    return this.#keys.get(toHex(turn.key.bytes()));
  }

  /** Returns the message of the first of its turns that are due, or the empty one. */
  say(hand) {
    return this.sayIn(Hand.stateOf(hand).due.find(({ seat }) => seat === this.seat));
  }

  /** Returns the message of a turn of its own, or the empty one if there is none. */
  sayIn(turn) {
    if (turn === undefined || this.#isObserver) return new Uint8Array();
    const body = isShuffling(turn) ? this.#shuffle(turn) : this.#strip(turn);
    return concat(turn.digest, body);
  }

  #strip(turn) {
    const key = this.#keyOf(turn);
    const from = encodings(turn.lists.cards.from);
    const to = key.decrypt(from);
    return concat(...to, key.proveDecryption(turn.digest, from, to).proof);
  }

  // The new part of the key, the key as it grows to, and the one that rest and cards are raised by.
  #growth(turn) {
    const E = this.#fresh(turn);
    const grown = turn.key === null ? E : this.#keyOf(turn).times(E);
    return { E, grown, F: turn.isNew ? grown : E };
  }

  #shuffle(turn) {
    const { E, F } = this.#growth(turn);
    const proofs = [E.proveKey(turn.digest).proof];
    const elements = [E.public];
    for (const [name, by] of Object.entries({ own: E, kept: E, rest: F })) {
      const before = encodings(turn.lists[name].from);
      const after = by.encrypt(before);
      elements.push(...after);
      if (before.length > 0) proofs.push(by.proveDecryption(turn.digest, after, before).proof);
    }
    const cards = encodings(turn.lists.cards.from);
    if (cards.length > 0) {
      const { to, order } = F.shuffle(cards);
      elements.push(...to);
      proofs.push(F.proveShuffle(turn.digest, cards, to, order).proof);
    }
    return concat(...elements, ...proofs);
  }

  /** Takes note of a message that was taken; `before` are the numbers that everybody knew, `alone` whether one seat shuffles. */
  taken(turn, message, before, alone) {
    if (!isShuffling(turn)) return;
    if (turn.seat === this.seat && !this.#isObserver) this.#grow(turn, message);
    if (turn.positions.length < 2) return;
    const known = turn.positions.map((position) => this.#known.get(position) ?? before[position]);
    for (const position of turn.positions) this.#known.delete(position);
    if (!alone || turn.seat !== this.seat || this.#isObserver) return;
    const { order } = this.#growth(turn).F.shuffle(encodings(turn.lists.cards.from));
    turn.positions.forEach((position, i) => known[order[i]] !== null && this.#known.set(position, known[order[i]]));
  }

  #grow(turn, message) {
    const { E, grown } = this.#growth(turn);
    this.#isObserver = !equal(E.public, message.slice(32, 32 + this.group.elementSize));
    this.#keys.set(toHex(grown.public), grown);
  }

  /** Returns the cards that it knows and not everybody, by position. */
  known(hand) {
    const { positions, keys, cards } = Hand.stateOf(hand);
    const numbers = new Map(cards.map((card, i) => [toHex(card.bytes()), i]));
    if (this.#isObserver || hand.presence[this.seat] === 'out') this.#known.clear();
    positions.forEach(({ status, to, value, number }, position) => {
      if (status === 'void') this.#known.delete(position);
      const isMine = status === 'held' && to === this.seat && !this.#isObserver;
      if (!isMine || this.#known.has(position) || number !== null) return;
      const [card] = this.#keys.get(toHex(keys[this.seat].bytes())).decrypt([value.bytes()]);
      this.#known.set(position, numbers.get(toHex(card)));
    });
    return [...this.#known].filter(([position]) => positions[position].number === null).sort(([a], [b]) => a - b);
  }
}
