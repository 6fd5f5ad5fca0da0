// How verify.html shows a roll of dice.

import { el } from '../../check/dom.js';
import { coins } from '../index.js';
import { formatRoll, threshold } from './rules.js';

export const meaning = (value) => formatRoll(Number(value));

export function explain({ bet, roll, pays }) {
  const condition = `${bet.side === 'under' ? 'below' : 'of'} ${formatRoll(threshold(bet))}${bet.side === 'under' ? '' : ' or more'}`;
  return ['The roll',
    el('p.big', {}, formatRoll(roll)),
    el('p', {}, `The bet wins on a roll ${condition}, as ${bet.wins.toLocaleString('en')} of the 10,000 are. ` +
      (pays === 0 ? 'It loses.' : `It wins: ${coins(pays)} coins for a stake of ${coins(bet.stake)}.`))];
}
