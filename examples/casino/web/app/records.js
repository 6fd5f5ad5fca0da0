// The player's records in this browser, and what they say about the casino's answers.

import { Fault, fail } from '../check/bytes.js';
import { parseBet, parseHold, parseOutcome, payDice, replay, rowOf } from '../check/games.js';
import { Player } from '../check/player.js';
import { countPairs, load, pairsOf, swap } from './store.js';

export class Records {
  player = new Player(); // as it was read last
  pairs = []; // those that were checked, the latest first

  constructor(id) {
    this.id = id;
  }

  async read() {
    const bytes = await load(this.id);
    this.player = bytes === undefined ? new Player() : await Player.parse(bytes);
    if (await countPairs(this.id) !== this.pairs.length) this.pairs = await pairsOf(this.id); // pairs are added, and never changed
    return bytes;
  }

  /**
   * Changes the records: f takes the player, changes it, and may return a pair of seeds that was checked. The new state
   * is stored when this returns. Another tab may be faster; then f is called again, with what that stored.
   */
  async change(f) {
    for (;;) {
      const old = await this.read();
      const pair = await f(this.player);
      if (await swap(this.id, old, await this.player.encode(), pair)) break;
    }
    await this.read();
  }

  /** Begins anew, without the pair of seeds that can't be played on. Its rounds are kept, with the reason. */
  async startOver(reason) {
    await this.change((p) => {
      const { active, rounds } = p;
      Object.assign(p, new Player());
      return rounds.length > 0 ? { ...active, server: '', rounds, time: Date.now(), reason } : undefined;
    });
  }

  /** Returns the client seed to send with the hash that the casino shows. */
  async rotate(hash) {
    let client;
    await this.change((p) => {
      if (this.pairs.some((pair) => pair.hash === hash)) fail('mismatch', 'the casino shows a hash again that it showed for earlier rounds');
      client = p.rotate(hash);
    });
    return client;
  }

  /** Takes the casino's answer to a rotation, and checks all rounds of the pair that it ends. */
  async rotated(seeds, progress) {
    await this.change(async (p) => {
      const { active, rounds } = p;
      const declined = await p.rotated(seeds, replay, progress);
      if (active === null || p.active === active) return undefined;
      for (const { nonce, outcome } of declined) rounds[nonce][0].avoided = outcome; // kept with the pair
      return { ...active, server: seeds.revealed.serverSeed, rounds, time: Date.now() };
    });
  }

  /** Records what is about to be sent, and returns the request's nonce, and whether it is new: it wasn't recorded before. */
  async send(nonce, step, text) {
    let isNew;
    await this.change((p) => {
      const hash = p.active?.hash;
      isNew = p.rounds[nonce]?.[step] === undefined;
      if (step === 0 && openHand(p)) fail('pending', 'a hand is open: finish it first'); // as another tab has dealt it
      p.send(hash, nonce ?? p.rounds.length, step, text);
      nonce ??= p.rounds.length - 1;
    });
    return { nonce, isNew };
  }

  /** Records an answer: a round as the casino tells it. Returns by how much this step changes the balance. */
  async receive(nonce, step, answer) {
    await this.change((p) => {
      const { round } = answer;
      const recorded = p.rounds[nonce];
      if (round.serverHash !== p.active.hash || round.nonce !== String(nonce)) fail('mismatch', 'the casino answers with another round');
      const told = round.steps?.[step];
      if (told === undefined || round.steps.slice(0, step + 1).some((s, i) => s.sent !== recorded[i]?.sent)) {
        fail('mismatch', 'the casino says that something else was sent in this round');
      }
      p.receive(round.serverHash, nonce, step, told.received, round.declined);
    });
    this.followRules();
    const { rounds } = this.player;
    const { stake, pays, declined } = this.#account(nonce);
    if (pays !== undefined && (answer.round.open || answer.round.paid !== pays)) fail('cheat', `round ${nonce}: the casino has paid something else than it said`);
    if (BigInt(answer.nextNonce) > rounds.length) {
      fail('mismatch', `the casino counts ${answer.nextNonce} rounds with these seeds, but this browser has made ${rounds.length}`);
    }
    return declined ? 0 : (pays ?? 0) - (step === 0 ? stake : 0);
  }

  /** Returns what was staked in a round, and what its latest step pays: nothing yet if it isn't the last. */
  #account(nonce) {
    const steps = this.player.rounds[nonce];
    const { received, declined } = steps.at(-1);
    const bet = parseBet(steps[0].sent);
    return { stake: bet.stake, declined, pays: declined ? undefined : parseOutcome(bet, received).pays };
  }

  /** Checks what can be checked before the server seed is revealed: that outcomes follow from one another. */
  followRules() {
    this.player.rounds.forEach((steps, nonce) => {
      if (steps[0].received !== '') followRules(steps.filter((s) => s.received !== ''), nonce);
    });
  }

  /** Compares the casino's public state, which was asked for before the records were read, with the records. */
  compare(seeds) {
    const { active, asked, rounds, unanswered } = this.player;
    const is = (pair) => pair !== null && seeds.serverHash === pair.hash && seeds.clientSeed === pair.client;
    if (active === null && asked === null) return;
    if (!is(active) && !is(asked)) fail('mismatch', 'the casino’s seeds aren’t those of this browser’s records: it has lost its state, or it cheats, which nobody can tell from here');
    if (!is(active)) return;
    if (BigInt(seeds.nextNonce) > rounds.length) {
      fail('mismatch', `the casino counts ${seeds.nextNonce} rounds with these seeds, but this browser has made ${rounds.length}`);
    }
    if (BigInt(seeds.nextNonce) < rounds.length - (unanswered?.step === 0 ? 1 : 0)) {
      fail('mismatch', `the casino has lost rounds: it counts ${seeds.nextNonce} with these seeds, and this browser has records of ${rounds.length}`);
    }
  }
}

/** Checks that the outcomes of a round follow from one another, as far as they are known. */
function followRules(steps, nonce) {
  const broken = (why) => fail('cheat', `round ${nonce}: ${why}`);
  try {
    const bet = parseBet(steps[0].sent);
    const first = parseOutcome(bet, steps[0].received);
    if (bet.game === 'dice') {
      if (first.pays !== payDice(bet, first.roll)) broken('the roll doesn’t pay what the casino says');
      return;
    }
    if (first.pays !== undefined) broken('the deal already pays');
    if (steps.length === 1) return;
    const last = parseOutcome(bet, steps[1].received);
    parseHold(steps[1].sent).forEach((held, i) => {
      if (held && last.cards[i] !== first.cards[i]) broken('a card that was held is another one now');
      if (!held && first.cards.includes(last.cards[i])) broken('a card was dealt again');
    });
    if (last.pays !== bet.stake * rowOf(bet.table, last.cards).pays) broken('the hand doesn’t pay what the casino says');
  } catch (err) {
    if (err instanceof Fault && err.kind === 'malformed') broken(err.message);
    throw err;
  }
}

/** Returns the open hand of the records, {nonce, bet, cards}, if there is one whose deal was answered. */
export function openHand(player) {
  for (const [nonce, steps] of player.rounds.entries()) {
    if (steps[0].sent.startsWith('poker') && steps.length === 1 && steps[0].received !== '') {
      const bet = parseBet(steps[0].sent);
      return { nonce, bet, cards: parseOutcome(bet, steps[0].received).cards };
    }
  }
  return undefined;
}
