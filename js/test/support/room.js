// A hand with its seats, and all that was read, for vectors that begin with the seats' secrets.

import assert from 'node:assert/strict';
import { toHex } from '../../internal/bytes.js';
import { Hand } from '../../hand/hand.js';
import { kinds } from '../../hand/message.js';
import { attempt } from './attempt.js';
import { Seat } from './seat.js';

/** Takes an item, which is a step or a message, to a hand, and returns what the hand says. */
export const apply = (hand, item) => (item.step ? hand[item.step](...item.args) : hand.read(item.seat, item.message));

export class Room {
  log = [];

  constructor(start, secrets) {
    this.start = start;
    this.hand = new Hand(start);
    this.seats = secrets.map((secret, seat) => new Seat(start.group, seat, secret));
  }

  /** Reads a message; returns the result. */
  read(seat, message) {
    this.log.push({ seat, message });
    const before = this.hand.positions.map(({ card }) => card);
    const turns = Hand.stateOf(this.hand).due;
    const turn = turns.find((turn) => turn.seat === seat && toHex(turn.digest) === toHex(message.slice(0, 32)));
    const { result, value, fault } = attempt(() => this.hand.read(seat, message));
    if (fault) assert.deepEqual(fault.seats, [seat]);
    if (value === 'taken') for (const s of this.seats) s.taken(turn, message, before, this.alone);
    for (const s of this.seats) s.known(this.hand);
    return result === 'ok' ? value : result;
  }

  /** Makes a step; returns the result. */
  step(name, ...args) {
    this.log.push({ step: name, args });
    const { result } = attempt(() => this.hand[name](...args));
    if (result === 'ok' && name === 'shuffle') this.alone = args[0].length === 1;
    if (result === 'ok' && name === 'drop') this.alone = false;
    for (const s of this.seats) s.known(this.hand);
    return result === 'ok' ? 'done' : result;
  }

  say(seat) {
    return this.seats[seat].say(this.hand);
  }

  /** Returns the message of a leave in advance, by a copy of the hand in which the step has been made. */
  farewell(seat) {
    const copy = Hand.unverified(this.start, []);
    for (const item of this.log) attempt(() => apply(copy, item));
    assert.deepEqual(copy.head, this.hand.head);
    if (!copy.quiet || attempt(() => copy.leave(seat)).result !== 'ok') return new Uint8Array();
    return this.seats[seat].sayIn(Hand.stateOf(copy).due.find(({ kind }) => kind === kinds.leave));
  }
}
