// The kinds of maps, which make results of numbers: seedrng/sites/SPEC.md, section 2.4.

import { bustabit1, inverse, inverse52 } from './multipliers.js';
import { ascending } from './values.js';

/** Returns the list first, …, first + n − 1. */
const sequence = (first, n) => Array.from({ length: Number(n) }, (_, i) => BigInt(first + i));

/** Returns count of first, …, first + n − 1 by removal. */
function draw(run, n, count, first) {
  const left = sequence(first, n);
  return Array.from({ length: count }, () => {
    const [v] = left.splice(Number(run.below(BigInt(left.length))), 1);
    run.note('number', 'the place in what is left, which holds', run.format(v));
    return v;
  });
}

/** Shuffles a list by swaps: all of it or, going forward, its first count places. */
function shuffle(run, { forward, place }, list, count) {
  const last = list.length - 1;
  for (let step = 0; step < (forward ? Math.min(last, count) : last); step++) {
    const i = forward ? step : last - step;
    if (place) run.cursor = BigInt(i);
    const j = Number(run.below(BigInt(list.length - step))) + (forward ? i : 0);
    [list[i], list[j]] = [list[j], list[i]];
  }
  return list;
}

/** Returns the place of a value in the row of a table that has such a key. */
function placeOf({ steps, across = 1 }, key, value) {
  if (!steps) return value;
  const width = BigInt(across);
  const step = steps[key].findLastIndex((from) => BigInt(from) <= value / width);
  return BigInt(step) * width + (value % width);
}

/** Replaces the run’s values by what a table pays for them, if there is one. */
function lookUp(run, map) {
  const { table, by = [], turns } = map;
  if (!table) return;
  run.values = run.values.map((value, i) => {
    const key = [...by.map((name) => run.texts[name]), ...(turns ? [turns[i % turns.length]] : [])].join(' ');
    const place = placeOf(map, key, value);
    const pay = BigInt(table[key][place]);
    run.places.push(place);
    run.tables.push(table[key]);
    run.note('result', `place ${place} of the pay table`, run.format(pay));
    return pay;
  });
}

/** Of each kind, evaluate sets a run’s values, and possible says what values there are: see Run.possible. */
export const mapKinds = {
  inverse,
  inverse52,
  bustabit1,

  sums: {
    evaluate(run, map) {
      const { first = 0, across, each, sorted } = map;
      const bounds = each?.map(BigInt) ?? [run.num(map.n)];
      run.listSize = each?.length ?? 0;
      for (let lists = run.num(map.count); lists > 0n; lists--) {
        for (const n of bounds) {
          const column = across ? run.below(BigInt(across)) : 0n;
          let sum = BigInt(first);
          for (let i = run.num(map.of); i > 0n; i--) sum += run.below(n);
          run.values.push(sum * BigInt(across ?? 1) + column);
        }
      }
      lookUp(run, map);
      if (sorted) [run.values, run.places].forEach((list) => list.sort(ascending));
    },

    possible(run, { n, each, of, first = 0 }) {
      const most = each ? BigInt(Math.max(...each)) : run.num(n);
      return { low: BigInt(first), high: BigInt(first) + (most - 1n) * run.num(of) };
    },
  },

  draw: {
    evaluate(run, { n, count, groups, first = 0, sorted }) {
      const size = Number(run.num(count));
      if (groups) run.listSize = size;
      for (let lists = run.num(groups); lists > 0n; lists--) {
        const list = draw(run, run.num(n), size, first);
        run.values.push(...(sorted ? list.sort(ascending) : list));
      }
    },

    possible: (run, { n, first = 0 }) => ({ low: BigInt(first), high: BigInt(first) + run.num(n) - 1n, distinct: true }),
  },

  least: {
    evaluate(run, map) {
      run.values = draw(run, run.num(map.n), Number(run.num(map.count)), 0).sort(ascending).slice(0, 1);
      lookUp(run, map);
    },

    possible: () => ({ low: 0n, high: 0n }), // pays are only compared
  },

  shuffle: {
    evaluate(run, map) {
      const [n, count] = [run.num(map.n), Number(run.num(map.count))];
      const { deal, sort } = run.numberKind;
      if (deal) {
        run.values = deal(run, n, count);
        return;
      }
      const list = sequence(map.first ?? 0, n);
      const mixed = sort ? sort(run, list) : shuffle(run, map, list, count);
      run.values = mixed.slice(0, count).map((v) => (map.wrap ? v % BigInt(map.wrap) : v));
      if (map.sorted) run.values.sort(ascending);
    },

    possible(run, { n, first = 0, wrap }) {
      const low = BigInt(first);
      return wrap ? { low, high: BigInt(wrap) - 1n } : { low, high: low + run.num(n) - 1n, distinct: true };
    },
  },

  percent: {
    evaluate(run) {
      run.values.push((20000n * run.below(65536n) + 65535n) / 131070n);
    },

    possible: () => ({ low: 0n, high: 10000n }),
  },
};
