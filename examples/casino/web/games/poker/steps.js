// How verify.html shows a hand of video poker.

import { cardSlots } from '../../check/cards.js';
import { cardName } from '../../check/deck.js';
import { el } from '../../check/dom.js';
import { coins } from '../index.js';

/** What a number that was drawn stands for. */
export const meaning = (value) => cardName(Number(value));

/** Returns a title and what is below it, for the round that the seeds give and the values that were drawn. */
export function explain({ bet, dealt, held, cards, row, pays }, ten) {
  if (held === undefined) {
    return ['The cards',
      el('p', {}, 'The first five are dealt. The next five wait: they replace the cards that aren’t held, in this order.'),
      cardSlots(dealt, () => 'dealt'),
      cardSlots(ten.slice(5), (i) => `replacement ${i + 1}`)];
  }
  return ['The cards',
    el('p', {}, 'The first five are dealt. The next of the ten replace those that aren’t held, from left to right.'),
    cardSlots(dealt, (i) => (held[i] ? 'held' : 'dropped'), (i) => !held[i]),
    cardSlots(cards, (i) => (held[i] ? 'held' : 'drawn')),
    el('p.big', {}, row.pays === 0 ? 'No win' : row.name),
    el('p', {}, row.pays === 0 ? 'It pays nothing.'
      : `It pays ${row.pays} for 1: ${coins(pays)} coins for a stake of ${coins(bet.stake)}.`)];
}
