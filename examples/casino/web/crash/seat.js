// The player at crash: a bet on the round, one that is wanted on the next, and what came of the latest.

import { count } from '../check/dom.js';
import { coins, times } from '../games/index.js';
import { cashOut, placeBet, settle } from './requests.js';
import { at, outOf, parse, write } from './rules.js';

const nothing = { text: '' };

/** Returns what to say of a bet that was settled, {text, paid}; paid if it was won. */
export function outcomeOf({ sent, cashed, point, paid }) {
  const bet = parse(sent);
  const out = outOf(bet, cashed);
  if (point === undefined) return { text: 'This round was given up: your stake is given back.' };
  if (paid === 0) return { text: `Crashed at ${times(point)}: your stake of ${count(bet.stake / 100, 'coin')} is lost.` };
  if (out <= point) return { text: `You got out at ${times(out)}, and are paid ${coins(paid)} coins.`, paid: true };
  return { text: 'Nobody ran this round for a while: your stake is given back.' };
}

export class Seat {
  armed = false; // a bet is made on the next round as soon as it takes bets
  outcome = nothing; // what to say of the bet that was settled last, or of a request; paid, if that bet was won
  #casino;
  #round;
  #wish; // returns the bet that the player would make, {stake, target}, undefined if there can't be such a one
  #tell; // tells the player something

  constructor(casino, round, wish, tell) {
    [this.#casino, this.#round, this.#wish, this.#tell] = [casino, round, wish, tell];
  }

  /** The player's bet that isn't settled. */
  get bet() {
    return this.#casino.records?.crash.bet;
  }

  /** That bet, if it is on the round. */
  get mine() {
    const { bet } = this;
    return bet && this.#round.is(bet) ? bet : undefined;
  }

  /** Whether it is still in. */
  get isIn() {
    const { mine } = this;
    return mine !== undefined && mine.cashed === undefined && at(this.#round.elapsed) < outOf(parse(mine.sent));
  }

  /** Whether a bet of the table is the player's, or was. */
  isOwn({ name }) {
    const { bet, over } = this.#casino.records?.crash ?? {};
    return name === (bet ?? over?.[0])?.name;
  }

  /** A round has opened: what came of the one before is over. */
  begin() {
    if (!this.bet) this.outcome = nothing;
  }

  /** Settles a bet whose round is over, and makes the bet that was wanted, once nothing else is under way. */
  async goOn() {
    const { bet } = this;
    const [casino, round] = [this.#casino, this.#round];
    if (casino.busy || casino.alarm !== null || !casino.view || !round.chain) return; // the next tick tries again
    if (bet && (!this.mine || round.phase === 'over')) {
      await casino.act(() => settle(casino));
      this.#tellOutcome(bet);
    } else if (this.armed && !bet && round.phase === 'betting' && casino.ready) {
      await this.#placeBet();
    }
  }

  /** Tells what came of a bet, if it was settled. */
  #tellOutcome(bet) {
    const [latest] = this.#casino.records.crash.over;
    if (latest?.round !== bet.round || latest.chain !== bet.chain) return;
    this.outcome = outcomeOf(latest);
    this.#tell(this.outcome.text);
    this.#casino.render();
  }

  press() {
    const casino = this.#casino;
    const { phase } = this.#round;
    if (phase === 'running' && this.isIn) {
      const { clock } = this.#round;
      casino.act(() => this.#cashOut(clock));
    } else if (phase === 'betting' && !this.bet) {
      this.#placeBet();
    } else {
      this.armed = !this.armed && this.#wish() !== undefined;
      casino.render();
    }
  }

  async #cashOut(clock) {
    const told = await cashOut(this.#casino, clock);
    if (told !== undefined) this.#tell(`You are out at ${times(outOf({}, told))}.`);
    else if (this.bet?.refused !== undefined) this.outcome = { text: 'Too late: the round had crashed.' };
  }

  async #placeBet() {
    const casino = this.#casino;
    const { chain, round } = this.#round.told;
    const wish = this.#wish();
    this.armed = false;
    this.outcome = nothing;
    if (wish === undefined) {
      casino.render(); // the board says why
      return;
    }
    await casino.act(async () => {
      if (!await placeBet(casino, chain, round, write(wish))) this.outcome = { text: casino.declined };
    });
  }
}
