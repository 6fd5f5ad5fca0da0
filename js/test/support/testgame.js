/** The game of commit/table/SPEC.md, section 13.1. */
export class TestGame {
  phase = 0;
  scores;
  #rounds;
  #twice;
  #in; // by seat, whether it is in
  #marked;
  #unsaid; // by seat, how many messages of phase 0 it has to say
  #turn = null; // the seat whose turn it is, once the turns have begun; -1 when nobody is due
  #borrower = null;

  constructor({ game, seats }) {
    [this.#rounds, this.#twice] = game;
    this.scores = new Array(seats).fill(0);
    this.#in = new Array(seats).fill(true);
    this.#marked = new Array(seats).fill(false);
  }

  start() {
    this.phase = 0;
    this.#borrower = null;
    this.#turn = -1;
    if (this.#rounds === 0 || this.#in.filter(Boolean).length < 2) return;
    this.#rounds--;
    this.#turn = null;
    this.#unsaid = this.#in.map((_, s) => (s < 8 && (this.#twice >> s) & 1 ? 2 : 1));
  }

  due() {
    const { phase } = this;
    if (this.#turn === null) return { phase, seats: this.#unsaid.flatMap((n, s) => new Array(n).fill(s)) };
    return { phase, seats: this.#turn < 0 ? [] : [this.#borrower ?? this.#turn] };
  }

  apply(seat, message) {
    const fault = (guilty = seat) => ({ seat: guilty, why: 'against the rules' });
    if (this.#turn === null) {
      if (message.length !== 4) return fault();
      this.#unsaid[seat]--;
      if (message[0] === 255) this.#marked[seat] = true;
      this.#beginTurns();
      return null;
    }
    const [b] = message;
    if (message.length !== 1) return fault();
    if (b >= 128) return b - 128 !== seat && this.#marked[b - 128] ? fault(b - 128) : fault();
    if (b > 4) return fault();
    if (b === 4) return this.#lend(seat) ? null : fault();
    this.scores[seat] += b;
    if (b === 3) return null;
    if (this.#borrower !== null) this.#borrower = null;
    else this.#next();
    return null;
  }

  out(seat, reason) {
    this.#in[seat] = false;
    if (reason !== 'left') this.scores[seat] = 0;
    if (this.#turn === null) return this.#beginTurns();
    if (this.#turn < 0) return;
    if (seat === this.#turn) {
      this.#borrower = null;
      this.#next();
    } else if (this.#turn < seat) {
      this.phase++;
    }
    if (seat === this.#borrower) this.#borrower = null;
  }

  #beginTurns() {
    if (this.#unsaid.some((n, s) => n > 0 && this.#in[s])) return;
    this.#turn = -1;
    this.#next();
  }

  #next() {
    this.#turn = this.#in.findIndex((is, s) => is && s > this.#turn);
    if (this.#turn >= 0) this.phase++;
  }

  #lend(seat) {
    if (this.#borrower !== null) return false;
    const other = this.#in.findIndex((is, s) => is && s !== seat);
    if (other >= 0) this.#borrower = other;
    return other >= 0;
  }
}
