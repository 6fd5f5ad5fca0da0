// The player's records: seedrng/SPEC.md, section 5.5.

import { equal, fromUTF8, lp, needInt, toHex, u64, utf8 } from '../internal/bytes.js';
import { fail, Fault, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { hashBytes, openState, sealState } from '../internal/state.js';
import { checkHash, clientSeedBytes, maxKey, parseNonce, Stream, textBytes } from './stream.js';

const label = 'squaredeal/seedrng/v1/player';
const zeroHash = '0'.repeat(64);
const maxText = 1024; // bytes of what is sent or received
export const maxRounds = 1024; // with a pair of seeds
const maxSteps = 1024; // in a round

/** Returns a client seed that no server can guess: 130 random bits, as letters and digits. */
function newClientSeed() {
  const bytes = crypto.getRandomValues(new Uint8Array(26));
  return Array.from(bytes, (byte) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'[byte % 32]).join('');
}

/** Returns the text of a hash, which it checks. */
function hashText(hash) {
  checkHash(hash);
  return hash;
}

/** Returns a text of 1 to 1,024 bytes, which it checks. */
function checkText(what, text) {
  if (typeof text !== 'string') malformed(`the ${what} isn’t a text`);
  textBytes(what, text, maxText);
  return text;
}

/** Returns the bytes of a server seed that is revealed for a hash that was shown. */
function revealedBytes(serverSeed) {
  try {
    return textBytes('revealed server seed', serverSeed, maxKey);
  } catch (err) {
    return fail('cheat', err.message);
  }
}

/** Returns a step; all members are its own, whatever is in Object.prototype. */
const stepOf = (sent, received = '', declined = undefined) => Object.freeze({ sent, received, declined });

const isDeclined = ({ declined }) => declined !== undefined;
const isAnswered = (step) => step.received !== '' || isDeclined(step);
const answerText = (step) => (isDeclined(step) ? `that the bet is declined, “${step.declined}”` : `“${step.received}”`);
const unanswered = (round) => !isAnswered(round.at(-1));

const noOutcome = (sent, cause) => new Error(`the rules have no outcome for “${sent.at(-1)}”`, { cause });

/** Returns the last outcome that the rules give for what was sent. */
function lastOutcome(replay, sent, stream) {
  const outcomes = replay(sent, stream);
  if (outcomes?.length !== sent.length || typeof outcomes.at(-1) !== 'string') throw noOutcome(sent);
  return outcomes.at(-1);
}

/** Returns what the rules give for a declined bet, undefined if they don't allow it. */
function declinedOutcome(replay, sent, stream) {
  try {
    return lastOutcome(replay, sent, stream);
  } catch (err) {
    if (err instanceof Fault) return undefined;
    throw err;
  }
}

function outcomeOf(replay, sent, stream) {
  try {
    return lastOutcome(replay, sent, stream);
  } catch (err) {
    throw noOutcome(sent, err);
  }
}

/**
 * A Player is what the player remembers. Each call either throws and changes nothing, or returns; afterwards the state that
 * encode returns is to be stored before anything is sent. A Fault of the kind cheat is the server's fault.
 */
export class Player {
  #active = null; // {hash, client}, confirmed
  #rounds = []; // by nonce: steps {sent, received, declined}, of which the last may be unanswered: '', undefined
  #asked = null; // {hash, client}, not confirmed yet

  static parse(state) {
    const reader = openState(state, label);
    const p = new Player();
    p.#active = readPair(reader);
    p.#rounds = Array.from({ length: reader.count(0, maxRounds) }, () => readRound(reader));
    p.#asked = readPair(reader);
    reader.end();
    if (p.#active === null && p.#rounds.length > 0) malformed('rounds without seeds');
    if (p.#asked !== null && p.#asked.hash === p.#active?.hash) malformed('the active pair is asked for');
    if (p.#rounds.filter(unanswered).length > 1) malformed('two steps are unanswered');
    return p;
  }

  encode() {
    const pair = (p) => (p === null ? [lp(''), lp('')] : [lp(hashBytes(p.hash)), lp(p.client)]);
    const rounds = this.#rounds.flatMap((steps) => (isDeclined(steps[0])
      ? [u64(0), lp(steps[0].sent), lp(steps[0].declined)]
      : [u64(steps.length), ...steps.flatMap(({ sent, received }) => [lp(sent), lp(received)])]));
    return sealState(label, ...pair(this.#active), u64(this.#rounds.length), ...rounds, ...pair(this.#asked));
  }

  get active() {
    return this.#active;
  }

  get asked() {
    return this.#asked;
  }

  get rounds() {
    return [...this.#rounds];
  }

  get pending() {
    const nonce = this.#rounds.findIndex(unanswered);
    if (nonce < 0) return undefined;
    const steps = this.#rounds[nonce];
    return { hash: this.#active.hash, nonce, step: steps.length - 1, sent: steps.at(-1).sent };
  }

  #mustBeAnswered() {
    const open = this.pending;
    if (open) fail('pending', `round ${open.nonce}, step ${open.step} isn’t answered: send it again`);
  }

  /** Returns the client seed to send with a hash that the server shows for its next seed. */
  rotate(hash, client) {
    if (hashText(hash) === zeroHash) malformed('the hash is zero');
    if (hash === this.#asked?.hash) return this.#asked.client;
    if (this.#asked) fail('mismatch', `a client seed was sent for the hash ${this.#asked.hash}, which isn’t confirmed`);
    if (hash === this.#active?.hash) fail('mismatch', 'the server shows the hash of the active server seed again');
    this.#mustBeAnswered();
    this.#asked = freezePair(hash, client ?? newClientSeed());
    return this.#asked.client;
  }

  /** Takes the server's public state after a rotation, and checks each round of the pair that it ends: see index.d.ts. */
  rotated(view, replay) {
    const { serverHash, clientSeed, nextNonce, revealed } = readView(view);
    const confirms = (pair) => pair !== null && serverHash === pair.hash && clientSeed === pair.client;
    if (this.#asked === null) {
      if (confirms(this.#active)) return [];
      fail('mismatch', 'no client seed was sent that isn’t confirmed');
    }
    if (!confirms(this.#asked)) fail('mismatch', 'the server doesn’t confirm the pair of seeds that was asked for');
    if (nextNonce !== 0n) fail('mismatch', `the next nonce is ${nextNonce}, before the first bet`);
    this.#mustBeAnswered();
    const declined = this.#active === null ? [] : this.#check(revealed, replay);
    [this.#active, this.#rounds, this.#asked] = [this.#asked, [], null];
    return declined;
  }

  #check(revealed, replay) {
    const { hash, client } = this.#active;
    if (revealed?.serverHash !== hash) fail('mismatch', 'the server doesn’t reveal the server seed of these rounds');
    const seed = revealedBytes(revealed.serverSeed);
    if (!equal(sha256(seed), hashBytes(hash))) {
      fail('cheat', 'the revealed server seed doesn’t have the hash that was shown before the first bet');
    }
    const declined = [];
    this.#rounds.forEach((round, nonce) => {
      const sent = round.map((step) => step.sent);
      if (isDeclined(round[0])) {
        declined.push({ nonce, outcome: declinedOutcome(replay, sent, new Stream(seed, client, nonce)) });
        return;
      }
      round.forEach(({ received }, step) => {
        const fair = outcomeOf(replay, sent.slice(0, step + 1), new Stream(seed, client, nonce));
        if (fair !== received) {
          fail('cheat', `round ${nonce}: the seeds give “${fair}”, the server said “${received}”`, { nonce, step, fair });
        }
      });
    });
    return declined;
  }

  /** Records what is about to be sent: a bet is step 0, the choices in its round follow. */
  send(hash, nonce, step, text) {
    checkText('step', text);
    checkHash(hash);
    const m = parseNonce(nonce);
    needInt('the step', step, 0);
    if (this.#active === null) fail('no-seeds', 'there is no pair of seeds');
    if (hash !== this.#active.hash) fail('mismatch', 'this isn’t the hash of the active server seed');
    const round = this.#rounds[m];
    const recorded = round?.[step];
    if (recorded) {
      if (recorded.sent !== text) fail('mismatch', `something else was sent in round ${m}, step ${step}`);
      return;
    }
    if (round && (isDeclined(round[0]) || round.length === maxSteps)) fail('finished', `round ${m} is over`);
    if (m > this.#rounds.length || step !== (round?.length ?? 0)) fail('mismatch', `round ${m}, step ${step} isn’t the next`);
    this.#mustBeAnswered();
    if (step === 0 && this.#asked) fail('pending', 'a rotation was asked for');
    if (step === 0 && this.#rounds.length === maxRounds) fail('exhausted', `${maxRounds} rounds are recorded: rotate`);
    this.#rounds[m] = Object.freeze([...(round ?? []), stepOf(text)]);
  }

  /** Records the server's outcome of a step. */
  receive(hash, nonce, step, outcome) {
    this.#answer(hash, nonce, step, checkText('outcome', outcome));
  }

  /** Records the server's reason for declining a bet. */
  declined(hash, nonce, step, reason) {
    checkText('reason', reason);
    if (step !== 0) malformed('only a bet can be declined');
    this.#answer(hash, nonce, step, '', reason);
  }

  #answer(hash, nonce, step, ...answer) {
    checkHash(hash);
    const m = parseNonce(nonce);
    if (!Number.isSafeInteger(step)) malformed('the step isn’t an integer');
    if (hash !== this.#active?.hash) fail('mismatch', 'a late answer, to another hash');
    const round = this.#rounds[m];
    const recorded = round?.[step];
    if (!recorded) fail('mismatch', `nothing was sent in round ${m}, step ${step}`);
    const answered = stepOf(recorded.sent, ...answer);
    if (!isAnswered(recorded)) this.#rounds[m] = Object.freeze(round.with(step, answered));
    else if (recorded.received !== answered.received || recorded.declined !== answered.declined) {
      fail('cheat', `round ${m}: the server said ${answerText(recorded)}, and then ${answerText(answered)}`);
    }
  }
}

function freezePair(hash, client) {
  if (typeof client !== 'string') malformed('the client seed isn’t a text');
  clientSeedBytes(client);
  return Object.freeze({ hash, client });
}

function readPair(reader) {
  const [hash, client] = [reader.field(), reader.field()];
  if (hash.length === 0 && client.length === 0) return null;
  if (hash.length !== 32 || toHex(hash) === zeroHash) malformed('this is no hash');
  return freezePair(toHex(hash), fromUTF8(client));
}

function readRound(reader) {
  const size = reader.count(0, maxSteps);
  if (size === 0) return Object.freeze([stepOf(checkText('bet', reader.text()), '', checkText('reason', reader.text()))]);
  const steps = Array.from({ length: size }, (_, i) => {
    const [sent, received] = [checkText('step', reader.text()), reader.text()];
    if (received !== '') checkText('outcome', received);
    else if (i < size - 1) malformed('a step before the last is unanswered');
    return stepOf(sent, received);
  });
  return Object.freeze(steps);
}

/** Reads each member of a view once, and checks its form. */
function readView(view) {
  if (view === null || typeof view !== 'object') malformed('the view isn’t an object');
  const { serverHash, clientSeed, nextNonce } = view;
  const revealed = Object.hasOwn(view, 'revealed') ? view.revealed : undefined;
  const read = {
    serverHash: serverHash && hashText(serverHash), // there is no pair before the first
    clientSeed: clientSeed && fromUTF8(utf8(clientSeed)),
    nextNonce: parseNonce(nextNonce),
  };
  if (revealed === undefined || revealed === null) return { ...read, revealed: undefined };
  const { serverHash: hash, serverSeed } = revealed;
  return { ...read, revealed: { serverHash: hashText(hash), serverSeed } };
}
