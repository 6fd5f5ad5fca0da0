// The casino's games: what a bet means, and what follows from its draws. The texts are those that a browser sends, keeps
// and replays, byte for byte.

import { fail } from './bytes.js';

const suits = '♠♥♦♣';
const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const rankWords = ['Ace', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'Jack', 'Queen', 'King'];
const suitWords = ['spades', 'hearts', 'diamonds', 'clubs'];

/** Returns the name of a card, a number from 0 to 51. */
export const cardName = (c) => ranks[c % 13] + suits[Math.floor(c / 13)];
export const cardWords = (c) => `${rankWords[c % 13]} of ${suitWords[Math.floor(c / 13)]}`;
export const cardNames = (cards) => cards.map(cardName).join(' ');

/** Returns the numbers of five cards that are named. */
export function parseFive(text) {
  const cards = text.split(' ').map((name) => Array.from({ length: 52 }, (_, c) => c).find((c) => cardName(c) === name));
  if (cards.length !== 5 || cards.includes(undefined) || new Set(cards).size !== 5) fail('malformed', `“${text}” isn’t five cards`);
  return cards;
}

const row = (name, pays, ...events) => ({ name, pays, events });
const common = (flush, house) => [
  row('Full House', house, 'full house'), row('Flush', flush, 'flush'), row('Straight', 4, 'straight'),
  row('Three of a Kind', 3, 'three'), row('Two Pair', 2, 'two pair'),
];
const four = ['four aces', 'four low', 'four high'];

/** The pay tables, by the names in bets: what a row pays is for each cent staked. */
export const tables = {
  jacks: {
    name: 'Jacks or Better',
    rows: [
      row('Royal Flush', 500, 'royal'), row('Straight Flush', 75, 'straight flush'), row('Four of a Kind', 20, ...four),
      ...common(6, 9), row('Jacks or Better', 1, 'high pair'), row('All Other', 0, 'tens', 'nothing'),
    ],
  },
  tens: {
    name: 'Tens or Better',
    rows: [
      row('Royal Flush', 500, 'royal'), row('Straight Flush', 75, 'straight flush'), row('Four of a Kind', 22, ...four),
      ...common(5, 6), row('Tens or Better', 1, 'high pair', 'tens'), row('All Other', 0, 'nothing'),
    ],
  },
  bonus: {
    name: 'Bonus Poker',
    rows: [
      row('Royal Flush', 500, 'royal'), row('Straight Flush', 45, 'straight flush'), row('Four Aces', 70, 'four aces'),
      row('Four 2s, 3s, 4s', 35, 'four low'), row('Four 5s thru Ks', 25, 'four high'),
      ...common(5, 8), row('Jacks or Better', 1, 'high pair'), row('All Other', 0, 'tens', 'nothing'),
    ],
  },
};

/** The kinds of hands that some pay table tells apart. */
export const events = ['royal', 'straight flush', ...four, 'full house', 'flush', 'straight', 'three', 'two pair', 'high pair', 'tens', 'nothing'];

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

export const [minStake, maxStake] = [100, 100000];

/** How many of the 10,000 rolls a bet on dice may win: the multiplier, in hundredths, is 990,000 over it. */
export const validWins = (wins) => wins >= 1 && wins <= 9000 && 990000 % wins === 0;

/** Takes the first text of a round apart. */
export function parseBet(text) {
  const m = /^(?:dice (under|over) ([1-9]\d{0,3})|poker (jacks|tens|bonus)) for ([1-9]\d{0,5})$/.exec(text);
  const [, side, wins, table, stake] = m ?? [];
  if (!m || stake % 100 !== 0 || stake > maxStake || (side && !validWins(+wins))) fail('malformed', `“${text}” isn’t a bet of this casino`);
  return side ? { game: 'dice', side, wins: +wins, stake: +stake } : { game: 'poker', table, stake: +stake };
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

/** Returns whether a roll wins, and what it pays. */
export function payDice({ side, wins, stake }, roll) {
  const won = side === 'under' ? roll < wins : roll >= 10000 - wins;
  return won ? (stake * (990000 / wins)) / 100 : 0;
}

/** Returns the most that a bet may pay. */
export const mostPaid = ({ game, table, wins, stake }) => stake * (game === 'dice' ? 9900 / wins : tables[table].rows[0].pays);

/** Returns the outcomes that follow from what was sent in a round: the rules of the games. */
export async function replay(sent, stream) {
  const bet = parseBet(sent[0]);
  if (sent.length > (bet.game === 'dice' ? 1 : 2)) fail('malformed', 'the round has too many steps');
  if (bet.game === 'dice') {
    const roll = Number(await stream.intN(10000n));
    return [`${roll} pays ${payDice(bet, roll)}`];
  }
  const ten = (await stream.distinct(52n, 10n)).map(Number);
  const outcomes = [cardNames(ten.slice(0, 5))];
  if (sent.length > 1) {
    const final = drawn(ten, parseHold(sent[1]));
    outcomes.push(`${cardNames(final)} pays ${bet.stake * rowOf(bet.table, final).pays}`);
  }
  return outcomes;
}

/** The five-card hands of 2,598,960 that pay as they are dealt. */
const payingDeals = { jacks: 536100, tens: 620580, bonus: 536100 };

/**
 * Says what a declined bet would have come to, by the first outcome that the seeds give: whether it would have won (in
 * poker, whether the deal already pays), and how likely that was.
 */
export function avoided(text, outcome) {
  const bet = parseBet(text);
  const { pays, cards } = parseOutcome(bet, outcome);
  if (bet.game === 'dice') return { won: pays > 0, chance: bet.wins / 10000 };
  return { won: rowOf(bet.table, cards).pays > 0, chance: payingDeals[bet.table] / 2598960 };
}

/** Sums up declined bets and cancelled hands, as avoided returns them: whether more would have won than chance explains (SPEC.md, section 8). */
export function judgeDeclined(bets) {
  const won = bets.filter((b) => b.won).length;
  const expected = bets.reduce((sum, b) => sum + b.chance, 0);
  const variance = bets.reduce((sum, b) => sum + b.chance * (1 - b.chance), 0);
  const suspicious = expected >= 10 && won > expected + 3 * Math.sqrt(variance);
  return { n: bets.length, won, expected, suspicious, what: bets.some((b) => b.cancelled) ? 'declined or cancelled' : 'declined' };
}

/** What is to be said of a casino that declines or cancels what would have won. */
export const chooses = 'The casino chooses which bets count';

/** Says in words what bets were declined or cancelled. */
export const sayDeclined = ({ n, won, expected, suspicious, what }) => (
  `${n === 1 ? 'One bet was' : `${n} bets were`} ${what}; ${won} would have won, and about ${expected.toFixed(1)} by chance.` +
  (suspicious ? ' That is more than chance explains.' : ''));

/** Takes an outcome apart: {roll, pays} or {cards} or {cards, pays}. */
export function parseOutcome(bet, text) {
  const [first, pays, more] = text.split(' pays ');
  if (more !== undefined || (pays !== undefined && !/^(0|[1-9]\d{0,9})$/.test(pays))) fail('malformed', `“${text}” is no outcome`);
  if (bet.game === 'poker') return { cards: parseFive(first), pays: pays === undefined ? undefined : +pays };
  if (!/^(0|[1-9]\d{0,3})$/.test(first) || pays === undefined) fail('malformed', `“${text}” is no outcome of dice`);
  return { roll: +first, pays: +pays };
}

/** Writes a roll as people read it, 0.00 to 99.99. */
export const formatRoll = (roll) => (roll / 100).toFixed(2);
/** Writes cents as coins. */
export const coins = (cents) => (cents / 100).toLocaleString('en', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 });
