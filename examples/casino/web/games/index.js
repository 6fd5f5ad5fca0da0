// The casino's games: what a bet means, and what follows from its draws. The texts are those that a browser sends, keeps
// and replays, byte for byte. A game is a folder here, with
//
//   rules.js  what it is, as an object (see below), for all pages
//   board.js  the class Board: its picture and controls on the casino's page
//   steps.js  how verify.html shows its draws: meaning(value), what a value that was drawn stands for, empty if nothing; and
//             explain(round, values), what follows from them all, as a title and paragraphs
//   board.css if it needs one
//
// and a line in the list. Rules have
//
//   name, title, atOnce       the first word of bets; how people call it; whether a bet settles itself
//   example                   the bet of an example, and the steps after it
//   parse(terms)              the terms of a bet as an object, undefined if there are no such
//   most(bet), returns(bet)   the greatest multiplier, in hundredths; the exact return, [numerator, denominator]
//   label(bet)                the terms in a word or two
//   announced()               what the casino's API says of the game, if it keeps to these rules
//   draw(bet, steps, stream)  the texts that the seeds give for a bet and the steps after it
//   read(bet, steps, texts)   the round that the texts tell, with its multiplier once it is over; it fails if they contradict
//                             each other, or the rules
//   avoided(bet, round, cancelled)  of a bet that was declined, or a round that was cancelled: {won, chance}, whether it would
//                             have won and how likely that was, by what the seeds give for the texts that were sent
//   tell(round)               what came, in a word or two
//   expected(bet, round)      if the player's choices matter: what they return on average, for 1

import { Fault, fail } from '../squaredeal/internal/fault.js';
import dice from './dice/rules.js';
import keno from './keno/rules.js';
import limbo from './limbo/rules.js';
import mines from './mines/rules.js';
import plinko from './plinko/rules.js';
import poker from './poker/rules.js';

/** The games, in the order in which the page shows them. */
export const games = [poker, dice, limbo, mines, plinko, keno];

export const [minStake, maxStake] = [100, 100000];

/** Takes the first text of a round apart: {game, stake} and the terms. */
export function parseBet(text) {
  const [, name, terms, stake] = /^([a-z]+) (.+) for ([1-9]\d{0,5})$/.exec(text) ?? [];
  const game = games.find((g) => g.name === name);
  const bet = stake % 100 === 0 && stake <= maxStake ? game?.parse(terms) : undefined;
  return bet ? { game, stake: Number(stake), ...bet } : fail('malformed', `“${text}” isn’t a bet of this casino`);
}

/** Returns what a multiplier pays. */
const paid = ({ stake }, multiplier) => (stake / 100) * multiplier;

/** Returns the most that a bet may pay. */
export const mostPaid = (bet) => paid(bet, bet.game.most(bet));

/** Returns the share of a bet's stake that comes back on average, and of a round's, by the player's choices. */
export function expectedOf(bet, round) {
  const [numerator, denominator] = bet.game.returns(bet);
  return bet.game.expected?.(bet, round) ?? numerator / denominator;
}

/** Returns the outcomes that follow from what was sent in a round: the rules of the games. */
export function replay([first, ...steps], stream) {
  const bet = parseBet(first);
  if (bet.game.atOnce && steps.length > 0) fail('malformed', `${bet.game.title} has no steps`);
  const texts = bet.game.draw(bet, steps, stream);
  const { multiplier } = bet.game.read(bet, steps, texts);
  if (multiplier !== undefined) texts[texts.length - 1] += ` pays ${paid(bet, multiplier)}`;
  return texts;
}

/**
 * Reads a round from what was sent and told in it, {sent, received} for each step, all of which were answered. Returns {bet,
 * pays} and what the game reads; pays is undefined while the round is open. It fails with a cheat if one text can't follow from the
 * others, or isn't an outcome.
 */
export function readRound(steps) {
  const bet = parseBet(steps[0].sent);
  const texts = steps.map(({ received }) => received);
  const [, last, told] = /^(.*) pays (0|[1-9]\d{0,9})$/s.exec(texts.at(-1)) ?? [];
  if (told !== undefined) texts[texts.length - 1] = last;
  const broken = (why) => fail('cheat', why);
  try {
    const round = bet.game.read(bet, steps.slice(1).map(({ sent }) => sent), texts);
    const pays = round.multiplier === undefined ? undefined : paid(bet, round.multiplier);
    if (pays === undefined && told !== undefined) broken('the round pays before it is over');
    if (pays !== undefined && told !== String(pays)) broken(`the outcome doesn’t pay what the casino says: it pays ${coins(pays)} coins`);
    return { bet, pays, ...round };
  } catch (err) {
    if (err instanceof Fault && err.kind === 'malformed') broken(err.message);
    throw err;
  }
}

/** Says what a declined bet, or a round that was cancelled, would have come to: {won, chance, cancelled}. */
export function avoided(sent, received, cancelled = false) {
  const { bet, ...round } = readRound(sent.map((text, i) => ({ sent: text, received: received[i] })));
  return { ...bet.game.avoided(bet, round, cancelled), cancelled };
}

/** Bounds the probability that chance has so many bets win, or more, as Chernoff did (seedrng/SPEC.md, section 8). */
const chanceOf = (won, expected) => (won > expected ? Math.exp(won - expected - won * Math.log(won / expected)) : 1);

/**
 * Sums up declined bets and cancelled rounds, as avoided returns them: whether more would have won than chance explains
 * (seedrng/SPEC.md, section 8). Those that were certain to win say nothing.
 */
export function judgeDeclined(bets) {
  const sum = (of, some = bets) => some.reduce((total, b) => total + of(b), 0);
  const open = bets.filter((b) => b.chance < 1);
  const [won, expected] = [sum((b) => Number(b.won), open), sum((b) => b.chance, open)];
  const variance = sum((b) => b.chance * (1 - b.chance), open);
  const suspicious = expected >= 10 ? won > expected + 3 * Math.sqrt(variance) : chanceOf(won, expected) < 1e-6;
  return {
    n: bets.length,
    won: sum((b) => Number(b.won)),
    expected: sum((b) => b.chance),
    suspicious,
    what: bets.some((b) => b.cancelled) ? 'declined or cancelled' : 'declined',
  };
}

/** What is to be said of a casino that declines or cancels what would have won. */
export const chooses = 'The casino chooses which bets count';

/** Says in words what bets were declined or cancelled. */
export const sayDeclined = ({ n, won, expected, suspicious, what }) => (
  `${n === 1 ? 'One bet was' : `${n} bets were`} ${what}; ${won} would have won, and about ${expected.toFixed(1)} by chance.` +
  (suspicious ? ' That is more than chance explains.' : ''));

const between = '; '; // stands between the texts of a round where they are one text

export const joinTexts = (texts) => texts.join(between);
export const splitTexts = (text) => text.split(between);

/** Writes cents as coins. */
export const coins = (cents) => (cents / 100).toLocaleString('en', { minimumFractionDigits: cents % 100 === 0 ? 0 : 2 });
/** Writes a multiplier, which is in hundredths. */
export const times = (multiplier) => `${(multiplier / 100).toLocaleString('en', { minimumFractionDigits: 2 })}×`;
