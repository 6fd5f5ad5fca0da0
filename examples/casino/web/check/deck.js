// The names of playing cards, numbers from 0 to 51.

import { fail } from '../squaredeal/internal/fault.js';

const suits = '♠♥♦♣';
const ranks = ['A', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'J', 'Q', 'K'];
const rankWords = ['Ace', '2', '3', '4', '5', '6', '7', '8', '9', '10', 'Jack', 'Queen', 'King'];
const suitWords = ['spades', 'hearts', 'diamonds', 'clubs'];

/** Returns the name of a card, a number from 0 to 51. */
export const cardName = (c) => ranks[c % 13] + suits[Math.floor(c / 13)];
export const cardWords = (c) => `${rankWords[c % 13]} of ${suitWords[Math.floor(c / 13)]}`;
export const cardNames = (cards) => cards.map(cardName).join(' ');

/** Returns the numbers of five cards that are named. */
export function parseFive(text) {
  const cards = text.split(' ').map((name) => Array.from({ length: 52 }, (_, c) => c).find((c) => cardName(c) === name));
  if (cards.length !== 5 || cards.includes(undefined) || new Set(cards).size !== 5) fail('malformed', `“${text}” isn’t five cards`);
  return cards;
}
