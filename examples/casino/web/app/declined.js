// Why the casino declines a bet: the README of the casino.

import { coins, mostPaid, parseBet } from '../games/index.js';
import { Fault } from '../squaredeal/internal/fault.js';
import { byClock, explain, mayForbid } from './own.js';

/**
 * Returns why a bet was declined, in words, unless the reason is plainly false. It is compared with what the player knew before: the
 * balance, whether a round was open, the player's own limits, and what a bet may pay.
 */
export function whyDeclined(text, { nonce, declined }, { balance, isOpen, own, maxWin }) {
  const bet = parseBet(text);
  const lie = (what) => {
    throw new Fault('mismatch', `round ${nonce}: the casino has declined a bet ${what}`);
  };
  if (declined === 'balance' && bet.stake <= balance) {
    lie(`of ${coins(bet.stake)} coins for want of coins, and there were ${coins(balance)}`);
  }
  if (declined === 'round-open' && !isOpen) lie('because a round was open, and there was none');
  const [, limit] = /^limit (\d+)$/.exec(declined) ?? [];
  const ownLimit = explain(declined);
  if (ownLimit && !mayForbid(own, bet.stake, Date.now(), declined)) {
    const clock = declined.startsWith('own limit stake') ? '' : byClock(own);
    lie(`by a limit of your own, “${declined}”, that doesn’t forbid it${clock}`);
  }
  if (!limit && !ownLimit && !['balance', 'round-open'].includes(declined)) lie(`for a reason that nobody can check, “${declined}”`);
  if (limit && (Number(limit) !== maxWin || mostPaid(bet) <= limit)) {
    lie(`that may pay ${coins(mostPaid(bet))} coins, by a limit that it hasn’t shown with these seeds`);
  }
  const plain = { balance: 'not enough coins', 'round-open': 'a round is open' };
  return plain[declined] ?? ownLimit ?? `it may pay more than ${coins(limit)} coins`;
}
