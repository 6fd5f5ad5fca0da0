// How verify.html shows limbo.

import { el } from '../../check/dom.js';
import { coins } from '../index.js';
import { fineness, winning } from './rules.js';

export const meaning = () => '';

export function explain({ bet, reached, pays }, [number]) {
  const [numbers, winners] = [fineness * bet.target, winning].map((n) => n.toLocaleString('en'));
  return ['The multiplier',
    el('p.big', {}, `${(reached / 100).toFixed(2)}×`),
    el('p', {}, `One of ${numbers} numbers was drawn, from 0 on: a thousand for each hundredth of the target. ` +
      `The multiplier is ${winners} times the target, over the number drawn and one more, but 1.00 at least. ` +
      `So the target is reached by the ${winners} numbers below ${winners}.`),
    el('p', {}, `The number is ${number.toLocaleString('en')}. ` + (pays === 0 ? 'The bet loses.'
      : `The bet wins: ${coins(pays)} coins for a stake of ${coins(bet.stake)}.`))];
}
