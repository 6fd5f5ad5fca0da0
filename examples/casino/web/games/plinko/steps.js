// How verify.html shows plinko.

import { el } from '../../check/dom.js';
import { coins, times } from '../index.js';

export const meaning = (value) => (Number(value) === 1 ? 'right' : 'left');

export function explain({ bet, path, slot, multiplier, pays }) {
  return ['The path',
    el('p.big', {}, path.replaceAll('L', '↙').replaceAll('R', '↘')),
    el('p', {}, `Each number says whether the ball goes left (0) or right (1). It goes right ${slot} of ${bet.rows} times, ` +
      `so it falls into slot ${slot}, counted from 0 at the left, ` +
      `which pays ${times(multiplier)}: ${coins(pays)} coins for a stake of ${coins(bet.stake)}.`)];
}
