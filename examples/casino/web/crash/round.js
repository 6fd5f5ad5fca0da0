// The round of crash that goes on, as this browser hears of it: with its chain, its bets and its time. What is heard is
// checked first.

import { Feed } from './feed.js';
import { keepEnd } from './records.js';
import { at } from './rules.js';

const lateAfter = 4000; // ms without an event

export class Round {
  told; // the round, as the casino told it last; undefined if there is none
  chain; // that is played, as the casino announced it
  bets = new Map(); // of all players, by number
  history = []; // rounds that have ended, the newest first
  #casino;
  #heard; // called with the name of an event that was taken
  #feed = new Feed((name, event) => this.#hear(name, event), (err) => this.#inTurn(() => { throw err; }));
  #hearing = Promise.resolve(); // events are taken one after the other
  #heardAt = 0;

  constructor(casino, heard) {
    this.#casino = casino;
    this.#heard = heard;
  }

  listen() {
    this.#feed.open();
  }

  leave() {
    this.#feed.close();
    this.#heardAt = 0;
  }

  /** Whether nothing is heard any more. */
  get isLate() {
    return this.#heardAt > 0 && performance.now() - this.#heardAt > lateAfter;
  }

  /** Milliseconds after the start, by what this browser knows; below 0 before it. */
  get elapsed() {
    return this.#after(this.#feed.now);
  }

  /** The latest that it can be. */
  get latest() {
    return this.#after(this.#feed.latest);
  }

  #after(time) {
    return this.told && time !== undefined ? time - this.told.starts : undefined;
  }

  get phase() {
    if (this.elapsed === undefined) return this.chain ? 'pending' : 'none';
    if (this.told.link || this.told.void) return 'over';
    return this.elapsed < 0 ? 'betting' : 'running';
  }

  /** The multiplier of this moment, or where the round has crashed; undefined before the start. */
  get multiplier() {
    if (this.phase === 'over') return this.told.point;
    return this.phase === 'running' ? at(this.elapsed) : undefined;
  }

  /** Whether it is the round of a bet, or of an event. */
  is({ chain, round }) {
    return chain === this.told?.chain && round === this.told.round;
  }

  #hear(name, event) {
    this.#heardAt = performance.now();
    this.#inTurn(() => this.#take(name, event));
  }

  #inTurn(f) {
    this.#hearing = this.#hearing.then(() => this.#quiet()).then(f).catch(async (err) => {
      await this.#quiet();
      this.#casino.fail(err);
    });
  }

  /** Waits until nothing is under way: an act that began before an alarm could end it. */
  async #quiet() {
    while (this.#casino.busy) await new Promise((resolve) => setTimeout(resolve, 30));
  }

  async #take(name, event) {
    if (name === 'end' && !this.#casino.chains.of(event.round.chain)) {
      this.#feed.beginAgain(); // as its chain was forgotten in the meantime
      return;
    }
    if (name === 'table') await this.#takeTable(event);
    if (name === 'bets' && this.is(event)) for (const bet of event.bets) this.bets.set(bet.number, bet);
    if (name === 'end') await this.#takeEnd(event);
    this.#heard(name);
  }

  /** Takes the state of the table: when this browser begins to listen, and whenever a round opens. */
  async #takeTable({ chain, round, bets, history }) {
    const { chains } = this.#casino;
    if (chain) await chains.follow(chain);
    for (const past of history.toReversed()) chains.take(past);
    if (round) chains.mustGoOn(round);
    [this.chain, this.told, this.history] = [chain, round, history];
    this.bets = new Map(bets.map((bet) => [bet.number, bet]));
  }

  async #takeEnd({ round, receipt }) {
    const { chains, records } = this.#casino;
    let wrong;
    try {
      chains.take(round);
    } catch (err) {
      wrong = err;
    }
    const isMine = records?.crash.bet && this.is(records.crash.bet);
    if (records?.key && (isMine || wrong)) await keepEnd(records, round, receipt);
    if (wrong) throw wrong;
    this.told = round;
    if (!round.void) this.history = [round, ...this.history];
  }
}
