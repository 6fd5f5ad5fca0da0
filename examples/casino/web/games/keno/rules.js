// Keno: ten of forty numbers are drawn, and the player has picked some of them beforehand.

import { fail } from '../../squaredeal/internal/fault.js';
import { choose, gcd } from '../ways.js';

export const [numbers, drawnNumbers, maxPicks] = [40, 10, 10];

/** What hits pay, from none to all, by the number of picks less one. */
const tables = [
  [0, 394],
  [0, 146, 730],
  [0, 0, 410, 3500],
  [0, 0, 195, 800, 11000],
  [0, 0, 0, 530, 3300, 65000],
  [0, 0, 0, 281, 1100, 10000, 310000],
  [0, 0, 0, 207, 490, 3100, 44000, 1000000],
  [0, 0, 0, 0, 569, 1700, 15000, 320000, 1000000],
  [0, 0, 0, 0, 400, 800, 5200, 70000, 1000000, 1000000],
  [0, 0, 0, 0, 0, 1142, 3000, 28000, 580000, 1000000, 1000000],
];

/** Returns what hits pay with so many picks. */
export const hitsPay = (picks) => tables[picks - 1];

/** Returns by how many of all ways to pick each number of hits is reached. */
export const waysOf = (picks) => tables[picks - 1]
  .map((_, hits) => choose(drawnNumbers, hits) * choose(numbers - drawnNumbers, picks - hits));

/** Returns the exact return, [numerator, denominator]. */
function returnOf(picks) {
  const pays = hitsPay(picks);
  const sum = waysOf(picks).reduce((total, ways, hits) => total + BigInt(ways) * BigInt(pays[hits]), 0n);
  const of = 100n * BigInt(choose(numbers, picks));
  return [sum, of].map((n) => Number(n / gcd(sum, of)));
}

/** Reads numbers from 1 to 40, undefined if they aren't that. */
function parseNumbers(text, length) {
  const list = text.split(' ').map(Number);
  const good = list.join(' ') === text && list.length === length && new Set(list).size === length &&
    list.every((n) => Number.isInteger(n) && n >= 1 && n <= numbers);
  return good ? list : undefined;
}

export default {
  name: 'keno',
  title: 'Keno',
  atOnce: true,
  example: 'keno 3 17 22 for 100',

  parse(terms) {
    const picks = parseNumbers(terms, terms.split(' ').length);
    return picks && picks.length <= maxPicks && picks.every((n, i) => i === 0 || n > picks[i - 1]) ? { picks } : undefined;
  },

  most: ({ picks }) => hitsPay(picks.length).at(-1),
  returns: ({ picks }) => returnOf(picks.length),
  label: ({ picks }) => picks.join(' '),

  announced: () => tables.map((hits, i) => ({ hits, return: returnOf(i + 1).join('/') })),

  draw(bet, steps, stream) {
    return [stream.distinct(numbers, drawnNumbers).map((n) => n + 1).join(' ')];
  },

  read({ picks }, steps, [text]) {
    const drawn = parseNumbers(text, drawnNumbers) ?? fail('malformed', `“${text}” is no outcome of keno`);
    const hits = picks.filter((n) => drawn.includes(n)).length;
    return { drawn, hits, multiplier: hitsPay(picks.length)[hits] };
  },

  avoided({ picks }, { multiplier }) {
    const pays = hitsPay(picks.length);
    const ways = waysOf(picks.length).reduce((sum, n, hits) => sum + (pays[hits] > 0 ? n : 0), 0);
    return { won: multiplier > 0, chance: ways / choose(numbers, picks.length) };
  },

  tell: ({ hits, bet: { picks } }) => `${hits} of ${picks.length}`,
};
