// Links to verify.html: all that it needs stands in the fragment, which browsers keep to themselves.

import { joinTexts } from '../games/index.js';

export const fields = ['server', 'hash', 'client', 'nonce', 'sent', 'received', 'draws'];

/** Returns the fragment of an address that asks for a check. */
export function fragmentOf(round) {
  return `#${['game', ...fields].filter((name) => round[name]).map((name) => `${name}=${encodeURIComponent(round[name])}`).join('&')}`;
}

/** Returns a round of a revealed pair of seeds as the casino exports it, but without an outcome for a step that isn't answered. */
export function roundOf({ server, hash, client }, nonce, steps) {
  return {
    server,
    hash,
    client,
    game: 'v1',
    nonce: String(nonce),
    sent: joinTexts(steps.map(({ sent }) => sent)),
    received: joinTexts(steps.map(({ received }) => received).filter((text) => text !== '')),
  };
}
