// A player's own bets on crash, as this browser records them, and what they say about the casino's answers:
//
//   bet    the one that isn't settled: {chain, round, serverHash, serial, number, name, sent, tried, cashed, refused};
//          tried is the time after the start at which it was first to be cashed out by hand, but for tries that came
//          before the start, and 0 if it may have been at any; refused is the one at which that was refused, as the
//          round had ended
//   made   how many were made with the seeds of a hash: {hash, bets}
//   asked  what was asked of the casino and isn't answered: {what: 'bet' or 'settle', chain, round, sent, time}, time being when
//   over   the latest ones that are settled, the newest first: {chain, round, name, sent, cashed, point, paid, balance}
//   sum    of all that are settled: {bets, staked, paid, best}

import { fail } from '../squaredeal/internal/fault.js';
import { encode } from '../check/statement.js';
import { coins } from '../games/index.js';
import { outOf, paidOf, parse } from './rules.js';

export const skew = 1500; // ms that a browser's idea of a round's time may be off

const kept = 100; // bets that are over

export const noCrash = { over: [], sum: { bets: 0, staked: 0, paid: 0, best: 0 } };

/** How many bets were made with the seeds of a hash. */
export const madeWith = ({ made }, hash) => (made && made.hash === hash ? made.bets : 0);

/** How many were made in all. */
export const madeAtAll = ({ bet, sum }) => sum.bets + (bet ? 1 : 0);

/** Compares the number of bets that the casino counts with some seeds with that of the records. */
export function mustCount(crash, hash, told, which) {
  const made = madeWith(crash, hash);
  if (told !== made) fail('mismatch', `the casino counts ${told} bets on crash with ${which}, and this browser has made ${made}`);
}

/**
 * Returns the statements that the casino signs of a bet as it tells it, by the names of their signatures, and of the
 * round once it has ended.
 */
export function statementsOf({ bet, round: ended }) {
  const { chain, round, serverHash: hash, serial, number: place, sent, time, early, cashed, paid } = bet;
  const id = { hash, serial, chain, round };
  const terms = parse(sent) ?? fail('mismatch', `the casino’s answer can’t be right: “${sent}” is no bet on crash`);
  const all = { bet: encode['crash bet']({ ...id, place, sent, time: Date.parse(time), early }) };
  if (cashed !== undefined) all.out = encode['crash out']({ ...id, cashed, multiplier: outOf(terms, cashed) });
  if (paid !== undefined) all.paid = encode['crash paid']({ ...id, sent, cashed, paid });
  if (ended) all.end = encode['crash end'](ended);
  return all;
}

/** Compares a bet that isn't settled with what the casino says of it. */
export function mustBeBet(bet, told) {
  const text = (one) => one && JSON.stringify([one.chain, one.round, one.sent]);
  const counted = ({ serverHash, serial, number }) => JSON.stringify([serverHash, serial, number]);
  if (bet && !told) fail('mismatch', `the casino has forgotten your bet on round ${bet.round} of crash, “${bet.sent}”`);
  if (text(bet) !== text(told)) {
    fail('mismatch', `the casino says that you have bet “${told.sent}” on round ${told.round} of crash, ` +
      `and this browser has records of ${bet ? `“${bet.sent}” on round ${bet.round}` : 'no bet'}`);
  }
  if (bet?.serial !== undefined && counted(bet) !== counted(told)) {
    fail('cheat', `round ${bet.round} of crash: the casino gave your bet number ${bet.serial}, and place ${bet.number}, ` +
      `and now it says ${told.serial} and ${told.number}`);
  }
  if (bet?.cashed !== undefined && bet.cashed !== told.cashed) {
    const now = told.cashed === undefined ? 'that it didn’t' : `that it was after ${told.cashed} ms`;
    fail('cheat', `round ${bet.round} of crash: the casino cashed out your bet after ${bet.cashed} ms, and now says ${now}`);
  }
  if (!bet || told.cashed === undefined) return;
  if (bet.tried === undefined) {
    fail('mismatch', `the casino has cashed out your bet on round ${bet.round} of crash, which you didn’t ask for`);
  }
  if (told.cashed < bet.tried - skew) {
    fail('mismatch', `the casino has cashed out your bet on round ${bet.round} of crash at ${told.cashed} ms, ` +
      `and by this browser’s clock it was asked to at ${Math.round(bet.tried)} ms`);
  }
}

/** Returns the record of a bet as the casino tells it. Where it is cashed out, this browser doesn't know when that was asked for. */
export const fromTold = ({ chain, round, serverHash, serial, number, name, sent, cashed }) => (
  { chain, round, serverHash, serial, number, name, sent, cashed, tried: cashed === undefined ? undefined : 0 });

/** Returns what is recorded after a bet was taken, and what it moves. */
function joined({ over, sum, made }, told, hash) {
  const { serverHash, serial, sent } = told;
  const bets = madeWith({ made }, hash) + 1;
  if (serverHash !== hash || serial !== bets) {
    const whose = serverHash === hash ? 'these' : 'other';
    fail('mismatch', `the casino gives your bet on crash the number ${serial} with ${whose} seeds, and it is number ${bets}`);
  }
  return {
    crash: { bet: fromTold(told), made: { hash, bets }, over, sum },
    moves: { isBet: true, taken: parse(sent).stake, given: 0 },
  };
}

/** Compares what the casino says of a bet whose round has ended with the round. */
function mustEnd(bet, told, round) {
  const of = `round ${bet.round} of crash: the casino`;
  if (round.round !== bet.round || round.chain !== bet.chain) {
    fail('mismatch', `${of} settles your bet by round ${round.round} of chain ${round.chain}`);
  }
  if (told.number > round.bets) fail('cheat', `${of} says that it had ${round.bets} bets, and yours was number ${told.number}`);
  const ran = round.ended - round.starts;
  if (bet.refused !== undefined && !round.void && ran > bet.refused + skew) {
    fail('mismatch', `${of} refused to cash you out after ${Math.round(bet.refused)} ms, as it had ended, and it ended after ${ran} ms`);
  }
}

/** Returns what is recorded after a bet was settled, and what that moves. */
function settled({ bet, over, sum, made }, { bet: told, balance }, round) {
  const { stake } = parse(bet.sent);
  const due = paidOf(parse(bet.sent), told.cashed, round);
  if (told.paid !== due) {
    const pays = told.paid === undefined ? 'nothing' : `${coins(told.paid)} coins`;
    fail('cheat', `round ${bet.round} of crash: the casino pays ${pays} for “${bet.sent}”, and ${coins(due)} coins are due`);
  }
  const { chain, name, sent } = bet;
  const latest = { chain, round: bet.round, name, sent, cashed: told.cashed, point: round.point, paid: due, balance };
  return {
    crash: {
      made,
      over: [latest, ...over].slice(0, kept),
      sum: { bets: sum.bets + 1, staked: sum.staked + stake, paid: sum.paid + due, best: Math.max(sum.best, due - stake) },
    },
    moves: { isBet: false, taken: 0, given: due },
  };
}

/**
 * Returns what is recorded after the answer to what was asked, and what it moves. hash is that of the active seeds. The
 * round has been checked by its chain.
 */
export function answered(crash, answer, hash, round) {
  if (crash.asked.what === 'bet') {
    mustBeBet(crash.asked, answer.bet);
    return joined(crash, answer.bet, hash);
  }
  mustBeBet(crash.bet, answer.bet);
  mustEnd(crash.bet, answer.bet, round);
  return settled(crash, answer, round);
}
