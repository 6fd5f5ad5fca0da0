// What the casino has signed of crash, and what convicts it: the other half of receipt.js.

import { ChainVerifier } from '../squaredeal/commit/index.js';
import { Fault } from '../squaredeal/internal/fault.js';
import { endOf, outOf, paidOf, parse } from '../crash/rules.js';
import { brief, same } from './statement.js';

const maxLinks = 10000; // rounds between two whose links are compared

const betOf = ({ hash, serial }) => `${hash} ${serial}`;
const at = ({ chain, round }) => `round ${round} of chain ${chain}`;
const name = ({ serial, hash }) => `bet ${serial} on crash with hash ${brief(hash)}`;
const textOf = (bet) => `“${bet.sent}” on ${at(bet)}`;
const cashedOf = (ms) => (ms === undefined ? 'no cash-out' : `a cash-out after ${ms} ms`);

/** Whether the link of a round leads to that of an earlier one. */
function leads(before, after) {
  try {
    new ChainVerifier(before.link).verify(after.round - before.round, after.link);
    return true;
  } catch (err) {
    if (err instanceof Fault) return false;
    throw err;
  }
}

/** Statements of a kind by what names them: the first of each. Another one of that name is told to differ. */
function collect(statements, nameOf, differ) {
  const all = new Map();
  for (const s of statements) {
    const before = all.get(nameOf(s));
    if (before === undefined) all.set(nameOf(s), s);
    else if (!same(before, s)) differ(before, s);
  }
  return all;
}

/** Compares bets with the seeds that they are counted with, and with their rounds. */
function judgeBets(bets, ends, shown, revealed, fault) {
  collect(bets.values(), (s) => `${at(s)} ${s.place}`, (_, s) => fault(`${at(s)}: it gave place ${s.place} to two bets`));
  for (const s of bets.values()) {
    const end = ends.get(at(s));
    const counted = revealed.get(s.hash)?.crash;
    if (s.early <= 0) fault(`${name(s)}: it took the bet when the round had started`);
    if (s.time < shown.get(s.hash)?.time) fault(`${name(s)}: it took the bet before it showed the hash`);
    if (s.serial > counted) fault(`${name(s)}: it dropped the bet, as it counted ${counted}`);
    if (s.place > end?.bets) fault(`${name(s)}: it dropped the bet, as it says that ${at(s)} has ${end.bets}`);
  }
}

/** Checks that rounds have run until their points, which bets might have reached. */
function judgeEnds(ends, fault) {
  for (const s of ends.values()) {
    const [ran, due] = [s.ended - s.starts, endOf(s.point)];
    if (s.void || ran >= due) continue;
    fault(`${at(s)}: it ended the round after ${ran} ms, though the multiplier passes its point, ${(s.point / 100).toFixed(2)}, ` +
      `only after ${due} ms`);
  }
}

/** Compares the links of rounds with one another. None follows a round whose chain was given up. */
function judgeLinks(ends, fault) {
  const all = [...ends.values()].sort((a, b) => a.chain - b.chain || a.round - b.round);
  all.slice(1).forEach((s, i) => {
    const before = all[i];
    if (s.chain !== before.chain || s.void) return;
    if (before.void) {
      fault(`${at(s)}: it was played, and the chain had been given up with round ${before.round}`);
    } else if (s.round - before.round <= maxLinks && !leads(before, s)) {
      fault(`${at(s)}: its link doesn’t lead to that of round ${before.round}`);
    }
  });
}

/** Compares the multipliers of cash-outs with their times. */
function judgeOuts({ bets, outs, moved }, fault) {
  for (const s of outs.values()) {
    const terms = parse(bets.get(betOf(s))?.sent);
    if (moved(s) || !terms) continue;
    const due = outOf(terms, s.cashed);
    if (s.multiplier !== due) fault(`${name(s)}: after ${s.cashed} ms it is out at ${due}, and the casino says ${s.multiplier}`);
  }
}

/** Compares what was paid with what is due. Returns {checked, waiting}: how many agree, and how many of their rounds lack an end. */
function judgePaid({ bets, outs, paid, ends, moved }, fault) {
  let [checked, waiting] = [0, 0];
  for (const s of paid.values()) {
    if (moved(s)) continue;
    const [bet, out, end, terms] = [bets.get(betOf(s)), outs.get(betOf(s)), ends.get(at(s)), parse(s.sent)];
    const due = end && terms && paidOf(terms, s.cashed, end);
    if (bet && bet.sent !== s.sent) {
      fault(`${name(s)}: it took “${bet.sent}”, and settled “${s.sent}”`);
    } else if (out && out.cashed !== s.cashed) {
      fault(`${name(s)}: it accepted ${cashedOf(out.cashed)}, and settled it with ${cashedOf(s.cashed)}`);
    } else if (due === undefined) {
      waiting++;
    } else if (s.paid !== due) {
      fault(`${name(s)}: it paid ${s.paid}, and ${due} is due`);
    } else {
      checked++;
    }
  }
  return { checked, waiting };
}

/**
 * Finds what convicts the casino in statements about crash, which may stand among others: {faults, checked, waiting}. shown and
 * revealed are the statements about seeds, by their hashes.
 */
export function crashFaults(statements, shown, revealed) {
  const faults = [];
  const fault = (text) => faults.push(text);
  const of = (kind) => statements.filter((s) => s.kind === kind);
  const bets = collect(of('crash bet'), betOf, (before, s) =>
    fault(`${name(s)}: it gave the number twice, to ${textOf(before)} and to ${textOf(s)}`));
  const outs = collect(of('crash out'), betOf, (before, s) =>
    fault(`${name(s)}: it accepted two cash-outs, after ${before.cashed} ms and after ${s.cashed} ms`));
  const paid = collect(of('crash paid'), betOf, (before, s) =>
    fault(`${name(s)}: it settled it twice, with ${before.paid} and with ${s.paid}`));
  const ends = collect(of('crash end'), at, (_, s) => fault(`${at(s)}: it said two things of its end`));
  const moved = (s) => {
    const bet = bets.get(betOf(s));
    const is = bet !== undefined && at(bet) !== at(s);
    if (is) fault(`${name(s)}: it moved the bet from ${at(bet)} to ${at(s)}`);
    return is;
  };
  judgeBets(bets, ends, shown, revealed, fault);
  judgeOuts({ bets, outs, moved }, fault);
  const { checked, waiting } = judgePaid({ bets, outs, paid, ends, moved }, fault);
  judgeEnds(ends, fault);
  judgeLinks(ends, fault);
  const unpaid = [...bets.keys()].filter((bet) => !paid.has(bet));
  return { faults, checked, waiting: unpaid.length + waiting };
}
