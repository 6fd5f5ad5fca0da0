// The games of the room, and what offers say of them.
import * as hearts from "./hearts.js";
import * as holdem from "./holdem.js";
import * as rummy from "./rummy.js";

export const games = { holdem, rummy, hearts };

export const second = 1e9; // in the nanoseconds of an offer

// rules returns the game of an offer, and its terms.
export function rules(offer) {
  try {
    const config = JSON.parse(atob(offer.Game));
    const game = Object.values(games).find((g) => g.label === config.name);
    return game ? { game, config } : undefined;
  } catch {
    return undefined;
  }
}
