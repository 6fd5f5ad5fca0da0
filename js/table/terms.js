// What the seats of a table have agreed on: commit/table/SPEC.md, section 4.

import { concat, copyBytes, lp, needInt, u64 } from '../internal/bytes.js';
import { Agreement } from '../record/index.js';

const maxMessage = 2 ** 22 - 1;
const maxGrace = 31_622_400_000; // milliseconds: 366 days

/** The kinds of messages, their first bytes. */
export const kinds = Object.freeze({ hello: 1, say: 2, tick: 3, leave: 4, closing: 5 });

/** Terms are what the seats of a table have agreed on. Times are in milliseconds. */
export class Terms {
  #game;
  #longest;
  #grace;
  #bank;
  #agreement;

  /** `board` is the board's key, or null if it has none. What SPEC.md, section 4, refuses is malformed. */
  constructor({ game, longest, grace, bank, keys, board }) {
    this.#game = copyBytes('the game', game);
    this.#longest = needInt('the longest message', longest, 1, maxMessage);
    this.#grace = needInt('the grace', grace, 1000, maxGrace);
    this.#bank = needInt('the bank', bank, 0, 64 * this.#grace);
    const terms = concat(lp('squaredeal/table/v1/terms'), u64(this.#grace), u64(this.#bank), lp(this.#game));
    this.#agreement = new Agreement({ terms, longest: Math.max(5, 1 + this.#longest), keys, board });
  }

  get game() {
    return this.#game.slice();
  }

  get longest() {
    return this.#longest;
  }

  get grace() {
    return this.#grace;
  }

  get bank() {
    return this.#bank;
  }

  get seats() {
    return this.#agreement.seats;
  }

  get agreement() {
    return this.#agreement;
  }
}
