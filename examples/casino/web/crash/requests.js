// A player's bet on crash: what is asked of the casino, and what its answers and refusals mean. Everything here is done
// in an act of the casino's.

import { fail } from '../squaredeal/internal/fault.js';
import * as answers from '../app/answers.js';
import { Refusal, send } from '../app/api.js';
import { whyRefused } from '../app/declined.js';
import { mustBeBet, skew } from './bets.js';
import { keepAnswer, recordAnswer, recordAsked, recordCashOut, recordRefusal, recordTry } from './records.js';
import { parse } from './rules.js';

/** Bets on a round, unless a limit of the player's own forbids it. Returns whether the bet was taken. */
export async function placeBet(casino, chain, round, sent) {
  if (casino.forbids(parse(sent).stake)) return false;
  const { records } = casino;
  if (records.crash.bet) return false; // another tab has bet
  await recordAsked(records, { what: 'bet', chain, round, sent });
  return finish(casino);
}

/** Settles the bet on a round that has ended. */
export async function settle(casino) {
  const { records } = casino;
  const { bet: made } = records.crash;
  if (!made) return; // another tab has settled it
  await recordAsked(records, { what: 'settle', chain: made.chain, round: made.round });
  await finish(casino);
}

/** Sends what is recorded as asked of a bet and isn't answered, if anything is. Returns whether that was granted. */
export async function finish(casino) {
  const { records } = casino;
  const { asked } = records.crash;
  if (!asked) return false;
  const { what, chain, round, sent } = asked;
  const known = { balance: records.balance, own: casino.own };
  const body = { chain: String(chain), round: String(round) };
  let answer;
  try {
    const form = what === 'settle' ? answers.crashSettled : answers.crash;
    answer = await casino.request('POST', `api/crash/${what}`, form, sent ? { ...body, bet: sent } : body);
  } catch (err) {
    if (!(err instanceof Refusal) || ![404, 409].includes(err.status)) throw err;
    await recordAsked(records, undefined);
    casino.declined = whyRefused(err, asked, known) || casino.declined;
    return false;
  }
  await keepAnswer(records, answer);
  await recordAnswer(records, answer, await checked(casino, answer.round));
  casino.view = { ...casino.view, balance: answer.balance, crash: records.crash.bet };
  return true;
}

/** Checks the round of a bet, as an answer tells it once it has ended, and returns it. */
async function checked(casino, told) {
  if (!told) return undefined;
  if (!casino.chains.of(told.chain)?.signature) {
    const { chains } = await send('GET', 'api/crash', answers.crashChains);
    for (const chain of chains.filter((one) => one.chain === told.chain)) await casino.chains.follow(chain);
  }
  casino.chains.take(told);
  return told;
}

/** Cashes out the bet on the round of a clock (see Round). Returns when that was counted, undefined if it wasn't. */
export async function cashOut(casino, clock) {
  const { records } = casino;
  const { chain, round, cashed, tried } = records.crash.bet ?? {};
  if (chain !== clock.chain || round !== clock.round) return undefined; // another tab has settled it
  if (cashed !== undefined) return cashed;
  const sent = clock.elapsed();
  await recordTry(records, tried ?? sent); // before it is asked for, as the page may be closed then
  let answer;
  try {
    answer = await casino.request('POST', 'api/crash/cashout', answers.crash, { chain: String(chain), round: String(round) });
  } catch (err) {
    if (!(err instanceof Refusal) || !['over', 'closed'].includes(err.code)) throw err;
    if (err.code === 'closed' && sent > skew) {
      fail('mismatch', `the casino refuses to cash out your bet on round ${round} of crash as the round doesn’t run, ` +
        `and by this browser’s clock it has run for ${Math.round(sent)} ms`);
    }
    if (err.code === 'over') await recordRefusal(records, clock.latest());
    else await recordTry(records, tried); // the casino has said that this try isn't counted
    return undefined;
  }
  await keepAnswer(records, answer);
  mustBeBet(records.crash.bet, answer.bet);
  const told = answer.bet.cashed;
  if (told === undefined || told > clock.latest() + skew) {
    fail('mismatch', `the casino has cashed out your bet on round ${round} of crash at ${told} ms, ` +
      `and by this browser’s clock it was asked to at ${Math.round(sent)} ms`);
  }
  await recordCashOut(records, told);
  return told;
}
