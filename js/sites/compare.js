// What a site showed for a bet, against the replay: seedrng/sites/SPEC.md, section 2.5.

import { readClaim, refuse } from './claim.js';
import { doubtOf } from './doubt.js';
import { infinite, listsOf } from './values.js';

const slack = 1e-14; // of a quotient: the last bits of doubles

/**
 * Compares a result that a site showed with the run's. Returns {claim, off, doubt}: the verdict; 1 or −1 if all values are one unit
 * above or below the run's; and, if the result differs, how it could be meant otherwise.
 */
export function judgeClaim(run, text) {
  if (text === run.result) return { claim: 'agrees' };
  const { form } = run.game;
  const { possible } = run;
  const claim = readClaim(run, text);
  const impossible = faultOf(possible, claim, 0n);
  const { verdict, isCoarse } = impossible ? { verdict: 'differs' } : compare(run, claim);
  if (verdict !== 'differs') return { claim: verdict };
  const off = form.names || possible.pays ? undefined : [1n, -1n].find((units) => isShifted(run, claim, units));
  if (off && form.places && [0n, 1n].includes(possible.low + off)) return { claim: 'agrees counted otherwise', off: Number(off) };
  if (impossible && !off) refuse(impossible);
  return { claim: 'differs', off: Number(off ?? 0), doubt: doubtOf(run, claim, isCoarse) };
}

/** Says why the game can't have these values, less so many units each. Pays are only compared. */
function faultOf({ low, high, distinct, pays, listSize }, claim, off) {
  if (pays) return '';
  const isOutside = ({ value, full }) => value - off > high || (value - off < low && Number.isInteger(full));
  if (claim.some(isOutside)) return 'is out of range';
  const repeats = (list) => new Set(list.map(({ value }) => value)).size < list.length;
  return distinct && listsOf(claim, listSize).some(repeats) ? 'has a value twice' : '';
}

/** Reports whether all of a claim's values are possible, and so many units above the run's. */
function isShifted({ game: { form }, possible, values }, claim, off) {
  return !faultOf(possible, claim, off) && claim.every(({ value, full, decimals }, i) => values[i] !== infinite &&
    value - off === values[i] && decimals >= (form.decimals ?? 0) && full === Number(value));
}

/**
 * Returns {verdict, isCoarse}. A claim that agrees only as shown is coarse, and differs, if its digits are those of another result
 * of the game, too: of more digits than the form has, or in the table of pays.
 */
function compare(run, claim) {
  const { game: { form }, possible, values, uncut, tables } = run;
  const verdicts = claim.map((shown, i) => compareValue(run, shown, i));
  if (verdicts.includes('differs')) return { verdict: 'differs' };
  if (!verdicts.includes('agrees as shown')) return { verdict: 'agrees' };
  const isCoarse = claim.some(({ value, decimals }, i) => {
    if (verdicts[i] === 'agrees') return false;
    if (decimals > (form.decimals ?? 0) && i < uncut.length) return true;
    return possible.pays && value !== values[i] && tables[i].includes(Number(value));
  });
  return { verdict: isCoarse ? 'differs' : 'agrees as shown', isCoarse };
}

function compareValue(run, shown, i) {
  const { game: { form: { decimals = 0 } }, values, uncut } = run;
  if (shown.decimals <= decimals) return compareShort(decimals, shown, values[i]);
  if (shown.value === values[i] && Number.isInteger(shown.full)) return 'agrees';
  if (i < uncut.length) return compareUncut(decimals, shown, uncut[i]);
  const isPay = shown.value === values[i] || BigInt(Math.round(shown.full)) === values[i];
  return isPay ? 'agrees as shown' : 'differs';
}

/** Compares a value that may be cut or rounded to fewer decimals than the form has. */
function compareShort(decimals, shown, value) {
  if (shown.value === value) return 'agrees';
  if (value === infinite || shown.decimals === decimals) return 'differs';
  const unit = 10n ** BigInt(decimals - shown.decimals); // of the last digit shown
  const digits = shown.value / unit;
  return value / unit === digits || (value + unit / 2n) / unit === digits ? 'agrees as shown' : 'differs';
}

/** Compares a value of more decimals than the form has with the quotient that the run's value was cut from. */
function compareUncut(decimals, { decimals: more, full }, quotient) {
  const unit = Number(`1e${decimals - more}`); // of the last digit shown
  const [less, bits] = [quotient - full, slack * quotient];
  if (less >= unit + bits || less < -unit / 2 - bits) return 'differs'; // neither cut nor rounded
  return Number.isInteger(full) ? 'agrees as shown' : 'agrees'; // such as 2.000 for 1.9996, which is 1.99
}
