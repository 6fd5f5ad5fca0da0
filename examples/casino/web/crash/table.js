// The bets of all players on a round, as the panel of crash lists them.

import { say } from '../app/board.js';
import { count, el, tableOf } from '../check/dom.js';
import { coins, times } from '../games/index.js';
import { outOf, paidOf } from './rules.js';

const listed = 40; // bets
const title = 'Bets on this round';

/** Returns where a public bet is out, if it is at a multiplier. */
export function outAt({ target, cashed }, multiplier) {
  const out = outOf({ target }, cashed);
  const isOut = cashed !== undefined || target !== undefined;
  return isOut && out <= multiplier ? out : undefined;
}

export class BetTable {
  #rows = el('tbody');
  #total = el('p.small.soft');
  element = el('div.panel.pays', {}, el('h2', {}, title), this.#total,
    el('div.scroll.crash-bets', { tabindex: 0, role: 'region', 'aria-label': title },
      tableOf(['Player', 'Stake', 'Out at', 'Paid'], this.#rows)));

  /** Lists bets at a multiplier, which is undefined before the start. isOwn tells whether a bet is the player's. */
  render({ bets, round, over, multiplier, isOwn }) {
    const all = [...bets].sort((a, b) => isOwn(b) - isOwn(a) || b.stake - a.stake || a.number - b.number);
    const rows = all.slice(0, listed).map((bet) => {
      const out = multiplier && outAt(bet, multiplier);
      const paid = over ? paidOf(bet, bet.cashed, round) : out && (bet.stake / 100) * out;
      const plan = bet.target ? times(bet.target) : '–';
      const pays = paid ? coins(paid) : over ? '0' : '';
      return [isOwn(bet) ? 'You' : bet.name, coins(bet.stake), out ? times(out) : plan, pays, out ? 'hit' : ''];
    });
    const total = Math.max(round?.bets ?? 0, all.length);
    const known = total > all.length ? ` of the ${all.length.toLocaleString('en')} that this page was told` : '';
    const more = total > rows.length ? `, of which these are the greatest${known}` : '';
    say(this.#total, total === 0 ? 'Nobody has bet yet.' : `${count(total, 'bet')}${more}.`);
    const key = JSON.stringify(rows);
    if (this.#rows.dataset.key === key) return;
    this.#rows.dataset.key = key;
    this.#rows.replaceChildren(...rows.map(([name, stake, out, pays, hit]) => el(hit ? 'tr.hit' : 'tr', {},
      el('th', { scope: 'row' }, name),
      [stake, out, pays].map((cell) => el('td', {}, cell)))));
  }
}
