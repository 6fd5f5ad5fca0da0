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

/** Returns the open round of the records, as far as it was answered: as readRound does, with its nonce and steps. */
export function openRound(player) {
  for (const [nonce, steps] of player.rounds.entries()) {
    if (steps[0].declined) continue;
    const answered = steps.filter(({ received }) => received !== '');
    const round = answered.length > 0 ? answeredRound(answered) : undefined;
    if (round && round.pays === undefined) return { nonce, steps: answered, ...round };
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
