// How verify.html shows mines.

import { el } from '../../check/dom.js';
import { coins } from '../index.js';
import { tiles } from './rules.js';

export const meaning = (value) => `tile ${Number(value) + 1}`;

export function explain({ bet, opened, shown, hit, pays }, values) {
  const mines = values.map((v) => v + 1);
  const mark = (tile) => {
    const [isMine, isOpened] = [mines.includes(tile), opened.includes(tile)];
    return [isMine ? '✹' : isOpened ? '◆' : '·', isMine ? 'a mine' : 'safe', isOpened ? ', opened' : ''];
  };
  const rows = Array.from({ length: tiles / 5 }, (_, row) => el('tr', {}, Array.from({ length: 5 }, (__, column) => {
    const [sign, ...words] = mark(5 * row + column + 1);
    return el('td', {}, el('span', { 'aria-hidden': 'true' }, sign), el('span.sr', {}, words.join('')));
  })));
  return ['The tiles',
    el('p', {}, `The first ${bet.mines} different numbers are where the mines are (✹). The tiles count from 1, row by row. ` +
      `Opened (◆): ${opened.join(', ')}.`),
    el('table', {}, el('tbody', {}, rows)),
    el('p', {}, shown === undefined ? 'The round isn’t over.' : hit ? 'The last tile has a mine: it pays nothing.'
      : `It pays ${coins(pays)} coins for a stake of ${coins(bet.stake)}.`)];
}
