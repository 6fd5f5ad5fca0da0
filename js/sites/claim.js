// What a site showed for a bet, against the replay: seedrng/sites/SPEC.md, section 2.5.

import { utf8 } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';

export const infinite = 2n ** 63n - 1n; // results of so many units are written as infinite

const ascending = (a, b) => (a.v < b.v ? -1 : a.v > b.v ? 1 : 0);
const refuse = (why) => malformed(`the result that the site showed ${why}`, { field: 'result' });

/**
 * Compares a result that a site showed with the run's. Returns {claim, off, doubt}: the verdict; 1 or −1 if all values are one unit
 * above or below the run's; and, if the result differs, how it could be meant otherwise.
 */
export function judgeClaim(run, text) {
  if (text === run.result) return { claim: 'agrees' };
  const { form, map } = run.game;
  const can = possible(run);
  const shown = read(run, can, text);
  const impossible = faultOf(map, can, shown, 0n);
  const { claim, coarse } = impossible ? { claim: 'differs' } : compare(run, shown);
  if (claim !== 'differs') return { claim };
  const shifted = (off) => !faultOf(map, can, shown, off)
    && shown.every(({ v, full, digits }, i) => run.values[i] !== infinite && v - off === run.values[i] &&
      digits >= (form.decimals ?? 0) && full === Number(v));
  const off = form.names || map.table ? undefined : [1n, -1n].find(shifted);
  if (off && form.places && [0n, 1n].includes(can.low + off)) return { claim: 'agrees counted otherwise', off: Number(off) };
  if (impossible && !off) refuse(impossible);
  return { claim, off: Number(off ?? 0), doubt: doubtOf(run, can, shown, coarse) };
}

/** Returns what values the game's results have. */
function possible({ game: { map: m }, num, group, values }) {
  const low = BigInt(m.first ?? m.min ?? 0);
  const n = num(m.n);
  const most = m.each ? BigInt(Math.max(...m.each)) : n;
  const high = { sums: low + (most - 1n) * num(m.of), draw: low + n - 1n, shuffle: m.wrap ? BigInt(m.wrap) - 1n : low + n - 1n,
    percent: 10000n }[m.kind] ?? (m.max ? BigInt(m.max) : infinite);
  return {
    low,
    high,
    count: values.length, // in all lists
    size: group, // of a list, if there are several
    distinct: m.kind === 'draw' || (m.kind === 'shuffle' && !m.wrap),
    unbounded: m.digits || m.factor,
    longer: m.table || m.kind === 'inverse' || m.kind === 'inverse52' || (m.kind === 'bustabit1' && !m.factor), // than the form's decimals
  };
}

/**
 * Reads a result: of each value {v, digits, full}, in units of the form, cut, the decimals shown, and uncut. Lists that
 * are sets are sorted.
 */
function read({ game: { form, map } }, can, text) {
  if (utf8(text).length > 4096) refuse('has more than 4,096 bytes');
  const names = form.names && spellings(form);
  let tokens = text.split(/[\p{White_Space},;|[\](){}"']+/u).filter((t) => t !== '');
  if (form.joined) tokens = tokens.flatMap((t) => (names.has(t.toLowerCase()) ? t : [...t]));
  const shown = tokens.map((token) => (names ? readName(names, form, token) : readNumber(form.decimals ?? 0, can, token)));
  const fewest = Math.min(form.fewest || can.count, can.count);
  if (shown.length < fewest || shown.length > can.count) refuse(
    `has ${shown.length} values, not ${fewest === can.count ? '' : `${fewest} to `}${can.count}`);
  return map.sorted ? listsOf(can, shown).flatMap((list) => list.sort(ascending)) : shown;
}

function listsOf({ size }, values) {
  if (!size) return [values];
  return Array.from({ length: values.length / size }, (_, i) => values.slice(i * size, (i + 1) * size));
}

/** Returns the values by what sites and people call them, in lower case. */
const spellings = ({ names, also = {} }) => new Map([
  ...names.flatMap((name, v) => [[cardOf(name), v], [name.toLowerCase(), v]]).filter(([name]) => name !== ''),
  ...Object.entries(also).map(([name, v]) => [name.toLowerCase(), v]),
]);

const ranks = 'a23456789tjqk';
const signs = { 10: 't', '♠': 's', '♤': 's', '♥': 'h', '♡': 'h', '♦': 'd', '♢': 'd', '♣': 'c', '♧': 'c' };

/** Returns a card, as people write it, as its rank and suit, such as th; or nothing. */
function cardOf(text) {
  const card = text.replace(/^([cdhs])[^:]*:0*([1-9]|1[0-3])$/i, (_, suit, rank) => ranks[rank - 1] + suit)
    .toLowerCase().replace(/10|\ufe0e|\ufe0f|[♠♤♥♡♦♢♣♧]/g, (c) => signs[c] ?? '').replace(/^([cdhs])(.)$/, '$2$1');
  return /^[a2-9tjqk][cdhs]$/.test(card) ? card : '';
}

function readName(names, form, token) {
  const named = names.get(token.toLowerCase()) ?? names.get(cardOf(token));
  const numbered = named === undefined && /^\d+$/.test(token) && !form.joined && Number(token) < form.names.length;
  const v = numbered ? Number(token) : named ?? refuse('has a value that the game doesn’t have');
  return { v: BigInt(v), digits: 0, full: v, numbered };
}

function readNumber(decimals, can, token) {
  if (can.unbounded && (token === 'Infinity' || token === '∞')) return { v: infinite, digits: decimals, full: Infinity };
  const [, whole, fraction = ''] = /^[x×]*(\d+)(?:\.(\d*))?[x×%]*$/.exec(token) ?? refuse('isn’t made of numbers');
  if (fraction.replace(/0+$/, '').length > decimals && !can.longer) refuse(`has more than ${decimals} decimals`);
  const units = fraction.padEnd(decimals, '0');
  const v = BigInt(whole + units.slice(0, decimals));
  if (v >= infinite) refuse('isn’t made of numbers');
  return { v, digits: fraction.length, full: Number(`${whole}${units.slice(0, decimals)}.${units.slice(decimals)}`) };
}

/** Says why the game can't have these values, less so many units each. Pays are only compared. */
function faultOf(map, can, shown, off) {
  if (map.table) return '';
  if (shown.some(({ v, full }) => v - off > can.high || (v - off < can.low && Number.isInteger(full)))) return 'is out of range';
  if (can.distinct && listsOf(can, shown).some((list) => new Set(list.map(({ v }) => v)).size < list.length)) return 'has a value twice';
  return '';
}

/** Returns {claim, coarse}: the verdict, and whether the result is the run's in other digits, which are another result of the game, too. */
function compare(run, shown) {
  const { form, map } = run.game;
  const verdicts = shown.map((value, i) => compareValue(run, value, i));
  if (verdicts.includes('differs')) return { claim: 'differs' };
  const coarse = shown.some(({ v, digits }, i) => verdicts[i] === 'agrees as shown'
    && (digits > (form.decimals ?? 0) && i < run.uncut.length ? true : map.table && v !== run.values[i] &&
      run.tables[i].includes(Number(v))));
  return coarse ? { claim: 'differs', coarse } : { claim: verdicts.includes('agrees as shown') ? 'agrees as shown' : 'agrees' };
}

function compareValue({ game, values, uncut }, { v, digits, full }, i) {
  const { decimals = 0 } = game.form;
  const got = values[i];
  if (v === got && (digits <= decimals || Number.isInteger(full))) return 'agrees';
  if (digits > decimals && i < uncut.length) {
    if (!isNear(uncut[i], full, Number(`1e${decimals - digits}`))) return 'differs';
    return Number.isInteger(full) ? 'agrees as shown' : 'agrees'; // such as 2.000 for 1.9996, which is 1.99
  }
  if (digits > decimals) return v === got || BigInt(Math.round(full)) === got ? 'agrees as shown' : 'differs'; // of a pay
  if (got === infinite || digits === decimals) return 'differs';
  const unit = 10n ** BigInt(decimals - digits); // of the last digit shown
  return got / unit === v / unit || (got + unit / 2n) / unit === v / unit ? 'agrees as shown' : 'differs';
}

/** Reports whether a number is shown cut or rounded to a unit, but for the last bits of doubles. */
function isNear(exact, shown, unit) {
  const slack = 1e-14 * exact;
  return exact - shown < unit + slack && exact - shown >= -unit / 2 - slack;
}

/** Says how a result that differs could be meant, if it follows that way: it contradicts nothing then. */
function doubtOf(run, can, shown, coarse) {
  const { game: { form, map, doubt }, values, places } = run;
  const [claimed, unit] = [shown.map(({ v }) => v), 10n ** BigInt(form.decimals ?? 0)];
  const left = [...values];
  const among = claimed.every((v) => left.includes(v) && left.splice(left.indexOf(v), 1));
  const placed = (first) => claimed.every((v, i) => v === (places[i] + first) * unit);
  return [
    [form.hands && among, 'it has the same cards in another order, as if shown hand by hand'],
    [form.names && !form.joined && claimed.length === values.length && among, 'it has the same values in another order'],
    [map.table && !form.names && (placed(0n) || placed(1n)), 'it is the place in the table of pays, not what that pays'],
    [coarse, 'it is the same in other digits, though these are another result of the game, too'],
    [shown.some(({ numbered }) => numbered), 'it has numbers for names, which others may count in another order'],
    [isBackwards(run, can, claimed), 'it is the same from the other end'],
    [isComplement(run, can, claimed), `it has all the ${form.places} but these`],
    [form.fewest && isBeside(values, claimed), 'it is the same but for its first card, which isn’t always part of the result'],
    [isPointless(run, can, shown), 'it is the same with the decimal point elsewhere'],
  ].find(([holds]) => holds)?.[1] ?? doubt ?? '';
}

const sameValues = (a, b) => a.length === b.length && a.every((v, i) => v === b[i]);

/** Reports whether a claim is the run's values, or lists, from the last to the first; or, of slots, the one as far from the other end. */
function isBackwards({ game: { form, map }, values, group }, can, claimed) {
  if ((form.decimals && !map.table) || claimed.length > values.length) return false;
  if (claimed.length > 1) return sameValues(claimed, listsOf({ size: group || 1 }, values.slice(0, claimed.length)).reverse().flat());
  const mirror = can.low + can.high - values[0];
  return Boolean(form.places) && !can.distinct && (claimed[0] === mirror || claimed[0] === mirror + 1n - 2n * can.low);
}

/** Reports whether a claim is the set of all places but the run's. */
function isComplement({ game: { form, map }, values }, can, claimed) {
  const size = can.size || values.length;
  return Boolean(map.sorted && form.places) && BigInt(2 * size) === can.high - can.low + 1n
    && claimed.every((v, i) => !values.slice(Math.floor(i / size) * size).slice(0, size).includes(v));
}

/** Reports whether a claim is the run's values after another first one, or without their first one. */
function isBeside(values, claimed) {
  const n = claimed.length;
  return (n > 1 && sameValues(claimed.slice(1), values.slice(0, n - 1))) ||
    (n < values.length && sameValues(claimed, values.slice(1, n + 1)));
}

/**
 * Reports whether a claim is the run's values in units, without a decimal point; or, if these are whole numbers that
 * sites also show as percentages, as such.
 */
function isPointless({ game: { form, map }, values }, can, shown) {
  const [unit, most] = [10n ** BigInt(form.decimals ?? 0), 10n ** 15n];
  const rolls = !form.decimals && !form.names && !map.table && can.high >= 9999n;
  return shown.every(({ v, digits }, i) => (unit > 1n && digits === 0 && values[i] < most && v === values[i] * unit) ||
    (rolls && v < most && v * 100n === values[i]));
}
