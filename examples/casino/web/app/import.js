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

const damaged = () => fail('malformed', 'the records in the file are damaged');

// What a file has of a player beside the seeds and their rounds, and the form of each: see records.js.
const parts = {
  balance: answers.amount,
  limits: answers.limits,
  shown: answers.shownPairs,
  own: answers.own,
  crash: answers.crashRecords,
  wanted: answers.wanted,
  sent: answers.amount,
  unknown: answers.unknownStep,
};

/**
 * Reads a file of records and returns those of a player, {state, account, pairs, key, receipts}, once all that can be checked
 * of them is.
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
  if (typeof one.state !== 'string') damaged();
  const account = { limits: {}, shown: {}, crash: noCrash };
  for (const [name, form] of Object.entries(parts)) account[name] = one[name] === undefined ? account[name] : formed(form, one[name]);
  const key = file.key === undefined ? undefined : formed(answers.hash, file.key);
  const state = Player.parse(bytesOf(one.state));
  const pairs = file.pairs.filter((pair) => pair?.player === player && !pair.active);
  for (const pair of pairs) checkPair(pair);
  return { state, account, pairs, key, receipts: (await signedReceipts(file)).signed };
}

const bytesOf = (hex) => (/^([0-9a-f]{2})*$/.test(hex) ? fromHex(hex) : damaged());

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
  if (!isPair(pair) || !/^[0-9a-f]{64}$/.test(pair.hash)) damaged();
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
    const revealed = { serverHash: pair.hash, serverSeed: pair.server };
    p.rotated({ serverHash: next, clientSeed: client, nextNonce: '0', revealed }, replay);
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
 * Returns what becomes of a file's active seeds beside those of the records' player: taken if they go on in the place of
 * those, as the casino's view says or the file, kept if this browser knows as much of them or more, or aside if they can't be
 * played on, as newer ones are in use.
 */
function fateOf({ state, account: { crash }, pairs }, records, { active, rounds }, { seeds: { serverHash } }) {
  const isInUse = (pair) => pair !== null && pair.hash === serverHash;
  if (active?.hash === state.active?.hash) {
    const [knowsAll, hasAll] = [extend(rounds, state.rounds), extend(state.rounds, rounds)];
    if (!knowsAll && !hasAll) fail('malformed', 'the file says something else of rounds that this browser knows, too');
    const hasMore = !knowsAll || hasAll && madeAtAll(crash) > madeAtAll(records.crash);
    return hasMore || records.balance === undefined ? 'taken' : 'kept';
  }
  const goesOn = active === null ? isInUse(state.active) || isInUse(state.asked) || records.balance === undefined
    : state.active !== null && (isInUse(state.active) || pairs.some(({ hash }) => hash === active.hash));
  if (goesOn) return 'taken';
  if (state.rounds.length === 0 || records.pairs.some(({ hash }) => hash === state.active.hash)) return 'kept';
  return 'aside';
}

/**
 * Adds what a file holds to the records here, and never puts something older in the place of something newer. Returns
 * what became of the active seeds: see fateOf.
 */
export async function merge(records, file, view) {
  const { state, account, pairs, key, receipts } = file;
  await addPairs(records.id, pairs);
  await addReceipts(records.id, key, receipts);
  let fate;
  await records.change((p) => {
    records.key ??= key;
    fate = fateOf(file, records, p, view);
    const over = ({ active, rounds }, of, reason) => ({ ...active, ...of[active.hash], server: '', rounds, time: Date.now(), reason });
    if (fate === 'aside') return over(state, account.shown, 'imported, after other seeds');
    if (fate === 'kept') return undefined;
    const before = records.shown;
    Object.assign(records, { player: state, ...account, recovered: true });
    const known = [state.active, ...pairs].some((pair) => pair?.hash === p.active?.hash);
    return known || p.rounds.length === 0 ? undefined : over(p, before, 'followed by other seeds, in another browser');
  });
  return fate;
}
