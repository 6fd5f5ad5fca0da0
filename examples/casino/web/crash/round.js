// The round of crash that goes on, as this browser hears of it: with its chain, its bets and its time. What is heard is
// checked first, and shown at once, also while an act is under way. That changes nothing beneath the act: a bet and a
// cash-out are on the round that was shown when they were asked for, with its clock; nothing that is heard changes the
// records but by another receipt; and what is known of chains is read, checked and written in one go.

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

  /** Hears nothing more, and knows of no round until it listens again. */
  leave() {
    this.#feed.close();
    this.#heardAt = 0;
    [this.told, this.chain, this.bets, this.history] = [undefined, undefined, new Map(), []];
  }

  /** Whether nothing is heard any more. */
  get isLate() {
    return this.#heardAt > 0 && performance.now() - this.#heardAt > lateAfter;
  }

  /** Milliseconds after the start, by what this browser knows; below 0 before it. */
  get elapsed() {
    return this.told && this.#feed.now !== undefined ? this.#feed.now - this.told.starts : undefined;
  }

  /** The clock of this round, also when another one goes on: the time after its start, and the latest that it can be. */
  get clock() {
    const [feed, { chain, round, starts }] = [this.#feed, this.told];
    return { chain, round, elapsed: () => feed.now - starts, latest: () => feed.latest - starts };
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

  /**
   * Takes one event after another. What is wrong is judged again once no act is under way, as that may begin anew, and
   * would end an alarm.
   */
  #inTurn(f) {
    this.#hearing = this.#hearing.then(f).catch(() => this.#quiet().then(f)).catch(async (err) => {
      await this.#quiet();
      this.#casino.fail(err);
    });
  }

  /** Waits until nothing is under way. */
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
