// How results that differ could be meant: seedrng/sites/SPEC.md, section 2.5.

import { listsOf, unitsOf } from './values.js';

const maxMoved = 10n ** 15n; // of values whose decimal point may be elsewhere

/** Says how a claim that differs could be meant, if it follows that way: it contradicts nothing then. */
export function doubtOf(run, claim, isCoarse) {
  const { game: { form, doubt = '' }, possible: { pays } } = run;
  const claimed = claim.map(({ value }) => value);
  const isAmong = areAmong(run.values, claimed);
  const doubts = [
    [form.hands && isAmong, 'it has the same cards in another order, as if shown hand by hand'],
    [form.names && !form.joined && claimed.length === run.values.length && isAmong, 'it has the same values in another order'],
    [pays && !form.names && arePlaces(run, claimed), 'it is the place in the table of pays, not what that pays'],
    [isCoarse, 'it is the same in other digits, though these are another result of the game, too'],
    [claim.some(({ isIndex }) => isIndex), 'it has numbers for names, which others may count in another order'],
    [isBackwards(run, claimed), 'it is the same from the other end'],
    [isComplement(run, claimed), `it has all the ${form.places} but these`],
    [form.fewest && isBeside(run.values, claimed), 'it is the same except for its first card, which isn’t always part of the result'],
    [isPointless(run, claim), 'it is the same with the decimal point elsewhere'],
  ];
  return doubts.find(([holds]) => holds)?.[1] ?? doubt;
}

const areSame = (a, b) => a.length === b.length && a.every((value, i) => value === b[i]);

/** Reports whether all of some values are among others, each as often. */
function areAmong(others, some) {
  const left = [...others];
  return some.every((value) => left.includes(value) && left.splice(left.indexOf(value), 1));
}

/** Reports whether values are the run's places in the table, counted from 0 or from 1. */
function arePlaces({ game: { form }, places }, claimed) {
  return [0n, 1n].some((first) => claimed.every((value, i) => value === (places[i] + first) * unitsOf(form)));
}

/** Reports whether values are the run's, or lists, from the last to the first; or, of slots, the one as far from the other end. */
function isBackwards({ game: { form }, possible: { low, high, distinct, pays, listSize }, values }, claimed) {
  if ((form.decimals && !pays) || claimed.length > values.length) return false;
  if (claimed.length > 1) return areSame(claimed, listsOf(values.slice(0, claimed.length), listSize || 1).reverse().flat());
  const mirror = low + high - values[0];
  return Boolean(form.places) && !distinct && (claimed[0] === mirror || claimed[0] === mirror + 1n - 2n * low);
}

/** Reports whether values are the set of all places but the run's. */
function isComplement({ game: { form }, possible: { low, high, set, listSize }, values }, claimed) {
  const size = listSize || values.length;
  const lists = listsOf(values, size);
  return set && Boolean(form.places) && BigInt(2 * size) === high - low + 1n &&
    claimed.every((value, i) => !lists[Math.floor(i / size)].includes(value));
}

/** Reports whether values are the run's after another first one, or without their first one. */
function isBeside(values, claimed) {
  const n = claimed.length;
  return (n > 1 && areSame(claimed.slice(1), values.slice(0, n - 1))) ||
    (n < values.length && areSame(claimed, values.slice(1, n + 1)));
}

/**
 * Reports whether a claim is the run's values in units, without a decimal point; or, if these are whole numbers that
 * sites also show as percentages, as such.
 */
function isPointless({ game: { form }, possible: { high, pays }, values }, claim) {
  const units = unitsOf(form);
  const mayBePercent = !form.decimals && !form.names && !pays && high >= 9999n;
  return claim.every(({ value, decimals }, i) => (
    (units > 1n && decimals === 0 && values[i] < maxMoved && value === values[i] * units) ||
    (mayBePercent && value < maxMoved && value * 100n === values[i])));
}
