// Limbo: a multiplier is drawn that must reach the player's target.

import { fail } from '../../squaredeal/internal/fault.js';

export const [leastTarget, mostTarget] = [101, 1000000]; // in hundredths
export const fineness = 1000; // one of fineness times the target is drawn
export const winning = 99 * fineness; // of which so many win: exactly 99 % return

export default {
  name: 'limbo',
  title: 'Limbo',
  atOnce: true,
  example: 'limbo 200 for 100',

  parse(terms) {
    const target = /^[1-9]\d{2,6}$/.test(terms) ? Number(terms) : 0;
    return target >= leastTarget && target <= mostTarget ? { target } : undefined;
  },

  most: ({ target }) => target,
  returns: () => [99, 100],
  label: ({ target }) => `${(target / 100).toFixed(2)}×`,

  announced: () => ({ least: leastTarget, most: mostTarget, return: '99/100' }),

  draw({ target }, steps, stream) {
    const number = stream.uint64N(fineness * target);
    const multiplier = Number(BigInt(winning * target) / (number + 1n));
    return [String(Math.max(100, multiplier))];
  },

  read({ target }, steps, [text]) {
    if (!/^[1-9]\d{2,10}$/.test(text) || Number(text) > winning * target) fail('malformed', `“${text}” is no outcome of limbo`);
    const reached = Number(text);
    return { reached, multiplier: reached >= target ? target : 0 };
  },

  avoided: ({ target }, { multiplier }) => ({ won: multiplier > 0, chance: 99 / target }),
  tell: ({ reached }) => `${(reached / 100).toFixed(2)}×`,
};
