// The player's records: seedrng/SPEC.md, section 5.5.

import { Reader, equal, fail, fromHex, fromUTF8, lp, seal, sha256, toHex, u64 } from './bytes.js';
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
  rounds = []; // by nonce, each a list of steps {sent, received}; received is empty until it is answered
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
      const round = Array.from({ length: count(maxSteps) }, () => {
        const [sent, received] = [r.text(), r.text()];
        checkText('step', sent, maxStep);
        if (received !== '') checkText('outcome', received, maxStep);
        return { sent, received };
      });
      if (round.length === 0) fail('malformed', 'a round without steps');
      return round;
    });
    p.asked = pair();
    r.end();
    if (p.active === null && p.rounds.length > 0) fail('malformed', 'rounds without seeds');
    if (p.asked !== null && p.asked.hash === p.active?.hash) fail('malformed', 'the active pair is asked for');
    const open = p.rounds.flatMap((round) => round.map((step, i) => step.received === '' && i < round.length - 1));
    if (open.includes(true) || p.rounds.filter((round) => round.at(-1).received === '').length > 1) {
      fail('malformed', 'too many unanswered steps');
    }
    return p;
  }

  encode() {
    const pair = (p) => (p === null ? [lp(''), lp('')] : [lp(fromHex(p.hash)), lp(p.client)]);
    const rounds = this.rounds.flatMap((round) => [u64(round.length), ...round.flatMap((step) => [lp(step.sent), lp(step.received)])]);
    return seal(lp(label), ...pair(this.active), u64(this.rounds.length), ...rounds, ...pair(this.asked));
  }

  /** Returns {nonce, step, sent} of the step that isn't answered, if there is one. */
  get unanswered() {
    const nonce = this.rounds.findIndex((round) => round.at(-1).received === '');
    if (nonce < 0) return undefined;
    const step = this.rounds[nonce].length - 1;
    return { nonce, step, sent: this.rounds[nonce][step].sent };
  }

  #mustBeAnswered() {
    const open = this.unanswered;
    if (open) fail('state', `round ${open.nonce}, step ${open.step} isn’t answered: send it again`);
  }

  /** Returns the client seed to send with a hash that the server shows. */
  rotate(hash) {
    if (hash === zeroHash) fail('malformed', 'the hash is zero');
    if (hash === this.asked?.hash) return this.asked.client;
    if (this.asked) fail('mismatch', `a client seed was sent for the hash ${this.asked.hash}, which the server hasn’t confirmed`);
    if (hash === this.active?.hash) fail('mismatch', 'the server shows the hash of the active server seed again');
    this.#mustBeAnswered();
    this.asked = { hash, client: newClientSeed() };
    return this.asked.client;
  }

  /**
   * Takes the server's public state after a rotation, and checks each round of the pair that it ends.
   * replay(sent, stream) returns the outcomes that the game's rules give for what was sent in a round.
   */
  async rotated(view, replay, progress = () => {}) {
    const confirms = (pair) => pair !== null && view.serverHash === pair.hash && view.clientSeed === pair.client;
    if (this.asked === null) {
      if (confirms(this.active)) return;
      fail('state', 'no client seed was sent that isn’t confirmed');
    }
    if (!confirms(this.asked)) fail('mismatch', 'the server doesn’t confirm the pair of seeds that was asked for');
    if (BigInt(view.nextNonce) !== 0n) fail('mismatch', `the next nonce is ${view.nextNonce}, before the first bet`);
    this.#mustBeAnswered();
    if (this.active !== null) await this.#check(view.revealed, replay, progress);
    [this.active, this.rounds, this.asked] = [this.asked, [], null];
  }

  async #check(revealed, replay, progress) {
    if (revealed?.serverHash !== this.active.hash) fail('mismatch', 'the server doesn’t reveal the server seed of these rounds');
    const seed = revealedSeed(revealed.serverSeed);
    if (!equal(await sha256(seed), fromHex(this.active.hash))) {
      fail('cheat', 'the revealed server seed doesn’t have the hash that was shown before the first bet');
    }
    const key = await importKey(seed);
    for (const [nonce, round] of this.rounds.entries()) {
      for (const [i, step] of round.entries()) {
        const sent = round.slice(0, i + 1).map((s) => s.sent);
        const outcomes = await replay(sent, new Stream(key, this.active.client, BigInt(nonce)));
        if (outcomes[i] !== step.received) {
          fail('cheat', `round ${nonce}: the seeds give “${outcomes[i]}”, the server said “${step.received}”`, { nonce, step: i, fair: outcomes[i] });
        }
      }
      progress(nonce + 1, this.rounds.length);
    }
  }

  /** Records what is about to be sent. */
  send(hash, nonce, step, text) {
    checkText('step', text, maxStep);
    if (this.active === null) fail('state', 'there is no pair of seeds');
    if (hash !== this.active.hash) fail('mismatch', 'this isn’t the hash of the active server seed');
    const recorded = this.rounds[nonce]?.[step];
    if (recorded) {
      if (recorded.sent !== text) fail('mismatch', `something else was sent in round ${nonce}, step ${step}`);
      return;
    }
    const next = this.rounds.length;
    if (nonce > next || step !== (this.rounds[nonce]?.length ?? 0)) fail('mismatch', `round ${nonce}, step ${step} isn’t the next`);
    this.#mustBeAnswered();
    if (step === 0 && this.asked) fail('state', 'a rotation was asked for');
    if (step === 0 && next === maxRounds) fail('exhausted', `${maxRounds} rounds are recorded: rotate`);
    if (step === maxSteps) fail('exhausted', `the round has ${maxSteps} steps`);
    if (step === 0) this.rounds.push([]);
    this.rounds[nonce].push({ sent: text, received: '' });
  }

  /** Records the server's answer. */
  receive(hash, nonce, step, text) {
    checkText('outcome', text, maxStep);
    if (this.active !== null && hash !== this.active.hash) fail('mismatch', 'a late answer, to another hash');
    const recorded = this.rounds[nonce]?.[step];
    if (!recorded) fail('state', `nothing was sent in round ${nonce}, step ${step}`);
    if (recorded.received !== '' && recorded.received !== text) {
      fail('cheat', `round ${nonce}: the server said “${recorded.received}”, and then “${text}”`);
    }
    recorded.received = text;
  }
}
