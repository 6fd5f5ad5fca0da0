// The recovery of an account, and records that come from another browser. Everything here is done in an act of the
// casino's.

import { Fault, fail } from '../squaredeal/internal/fault.js';
import * as answers from './answers.js';
import { Refusal } from './api.js';
import { merge, parseFile } from './import.js';
import { Records } from './records.js';

/**
 * Makes the key with this hash the one to recover the account with, in the place of the one before, which the request
 * names: so it does nothing if it comes late.
 */
export async function useRecoveryKey(casino, hash) {
  try {
    await casino.adopt(await casino.request('POST', 'api/recovery', answers.view, { hash, before: casino.view.recovery }));
  } catch (err) {
    const isOther = err instanceof Refusal && err.code === 'other-key';
    if (isOther) await casino.adopt(await casino.request('GET', 'api/view', answers.view));
    throw err;
  }
}

/** Adds the records in the text of a file to those of a view's player, and returns what came of it: see merge. */
const addFile = async (records, text, view) => merge(records, await parseFile(text, records.id), view);

/**
 * Takes over the account that a recovery key is for. leave is the player whose account this browser gives up for it, if
 * one has played here. saved is the text of a file of its records, if there is one. Returns what came of that file.
 */
export async function recover(casino, key, leave, saved) {
  let view;
  try {
    view = await casino.request('POST', 'api/recover', answers.view, { key, leave });
  } catch (err) {
    if (err.code === 'other-account') casino.view ??= await casino.request('GET', 'api/view', answers.view);
    throw err;
  }
  for (const records of await Records.others(view.player)) await records.startOver('another account was recovered in this browser');
  const records = new Records(view.player);
  casino.records = records;
  await records.read();
  let result, unread;
  try {
    result = saved === undefined ? undefined : await addFile(records, saved, view);
  } catch (err) {
    if (!(err instanceof Fault) || err.kind !== 'malformed') throw err;
    unread = err;
  }
  casino.endAlarm();
  if (records.balance !== undefined) await records.change(() => { records.recovered = true; });
  await casino.resync(view);
  if (unread) fail('malformed', `this is your account now, but ${unread.message}`);
  return result;
}

/** Adds the records in a file to those of this browser, and returns what came of it. */
export async function importRecords(casino, text) {
  const result = await addFile(casino.records, text, casino.view);
  await casino.reread();
  return result;
}
