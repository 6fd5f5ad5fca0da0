// A player's own bets on crash, as this browser records them, and what they say about the casino's answers:
//
//   bet    the one that isn't settled: {chain, round, name, sent, tried, cashed}; tried is whether it was to be cashed out by hand
//   asked  what was asked of the casino and isn't answered: {what: 'bet' or 'settle', chain, round, sent, time}, time being when
//   over   the latest ones that are settled, the newest first: {chain, round, name, sent, cashed, point, paid, balance}
//   sum    of all that are settled: {bets, staked, paid, best}

import { fail } from '../squaredeal/internal/fault.js';
import { coins } from '../games/index.js';
import { paidOf, parse } from './rules.js';

const kept = 100; // bets that are over

export const noCrash = { over: [], sum: { bets: 0, staked: 0, paid: 0, best: 0 } };

/** Compares a bet that isn't settled with what the casino says of it. */
export function mustBeBet(bet, told) {
  const text = (one) => one && JSON.stringify([one.chain, one.round, one.sent]);
  if (bet && !told) fail('mismatch', `the casino has forgotten your bet on round ${bet.round} of crash, “${bet.sent}”`);
  if (text(bet) !== text(told)) {
    fail('mismatch', `the casino says that you ` +
      `have bet “${told.sent}” on round ${told.round} of crash, and this browser has ` +
      `records of ${bet ? `“${bet.sent}” on round ${bet.round}` : 'no bet'}`);
  }
  if (bet?.cashed !== undefined && bet.cashed !== told.cashed) {
    fail('cheat', `round ${bet.round} of crash: the casino cashed out your ` +
      `bet after ${bet.cashed} ms, and now says ${told.cashed === undefined ? 'that it didn’t' : `that it was after ${told.cashed} ms`}`);
  }
  if (bet && !bet.tried && told?.cashed !== undefined) fail('mismatch',
    `the casino has cashed out your bet on round ${bet.round} of crash, which you didn’t ask for`);
}

/** Returns what is recorded after the answer to what was asked, and what it moves. The round has been checked by its chain. */
export function answered({ bet, asked, over, sum }, { bet: told, balance }, round) {
  if (asked.what === 'bet') {
    mustBeBet({ ...asked, tried: true }, told);
    const { chain, sent } = asked;
    return { crash: { bet: { chain, round: asked.round, name: told.name, sent, cashed: told.cashed }, over, sum },
      moves: { isBet: true, taken: parse(sent).stake, given: 0 } };
  }
  mustBeBet(bet, told);
  const terms = parse(bet.sent);
  const due = paidOf(terms, told.cashed, round);
  if (told.paid !== due) {
    fail('cheat', `round ${bet.round} of crash: the ` +
      `casino pays ${told.paid === undefined ? 'nothing' : `${coins(told.paid)} coins`} for “${bet.sent}”, and ${coins(due)} coins are due`);
  }
  const best = Math.max(sum.best, due - terms.stake);
  return {
    crash: {
      over: [{ chain: bet.chain, round: bet.round, name: bet.name, sent: bet.sent, cashed: told.cashed, point: round.point,
        paid: due, balance }, ...over].slice(0, kept),
      sum: { bets: sum.bets + 1, staked: sum.staked + terms.stake, paid: sum.paid + due, best },
    },
    moves: { isBet: false, taken: 0, given: due },
  };
}
