// Mines: 25 tiles, some of which hide a mine. Each tile that is opened without one raises what the player may take.

import { fail } from '../../squaredeal/internal/fault.js';
import { choose } from '../ways.js';

export const tiles = 25;
const mostMultiplier = 1000000;

/** Returns what can be taken after each number of opened tiles, from 1 on: 99 % of the fair price, rounded down. */
export const multipliers = Array.from({ length: tiles }, (_, mines) => {
  const all = [];
  for (let opened = 1; opened <= tiles - mines; opened++) {
    const multiplier = Number(99n * BigInt(choose(tiles, opened)) / BigInt(choose(tiles - mines, opened)));
    if (multiplier > mostMultiplier) break;
    all.push(multiplier);
  }
  return all;
});

/** Returns the exact return of opening so many tiles and taking what there is: [numerator, denominator]. */
export const returnOf = (mines, opened) => [choose(tiles - mines, opened) * multipliers[mines][opened - 1], 100 * choose(tiles, opened)];

const share = ([numerator, denominator]) => numerator / denominator;

/** Reads a step that opens a tile, undefined if it is another. */
function parseOpen(text) {
  const tile = /^open [1-9]\d?$/.test(text) ? Number(text.slice(5)) : 0;
  return tile >= 1 && tile <= tiles ? tile : undefined;
}

/** Reads what an outcome says: what came, and where the mines are, if that is shown. */
function parseText(text, mines) {
  const [, what, list] = /^(safe|mine|taken)(?: mines ([\d ]+))?$/.exec(text) ?? [];
  const shown = list?.split(' ').map(Number);
  const good = shown === undefined ||
    (list === shown.join(' ') && shown.length === mines && shown.every((m, i) => m >= 1 && m <= tiles && (i === 0 || m > shown[i - 1])));
  return what && good ? { what, shown } : fail('malformed', `“${text}” is no outcome of mines`);
}

export default {
  name: 'mines',
  title: 'Mines',
  atOnce: false,
  example: 'mines 3 open 13 for 100; open 7; take',

  // A bet opens the first tile: so it can be said what comes of one that is declined.
  parse(terms) {
    const [, mines, open] = /^([1-9]\d?) (open \d+)$/.exec(terms) ?? [];
    const tile = open && parseOpen(open);
    return tile && mines < tiles ? { mines: Number(mines), tile } : undefined;
  },

  most: ({ mines }) => multipliers[mines].at(-1),
  returns: ({ mines }) => multipliers[mines].map((_, i) => returnOf(mines, i + 1)).reduce((a, b) => (share(b) > share(a) ? b : a)),
  label: ({ mines }) => `${mines}`,

  announced: () => ({ tiles, multipliers: multipliers.slice(1) }),

  draw(bet, steps, stream) {
    const mines = stream.distinct(tiles, bet.mines).map((m) => m + 1).sort((a, b) => a - b);
    const opened = new Set();
    const texts = [];
    let over = false;
    const say = (what, ends) => {
      over = ends;
      texts.push(ends ? `${what} mines ${mines.join(' ')}` : what);
    };
    for (const step of [`open ${bet.tile}`, ...steps]) {
      if (over) fail('malformed', 'the round is over');
      if (step === 'take' && opened.size > 0) {
        say('taken', true);
        continue;
      }
      const tile = parseOpen(step);
      if (tile === undefined || opened.has(tile)) {
        fail('malformed', `“${step}” isn’t a step: “open 7” opens a tile that isn’t open yet, “take” ends the round`);
      }
      opened.add(tile);
      if (mines.includes(tile)) say('mine', true);
      else say('safe', opened.size === multipliers[bet.mines].length);
    }
    return texts;
  },

  read(bet, steps, texts) {
    const opened = [];
    const last = texts.length - 1;
    let round = {};
    [`open ${bet.tile}`, ...steps].slice(0, texts.length).forEach((step, i) => {
      const { what, shown } = parseText(texts[i], bet.mines);
      const tile = parseOpen(step);
      if ((tile === undefined) !== (what === 'taken')) fail('cheat', 'the outcome is of another step');
      if (tile !== undefined) opened.push(tile);
      const full = opened.length === multipliers[bet.mines].length;
      const ends = what !== 'safe' || full;
      if (ends !== (shown !== undefined) || (ends && i < last)) fail('cheat', 'the round ends at another step');
      if (!ends) return;
      const hit = what === 'mine';
      if (opened.some((t, j) => shown.includes(t) !== (hit && j === opened.length - 1))) fail('cheat', 'a mine is where there was none');
      round = { shown, hit, multiplier: hit ? 0 : multipliers[bet.mines][opened.length - 1] };
    });
    return { opened, ...round };
  },

  // A round that is open has no mine among its tiles, so that it was open says nothing.
  avoided: ({ mines }, { hit }, cancelled) => ({ won: !hit, chance: cancelled ? 1 : (tiles - mines) / tiles }),
  tell: ({ opened, hit }) => `${opened.length - (hit ? 1 : 0)} safe${hit ? ', then a mine' : ''}`,

  // Each tile is opened at the cost of what could have been taken: what it returns less than that, or more, is to be expected of it.
  expected({ mines }, { opened }) {
    const worth = (n) => (n === 0 ? 1 : multipliers[mines][n - 1] / 100);
    return opened.reduce((sum, _, n) => sum + worth(n + 1) * (1 - mines / (tiles - n)) - worth(n), 1);
  },
};
