// Why the casino declines a bet, or refuses one on crash: the README of the casino.

import { parse as parseCrash } from '../crash/rules.js';
import { coins, mostPaid, parseBet } from '../games/index.js';
import { fail } from '../squaredeal/internal/fault.js';
import { byClock, explain, judgedAt, mayForbid } from './own.js';

/**
 * Returns why a bet was declined, in words, unless the reason is plainly false. It is compared with what the player knew before: the
 * balance, whether a round was open, the player's own limits, what a bet may pay, and when this one was sent for the first time.
 */
export function whyDeclined(text, { nonce, declined, time }, { balance, isOpen, own, maxWin, sent }) {
  const bet = parseBet(text);
  const lie = (what) => fail('mismatch', `round ${nonce}: the casino has declined a bet ${what}`);
  if (declined === 'balance' && bet.stake <= balance) {
    lie(`of ${coins(bet.stake)} coins for want of coins, and there were ${coins(balance)}`);
  }
  if (declined === 'round-open' && !isOpen) lie('because a round was open, and there was none');
  const [, limit] = /^limit (\d+)$/.exec(declined) ?? [];
  const ownLimit = explain(declined);
  if (ownLimit && !mayForbid(own, bet.stake, judgedAt(Date.parse(time), sent, Date.now()), declined)) {
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

/**
 * Returns what to say of a Refusal of what was asked of a bet on crash, {what, sent}, unless its reason is plainly false; nothing of
 * a settlement, which is asked for again. It is compared with what the player knew before: the balance, and the player's own limits.
 */
export function whyRefused({ code, message }, { what, sent }, { balance, own }) {
  if (what === 'settle') return code === 'running' ? '' : fail('mismatch', `the casino doesn’t settle your bet on crash: ${message}`);
  const lie = (why) => fail('mismatch', `the casino has refused a bet ${why}`);
  const { stake } = sent ? parseCrash(sent) : {};
  if (code === 'balance' && stake <= balance) {
    lie(`of ${coins(stake)} coins on crash for want of coins, and there were ${coins(balance)}`);
  }
  if (code === 'own-limit' && !mayForbid(own, stake, Date.now(), message)) {
    lie(`on crash by a limit of your own, “${message}”, that doesn’t forbid it${byClock(own)}`);
  }
  if (code === 'bet-open') lie(`on crash because of another one: ${message}`);
  const plain = {
    closed: 'The bet came too late for this round of crash.',
    full: 'The bets of this round of crash could win too much already: try a smaller one.',
  };
  return Object.hasOwn(plain, code) ? plain[code] : `The casino has refused this bet: ${explain(message) ?? message}.`;
}
