// The best hold of a hand of video poker, by counting every draw to each of the 32 holds.

import { events, tables } from './rules.js';

const ranks = Int32Array.from({ length: 52 }, (_, c) => 1 << c % 13);
const suits = Int32Array.from({ length: 52 }, (_, c) => 1 << Math.floor(c / 13));

const [ace, ten, high] = [1, 1 << 9, 1 | 7 << 10];
const royal = high | ten;

/**
 * Returns the number in events of a hand, by bits: the ranks that it has at least once, twice, three and four times, and
 * the suits that all of its cards have.
 */
function eventOf(once, twice, thrice, four, flush) {
  if (four !== 0) return four === ace ? 2 : four < 1 << 4 ? 3 : 4;
  if (thrice !== 0) return twice !== thrice ? 5 : 8;
  if (twice !== 0) return (twice & (twice - 1)) !== 0 ? 9 : (twice & high) !== 0 ? 10 : twice === ten ? 11 : 12;
  const straight = once === royal || once / (once & -once) === 31;
  if (flush !== 0) return once === royal ? 0 : straight ? 1 : 6;
  return straight ? 7 : 12;
}

/** Counts the events of all hands of the cards that the bits stand for and a number of others, from the next on. */
function count(counts, others, number, next, once, twice, thrice, four, flush) {
  for (let i = next; i <= others.length - number; i++) {
    const rank = ranks[others[i]];
    const [a, b, c, d, e] = [once | rank, twice | (once & rank), thrice | (twice & rank), four | (thrice & rank), flush & suits[others[i]]];
    if (number === 1) counts[eventOf(a, b, c, d, e)]++;
    else count(counts, others, number - 1, i + 1, a, b, c, d, e);
  }
}

/**
 * Returns what each hold of five cards returns by a pay table: {held, paid, draws} by the hold's number, whose bit 0 is the
 * first card. With a coin staked on each of the draws, which are equally likely, paid coins are paid.
 */
export function holds(table, cards) {
  const others = Array.from({ length: 52 }, (_, c) => c).filter((c) => !cards.includes(c));
  const pays = events.map((event) => tables[table].rows.find((row) => row.events.includes(event)).pays);
  return Array.from({ length: 32 }, (_, mask) => {
    const held = cards.map((_, i) => (mask >> i & 1) === 1);
    const [kept, dropped] = [cards.filter((_, i) => held[i]), held.filter((h) => !h).length];
    const counts = new Array(events.length).fill(0);
    let bits = [0, 0, 0, 0, 15];
    for (const card of kept) {
      const [once, twice, thrice, four, flush] = bits;
      const rank = ranks[card];
      bits = [once | rank, twice | (once & rank), thrice | (twice & rank), four | (thrice & rank), flush & suits[card]];
    }
    if (dropped === 0) counts[eventOf(...bits)] = 1;
    else count(counts, others, dropped, 0, ...bits);
    return { held, paid: counts.reduce((sum, n, event) => sum + n * pays[event], 0), draws: counts.reduce((sum, n) => sum + n, 0) };
  });
}

/** Returns the hold that returns most, and of those that return the same, the one with the greatest number. */
export const best = (all) => all.reduce((a, b) => (b.paid * a.draws >= a.paid * b.draws ? b : a));
