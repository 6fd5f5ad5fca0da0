// A server's session: seedrng/SPEC.md, sections 5.1 to 5.3. The package has none, as it knows no seeds; it is here for the vectors.

import { lp, toHex, u64 } from '../../internal/bytes.js';
import { fail, malformed } from '../../internal/fault.js';
import { hashBytes, openState, sealState } from '../../internal/state.js';
import { clientSeedBytes, hashOf, Stream, textBytes } from '../../seedrng/stream.js';

const label = 'squaredeal/seedrng/v1/session';
const maxOpen = 1024;

const serverSeed = (text, form) => (form.test(text) ? text : malformed('a server seed of another form'));

/** A Session is what a server remembers of a player: its seeds, and the rounds that are open. */
export class Session {
  active = ''; // the server seed, which doesn't exist yet if it is empty
  client = '';
  next = 0n;
  open = new Map(); // nonce to the name of its bet, ascending
  last = { how: 0n, bet: '' }; // the bet with the nonce before, if it was played (1) or declined (2)
  upcoming = '';
  revealed = { server: '', client: '', rounds: 0n };

  static parse(bytes) {
    const s = new Session();
    const r = openState(bytes, label);
    s.active = serverSeed(r.text(), /^([0-9a-f]{64})?$/);
    s.client = r.text();
    s.next = r.u64();
    const count = r.u64();
    if (count > maxOpen) malformed('too many open rounds');
    let last = -1n;
    for (let i = 0n; i < count; i++) {
      const nonce = r.u64();
      if (nonce <= last || nonce >= s.next) malformed('the open rounds aren’t ascending');
      last = nonce;
      s.open.set(nonce, r.text());
      textBytes('bet', s.open.get(nonce), 128);
    }
    s.last = { how: r.u64(), bet: r.text() };
    s.#checkLast();
    s.upcoming = serverSeed(r.text(), /^[0-9a-f]{64}$/);
    s.revealed = { server: serverSeed(r.text(), /^([0-9a-f]{64})?$/), client: r.text(), rounds: r.u64() };
    r.end();
    s.#checkWhole();
    return s;
  }

  #checkLast() {
    const { how, bet } = this.last;
    if (how === 0n) {
      if (bet !== '') malformed('there was no last bet');
      return;
    }
    if (how > 2n || this.next === 0n || this.open.has(this.next - 1n)) malformed('the last bet can’t be');
    textBytes('bet', bet, 128);
  }

  /** Refuses parts that contradict one another. */
  #checkWhole() {
    for (const [server, client] of [[this.active, this.client], [this.revealed.server, this.revealed.client]]) {
      if ((server === '') !== (client === '')) malformed('half a pair of seeds');
      if (client !== '') clientSeedBytes(client);
    }
    const seeds = [this.active, this.upcoming, this.revealed.server].filter((text) => text !== '');
    if (new Set(seeds).size !== seeds.length) malformed('a server seed is repeated');
    if (new Set([...this.open.values(), this.last.bet]).size !== this.open.size + 1) malformed('a bet is repeated');
    if (this.active === '' && (this.next !== 0n || this.revealed.server !== '')) malformed('rounds without seeds');
    if (this.revealed.server === '' && this.revealed.rounds !== 0n) malformed('rounds without seeds');
  }

  encode() {
    const open = [...this.open].sort(([a], [b]) => (a < b ? -1 : 1));
    return sealState(
      label, lp(this.active), lp(this.client), u64(this.next),
      u64(open.length), ...open.flatMap(([nonce, bet]) => [u64(nonce), lp(bet)]),
      u64(this.last.how), lp(this.last.bet),
      lp(this.upcoming), lp(this.revealed.server), lp(this.revealed.client), u64(this.revealed.rounds),
    );
  }

  #names(hash) {
    return this.active !== '' && hash === hashOf(this.active);
  }

  rotate(hash, client) {
    hashBytes(hash);
    clientSeedBytes(client);
    if (this.#names(hash) && client === this.client) return;
    if (hash !== hashOf(this.upcoming)) fail('mismatch', 'this isn’t the hash of the next server seed');
    if (this.open.size > 0) fail('open', 'a round is open');
    if (this.active !== '') this.revealed = { server: this.active, client: this.client, rounds: this.next };
    [this.active, this.client, this.next] = [this.upcoming, client, 0n];
    this.last = { how: 0n, bet: '' };
    this.upcoming = toHex(crypto.getRandomValues(new Uint8Array(32)));
  }

  /** Tries the refusals of a bet. */
  #check(hash, nonce, bet) {
    hashBytes(hash);
    textBytes('bet', bet, 128);
    if (this.active === '') fail('no-seeds', 'there is no server seed');
    if (!this.#names(hash)) fail('mismatch', 'this isn’t the hash of the active server seed');
    if (nonce > this.next) fail('mismatch', 'the nonce comes after the next one');
    for (const [m, b] of this.open) {
      if ((m === nonce) !== (b === bet)) fail('mismatch', 'the round is open for another bet, or the bet has another round');
    }
  }

  #spend(nonce, bet) {
    if (this.open.size >= maxOpen) fail('open', 'too many open rounds');
    if (this.next === (1n << 64n) - 1n) fail('exhausted', 'there are no more nonces');
    this.next++;
    this.last = bet;
  }

  #stream(nonce) {
    return new Stream(this.active, this.client, nonce);
  }

  /** Returns the stream of the round. */
  reserve(hash, nonce, bet) {
    this.#check(hash, nonce, bet);
    if (nonce < this.next && !this.open.has(nonce)) fail('finished', 'the round is finished');
    if (nonce === this.next) {
      this.#spend(nonce, { how: 0n, bet: '' });
      this.open.set(nonce, bet);
    }
    return this.#stream(nonce);
  }

  #close(hash, nonce, bet, how) {
    this.#check(hash, nonce, bet);
    if (nonce < this.next && !this.open.has(nonce)) {
      if (nonce === this.next - 1n && this.last.how === how && this.last.bet === bet) return;
      fail('finished', 'the round is finished');
    }
    if (nonce < this.next) fail('open', 'the round is open');
    this.#spend(nonce, { how, bet });
  }

  /** Returns the stream of a round that is settled at once. */
  play(hash, nonce, bet) {
    this.#close(hash, nonce, bet, 1n);
    return this.#stream(nonce);
  }

  decline(hash, nonce, bet) {
    return this.#close(hash, nonce, bet, 2n);
  }

  finish(hash, nonce) {
    if (this.#names(hash)) this.open.delete(nonce);
  }

  /** Returns what is public, in the form of section 10.2. */
  view() {
    const view = { nextNonce: String(this.next), nextServerHash: hashOf(this.upcoming) };
    if (this.active !== '') Object.assign(view, { serverHash: hashOf(this.active), clientSeed: this.client });
    const open = [...this.open].sort(([a], [b]) => (a < b ? -1 : 1));
    if (open.length > 0) view.openRounds = open.map(([nonce, bet]) => ({ nonce: String(nonce), bet }));
    const { server, client, rounds } = this.revealed;
    if (server !== '') view.revealed = { serverHash: hashOf(server), serverSeed: server, clientSeed: client, rounds: String(rounds) };
    return view;
  }
}
