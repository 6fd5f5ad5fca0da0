// The results that sites show, as people write them: seedrng/sites/SPEC.md, section 2.5.

import { utf8 } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { ascending, infinite, listsOf } from './values.js';

const maxText = 4096; // bytes
const separators = /[\p{White_Space},;|[\](){}"']+/u;
const ranks = 'a23456789tjqk';
const letters = { 10: 't', '♠': 's', '♤': 's', '♥': 'h', '♡': 'h', '♦': 'd', '♢': 'd', '♣': 'c', '♧': 'c' };

/** Refuses a result, for a reason that follows it in a sentence. */
export const refuse = (reason) => malformed(`the result that the site showed ${reason}`, { field: 'result' });

/**
 * Reads the result that a site showed for a run, and returns a list of {value, decimals, full, isIndex}: the value in units of
 * the form, cut; the decimals shown; the same in units, uncut; and whether it is a number for a name. Lists that are sets are
 * sorted.
 */
export function readClaim({ game: { form }, possible }, text) {
  if (utf8(text).length > maxText) refuse('has more than 4,096 bytes');
  const tokens = text.split(separators).filter((token) => token !== '');
  const claim = form.names ? readNames(form, tokens) : tokens.map((token) => readNumber(form, possible, token));
  needCount(claim.length, Math.min(form.fewest || possible.count, possible.count), possible.count);
  if (!possible.set) return claim;
  return listsOf(claim, possible.listSize).flatMap((list) => list.sort((a, b) => ascending(a.value, b.value)));
}

function needCount(count, fewest, most) {
  if (count >= fewest && count <= most) return;
  refuse(`has ${count} values, not ${fewest === most ? most : `${fewest} to ${most}`}`);
}

function readNumber({ decimals = 0 }, possible, token) {
  if (possible.unbounded && (token === 'Infinity' || token === '∞')) return { value: infinite, decimals, full: Infinity };
  const [, whole, fraction = ''] = /^[x×]*(\d+)(?:\.(\d*))?[x×%]*$/.exec(token) ?? refuse('isn’t made of numbers');
  const mayBeLonger = possible.pays || possible.cut;
  if (fraction.replace(/0+$/, '').length > decimals && !mayBeLonger) refuse(`has more than ${decimals} decimals`);
  const padded = fraction.padEnd(decimals, '0');
  const units = whole + padded.slice(0, decimals);
  const value = BigInt(units);
  if (value >= infinite) refuse('isn’t made of numbers');
  return { value, decimals: fraction.length, full: Number(`${units}.${padded.slice(decimals)}`) };
}

/** Reads names, cards, or the numbers of either. Names may be joined, without separators. */
function readNames(form, tokens) {
  const spelled = spellingsOf(form);
  const names = form.joined ? tokens.flatMap((token) => (spelled.has(token.toLowerCase()) ? token : [...token])) : tokens;
  return names.map((name) => {
    const named = spelled.get(name.toLowerCase()) ?? spelled.get(cardOf(name));
    const isIndex = named === undefined && /^\d+$/.test(name) && !form.joined && Number(name) < form.names.length;
    const value = isIndex ? Number(name) : named ?? refuse('has a value that the game doesn’t have');
    return { value: BigInt(value), decimals: 0, full: value, isIndex };
  });
}

/** Returns the values by what sites and people call them, in lower case. */
function spellingsOf({ names, also = {} }) {
  const spelled = new Map();
  names.forEach((name, value) => {
    if (cardOf(name) !== '') spelled.set(cardOf(name), value);
    if (name !== '') spelled.set(name.toLowerCase(), value);
  });
  for (const [name, value] of Object.entries(also)) spelled.set(name.toLowerCase(), value);
  return spelled;
}

/** Returns a card, as people write it, as its rank and suit, such as th; or nothing. */
function cardOf(text) {
  const counted = text.replace(/^([cdhs])[^:]*:0*([1-9]|1[0-3])$/i, (_, suit, rank) => ranks[rank - 1] + suit); // such as hearts:10
  const lettered = counted.toLowerCase().replace(/10|\ufe0e|\ufe0f|[♠♤♥♡♦♢♣♧]/g, (sign) => letters[sign] ?? '');
  const card = lettered.replace(/^([cdhs])(.)$/, '$2$1'); // the suit came first
  return /^[a2-9tjqk][cdhs]$/.test(card) ? card : '';
}
