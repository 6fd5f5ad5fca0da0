// How verify.html shows keno.

import { el } from '../../check/dom.js';
import { coins, times } from '../index.js';

export const meaning = (value) => String(Number(value) + 1);

export function explain({ bet, drawn, hits, multiplier, pays }) {
  return ['The numbers drawn',
    el('p', {}, 'Ten different numbers, counted from 1. Those that were picked stand out: ',
      drawn.flatMap((n) => [bet.picks.includes(n) ? el('mark', {}, String(n)) : String(n), ' '])),
    el('p', {}, `${hits} of ${bet.picks.length} picks were drawn, ` +
      `which pays ${times(multiplier)}: ${coins(pays)} coins for a stake of ${coins(bet.stake)}.`)];
}
