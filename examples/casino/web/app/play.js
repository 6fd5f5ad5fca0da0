// Bets and steps of all games but crash: each is recorded before it is sent, and so is its answer. Everything here is
// done in an act of the casino's.

import { fail } from '../squaredeal/internal/fault.js';
import { coins, parseBet, readRound } from '../games/index.js';
import * as answers from './answers.js';
import { whyDeclined } from './declined.js';
import { keepRound } from './receipts.js';

function request(casino, serverHash, nonce, step, text) {
  const round = { serverHash, nonce: String(nonce) };
  if (step === 0) return casino.request('POST', 'api/bet', answers.round, { ...round, bet: text });
  return casino.request('POST', 'api/step', answers.round, { ...round, step: String(step), text });
}

/** Sends a step that is recorded, and records the answer. */
async function ask(casino, nonce, step, text) {
  const { records } = casino;
  const before = records.balance;
  const answer = await request(casino, records.player.active.hash, nonce, step, text);
  await records.receive(nonce, step, answer);
  casino.view = { ...casino.view, balance: answer.balance };
  await records.checkBalance(answer.balance);
  if (!answer.round.declined) return;
  const known = { balance: before, isOpen: Boolean(casino.open), own: casino.own, maxWin: records.maxWin, sent: records.sent };
  const why = whyDeclined(text, answer.round, known);
  casino.declined = `The casino has declined this bet: ${why}. Nothing was staked.`;
}

/** Sends a step again that wasn't answered, if there is one. */
export async function finish(casino) {
  const { player: { pending }, unknown } = casino.records;
  if (pending) await ask(casino, pending.nonce, pending.step, pending.sent);
  if (unknown) {
    mustBeOpen(casino.view.open, unknown);
    await askUnknown(casino, unknown);
  }
}

/** Fails if the open round is another one than that of a step, or has gone on otherwise. It may be over by that step. */
function mustBeOpen(open, { serverHash, nonce, steps, text }) {
  if (!open) return;
  const sent = [...steps.map((step) => step.sent), text];
  const isSent = open.steps.length <= sent.length && open.steps.every((step, i) => step.sent === sent[i]);
  if (open.serverHash === serverHash && open.nonce === nonce && isSent) return;
  fail('mismatch', 'the casino says that another round is open than the one in which this browser has sent a step');
}

/** Returns a round as it is recorded, undefined if its bet was declined. */
function read({ records }, nonce) {
  const steps = records.player.rounds[nonce];
  return steps[0].declined ? undefined : readRound(steps);
}

/**
 * Makes a bet, unless a limit of the player's own forbids it. Returns the round as readRound does, undefined if the
 * bet was declined or forbidden.
 */
export async function bet(casino, text) {
  if (casino.forbids(parseBet(text).stake)) return undefined;
  const nonce = await casino.records.send(undefined, 0, text);
  await ask(casino, nonce, 0, text);
  return read(casino, nonce);
}

/** Takes a step of the open round. Returns the round. */
export async function step(casino, text) {
  casino.declined = '';
  const { nonce, steps, unknown } = casino.open ?? fail('pending', 'no round is open'); // as another tab has ended it
  if (unknown) {
    const { records, view: { open: { serverHash }, seeds } } = casino;
    await records.sendUnknown({ serverHash, client: seeds.clientSeed, nonce, steps, text });
    const round = await askUnknown(casino, records.unknown);
    if (round.pays !== undefined) await casino.resync(casino.view);
    return round;
  }
  await casino.records.send(nonce, steps.length, text);
  await ask(casino, nonce, steps.length, text);
  return read(casino, nonce);
}

/** Sends a step of a round of which this browser has no records but that step. Returns the round. */
async function askUnknown(casino, { serverHash, client, nonce, steps, text }) {
  const { records } = casino;
  const answer = await request(casino, serverHash, nonce, steps.length, text);
  const told = answer.round.steps;
  if (told.length !== steps.length + 1 || told.some(({ sent }, i) => sent !== (steps[i]?.sent ?? text))) {
    fail('mismatch', 'the casino answers with another round');
  }
  await keepRound(records, answer, client);
  const round = readRound(told);
  const balance = records.balance + (round.pays ?? 0);
  if (answer.balance !== balance) {
    fail('mismatch', `the casino says that the balance is ${coins(answer.balance)} coins, and it should be ${coins(balance)}`);
  }
  await records.receiveUnknown(balance);
  casino.view = { ...casino.view, balance, open: round.pays === undefined ? answer.round : undefined };
  return round;
}
