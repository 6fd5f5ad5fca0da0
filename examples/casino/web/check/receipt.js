// What the casino has signed, and what convicts it: package receipt of examples/casino, in JavaScript.

import { fromHex } from '../squaredeal/internal/bytes.js';
import { Fault, fail } from '../squaredeal/internal/fault.js';
import { mostPaid, parseBet, readRound, replay } from '../games/index.js';
import { checkClientSeed, predictable, Stream, verify } from '../squaredeal/seedrng/index.js';
import { crashFaults } from './crash.js';
import { brief, same } from './statement.js';

/** Returns a key from its hex, for signedBy. */
export const importKey = (hex) => crypto.subtle.importKey('raw', fromHex(hex, 32), 'Ed25519', false, ['verify']);

/** Whether a key has signed a statement. */
export const signedBy = (key, { statement, signature }) => crypto.subtle.verify('Ed25519', key, signature, statement);

export const toBase64 = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));

/** Returns the bytes that base64 stands for. */
export function fromBase64(text) {
  try {
    return Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  } catch {
    return fail('malformed', 'this isn’t base64');
  }
}

/** Returns the receipts of a file of records that its key has signed, as bytes, and how many it hasn't. */
export async function signedReceipts({ key, receipts }) {
  const signed = [];
  if (receipts === undefined) return { signed, unsigned: 0 };
  if (!Array.isArray(receipts)) fail('malformed', 'the receipts in the file are damaged');
  if (receipts.length === 0) return { signed, unsigned: 0 };
  const imported = await importKey(key);
  if (receipts.some((receipt) => typeof receipt?.statement !== 'string')) fail('malformed', 'the receipts in the file are damaged');
  for (const { statement, signature } of receipts) {
    const receipt = { statement: fromBase64(statement), signature: fromBase64(signature) };
    if (await signedBy(imported, receipt)) signed.push(receipt);
  }
  return { signed, unsigned: receipts.length - signed.length };
}

const textOf = ({ declined, steps }) => (declined ? `“${steps[0].sent}, declined: ${declined}”`
  : `“${steps.map(({ sent, received }) => `${sent}: ${received}`).join('; ')}”`);

/** Returns what was said of a hash. */
const termsOf = ({ session, number, maxWin, time }) => `as pair ${number} of session ${session.slice(0, 8)}… ` +
  `with the limit ${maxWin} at ${time}`;

/** Whether a round is another one that has gone on. */
const goesOn = (before, round) => ['client', 'time', 'declined'].every((name) => round[name] === before[name]) &&
  before.steps.every((step, i) => same(step, round.steps[i]));

/** Returns the first of what f throws a Fault for, undefined if it throws none. */
function faultOf(f) {
  try {
    f();
    return undefined;
  } catch (err) {
    if (err instanceof Fault) return err;
    throw err;
  }
}

/** Whether a limit that was shown allows what was declined by one. */
function mayDecline({ declined, steps }, { maxWin }) {
  if (!declined.startsWith('limit ')) return true;
  let most = Infinity; // of a bet that this page doesn't know
  faultOf(() => { most = mostPaid(parseBet(steps[0].sent)); });
  return declined === `limit ${maxWin}` && most > maxWin;
}

/** A Judge is fed with statements that one key has signed, in any order, and finds those that convict the casino. */
export class Judge {
  faults = []; // texts
  checked = 0; // rounds that follow from a revealed seed, and bets on crash whose payment follows from the round
  waiting = 0; // those of which no statement says what they would be checked by
  #shown = new Map();
  #numbers = new Map();
  #revealed = new Map();
  #rounds = new Map();
  #clients = new Map();

  constructor(statements) {
    const of = (kind) => statements.filter((s) => s.kind === kind);
    for (const s of of('shown')) this.#addShown(s);
    for (const s of of('revealed')) this.#addRevealed(s);
    for (const s of of('round')) this.#addRound(s);
    for (const round of this.#rounds.values()) this.#replay(round);
    const crash = crashFaults(statements, this.#shown, this.#revealed);
    this.faults.push(...crash.faults);
    this.checked += crash.checked;
    this.waiting += crash.waiting;
  }

  #addShown(s) {
    const id = `${s.session} ${s.number}`;
    const [other, before] = [this.#numbers.get(id), this.#shown.get(s.hash)];
    if (before && !same(before, s)) {
      this.faults.push(`hash ${brief(s.hash)}: it showed it ${[before, s].map(termsOf).join(', and ')}`);
    } else if (other && !same(other, s)) {
      this.faults.push(`pair ${s.number} of a session: it showed the hash ${brief(other.hash)}, and ${brief(s.hash)} instead`);
    }
    this.#numbers.set(id, s);
    this.#shown.set(s.hash, s);
  }

  #addRevealed(s) {
    if (faultOf(() => verify(s.hash, s.server)) || predictable(s.server)) {
      this.faults.push(`hash ${brief(s.hash)}: the seed that it revealed has another hash, or can’t be one`);
      return;
    }
    const before = this.#revealed.get(s.hash);
    if (before && !same(before, s)) {
      const [one, other] = [before, s].map(({ rounds, crash }) => [rounds, crash]);
      this.faults.push(`hash ${brief(s.hash)}: it counted ${one[0]} rounds and ${one[1]} bets on crash, and ${other.join(' and ')}`);
    }
    this.#revealed.set(s.hash, s);
  }

  #addRound(r) {
    const name = `hash ${brief(r.hash)}, nonce ${r.nonce}`;
    const client = this.#clients.get(r.hash) ?? r.client;
    this.#clients.set(r.hash, client);
    if (client !== r.client) this.faults.push(`${name}: it used the server seed with two client seeds`);
    const id = `${r.hash} ${r.nonce}`;
    const before = this.#rounds.get(id);
    if (before && !goesOn(r, before) && !goesOn(before, r)) {
      this.faults.push(`${name}: it said two things of one round, ${textOf(before)} and ${textOf(r)}`);
    } else if (!before || before.steps.length < r.steps.length) {
      this.#rounds.set(id, r);
    }
    if (before) return;
    const [shown, revealed] = [this.#shown.get(r.hash), this.#revealed.get(r.hash)];
    if (r.time < shown?.time) this.faults.push(`${name}: it took the bet before it showed the hash`);
    if (r.nonce >= revealed?.rounds) this.faults.push(`${name}: it dropped the round, as it counted ${revealed.rounds}`);
    if (shown && !mayDecline(r, shown)) {
      this.faults.push(`${name}: it declined the bet by “${r.declined}”, a limit that it hadn’t shown or that doesn’t forbid it`);
    }
  }

  #replay({ hash: h, client, nonce, declined, steps }) {
    const name = `hash ${brief(h)}, nonce ${nonce}`;
    const revealed = this.#revealed.get(h);
    if (declined) return;
    const rules = faultOf(() => readRound(steps));
    if (rules?.kind === 'cheat') {
      this.faults.push(`${name}: ${rules.message}`);
      return;
    }
    if (!revealed || rules || faultOf(() => checkClientSeed(client))) {
      this.waiting++;
      return;
    }
    const [sent, received] = ['sent', 'received'].map((of) => steps.map((step) => step[of]));
    const given = replay(sent, new Stream(revealed.server, client, BigInt(nonce)));
    if (same(given, received)) this.checked++;
    else this.faults.push(`${name}: it said “${received.join('; ')}”, and the seeds give “${given.join('; ')}”`);
  }
}
