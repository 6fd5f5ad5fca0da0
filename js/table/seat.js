/** A Seat is what a table knows of a seat: commit/table/SPEC.md, section 7.1, by the same names. */
export class Seat {
  due = 0; // how often the game names it
  since = null; // the number of places after which it became due
  begun = 0n; // until this time, it has spent
  spent = 0n; // on its item
  least = null; // the least due since it was due first in the phase
  used = 0n; // of its bank
  voids = 0;
  ticks = 0;
  leaves = null; // the round after which it leaves
  told = new Set(); // the seats about which its complaint came second
  out = null; // why it is out

  beginRound() {
    Object.assign(this, { due: 0, since: null, spent: 0n, least: null, used: 0n, ticks: 0 });
  }
}

/** Whether a seat is out, and not because it left. */
export const isGone = ({ out }) => out === 'fault' || out === 'silent';
