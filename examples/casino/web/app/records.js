// A player's records in this browser, and what they say about the casino's answers.

import { Fault, fail } from '../squaredeal/internal/fault.js';
import { coins, minStake, parseBet, replay } from '../games/index.js';
import { Player } from '../squaredeal/seedrng/index.js';
import { isPair } from '../check/compare.js';
import { shownEntry } from '../check/log.js';
import { mustCount as mustCountCrash, noCrash } from '../crash/bets.js';
import { compareBet } from '../crash/records.js';
import { answeredRound, movesOf, mustFollowRules, openRound } from './outcomes.js';
import { agrees, book, byClock, granted } from './own.js';
import { keepRound, keepView } from './receipts.js';
import * as store from './store.js';

const start = 100000; // the balance of a new player, and after a refill

/** Damaged says that something can't be read that this browser has stored. */
export class Damaged extends Error {
  #key;

  constructor(message, ...key) {
    super(message);
    this.#key = key;
  }

  setAside() {
    return store.setAside(...this.#key);
  }
}

// What is kept of a player beside the seeds and their rounds, as it is before the casino says anything.
const blank = {
  balance: undefined, // that follows from what was staked and paid
  limits: {}, // what a bet may pay at most, by the hash of the server seed that it was shown with
  own: undefined, // limits that the player has set, and what they are compared with: see own.js
  key: undefined, // of the casino's receipts, in hex
  shown: {}, // {session, number} of the pair of seeds, by the hash that it was shown with
  wanted: undefined, // limits that are asked for, until the casino has confirmed them
  crash: noCrash, // bets on crash: see crash/bets.js
  sent: undefined, // the time at which the latest step was recorded, to be sent
  recovered: undefined, // whether the account was, or these records come from a file, and the casino hasn't agreed with them since
  unknown: undefined, // a step that was sent of a round without records: {serverHash, client, nonce, steps, text}
};
const kept = Object.keys(blank);

/** Records are those of a player: the state of the seeds and their rounds, and the members of blank, as they were read last. */
export class Records {
  player = new Player();
  pairs = []; // those that are over, of all players of this browser, the latest first
  #turn; // of the latest change that was read

  constructor(id) {
    this.id = id;
    Object.assign(this, blank);
  }

  /** Reads what is recorded with the active seeds. */
  async readPlayer() {
    const { state, account = {} } = await store.load(this.id);
    try {
      this.player = state === undefined ? new Player() : Player.parse(state);
      if (account.balance !== undefined && !Number.isSafeInteger(account.balance)) fail('malformed', 'the balance is no amount');
    } catch (err) {
      if (err instanceof Fault) throw new Damaged(err.message, this.id);
      throw err;
    }
    for (const name of kept) this[name] = account[name] ?? blank[name];
    this.#turn = account.turn;
    return state;
  }

  async read() {
    const state = await this.readPlayer();
    if (await store.countPairs() !== this.pairs.length) this.pairs = await readPairs(); // pairs are added, and never changed
    return state;
  }

  /** Whether another tab has changed what was read. */
  async overtaken() {
    return (await store.load(this.id)).account?.turn !== this.#turn;
  }

  /** Returns the records of the player who played last, undefined if nobody has. */
  static async latest() {
    const [id] = await store.playerIDs();
    if (id === undefined) return undefined;
    const records = new Records(id);
    await records.read();
    return records;
  }

  /** Returns the records of all players of this browser, without the pairs that are over. */
  static async all() {
    const all = (await store.playerIDs()).map((id) => new Records(id));
    await Promise.all(all.map((records) => records.readPlayer()));
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
      try {
        const pair = await f(this.player);
        const account = { ...Object.fromEntries(kept.map((name) => [name, this[name]])), turn: crypto.randomUUID() };
        if (await store.swap(this.id, old, this.player.encode(), account, pair)) break;
      } catch (err) {
        await this.readPlayer().catch(() => {}); // nothing is taken for stored that isn't
        throw err;
      }
    }
    await this.read();
  }

  /** Begins anew, without the pair of seeds that can't be played on. Its rounds are kept, with the reason. */
  async startOver(reason) {
    await store.forgetLog();
    await this.change(({ active, rounds }) => {
      const shown = this.shown[active?.hash];
      this.player = new Player();
      Object.assign(this, blank, { crash: { ...noCrash, over: this.crash.over } });
      return rounds.length > 0 ? { ...active, ...shown, server: '', rounds, time: Date.now(), reason } : undefined;
    });
  }

  /** Returns the client seed to send with the hash that the casino shows: the one that was typed, if any was. */
  async rotate(hash, typed) {
    let client;
    await this.change((p) => {
      if (this.pairs.some((pair) => pair.hash === hash)) {
        fail('mismatch', 'the casino shows a hash again that it showed for earlier rounds');
      }
      client = p.rotate(hash, typed);
    });
    return client;
  }

  /** Whether something was asked of the casino, and isn't answered. */
  get unfinished() {
    const { asked, pending } = this.player;
    return Boolean(asked ?? pending ?? this.crash.asked ?? this.wanted ?? this.unknown);
  }

  /** Takes a balance that the casino tells as the right one. */
  async trust(balance) {
    await this.change(() => {
      this.balance = balance;
    });
  }

  /** Compares the balance that the casino tells with the one that follows from what was staked and paid. */
  async checkBalance(told) {
    if (told === this.balance) return;
    const refilled = this.balance < minStake && told === start;
    if (this.balance !== undefined && !refilled) {
      fail('mismatch', `the casino says that the balance is ${coins(told)} coins, and it should be ${coins(this.balance)}`);
    }
    await this.trust(told);
  }

  /** Whether an account isn't a new player's, as far as this browser knows: then nothing shows how it came by its balance. */
  isUnknown({ balance, seeds }) {
    return this.balance === undefined && (balance !== start || seeds.serverHash !== undefined);
  }

  /** Checks what the casino says of a refill, which gives everybody the same. */
  checkRefill({ balance }) {
    if (balance !== start) {
      fail('mismatch', `the casino says that the balance is ${coins(balance)} coins, and it should be ${coins(start)} after a refill`);
    }
  }

  #mustBe(player) {
    if (player !== this.id) fail('mismatch', 'the casino answers for another player');
  }

  /** What a bet with the active seeds may pay at most. */
  get maxWin() {
    return this.limits[this.player.active?.hash];
  }

  /** Compares a limit with the one that was shown with the hash. */
  #mustLimit(hash, told) {
    const said = this.limits[hash];
    if (told === said) return;
    fail('mismatch', `the casino says that it pays ${coins(told)} coins at most with these seeds, ` +
      `and said ${said === undefined ? 'nothing' : `${coins(said)} coins`} before`);
  }

  /** Takes the limit that the casino shows with the hash of its next server seed. It binds as the hash does, from the first time on. */
  async #show({ seeds: { serverHash, nextServerHash: hash }, nextMaxWin, receipts: { session, number: told, time } }) {
    const number = Number(told);
    const before = this.shown[serverHash];
    const follows = before === undefined || before.session === session && before.number === number - 1;
    const isAnother = Object.entries(this.shown).some(([other, of]) => other !== hash && of.session === session && of.number === number);
    if (!follows || isAnother) fail('mismatch', 'the casino shows another hash than it has shown before, for the same seeds');
    if (this.limits[hash] === undefined) {
      await this.change(async ({ active, asked }) => {
        await store.expectEntry(shownEntry({ session, number, hash, maxWin: nextMaxWin, time }));
        const inUse = (of) => Object.fromEntries(Object.entries(of).filter(([one]) => [active?.hash, asked?.hash, hash].includes(one)));
        this.limits = inUse({ ...this.limits, [hash]: nextMaxWin });
        this.shown = inUse({ ...this.shown, [hash]: { session, number } });
      });
    }
    this.#mustLimit(hash, nextMaxWin);
  }

  /** Takes the casino's answer to a rotation, and checks all rounds of the pair that it ends. */
  async rotated(view) {
    const { player, seeds, maxWin: told } = view;
    this.#mustBe(player);
    await keepView(this, view);
    await this.change((p) => {
      const { active, rounds } = p;
      const { maxWin } = this;
      const { revealed } = seeds;
      if (revealed && revealed.serverHash === active?.hash) {
        if (Number(revealed.rounds) !== rounds.length) {
          fail('mismatch', `the casino counts ${revealed.rounds} rounds with the seeds that it reveals, ` +
            `and this browser has made ${rounds.length}`);
        }
        mustCountCrash(this.crash, active.hash, view.crashed.revealed, 'the seeds that it reveals');
      }
      const declined = p.rotated(seeds, replay);
      this.#mustLimit(seeds.serverHash, told);
      if (active === null || p.active === active) return undefined;
      for (const { nonce, outcome } of declined) rounds[nonce] = [{ ...rounds[nonce][0], avoided: outcome }]; // kept with the pair
      return { ...active, ...this.shown[active.hash], maxWin, server: seeds.revealed.serverSeed, rounds, time: Date.now() };
    });
  }

  /** Records what is about to be sent, and returns the request's nonce. */
  async send(nonce, step, text) {
    let sent;
    await this.change((p) => {
      if (step === 0 && openRound(p)) fail('pending', 'a round is open: finish it first'); // as another tab has begun it
      sent = nonce ?? p.rounds.length;
      p.send(p.active?.hash, sent, step, text);
      this.sent = Date.now();
    });
    return sent;
  }

  /** Records a step of a round of which this browser has no records, before it is sent. */
  sendUnknown(unknown) {
    return this.change(() => { this.unknown = unknown; });
  }

  /** Records that it is answered, and the balance that follows. */
  receiveUnknown(balance) {
    return this.change(() => { Object.assign(this, { balance, unknown: undefined }); });
  }

  /** Records an answer, a round as the casino tells it, and the balance that follows. */
  async receive(nonce, step, answer) {
    await keepRound(this, answer, this.player.active.client);
    await this.change((p) => {
      const { round } = answer;
      const recorded = p.rounds[nonce];
      if (round.serverHash !== p.active.hash || round.nonce !== String(nonce)) fail('mismatch', 'the casino answers with another round');
      const told = round.steps[step];
      if (round.steps.length !== step + 1 || round.steps.some((s, i) => s.sent !== recorded[i]?.sent)) {
        fail('mismatch', 'the casino says that something else was sent in this round');
      }
      const isNew = recorded[step].received === '' && !recorded[step].declined;
      if (round.declined === undefined) p.receive(round.serverHash, nonce, step, told.received);
      else if (told.received === '') p.declined(round.serverHash, nonce, step, round.declined);
      else fail('malformed', 'only a bet can be declined, and one without an outcome');
      if (!isNew) return;
      const answered = p.rounds[nonce];
      const moves = movesOf(answered, step);
      if (this.balance !== undefined) this.balance += moves.given - moves.taken;
      if (!answered[0].declined) this.own = book(this.own, { isBet: step === 0, ...moves }, this.sent ?? Date.now(), Date.now());
    });
    mustFollowRules(this.player.rounds);
    const { rounds } = this.player;
    const { open, paid, declined } = answer.round;
    const pays = declined === undefined ? answeredRound(rounds[nonce])?.pays : parseBet(rounds[nonce][0].sent).stake;
    if (open !== (pays === undefined) || paid !== (pays ?? 0)) {
      fail('cheat', `round ${nonce}: the casino has paid something else than it said`);
    }
    this.#mustCount(answer.nextNonce, rounds.length);
  }

  /** Compares the number of rounds that the casino tells with that of the records, which may have made one more that it hasn't got. */
  #mustCount(told, recorded, unsure = 0) {
    const n = Number(told);
    if (n > recorded) fail('mismatch', `the casino counts ${told} rounds with these seeds, but this browser has made ${recorded}`);
    if (n < recorded - unsure) {
      fail('mismatch', `the casino has lost rounds: it counts ${told} with these seeds, and this browser has records of ${recorded}`);
    }
  }

  /** Compares an account, as the casino tells it while no tab plays, with the records. */
  async compare(view) {
    this.#mustBe(view.player);
    await keepView(this, view);
    this.#compareSeeds(view);
    if (!this.player.pending && !this.unknown && !this.crash.asked) {
      this.#compareOpen(view);
      await compareBet(this, view);
      await this.checkBalance(view.balance);
    }
    await this.#compareOwn(view);
    await this.#show(view);
  }

  /**
   * Compares the player's own limits with those that are recorded, which the casino tells for the first time to a
   * browser that knew nothing of the account.
   */
  async #compareOwn({ own: told }) {
    if (this.wanted) return; // whether the casino has the wish will show
    if (this.limits[this.player.active?.hash] === undefined && this.own === undefined) {
      if (told) await this.change(() => { this.own = told; });
      return;
    }
    if (!agrees(this.own, told, Date.now())) {
      fail('mismatch', `the casino says that your own limits are others than you set${told ? byClock(this.own, told) : ''}`);
    }
  }

  /** Notes that the casino agrees with all that is recorded, and has answered all that was asked. */
  async agreed() {
    if (this.recovered) await this.change(() => { this.recovered = undefined; });
  }

  /** Records limits that are about to be asked for. */
  want(wanted) {
    return this.change(() => { this.wanted = wanted && { ...wanted, sent: Date.now() }; });
  }

  /** Takes the casino's answer to the wish for limits. */
  async set({ player, own: told }) {
    this.#mustBe(player);
    await this.change(() => {
      const due = granted(this.own, this.wanted, told, Date.now()) ??
        fail('mismatch', `the casino has set other limits than you asked for${told ? byClock(this.own, this.wanted, told) : ''}`);
      [this.own, this.wanted] = [{ ...due, from: told?.from }, undefined];
    });
  }

  #compareSeeds({ seeds, maxWin }) {
    const { active, asked, rounds, pending } = this.player;
    const is = (pair) => pair !== null && seeds.serverHash === pair.hash && seeds.clientSeed === pair.client;
    if (active === null && (asked === null || seeds.serverHash === undefined)) return;
    if (!is(active) && !is(asked)) {
      fail('mismatch', 'the casino’s seeds aren’t those of this browser’s records: ' +
        'it has lost its state, or it cheats, which nobody can tell from here');
    }
    this.#mustLimit(seeds.serverHash, maxWin);
    if (is(active)) this.#mustCount(seeds.nextNonce, rounds.length, pending?.step === 0 ? 1 : 0);
  }

  /** Compares the open round with that of the records, if there are any. */
  #compareOpen({ open }) {
    if (this.player.active === null) return;
    const textOf = ({ nonce, steps }) => JSON.stringify([String(nonce), steps.map(({ sent, received }) => [sent, received])]);
    const recorded = openRound(this.player);
    const [own, theirs] = [recorded && textOf(recorded), open && textOf(open)];
    if (own !== theirs) {
      const differs = open ? 'another round is open than this browser has records of'
        : 'no round is open, and this browser has records of one';
      fail('mismatch', `the casino says that ${differs}`);
    }
  }
}

/** Returns the pairs of seeds that are over, the latest first. */
async function readPairs() {
  const pairs = await store.readPairs();
  const damaged = pairs.find((pair) => !isPair(pair));
  if (damaged) throw new Damaged('a pair of seeds has no rounds', damaged.player, damaged.hash);
  return pairs;
}
