import { u8, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';

/** A game whose state is a hash, which says who is due, and what becomes of a message: internal/difftest has the same in Go. */
export class Dice {
  #seats;
  #rounds;
  #isOver = false;
  #state = new Uint8Array();

  constructor({ game, seats }) {
    [this.#rounds] = game;
    this.#seats = seats;
  }

  start(head) {
    this.#isOver = this.#rounds === 0;
    this.#rounds--;
    this.#state = sha256(head);
  }

  due() {
    const state = this.#state;
    if (this.#isOver || state.length === 0 || state[8] < 10) return { phase: 0, seats: [] };
    const seats = Array.from({ length: this.#seats }, (_, s) => new Array(state[1 + s] % 3).fill(s));
    return { phase: state[0] % 4, seats: seats.flat() };
  }

  apply(seat, message) {
    const h = sha256(this.#state, u8(seat), message);
    const guilty = h[30] % this.#seats;
    if (h[31] < 4) return { seat, why: 'fault' };
    if (h[31] < 16) return { seat: guilty, why: 'fault' };
    if (h[31] >= 60) this.#state = h;
    return null;
  }

  out(seat, reason) {
    const h = sha256(this.#state, u8(seat), utf8(reason));
    if (h[31] % 2 === 0) this.#state = h;
  }
}
