// Records that were saved as a file in another browser, taken over into this one.

import { fromHex } from '../squaredeal/internal/bytes.js';
import { Fault, fail } from '../squaredeal/internal/fault.js';
import { isPair, recordsFormat } from '../check/compare.js';
import { signedReceipts } from '../check/receipt.js';
import { madeAtAll, noCrash } from '../crash/bets.js';
import { replay } from '../games/index.js';
import { Player } from '../squaredeal/seedrng/index.js';
import * as answers from './answers.js';
import { addPairs, addReceipts } from './store.js';

const isAmount = (value) => Number.isSafeInteger(value) && value >= 0;

/**
 * Reads a file of records and returns those of a player, {state, balance, limits, own, crash, pairs, key, receipts},
 * once all that can be checked of them is.
 */
export async function parseFile(text, player) {
  let file;
  try {
    file = JSON.parse(text);
  } catch {
    fail('malformed', 'the file isn’t one of records: it isn’t JSON');
  }
  if (file?.format !== recordsFormat || !Array.isArray(file.players) || !Array.isArray(file.pairs)) {
    fail('malformed', 'this isn’t a file of records as the casino’s page saves them');
  }
  const one = file.players.find((other) => other?.player === player);
  if (!one) fail('malformed', 'the file has no records of this account');
  const limits = one.limits ?? {};
  if (typeof one.state !== 'string' || one.balance !== undefined && !isAmount(one.balance) ||
    !Object.values(limits).every(isAmount)) fail('malformed', 'the records in the file are damaged');
  const own = one.own === undefined ? undefined : formed(answers.own, one.own);
  const crash = one.crash === undefined ? noCrash : formed(answers.crashRecords, one.crash);
  const key = file.key === undefined ? undefined : formed(answers.hash, file.key);
  const state = Player.parse(bytesOf(one.state));
  const pairs = file.pairs.filter((pair) => pair?.player === player && !pair.active);
  for (const pair of pairs) checkPair(pair);
  return { state, balance: one.balance, limits, own, crash, pairs, key, receipts: (await signedReceipts(file)).signed };
}

function bytesOf(hex) {
  return /^([0-9a-f]{2})*$/.test(hex) ? fromHex(hex) : fail('malformed', 'the records in the file are damaged');
}

/** Returns a part of the records if it has a form of answers.js. */
function formed(form, value) {
  try {
    return form(value, 'records');
  } catch (err) {
    if (err instanceof Fault) fail('malformed', `the records in the file are damaged: ${err.message.replace(/.*: /, '')}`);
    throw err;
  }
}

/** Checks a pair of seeds that is over: if its secret is known, every round follows from it. */
function checkPair(pair) {
  if (!isPair(pair) || !/^[0-9a-f]{64}$/.test(pair.hash)) fail('malformed', 'the records in the file are damaged');
  if (!pair.server) return;
  const [next, client] = ['f'.repeat(64), 'import'];
  try {
    const p = new Player();
    p.rotate(pair.hash, pair.client);
    p.rotated({ serverHash: pair.hash, clientSeed: pair.client, nextNonce: 0 }, replay);
    pair.rounds.forEach((steps, nonce) => steps.forEach(({ sent, received, declined }, step) => {
      p.send(pair.hash, nonce, step, sent);
      if (declined !== undefined) p.declined(pair.hash, nonce, step, declined);
      else if (received !== '') p.receive(pair.hash, nonce, step, received);
    }));
    p.rotate(next, client);
    p.rotated({ serverHash: next, clientSeed: client, nextNonce: '0',
      revealed: { serverHash: pair.hash, serverSeed: pair.server } }, replay);
  } catch (err) {
    fail('malformed', `the file was altered: ${err.message}`);
  }
}

/** Whether some rounds are those of others, or these and more. */
const extend = (more, rounds) => rounds.every((steps, nonce) => steps.every((step, i) => {
  const other = more[nonce]?.[i];
  const open = step.received === '' && !step.declined;
  return step.sent === other?.sent && (open || step.received === other.received && step.declined === other.declined);
}));

/**
 * Adds what a file holds to the records here, and never puts something older in the place of something newer. Returns
 * what came of it: taken, kept if this browser knows as much or more, or aside if the rounds with the file's active
 * seeds can't be played on.
 */
export async function merge(records, { state, balance, limits, own, crash, pairs, key, receipts }) {
  await addPairs(records.id, pairs);
  await addReceipts(records.id, receipts);
  const over = new Set(pairs.map(({ hash }) => hash));
  let result;
  await records.change((p) => {
    records.key ??= key;
    const take = () => {
      records.player = state;
      Object.assign(records, { balance, limits, own, crash });
      result = 'taken';
    };
    const here = p.active?.hash;
    result = 'kept';
    if (here === state.active?.hash) {
      if (!extend(p.rounds, state.rounds)) {
        if (!extend(state.rounds, p.rounds)) fail('malformed', 'the file says something else of rounds that this browser knows, too');
        take();
      } else if (records.balance === undefined || extend(state.rounds, p.rounds) && madeAtAll(crash) > madeAtAll(records.crash)) take();
    } else if (here === undefined || over.has(here)) take();
    else if (state.rounds.length > 0 && !records.pairs.some(({ hash }) => hash === state.active.hash)) {
      result = 'aside';
      return { ...state.active, server: '', rounds: state.rounds, time: Date.now(), reason: 'imported, after other seeds' };
    }
    return undefined;
  });
  return result;
}
