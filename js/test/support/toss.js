// A seat of a toss: commit/SPEC.md, sections 5.2, 5.3 and 5.6. The package has none, as it knows no secrets; it is here for
// the vectors.

import { Toss, commitment } from '../../commit/index.js';
import { concat, equal, lp, needInt, u32, u8 } from '../../internal/bytes.js';
import { malformed } from '../../internal/fault.js';
import { openState, sealState } from '../../internal/state.js';

const label = 'squaredeal/toss/v1/state';

export const commitMessage = (toss, seat, bytes) => concat(u8(1), toss.name, u32(seat), bytes);
export const revealMessage = (toss, seat, nonce, value, digest) => concat(u8(2), toss.name, u32(seat), nonce, value, digest);

/** A TossSeat reads a toss, and says what its seat has to say. */
export class TossSeat {
  constructor(session, seats, seat, nonce, value) {
    this.toss = new Toss(session, seats);
    this.seat = needInt('the seat', seat, 0, seats - 1);
    Object.assign(this, { session, nonce, value });
    this.commitment = commitment(nonce, this.toss.context(undefined, seat), value);
  }

  /** The message that the seat has to say, empty if there is none. */
  get pending() {
    const own = this.toss.entries[this.seat];
    if (!own.commitment) return commitMessage(this.toss, this.seat, this.commitment);
    if (this.toss.phase !== 'reveal' || own.value || !equal(own.commitment, this.commitment)) return new Uint8Array();
    return revealMessage(this.toss, this.seat, this.nonce, this.value, this.toss.digest);
  }

  encode() {
    const entries = this.toss.entries.flatMap(({ commitment: c, nonce, value }) => {
      if (!c) return [u8(0)];
      return value ? [u8(2), c, nonce, value] : [u8(1), c];
    });
    return sealState(label, lp(this.session), u32(this.toss.seats), u32(this.seat), this.nonce, this.value, ...entries);
  }

  static parse(state) {
    const reader = openState(state, label);
    const [session, seats, seat, nonce, value] = [reader.field(), reader.u32(), reader.u32(), reader.bytes(32), reader.bytes(32)];
    const s = new TossSeat(session, seats, seat, nonce, value);
    const reveals = [];
    for (let i = 0; i < seats; i++) {
      const taken = reader.u8();
      if (taken > 2) malformed('a seat says three things');
      if (taken >= 1) s.toss.read(i, commitMessage(s.toss, i, reader.bytes(32)));
      if (taken === 2) reveals.push([i, reader.bytes(32), reader.bytes(32)]);
    }
    reader.end();
    try {
      for (const [i, n, v] of reveals) s.toss.read(i, revealMessage(s.toss, i, n, v, s.toss.digest));
    } catch (err) {
      malformed(err.message);
    }
    return s;
  }
}
