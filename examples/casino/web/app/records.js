// A player's records in this browser, and what they say about the casino's answers.

import { Fault, fail } from '../squaredeal/internal/fault.js';
import { coins, minStake, parseBet, readRound, replay } from '../games/index.js';
import { Player } from '../squaredeal/seedrng/index.js';
import { countPairs, load, playerIDs, readPairs, swap } from './store.js';

const limit = (maxWin) => (maxWin === undefined ? 'any amount' : `${coins(maxWin)} coins`);

export class Records {
  player = new Player(); // as it was read last
  balance; // that follows from what was staked and paid; undefined before the casino tells the first
  maxWin; // what a bet with these seeds may pay at most, if the casino has said so
  pairs = []; // those that are over, of all players of this browser, the latest first

  constructor(id) {
    this.id = id;
  }

  async #readPlayer() {
    const { state, balance, maxWin } = await load(this.id);
    this.player = state === undefined ? new Player() : Player.parse(state);
    Object.assign(this, { balance, maxWin });
    return state;
  }

  async read() {
    const state = await this.#readPlayer();
    if (await countPairs() !== this.pairs.length) this.pairs = await readPairs(); // pairs are added, and never changed
    return state;
  }

  /** Returns the records of the player who played last, undefined if nobody has. */
  static async latest() {
    const [id] = await playerIDs();
    if (id === undefined) return undefined;
    const records = new Records(id);
    await records.read();
    return records;
  }

  /** Returns the records of all players of this browser, without the pairs that are over. */
  static async all() {
    const all = (await playerIDs()).map((id) => new Records(id));
    await Promise.all(all.map((records) => records.#readPlayer()));
    return all;
  }

  /** Returns the records of other players who have played in this browser: the casino has forgotten them. */
  static async others(id) {
    const others = (await Records.all()).filter((records) => records.id !== id && records.player.active !== null);
    if (others.length === 0) return [];
    const played = new Set((await readPairs()).map(({ player }) => player));
    return others.filter((records) => records.player.rounds.length > 0 || played.has(records.id));
  }

  /**
   * Changes the records: f takes the player, changes it, and may return a pair of seeds that is over. The new state
   * is stored when this returns. Another tab may be faster; then f is called again, with what that stored.
   */
  async change(f) {
    for (;;) {
      const old = await this.read();
      const pair = await f(this.player);
      if (await swap(this.id, old, this.player.encode(), { balance: this.balance, maxWin: this.maxWin }, pair)) break;
    }
    await this.read();
  }

  /** Begins anew, without the pair of seeds that can't be played on. Its rounds are kept, with the reason. */
  async startOver(reason) {
    await this.change(({ active, rounds }) => {
      this.player = new Player();
      Object.assign(this, { balance: undefined, maxWin: undefined });
      return rounds.length > 0 ? { ...active, server: '', rounds, time: Date.now(), reason } : undefined;
    });
  }

  /** Returns the client seed to send with the hash that the casino shows: the one that was typed, if any was. */
  async rotate(hash, typed) {
    let client;
    await this.change((p) => {
      if (this.pairs.some((pair) => pair.hash === hash)) fail('mismatch', 'the casino shows a hash again that it showed for earlier rounds');
      client = p.rotate(hash, typed);
    });
    return client;
  }

  /** Takes a balance that the casino tells as the right one. */
  async trust(balance) {
    await this.change(() => {
      this.balance = balance;
    });
  }

  /** Compares the balance that the casino tells with the one that follows from what was staked and paid. start is what a refill gives. */
  async checkBalance(told, start) {
    if (told === this.balance) return;
    if (!Number.isSafeInteger(told)) fail('mismatch', `the casino tells no balance, and it should be ${coins(this.balance)} coins`);
    const refilled = this.balance < minStake && told === start;
    if (this.balance !== undefined && !refilled) {
      fail('mismatch', `the casino says that the balance is ${coins(told)} coins, and it should be ${coins(this.balance)}`);
    }
    await this.trust(told);
  }

  /** Takes the casino's answer to a rotation, and checks all rounds of the pair that it ends. */
  async rotated({ seeds, maxWin }) {
    await this.change((p) => {
      const { active, rounds } = p;
      const declined = p.rotated(seeds, replay);
      if (p.active !== active) this.maxWin = maxWin;
      if (active === null || p.active === active) return undefined;
      for (const { nonce, outcome } of declined) rounds[nonce] = [{ ...rounds[nonce][0], avoided: outcome }]; // kept with the pair
      return { ...active, server: seeds.revealed.serverSeed, rounds, time: Date.now() };
    });
  }

  /** Records what is about to be sent, and returns the request's nonce. */
  async send(nonce, step, text) {
    await this.change((p) => {
      const hash = p.active?.hash;
      if (step === 0 && openRound(p)) fail('pending', 'a round is open: finish it first'); // as another tab has begun it
      p.send(hash, nonce ?? p.rounds.length, step, text);
      nonce ??= p.rounds.length - 1;
    });
    return nonce;
  }

  /** Records an answer, a round as the casino tells it, and the balance that follows. */
  async receive(nonce, step, answer) {
    await this.change((p) => {
      const { round } = answer;
      const recorded = p.rounds[nonce];
      if (round.serverHash !== p.active.hash || round.nonce !== String(nonce)) fail('mismatch', 'the casino answers with another round');
      const told = round.steps?.[step];
      if (told === undefined || round.steps.slice(0, step + 1).some((s, i) => s.sent !== recorded[i]?.sent)) {
        fail('mismatch', 'the casino says that something else was sent in this round');
      }
      const isNew = recorded[step].received === '' && !recorded[step].declined;
      if (round.declined === undefined) p.receive(round.serverHash, nonce, step, told.received);
      else if (told.received === '') p.declined(round.serverHash, nonce, step, round.declined);
      else fail('malformed', 'the casino declines a bet and tells its outcome');
      if (isNew && this.balance !== undefined) this.balance += changeOf(p.rounds[nonce], step);
    });
    this.followRules();
    const { rounds } = this.player;
    const { pays } = told(rounds[nonce]) ?? {};
    if (pays !== undefined && (answer.round.open || answer.round.paid !== pays)) fail('cheat', `round ${nonce}: the casino has paid something else than it said`);
    this.#mustCount(answer.nextNonce, rounds.length);
  }

  /** Compares the number of rounds that the casino tells with that of the records, which may have made one more that it hasn't got. */
  #mustCount(told, recorded, unsure = 0) {
    const n = /^\d{1,15}$/.test(told) ? Number(told) : Infinity;
    if (n > recorded) fail('mismatch', `the casino counts ${told} rounds with these seeds, but this browser has made ${recorded}`);
    if (n < recorded - unsure) fail('mismatch', `the casino has lost rounds: it counts ${told} with these seeds, and this browser has records of ${recorded}`);
  }

  /** Checks what can be checked before the server seed is revealed: that outcomes follow from one another. */
  followRules() {
    this.player.rounds.forEach((steps, nonce) => {
      if (steps[0].received !== '') followRules(steps.filter((s) => s.received !== ''), nonce);
    });
  }

  /** Compares the casino's public state, which was asked for before the records were read, with the records. */
  compare({ seeds, maxWin }) {
    const { active, asked, rounds, pending } = this.player;
    const is = (pair) => pair !== null && seeds.serverHash === pair.hash && seeds.clientSeed === pair.client;
    if (active === null && asked === null) return;
    if (!is(active) && !is(asked)) fail('mismatch', 'the casino’s seeds aren’t those of this browser’s records: it has lost its state, or it cheats, which nobody can tell from here');
    if (!is(active)) return;
    if (maxWin !== this.maxWin) fail('mismatch', `the casino says that it pays ${limit(maxWin)} at most with these seeds, and said ${limit(this.maxWin)} before`);
    this.#mustCount(seeds.nextNonce, rounds.length, pending?.step === 0 ? 1 : 0);
  }
}

/** Returns a round as readRound does, undefined if it isn't answered, or was declined or answered by nonsense. */
export function told(steps) {
  if (steps.at(-1).received === '') return undefined;
  try {
    return readRound(steps);
  } catch (err) {
    if (err instanceof Fault) return undefined;
    throw err;
  }
}

/** Returns by how much the latest step of a round, which has this number, changes the balance. */
function changeOf(steps, step) {
  if (steps[0].declined) return 0;
  return (told(steps)?.pays ?? 0) - (step === 0 ? parseBet(steps[0].sent).stake : 0);
}

/** Checks that the outcomes of a round follow from one another, as far as they are known. */
function followRules(steps, nonce) {
  try {
    readRound(steps);
  } catch (err) {
    if (err instanceof Fault && err.kind === 'cheat') fail('cheat', `round ${nonce}: ${err.message}`);
    throw err;
  }
}

/** Returns the open round of the records, as far as it was answered: as readRound does, with its nonce and steps. */
export function openRound(player) {
  for (const [nonce, steps] of player.rounds.entries()) {
    if (steps[0].declined) continue;
    const answered = steps.filter(({ received }) => received !== '');
    const round = answered.length > 0 ? told(answered) : undefined;
    if (round && round.pays === undefined) return { nonce, steps: answered, ...round };
  }
  return undefined;
}
