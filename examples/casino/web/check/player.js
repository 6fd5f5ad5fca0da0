// The player's records: seedrng/SPEC.md, section 5.5.

import { Fault, Reader, equal, fail, fromHex, fromUTF8, lp, seal, sha256, toHex, u64 } from './bytes.js';
import { checkClientSeed, checkText, importKey, maxKey, Stream } from './seedrng.js';

const label = 'squaredeal/seedrng/v1/player';
const zeroHash = '0'.repeat(64);
const maxStep = 1024; // bytes of what is sent or received

export const maxRounds = 1024; // with a pair of seeds
const maxSteps = 1024; // in a round

/** Returns a client seed that no server can guess: 130 random bits, as letters and digits. */
export function newClientSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return Array.from(bytes, (b) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[b % 32]).join('');
}

/** Returns the bytes of a text that a server reveals for a hash that it showed. */
function revealedSeed(text) {
  try {
    return checkText('revealed server seed', text, maxKey);
  } catch (err) {
    return fail('cheat', err.message);
  }
}

/**
 * A Player is what the player remembers. Each call either fails with a Fault and changes nothing, or returns;
 * afterwards the state that encode returns is to be stored before anything is sent.
 */
export class Player {
  active = null; // {hash, client}, confirmed
  rounds = []; // by nonce, each a list of steps {sent, received}, received being empty until it is answered; or one step
  // {sent, received: '', declined}: a bet that was declined, and why
  asked = null; // {hash, client}, not confirmed yet

  static async parse(bytes) {
    const p = new Player();
    const r = await Reader.open(bytes, label);
    const pair = () => {
      const [hash, client] = [r.field(), r.field()];
      if (hash.length === 0 && client.length === 0) return null;
      if (hash.length !== 32 || toHex(hash) === zeroHash) fail('malformed', 'this is no hash');
      checkClientSeed(client);
      return { hash: toHex(hash), client: fromUTF8(client) };
    };
    const count = (max) => {
      const n = r.u64();
      return n <= max ? Number(n) : fail('malformed', 'too many rounds or steps');
    };
    p.active = pair();
    p.rounds = Array.from({ length: count(maxRounds) }, () => {
      const steps = count(maxSteps);
      if (steps === 0) {
        const [sent, declined] = [r.text(), r.text()];
        checkText('bet', sent, maxStep);
        checkText('reason', declined, maxStep);
        return [{ sent, received: '', declined }];
      }
      return Array.from({ length: steps }, () => {
        const [sent, received] = [r.text(), r.text()];
        checkText('step', sent, maxStep);
        if (received !== '') checkText('outcome', received, maxStep);
        return { sent, received };
      });
    });
    p.asked = pair();
    r.end();
    if (p.active === null && p.rounds.length > 0) fail('malformed', 'rounds without seeds');
    if (p.asked !== null && p.asked.hash === p.active?.hash) fail('malformed', 'the active pair is asked for');
    const open = p.rounds.flatMap((round) => round.map((step, i) => step.received === '' && i < round.length - 1));
    if (open.includes(true) || p.rounds.filter(isUnanswered).length > 1) {
      fail('malformed', 'too many unanswered steps');
    }
    return p;
  }

  encode() {
    const pair = (p) => (p === null ? [lp(''), lp('')] : [lp(fromHex(p.hash)), lp(p.client)]);
    const rounds = this.rounds.flatMap((round) => (round[0].declined
      ? [u64(0), lp(round[0].sent), lp(round[0].declined)]
      : [u64(round.length), ...round.flatMap((step) => [lp(step.sent), lp(step.received)])]));
    return seal(lp(label), ...pair(this.active), u64(this.rounds.length), ...rounds, ...pair(this.asked));
  }

  /** Returns {nonce, step, sent} of the step that isn't answered, if there is one. */
  get unanswered() {
    const nonce = this.rounds.findIndex(isUnanswered);
    if (nonce < 0) return undefined;
    const step = this.rounds[nonce].length - 1;
    return { nonce, step, sent: this.rounds[nonce][step].sent };
  }

  #mustBeAnswered() {
    const open = this.unanswered;
    if (open) fail('pending', `round ${open.nonce}, step ${open.step} isn’t answered: send it again`);
  }

  /** Returns the client seed to send with a hash that the server shows: a new one, unless there is one that the server can't guess. */
  rotate(hash, client = newClientSeed()) {
    if (hash === zeroHash) fail('malformed', 'the hash is zero');
    if (hash === this.asked?.hash) return this.asked.client;
    if (this.asked) fail('mismatch', `a client seed was sent for the hash ${this.asked.hash}, which the server hasn’t confirmed`);
    if (hash === this.active?.hash) fail('mismatch', 'the server shows the hash of the active server seed again');
    this.#mustBeAnswered();
    checkClientSeed(client);
    this.asked = { hash, client };
    return this.asked.client;
  }

  /**
   * Takes the server's public state after a rotation, and checks each round of the pair that it ends.
   * replay(sent, stream) returns the outcomes that the game's rules give for what was sent in a round. Returns the bets
   * that were declined, {nonce, outcome}, with what the seeds would have given, undefined if the rules don't allow the bet.
   */
  async rotated(view, replay, progress = () => {}) {
    const confirms = (pair) => pair !== null && view.serverHash === pair.hash && view.clientSeed === pair.client;
    if (this.asked === null) {
      if (confirms(this.active)) return [];
      fail('mismatch', 'no client seed was sent that isn’t confirmed');
    }
    if (!confirms(this.asked)) fail('mismatch', 'the server doesn’t confirm the pair of seeds that was asked for');
    if (BigInt(view.nextNonce) !== 0n) fail('mismatch', `the next nonce is ${view.nextNonce}, before the first bet`);
    this.#mustBeAnswered();
    const declined = this.active === null ? [] : await this.#check(view.revealed, replay, progress);
    [this.active, this.rounds, this.asked] = [this.asked, [], null];
    return declined;
  }

  async #check(revealed, replay, progress) {
    if (revealed?.serverHash !== this.active.hash) fail('mismatch', 'the server doesn’t reveal the server seed of these rounds');
    const seed = revealedSeed(revealed.serverSeed);
    if (!equal(await sha256(seed), fromHex(this.active.hash))) {
      fail('cheat', 'the revealed server seed doesn’t have the hash that was shown before the first bet');
    }
    const key = await importKey(seed);
    const declined = [];
    for (const [nonce, round] of this.rounds.entries()) {
      for (const [i, step] of round.entries()) {
        const sent = round.slice(0, i + 1).map((s) => s.sent);
        const stream = new Stream(key, this.active.client, BigInt(nonce));
        if (step.declined) {
          declined.push({ nonce, outcome: await allowed(replay, sent, stream) });
          continue;
        }
        const outcomes = await replay(sent, stream);
        if (outcomes[i] !== step.received) {
          fail('cheat', `round ${nonce}: the seeds give “${outcomes[i]}”, the server said “${step.received}”`, { nonce, step: i, fair: outcomes[i] });
        }
      }
      progress(nonce + 1, this.rounds.length);
    }
    return declined;
  }

  /** Records what is about to be sent. */
  send(hash, nonce, step, text) {
    checkText('step', text, maxStep);
    if (step < 0) fail('malformed', 'there is no such step');
    if (this.active === null) fail('no-seeds', 'there is no pair of seeds');
    if (hash !== this.active.hash) fail('mismatch', 'this isn’t the hash of the active server seed');
    const recorded = this.rounds[nonce]?.[step];
    if (recorded) {
      if (recorded.sent !== text) fail('mismatch', `something else was sent in round ${nonce}, step ${step}`);
      return;
    }
    const next = this.rounds.length;
    const round = this.rounds[nonce];
    if (round && (round[0].declined || round.length === maxSteps)) fail('finished', `round ${nonce} is over`);
    if (nonce > next || step !== (this.rounds[nonce]?.length ?? 0)) fail('mismatch', `round ${nonce}, step ${step} isn’t the next`);
    this.#mustBeAnswered();
    if (step === 0 && this.asked) fail('pending', 'a rotation was asked for');
    if (step === 0 && next === maxRounds) fail('exhausted', `${maxRounds} rounds are recorded: rotate`);
    if (step === 0) this.rounds.push([]);
    this.rounds[nonce].push({ sent: text, received: '' });
  }

  /** Records the server's answer: an outcome or, without one, why the bet is declined. */
  receive(hash, nonce, step, received, declined) {
    checkText(declined === undefined ? 'outcome' : 'reason', declined ?? received, maxStep);
    if (declined !== undefined && (received !== '' || step !== 0)) fail('malformed', 'only a bet can be declined, without an outcome');
    if (hash !== this.active?.hash) fail('mismatch', 'a late answer, to another hash');
    const recorded = this.rounds[nonce]?.[step];
    if (!recorded) fail('mismatch', `nothing was sent in round ${nonce}, step ${step}`);
    if (recorded.received === received && recorded.declined === declined) return;
    if (recorded.received !== '' || recorded.declined) {
      const told = (r, d) => (d === undefined ? `“${r}”` : `that the bet is declined, “${d}”`);
      fail('cheat', `round ${nonce}: the server said ${told(recorded.received, recorded.declined)}, and then ${told(received, declined)}`);
    }
    Object.assign(recorded, { received }, declined === undefined ? {} : { declined });
  }
}

const isUnanswered = (round) => round.at(-1).received === '' && !round.at(-1).declined;

/** Returns the outcome of a bet, undefined if the rules don't allow it. */
async function allowed(replay, sent, stream) {
  try {
    return (await replay(sent, stream))[0];
  } catch (err) {
    if (err instanceof Fault) return undefined;
    throw err;
  }
}
