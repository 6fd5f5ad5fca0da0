// The maps that divide a constant by a number: seedrng/sites/SPEC.md, section 2.4. They compute with doubles, in the order that
// the sites publish.

import { infinite } from './values.js';

const two52 = 2 ** 52;

const shareOf = ({ numer, scale = 1 }) => numer / (100 * scale);
const lowest = ({ min = 0 }) => BigInt(min);
const highest = ({ max }) => (max ? BigInt(max) : infinite);

function clamp(map, v) {
  if (v < lowest(map)) return lowest(map);
  return v > highest(map) ? highest(map) : v;
}

function first52(run) {
  run.sum(run.cursor);
  return run.hex(0, 13);
}

/** Takes the result that a quotient of the first 52 bits, h, is cut to. */
function cut(run, map, h, quotient, formula) {
  if (!map.factor) run.uncut.push(quotient);
  const product = quotient === Infinity ? infinite : BigInt(Math.floor(quotient)) * BigInt(map.factor ?? 1);
  const value = product >= infinite ? infinite : clamp(map, product);
  run.note('number', `first 13 hex digits: h = ${h}; ${formula}, rounded down`, run.format(value));
  run.values.push(value);
}

/** Returns the quotient of an inverse, and its formula. */
function divide(map, x) {
  const { numer, range, divisor } = map;
  const share = shareOf(map);
  switch (divisor) {
    case 'x+1':
      return [(range / (x + 1)) * share * 100, `${range} / (x + 1) · ${share} · 100`];
    case 'range-x':
      return [(share / (1 - x / range)) * 100, `${share} / (1 − x / ${range}) · 100`];
    default:
      return [numer / (x / range), `${numer} / (x / ${range})`];
  }
}

export const inverse = {
  evaluate(run, map) {
    const isTop52 = run.game.numbers.kind === 'top52';
    for (let count = run.num(map.count); count > 0n; count--) {
      const w = isTop52 ? first52(run) : run.word();
      const x = Number((w * BigInt(map.range)) >> (isTop52 ? 52n : 32n));
      const [quotient, formula] = divide(map, x);
      run.uncut.push(quotient);
      const value = quotient === Infinity ? BigInt(map.max) : clamp(map, BigInt(Math.floor(map.rounded ? quotient + 0.5 : quotient)));
      run.note('number', `${isTop52 ? 'first 13 hex digits' : 'word'} ${w}: x = ${x}, of ${map.range}; ${formula}, ` +
        `rounded${map.rounded ? '' : ' down'}`, run.format(value));
      run.values.push(value);
    }
  },

  possible: (run, map) => ({ low: lowest(map), high: highest(map), cut: true }),
};

export const inverse52 = {
  evaluate(run, map) {
    const h = Number(first52(run));
    const x = map.digits ? Number((h / two52).toPrecision(map.digits)) : h / two52;
    cut(run, map, h, map.numer / (1 - x), `${map.numer} / (1 − h / 2⁵²)`);
  },

  possible: (run, map) => ({ low: lowest(map), high: highest(map), cut: true, unbounded: Boolean(map.digits) }),
};

export const bustabit1 = {
  evaluate(run, map) {
    const h = Number(first52(run));
    if (map.mod && BigInt(`0x${run.digits}`) % BigInt(map.mod) === 0n) {
      run.note('number', `${map.mod} divides the digest`, run.format(lowest(map)));
      run.values.push(lowest(map));
      return;
    }
    const quotient = (100 * two52 - h) / (two52 - h);
    const formula = '(100 · 2⁵² − h) / (2⁵² − h)';
    if (map.numer) cut(run, map, h, quotient * shareOf(map), `${formula} · ${shareOf(map)}`);
    else cut(run, map, h, quotient, formula);
  },

  possible: (run, map) => ({ low: lowest(map), high: highest(map), cut: !map.factor, unbounded: Boolean(map.factor) }),
};
