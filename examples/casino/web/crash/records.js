// What this browser records of a player's bets on crash (see bets.js), and compares with what the casino says of them.

import { book } from '../app/own.js';
import { keepSigned } from '../app/receipts.js';
import { encode } from '../check/statement.js';
import { answered, fromTold, mustBeBet, mustCount, statementsOf } from './bets.js';

/** Changes what is recorded of the bet that isn't settled, if there is one. */
function changeBet(records, f) {
  return records.change(() => {
    const { bet } = records.crash;
    if (bet) records.crash = { ...records.crash, bet: { ...bet, ...f(bet) } };
  });
}

/** Compares the bet that isn't settled, and the number of bets with the seeds, with those of the records, if there are any. */
export async function compareBet(records, { crash: told, crashed, seeds: { serverHash: hash } }) {
  if (records.balance === undefined) {
    await records.change(() => {
      records.crash = { ...records.crash, bet: told && fromTold(told), made: hash && { hash, bets: crashed.active } };
    });
    return;
  }
  const { bet } = records.crash;
  mustBeBet(bet, told);
  if (hash !== undefined && hash === records.player.active?.hash) mustCount(records.crash, hash, crashed.active, 'these seeds');
  if (bet && bet.cashed !== told.cashed) await recordCashOut(records, told.cashed); // the answer was lost
}

/** Records what is about to be asked of a bet: {what, chain, round, sent}, undefined if it was refused. */
export function recordAsked(records, asked) {
  return records.change(() => { records.crash = { ...records.crash, asked: asked && { ...asked, time: Date.now() } }; });
}

/** Records the answer to what was asked of a bet. round is that bet's, once it has ended and was checked. */
export async function recordAnswer(records, answer, round) {
  await records.change(({ active }) => {
    const { time } = records.crash.asked;
    const { crash, moves } = answered(records.crash, answer, active.hash, round);
    records.crash = crash;
    if (records.balance !== undefined) records.balance += moves.given - moves.taken;
    records.own = book(records.own, moves, time, Date.now());
  });
  await records.checkBalance(answer.balance);
}

/** Records the time after the start at which the bet was first to be cashed out, undefined if it wasn't. */
export const recordTry = (records, tried) => changeBet(records, () => ({ tried }));

/** Records when the bet was cashed out, as the casino has said it. */
export const recordCashOut = (records, cashed) => changeBet(records, () => ({ cashed }));

/** Records that a cash-out was refused, at a time after the start, as the round had ended. */
export const recordRefusal = (records, refused) => changeBet(records, (bet) => ({ refused: bet.refused ?? refused }));

/** Keeps what the casino has signed of a bet in an answer. */
export function keepAnswer(records, answer) {
  return keepSigned(records, records.key,
    Object.entries(statementsOf(answer)).map(([name, statement]) => ({ statement, signature: answer.receipts[name] })));
}

/** Keeps what it has signed of the end of a round. */
export function keepEnd(records, round, signature) {
  return keepSigned(records, records.key, [{ statement: encode['crash end'](round), signature }]);
}
