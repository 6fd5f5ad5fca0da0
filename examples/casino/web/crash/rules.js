// The rules of crash: where a round crashes, how the multiplier rises, and what a bet is paid. All are integers:
// multipliers in hundredths, amounts in hundredths of a coin, times in milliseconds after the start. They are those of
// internal/crash, to the last bit.

import { fromHex, concat, utf8 } from '../squaredeal/internal/bytes.js';
import { maxStake, minStake } from '../games/index.js';

export const [least, most] = [101, 100000]; // the least multiplier that pays, and the greatest
export const doubling = 10000; // ms
export const grace = 5000; // ms for which nobody may run a round without consequences
const outcomes = 10n ** 16n;

/** What the casino announces of crash if it keeps to these rules. */
export const announced = { least, most, doubling, grace, return: '99/100' };

/** Returns where a round of a chain crashes. The beacon's value is 64 hex digits. */
export function pointOf(round, beacon) {
  const u = round.stream(concat(utf8('crash '), fromHex(beacon))).uint64N(outcomes) + 1n;
  const point = (99n * outcomes) / u;
  return Number(point < 100n ? 100n : point > BigInt(most) ? BigInt(most) : point);
}

/** Returns the multiplier at a time. What is divided is below 2⁵³, and far enough from integers for doubles to be right. */
export function at(elapsed) {
  const d = doubling;
  const e = Math.min(Math.max(elapsed, 0), 11 * d);
  const rest = e % d;
  return Math.floor((100 * 2 ** Math.floor(e / d) * (3 * d * d + 2 * d * rest + rest * rest)) / (3 * d * d));
}

/** Returns the first time at which the multiplier is that or more. */
export function reach(multiplier) {
  let [low, high] = [0, 11 * doubling];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (at(middle) >= multiplier) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Returns the time at which a round with this point ends. */
export const endOf = (point) => reach(point + 1);

/** Takes the text of a bet apart: {stake, target}, the target being undefined if there is none; undefined if it is no bet. */
export function parse(text) {
  const [, target, stake] = /^crash (?:([1-9]\d{2,5}) )?for ([1-9]\d{0,5})$/.exec(text) ?? [];
  const bet = { stake: Number(stake), target: target && Number(target) };
  const right = stake % 100 === 0 && bet.stake >= minStake && bet.stake <= maxStake &&
    (!target || bet.target >= least && bet.target <= most);
  return right ? bet : undefined;
}

export const write = ({ stake, target }) => `crash ${target ? `${target} ` : ''}for ${stake}`;

/** Returns the multiplier at which a bet is out, if its round gets that far. cashed is when that was done by hand. */
export function outOf({ target = most }, cashed) {
  return cashed === undefined ? target : Math.min(target, Math.max(at(cashed), least));
}

/** Returns what a bet is paid in a round that has ended. */
export function paidOf(bet, cashed, { point, lapsed, void: none }) {
  const out = outOf(bet, cashed);
  if (none) return bet.stake;
  if (out <= point) return (bet.stake / 100) * out;
  return lapsed && bet.target === undefined && cashed === undefined ? bet.stake : 0;
}

/** Returns the exact chance that a target is reached, as a number. */
export const chanceOf = (target) => Number((99n * outcomes) / BigInt(target)) / Number(outcomes);
