// What this browser knows of the chains of crash: what the casino announced of each, and the last link that it
// revealed. So it finds whatever the casino says otherwise later.

import { ChainVerifier } from '../squaredeal/commit/index.js';
import { fromHex, toHex } from '../squaredeal/internal/bytes.js';
import { Fault, fail } from '../squaredeal/internal/fault.js';
import { sha256 } from '../squaredeal/internal/hash.js';
import { endOf, pointOf } from './rules.js';

const key = 'squaredeal-crash-chains';
const network = 'drand quicknet 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971';
const [genesis, period] = [1692803367, 3]; // s, of the network
const kept = 20; // chains

/** Returns the time of a round of the beacon, in milliseconds. */
export const timeOf = (round) => 1000 * (genesis + (round - 1) * period);

export class Chains {
  #unstored; // what is known of them, by number, if this browser doesn't store it: until the page is closed
  checked = 0; // rounds since the page was opened

  #read() {
    if (this.#unstored) return this.#unstored;
    try {
      return JSON.parse(localStorage.getItem(key)) ?? {};
    } catch {
      return {};
    }
  }

  #write(known) {
    const latest = Object.fromEntries(Object.entries(known).slice(-kept));
    try {
      localStorage.setItem(key, JSON.stringify(latest));
      this.#unstored = undefined;
    } catch {
      this.#unstored = latest;
    }
  }

  /** Forgets all of them, as a casino that was restored from a backup gives their numbers to others. */
  forget() {
    this.#write({});
  }

  /** Returns what is known of a chain, undefined if nothing is. */
  of(chain) {
    return this.#read()[chain];
  }

  /** Compares what the casino says of a chain with what it said before. */
  async follow({ chain, anchor, length, beacon, beaconRound, announced, published }) {
    const before = this.of(chain);
    const differs = (what, is, was) => fail('mismatch', `chain ${chain} of crash has ${what} than it announced: ${is}, and before ${was}`);
    if (beacon !== network) fail('mismatch', `chain ${chain} of crash goes by another beacon than this page knows: “${beacon}”`);
    if (before) {
      if (anchor !== before.anchor) differs('another anchor', anchor, before.anchor);
      if (length !== before.length) differs('another length', length, before.length);
      if (announced !== before.announced) differs('another date', new Date(announced).toJSON(), new Date(before.announced).toJSON());
      if (beaconRound !== before.beaconRound) differs('another round of the beacon', beaconRound, before.beaconRound);
      if (before.signature !== undefined) {
        const same = signatureOf(published, beaconRound) === before.signature;
        if (!same) differs('another value of the beacon', published, before.signature);
        return;
      }
    }
    const signature = published === undefined ? undefined : signatureOf(published, beaconRound);
    if (signature !== undefined) await mustBeBeacon(beaconRound, signature);
    const first = { anchor, length, beaconRound, announced, round: 0, link: anchor };
    const latest = this.#read(); // rounds may have ended meanwhile
    this.#write({ ...latest, [chain]: { ...first, ...latest[chain], signature } });
  }

  /** Takes a round that has ended: a chain goes on with links that lead to one another, or is given up with the round. */
  take(told) {
    if (told.void) this.#giveUp(told);
    else this.#check(told);
  }

  /** Checks that no chain goes on that was given up. The round itself may look open for a while: processes differ in what they saw. */
  mustGoOn({ chain, round, link }) {
    const { givenUp } = this.of(chain) ?? {};
    if (round > givenUp || link && round === givenUp) {
      fail('cheat', `round ${round} of crash: the casino plays it, and its chain had been given up with round ${givenUp}`);
    }
  }

  /** Remembers that a chain was given up with a round, whose link nobody has seen then. */
  #giveUp({ chain, round }) {
    const known = this.#read();
    const before = known[chain];
    if (!before) return;
    if (round <= before.round) {
      fail('mismatch', `the casino gives up round ${round} of crash, and has shown the link of round ${before.round}`);
    }
    this.#write({ ...known, [chain]: { ...before, givenUp: Math.min(round, before.givenUp ?? round) } });
  }

  /** Checks a round that was played to its end against the link before it, and its point. */
  #check(told) {
    this.mustGoOn(told);
    const known = this.#read();
    const chain = known[told.chain];
    if (chain?.signature === undefined) fail('mismatch', `round ${told.round} of crash was played before its chain’s beacon was known`);
    if (told.round > chain.length) {
      fail('cheat', `chain ${told.chain} of crash has ${chain.length} rounds, and the casino plays round ${told.round}`);
    }
    const point = pointOf(verify(chain, told), toHex(sha256(fromHex(chain.signature))));
    if (point !== told.point) {
      fail('cheat', `round ${told.round} of crash: the casino says that it crashed at ${told.point / 100}×, ` +
        `and the chain gives ${point / 100}×`);
    }
    if (told.ended < told.starts + endOf(point)) {
      fail('mismatch', `round ${told.round} of crash: the casino ended it too early, after ${told.ended - told.starts} ms`);
    }
    if (told.round > chain.round) {
      this.#write({ ...known, [told.chain]: { ...chain, round: told.round, link: told.link } });
      this.checked++;
    }
  }
}

/** Fails unless a signature is the beacon's of a round. What checks it is large, so it is loaded when it is needed. */
async function mustBeBeacon(round, signature) {
  await import('./drand.js');
  try {
    globalThis.verifyDrand(round, signature);
  } catch (err) {
    fail('mismatch', `the casino’s value of the beacon isn’t drand’s: ${err.message}`);
  }
}

/** Returns a round that was played to its end, if its link leads to the one that is known of its chain. */
function verify(chain, told) {
  try {
    return new ChainVerifier(chain.link, chain.round).verify(told.round, told.link);
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
    return fail('cheat', `round ${told.round} of crash: its link ${told.link} doesn’t lead to the link before it, ` +
      `${chain.link} of round ${chain.round}`);
  }
}

/** Returns the signature in a round of the beacon as drand publishes it. */
function signatureOf(published, beaconRound) {
  let round;
  try {
    round = JSON.parse(published);
  } catch {
    fail('mismatch', 'the round of the beacon isn’t JSON');
  }
  if (round?.round !== beaconRound) {
    fail('mismatch', `the casino uses another round of the beacon than it named, ${round?.round} and not ${beaconRound}`);
  }
  return /^[0-9a-f]{96}$/.test(round.signature) ? round.signature : fail('mismatch', 'the round of the beacon has no signature');
}
