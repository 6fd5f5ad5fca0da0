// What the casino has signed, which this browser keeps to convict it by: see the README of the casino.

import { fail } from '../squaredeal/internal/fault.js';
import { findFork } from '../check/log.js';
import { fromBase64, importKey, Judge, signedBy } from '../check/receipt.js';
import { encode, parse } from '../check/statement.js';
import * as store from './store.js';

const unsigned = () => fail('mismatch', 'the casino doesn’t sign what it says');

/**
 * Keeps what the casino has signed in an answer to a player, {statement, signature} each, if it was signed with the key
 * that it always has.
 */
export async function keepSigned(records, key, receipts) {
  if (records.key !== undefined && key !== records.key) fail('mismatch', 'the casino signs with another key than before');
  const imported = await importKey(key);
  const signed = receipts.map(({ statement, signature }) => ({ statement, signature: fromBase64(signature ?? unsigned()) }));
  const valid = await Promise.all(signed.map((receipt) => signedBy(imported, receipt)));
  if (valid.includes(false)) unsigned();
  await store.addReceipts(records.id, key, signed);
  if (records.key === undefined) await records.change(() => { records.key = key; });
}

/** Keeps what the casino has signed of an account. */
export async function keepView(records, { seeds, crashed, nextMaxWin, receipts }) {
  const { key, session, number, time } = receipts;
  const shown = { session, number: Number(number), hash: seeds.nextServerHash, maxWin: nextMaxWin, time };
  const signed = [{ statement: encode.shown(shown), signature: receipts.shown }];
  if (seeds.revealed) {
    const { serverHash: hash, serverSeed: server, rounds } = seeds.revealed;
    const revealed = { hash, server, rounds: Number(rounds), crash: crashed.revealed };
    signed.push({ statement: encode.revealed(revealed), signature: receipts.revealed });
  }
  await keepSigned(records, key, signed);
}

/** Keeps what the casino has signed of a round, with the seed that the player sent, from this browser or another. */
export async function keepRound(records, { round: { serverHash: hash, nonce, time, declined, steps }, receipt }, client) {
  const statement = encode.round({ hash, client, nonce: Number(nonce), time: Date.parse(time), declined, steps });
  await keepSigned(records, records.key, [{ statement, signature: receipt }]);
}

/** Returns the first thing that the casino's own receipts convict it of, undefined if there is none. */
export async function conviction({ id, key }) {
  const statements = (await store.readReceipts()).filter(({ player }) => player === id).map(({ statement }) => parse(statement));
  const { checkpoint, conflict } = await store.readLog();
  const fork = await findFork([checkpoint, conflict].filter(Boolean), key);
  return fork ?? new Judge(statements).faults[0];
}
