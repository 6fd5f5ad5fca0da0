// Video poker: five cards are dealt, the player holds some, and the others are replaced.

import { fail } from '../../squaredeal/internal/fault.js';
import { cardNames, parseFive } from '../../check/deck.js';

const row = (name, pays, ...events) => ({ name, pays, events });
const common = (flush, house) => [
  row('Full House', house, 'full house'), row('Flush', flush, 'flush'), row('Straight', 4, 'straight'),
  row('Three of a Kind', 3, 'three'), row('Two Pair', 2, 'two pair'),
];
const four = ['four aces', 'four low', 'four high'];

/**
 * The pay tables, by the names in bets: what a row pays is for each cent staked. The return is exact, if it is played best, and
 * payingDeals counts the hands, of 2,598,960, that pay as they are dealt.
 */
export const tables = {
  jacks: {
    name: 'Jacks or Better',
    return: [542458358119, 553700847700],
    payingDeals: 536100,
    rows: [
      row('Royal Flush', 500, 'royal'), row('Straight Flush', 75, 'straight flush'), row('Four of a Kind', 20, ...four),
      ...common(6, 9), row('Jacks or Better', 1, 'high pair'), row('All Other', 0, 'tens', 'nothing'),
    ],
  },
  tens: {
    name: 'Tens or Better',
    return: [542436897473, 553700847700],
    payingDeals: 620580,
    rows: [
      row('Royal Flush', 500, 'royal'), row('Straight Flush', 75, 'straight flush'), row('Four of a Kind', 22, ...four),
      ...common(5, 6), row('Tens or Better', 1, 'high pair', 'tens'), row('All Other', 0, 'nothing'),
    ],
  },
  bonus: {
    name: 'Bonus Poker',
    return: [147898240883, 151009322100],
    payingDeals: 536100,
    rows: [
      row('Royal Flush', 500, 'royal'), row('Straight Flush', 45, 'straight flush'), row('Four Aces', 70, 'four aces'),
      row('Four 2s, 3s, 4s', 35, 'four low'), row('Four 5s thru Ks', 25, 'four high'),
      ...common(5, 8), row('Jacks or Better', 1, 'high pair'), row('All Other', 0, 'tens', 'nothing'),
    ],
  },
};

/** The kinds of hands that some pay table tells apart. */
export const events = ['royal', 'straight flush', ...four, 'full house', 'flush', 'straight', 'three', 'two pair', 'high pair',
  'tens', 'nothing'];

/** Returns the kind of a hand of five cards. */
function eventOf(cards) {
  const counts = new Map(); // rank to number of cards
  for (const c of cards) counts.set(c % 13, (counts.get(c % 13) ?? 0) + 1);
  const [[rank, most], [, second] = []] = [...counts].sort(([, a], [, b]) => b - a);
  if (most === 4) return rank === 0 ? 'four aces' : rank <= 3 ? 'four low' : 'four high';
  if (most === 3) return second === 2 ? 'full house' : 'three';
  if (most === 2 && second === 2) return 'two pair';
  if (most === 2) return rank === 0 || rank >= 10 ? 'high pair' : rank === 9 ? 'tens' : 'nothing';
  const sorted = [...counts.keys()].sort((a, b) => a - b);
  const royal = sorted.join() === '0,9,10,11,12'; // an ace is below the deuce or above the king
  const straight = royal || sorted[4] - sorted[0] === 4;
  const flush = new Set(cards.map((c) => Math.floor(c / 13))).size === 1;
  if (flush) return royal ? 'royal' : straight ? 'straight flush' : 'flush';
  return straight ? 'straight' : 'nothing';
}

/** Returns the row of a pay table that five cards are in. */
export function rowOf(table, cards) {
  const event = eventOf(cards);
  return tables[table].rows.find((r) => r.events.includes(event));
}

/** Returns which of the five cards are held. */
export function parseHold(text) {
  const m = /^hold((?: [1-5])*)$/.exec(text);
  const positions = m ? m[1].split(' ').slice(1).map(Number) : [];
  if (!m || positions.some((p, i) => i > 0 && p <= positions[i - 1])) {
    fail('malformed', `“${text}” doesn’t say what to hold: “hold 1 3” holds the first and the third card, “hold” none`);
  }
  return [1, 2, 3, 4, 5].map((p) => positions.includes(p));
}

export const formatHold = (held) => ['hold', ...held.flatMap((h, i) => (h ? [i + 1] : []))].join(' ');

/** Returns the final cards: the next of the ten replace those that aren't held. */
export function drawn(ten, held) {
  let next = 5;
  return held.map((h, i) => (h ? ten[i] : ten[next++]));
}

/** Checks that cards follow from those that were dealt and held. */
function checkDrawn(dealt, held, final) {
  held.forEach((h, i) => {
    if (h && final[i] !== dealt[i]) fail('cheat', 'a card that was held is another one now');
    if (!h && dealt.includes(final[i])) fail('cheat', 'a card was dealt again');
  });
}

export default {
  name: 'poker',
  title: 'Video poker',
  atOnce: false,
  example: 'poker jacks for 500',

  parse(terms) {
    return Object.hasOwn(tables, terms) ? { table: terms } : undefined;
  },

  most: ({ table }) => tables[table].rows[0].pays * 100,
  returns: ({ table }) => tables[table].return,
  label: ({ table }) => table,

  announced: () => Object.entries(tables).map(([table, { name, rows, return: [paid, of] }]) => (
    { table, name, return: `${paid}/${of}`, rows: rows.map(({ name: row, pays }) => ({ name: row, pays })) })),

  draw(bet, steps, stream) {
    const ten = stream.distinct(52, 10);
    if (steps.length > 1) fail('malformed', 'a hand of poker is drawn once');
    const dealt = cardNames(ten.slice(0, 5));
    return steps.length === 0 ? [dealt] : [dealt, cardNames(drawn(ten, parseHold(steps[0])))];
  },

  read({ table }, steps, [first, second]) {
    const dealt = parseFive(first);
    if (second === undefined) return { dealt, cards: dealt, row: rowOf(table, dealt) };
    const held = parseHold(steps[0]);
    const cards = parseFive(second);
    checkDrawn(dealt, held, cards);
    const row = rowOf(table, cards);
    return { dealt, held, cards, row, multiplier: row.pays * 100 };
  },

  avoided: ({ table }, { dealt }) => ({ won: rowOf(table, dealt).pays > 0, chance: tables[table].payingDeals / 2598960 }),
  tell: ({ cards }) => cardNames(cards),
};
