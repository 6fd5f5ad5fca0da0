// What the player asks for of limits of their own: it is recorded until the casino has granted it. Everything here is
// done in an act of the casino's.

import * as answers from './answers.js';
import { Refusal } from './api.js';
import { noLimits } from './own.js';

/** Asks for limits. */
export async function setLimits(casino, wanted) {
  await casino.records.want(wanted);
  await finish(casino);
}

/** Sends what is asked for and isn't granted, if anything is. */
export async function finish(casino) {
  const { records } = casino;
  if (!records.wanted) return;
  const body = Object.fromEntries(Object.keys(noLimits).map((name) => [name, String(records.wanted[name])]));
  let view;
  try {
    view = await casino.request('POST', 'api/limits', answers.view, body);
  } catch (err) {
    if (err instanceof Refusal && err.status === 400) await records.want(undefined); // it will never be granted
    throw err;
  }
  await records.set(view);
  await casino.adopt(view);
}
