// Plinko: a ball falls through rows of pegs, at each of which it goes left or right, into a slot that pays.

import { fail } from '../../squaredeal/internal/fault.js';
import { gcd } from '../ways.js';

export const [minRows, maxRows] = [8, 16];

// What slots pay, by risk and rows: from the one at the edge to that in the middle, the others being alike.
const tables = {
  low: [
    [400, 210, 120, 85, 70], // 8 rows
    [550, 270, 150, 95, 71],
    [700, 330, 180, 110, 80, 68],
    [850, 410, 220, 130, 90, 70],
    [1000, 490, 260, 160, 100, 77, 70],
    [1200, 570, 310, 180, 120, 85, 73],
    [1300, 660, 360, 210, 140, 100, 75, 71],
    [1400, 750, 420, 250, 160, 110, 85, 73],
    [1600, 850, 480, 290, 180, 130, 95, 78, 70],
  ],
  medium: [
    [1100, 370, 140, 60, 36], // 8 rows
    [1500, 500, 190, 85, 42],
    [2000, 690, 260, 110, 58, 35],
    [2600, 930, 360, 150, 75, 41],
    [3500, 1300, 490, 210, 95, 52, 35],
    [4600, 1700, 670, 280, 130, 65, 40],
    [6200, 2300, 910, 380, 170, 85, 50, 35],
    [8200, 3100, 1200, 520, 230, 110, 60, 39],
    [11000, 4200, 1700, 700, 310, 150, 75, 47, 30],
  ],
  high: [
    [2800, 560, 120, 30, 10], // 8 rows
    [4400, 900, 200, 45, 14],
    [6800, 1400, 320, 80, 24, 5],
    [11000, 2300, 520, 130, 35, 7],
    [17000, 3700, 840, 200, 55, 15, 5],
    [26000, 5800, 1300, 330, 85, 25, 8],
    [41000, 9200, 2200, 520, 130, 35, 13, 5],
    [64000, 15000, 3400, 840, 210, 60, 15, 7],
    [100000, 23000, 5400, 1300, 340, 90, 25, 12, 5],
  ],
};
export const risks = Object.keys(tables);

const half = ({ risk, rows }) => tables[risk][rows - minRows];

/** Returns what the slots pay, from left to right. */
export const slotsOf = (bet) => Array.from({ length: bet.rows + 1 }, (_, slot) => half(bet)[Math.min(slot, bet.rows - slot)]);

/** Returns by how many of the 2ⁿ paths each slot is reached. */
export function pathsOf({ rows }) {
  let paths = [1];
  for (let row = 0; row < rows; row++) paths = [...paths, 0].map((n, slot) => n + (paths[slot - 1] ?? 0));
  return paths;
}

/** Returns the exact return, [numerator, denominator]. */
function returns(bet) {
  const slots = slotsOf(bet);
  const sum = pathsOf(bet).reduce((total, n, slot) => total + n * slots[slot], 0);
  const of = 100 * 2 ** bet.rows;
  return [sum / gcd(sum, of), of / gcd(sum, of)];
}

const slotOf = (path) => path.replaceAll('L', '').length;

export default {
  name: 'plinko',
  title: 'Plinko',
  atOnce: true,
  example: 'plinko medium 12 for 100',

  parse(terms) {
    const [, risk, rows] = /^(low|medium|high) ([1-9]\d?)$/.exec(terms) ?? [];
    return rows >= minRows && rows <= maxRows ? { risk, rows: Number(rows) } : undefined;
  },

  most: (bet) => half(bet)[0],
  returns,
  label: ({ risk, rows }) => `${risk}, ${rows} rows`,

  announced: () => Object.fromEntries(risks.map((risk) => [risk, tables[risk].map((slots, i) => {
    const [numerator, denominator] = returns({ risk, rows: minRows + i });
    return { rows: minRows + i, slots, return: `${numerator}/${denominator}` };
  })])),

  draw({ rows }, steps, stream) {
    let path = '';
    while (path.length < rows) path += 'LR'[stream.intN(2)];
    return [path];
  },

  read(bet, steps, [text]) {
    if (!/^[LR]+$/.test(text) || text.length !== bet.rows) fail('malformed', `“${text}” is no outcome of plinko`);
    const slot = slotOf(text);
    return { path: text, slot, multiplier: slotsOf(bet)[slot] };
  },

  avoided(bet, { multiplier }) {
    const slots = slotsOf(bet);
    const wins = pathsOf(bet).reduce((sum, n, slot) => sum + (slots[slot] > 100 ? n : 0), 0);
    return { won: multiplier > 100, chance: wins / 2 ** bet.rows };
  },

  tell: ({ multiplier }) => `${(multiplier / 100).toFixed(2)}×`,
};
