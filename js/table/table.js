// Who was due, what counted, who is out and why, and when a game was over: commit/table/SPEC.md.

import { needBigInt, needBytes, needInt } from '../internal/bytes.js';
import { Fault, fail, malformed } from '../internal/fault.js';
import { Reader } from '../record/index.js';
import { Seat, isGone } from './seat.js';
import { Terms, kinds } from './terms.js';

const maxVoids = 16;
const maxRound = 2 ** 30;

const biggest = (a, b) => (a > b ? a : b);
const least = (a, b) => (a < b ? a : b);

/**
 * A Table reads a board as somebody without a seat. It judges by a game: see index.d.ts for what a game is. If the game throws,
 * the table is broken, and throws the same from then on.
 */
export class Table {
  #terms;
  #game;
  #reader;
  #seats;
  #maxTicks;
  #round = 0;
  #phase = 0;
  #time = 0n;
  #stamp = 0n; // from which the time goes on
  #number = 0n; // of the last post
  #outs = [];
  #broken = null;

  constructor(terms, game) {
    if (!(terms instanceof Terms)) malformed('these are no terms');
    this.#terms = terms;
    this.#game = game;
    this.#reader = new Reader(terms.agreement);
    this.#seats = Array.from({ length: terms.seats }, () => new Seat());
    this.#maxTicks = maxVoids + 16 * Math.ceil((terms.grace + terms.bank) / terms.grace);
  }

  get terms() {
    return this.#terms;
  }

  get round() {
    return this.#round;
  }

  get time() {
    return this.#time;
  }

  get places() {
    return this.#reader.places;
  }

  get head() {
    return this.#reader.head;
  }

  headAt(places) {
    return this.#reader.headAt(places);
  }

  get over() {
    return this.#reader.end > 0;
  }

  get end() {
    return this.#reader.end;
  }

  get final() {
    return this.over && this.#reader.final >= this.end;
  }

  get closed() {
    return this.final && this.#seats.every((seat, s) => isGone(seat) || this.#hasClosed(s));
  }

  get missing() {
    return this.#round > 0 ? [] : this.#numbers((_, s) => this.#reader.last(s) === 0);
  }

  get outs() {
    return this.#outs.map((out) => ({ ...out }));
  }

  get due() {
    return this.#numbers(({ due }) => due > 0).map((seat) => {
      const { since } = this.#seats[seat];
      return { seat, since, left: Number(biggest(0n, this.#left(this.#seats[seat]))) };
    });
  }

  returned(seat) {
    needInt('the seat', seat, 0, this.#seats.length - 1);
    return !isGone(this.#seats[seat]) && this.#hasClosed(seat);
  }

  check(head) {
    return this.#reader.check(head);
  }

  read({ number, stamp, bytes }) {
    if (this.#broken) throw this.#broken;
    const [n, at] = [needBigInt('the number', number, 0n, 2n ** 64n - 1n), needBigInt('the stamp', stamp, -(2n ** 63n), 2n ** 63n - 1n)];
    needBytes('the post', bytes);
    if (n <= this.#number) fail('state', 'the post’s number isn’t greater than the last one’s');
    this.#number = n;
    const statement = this.#judge(bytes);
    if (statement === null) return false;
    try {
      return this.#read(statement, at);
    } catch (err) {
      this.#broken = err;
      throw err;
    }
  }

  #judge(bytes) {
    try {
      return this.#reader.judge(bytes);
    } catch (err) {
      if (!(err instanceof Fault)) throw err;
      return null;
    }
  }

  #read(statement, stamp) {
    const empty = statement.length === 0 && statement.message !== null;
    if (this.over) {
      if (statement.kind !== kinds.closing || !empty) return false;
      this.#place(statement);
      return true;
    }
    if (this.#round === 0) {
      if (statement.kind !== kinds.hello || !empty) return false;
      this.#stamp = stamp;
    } else if (!this.#act(statement, stamp)) {
      return false;
    }
    const hasHello = (seat, s) => s === statement.seat || this.#reader.last(s) > 0;
    const roundOver = this.#seats.every(({ due }) => due === 0) && (this.#round > 0 || this.#seats.every(hasHello));
    if (roundOver) for (const s of this.#numbers(({ leaves }) => leaves !== null && leaves <= this.#round)) this.#putOut(s, 'left');
    this.#place(statement);
    if (roundOver) this.#beginRound();
    return true;
  }

  /** Judges a statement during a round, and reports whether it has a place. */
  #act(statement, stamp) {
    const { seat: s, kind } = statement;
    const seat = this.#seats[s];
    const isVoid = this.#isVoid(statement);
    if (isVoid ? seat.voids >= maxVoids : statement.message === null) return false;
    if (!isVoid && kind === kinds.tick && seat.ticks >= this.#maxTicks) return false;
    this.#pass(stamp);
    if (isVoid) {
      seat.voids++;
      return true;
    }
    let taken = null; // the seat whose message the game has taken
    if (kind === kinds.tick) this.#tick(seat);
    else if (kind === kinds.leave) this.#leave(seat, statement.message);
    else if (this.#say(s, statement.message.slice(1))) taken = s;
    this.#settle(this.places + 1, taken);
    return true;
  }

  #isVoid({ seat: s, kind, places, length }) {
    const seat = this.#seats[s];
    switch (kind) {
      case kinds.say:
        return seat.due === 0 || places < seat.since;
      case kinds.leave:
        return length !== 4 || seat.out !== null || seat.leaves !== null;
      case kinds.tick:
        return length !== 0;
      default:
        return true;
    }
  }

  #pass(stamp) {
    const most = BigInt(Math.floor(this.#terms.grace / 4));
    const difference = stamp - this.#stamp;
    if (difference >= 0n) this.#time += least(difference, most);
    if (difference >= 0n || difference < -most) this.#stamp = stamp;
  }

  #left({ used, spent, begun }) {
    return BigInt(this.#terms.grace) + BigInt(this.#terms.bank) - used - spent - (this.#time - begun);
  }

  #tick(seat) {
    seat.ticks++;
    for (const s of this.#numbers((other) => other.due > 0 && this.#left(other) <= 0n)) this.#putOut(s, 'silent');
  }

  #leave(seat, message) {
    const round = new DataView(message.buffer, message.byteOffset).getUint32(1);
    seat.leaves = Math.max(this.#round, Math.min(round, maxRound));
    this.#effect();
  }

  /** Gives a message to the game, and reports whether it takes it. */
  #say(s, message) {
    const fault = this.#game.apply(s, message) ?? null;
    if (fault !== null) {
      this.#blame(s, fault);
      return false;
    }
    const { phase, counts } = this.#due();
    const seat = this.#seats[s];
    if (phase !== this.#phase || this.#seats.some(({ due }, other) => due !== counts[other])) this.#effect();
    else if (seat.voids >= maxVoids) this.#putOut(s, 'fault', 'messages that change nothing');
    else seat.voids++;
    return true;
  }

  #blame(s, { seat: guilty, why }) {
    const { told } = this.#seats[s];
    const other = this.#seats[guilty];
    if (other === this.#seats[s] || !(other instanceof Seat)) this.#putOut(s, 'fault', why);
    else if (other.out === null) this.#putOut(guilty, 'fault', why);
    else if (told.has(guilty)) this.#putOut(s, 'fault', `a second complaint about seat ${guilty}, which is out`);
    else told.add(guilty);
  }

  #putOut(s, reason, why = '') {
    const seat = this.#seats[s];
    seat.out = reason;
    seat.due = 0;
    this.#outs.push({ seat: s, reason, why: String(why), round: this.#round, place: this.places });
    this.#game.out(s, reason);
    this.#effect();
  }

  #effect() {
    for (const seat of this.#seats) {
      if (seat.voids > 0) seat.voids--;
      seat.ticks = 0;
    }
  }

  /** Asks the game who is due. */
  #due() {
    const { phase, seats } = this.#game.due();
    const counts = new Array(this.#seats.length).fill(0);
    needInt('the phase', phase, Number.MIN_SAFE_INTEGER);
    for (const s of seats) if (this.#seats[needInt('a seat that is due', s, 0, counts.length - 1)].out === null) counts[s]++;
    return { phase, counts };
  }

  #settle(since, taken, isNewRound = false) {
    const { phase, counts } = this.#due();
    const isNew = isNewRound || phase !== this.#phase;
    const [grace, bank] = [BigInt(this.#terms.grace), BigInt(this.#terms.bank)];
    this.#seats.forEach((seat, s) => {
      const count = counts[s];
      if (seat.due > 0) seat.spent += this.#time - seat.begun;
      const isLess = seat.least !== null && count < seat.least;
      if (isNew || isLess) {
        seat.used = least(bank, seat.used + biggest(0n, seat.spent - grace));
        seat.spent = 0n;
        seat.least = isNew ? null : count;
      }
      if (count === 0) seat.since = null;
      else if (seat.since === null || isNew || taken === s) seat.since = since;
      if (count > 0 && seat.least === null) seat.least = count;
      seat.due = count;
      seat.begun = this.#time;
    });
    this.#phase = phase;
  }

  #place(statement) {
    const out = this.#outs.reduce((bits, { seat }) => bits | (1n << BigInt(seat)), 0n);
    this.#reader.place(statement, out);
  }

  #beginRound() {
    this.#round++;
    for (const seat of this.#seats) seat.beginRound();
    this.#reader.cut();
    this.#game.start(this.#reader.head);
    this.#settle(this.places, null, true);
    if (this.#seats.every(({ due }) => due === 0)) this.#reader.finish();
  }

  #hasClosed(s) {
    return this.over && this.#reader.last(s) > this.end;
  }

  /** Returns the numbers of the seats that aren't out of which something is true. */
  #numbers(is) {
    return this.#seats.flatMap((seat, s) => (seat.out === null && is(seat, s) ? [s] : []));
  }
}
