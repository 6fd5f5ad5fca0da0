// What the recorded steps of rounds tell: the steps of a round are {sent, received}, received being empty until it is
// answered, and declined the reason if the bet was.

import { Fault, fail } from '../squaredeal/internal/fault.js';
import { parseBet, readRound } from '../games/index.js';

/** Returns a round as readRound does, undefined if it isn't answered, or was declined or answered by nonsense. */
export function answeredRound(steps) {
  if (steps.at(-1).received === '') return undefined;
  try {
    return readRound(steps);
  } catch (err) {
    if (err instanceof Fault) return undefined;
    throw err;
  }
}

/** Returns what the latest step of a round, which has this number, takes from the balance and gives to it. */
export function movesOf(steps, step) {
  if (steps[0].declined) return { taken: 0, given: 0 };
  return { taken: step === 0 ? parseBet(steps[0].sent).stake : 0, given: answeredRound(steps)?.pays ?? 0 };
}

/**
 * Returns the open round of the records, as far as it was answered: as readRound does, with its nonce and steps. It is the latest
 * one that was taken.
 */
export function openRound({ rounds }) {
  for (let nonce = rounds.length - 1; nonce >= 0; nonce--) {
    const steps = rounds[nonce].filter(({ received }) => received !== ''); // none of a bet that was declined
    if (steps.length === 0) continue;
    const round = answeredRound(steps);
    return round && round.pays === undefined ? { nonce, steps, ...round } : undefined;
  }
  return undefined;
}

/** Checks what can be checked of rounds before the server seed is revealed: that the outcomes of each follow from one another. */
export function mustFollowRules(rounds) {
  rounds.forEach((steps, nonce) => {
    if (steps[0].received === '') return;
    try {
      readRound(steps.filter(({ received }) => received !== ''));
    } catch (err) {
      if (err instanceof Fault && err.kind === 'cheat') fail('cheat', `round ${nonce}: ${err.message}`);
      throw err;
    }
  });
}
