// Dice: one of 10,000 rolls is drawn, and the lowest or the highest of them win.

import { fail } from '../../squaredeal/internal/fault.js';

const rolls = 10000;
const edge = 99 * rolls; // a win pays edge over the winning rolls, in hundredths of the stake: exactly 99 % return

/** The numbers of winning rolls that can be bet on, the likeliest first. */
export const choices = Array.from({ length: 9000 }, (_, i) => 9000 - i).filter((wins) => edge % wins === 0);

/** Writes a roll as people read it, 0.00 to 99.99. */
export const formatRoll = (roll) => (roll / 100).toFixed(2);

/** Returns the least roll that wins over it, or the least that loses under it. */
export const threshold = ({ side, wins }) => (side === 'under' ? wins : rolls - wins);

export default {
  name: 'dice',
  title: 'Dice',
  atOnce: true,
  example: 'dice under 4950 for 100',

  parse(terms) {
    const [, side, wins] = /^(under|over) ([1-9]\d{0,3})$/.exec(terms) ?? [];
    return choices.includes(Number(wins)) ? { side, wins: Number(wins) } : undefined;
  },

  most: ({ wins }) => edge / wins,
  returns: () => [99, 100],
  label: (bet) => `${bet.side} ${formatRoll(threshold(bet))}`,

  announced: () => ({ rolls, return: '99/100', choices: choices.map((wins) => ({ wins, multiplier: edge / wins })) }),

  draw(bet, steps, stream) {
    return [String(stream.intN(rolls))];
  },

  read(bet, steps, [text]) {
    if (!/^(0|[1-9]\d{0,3})$/.test(text)) fail('malformed', `“${text}” is no outcome of dice`);
    const roll = Number(text);
    const won = bet.side === 'under' ? roll < threshold(bet) : roll >= threshold(bet);
    return { roll, multiplier: won ? edge / bet.wins : 0 };
  },

  avoided: ({ wins }, { multiplier }) => ({ won: multiplier > 0, chance: wins / rolls }),
  tell: ({ roll }) => formatRoll(roll),
};
