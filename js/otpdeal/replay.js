// Sections 4 and 5.4 of otpdeal/SPEC.md: what an honest seat answers, given its secrets, as it has opened them, and the messages
// that it got.

import { concat, equal, lp, needBytes, u8 } from '../internal/bytes.js';
import { fail, Fault, malformed } from '../internal/fault.js';
import { openState, sealState } from '../internal/state.js';
import {
  allCards, allKeys, areCards, cardDealer, cardsTo, different, dummy, encodeRecord, host, keyMaster, keysTo, links, linksOf, Message,
  needDeal, needs, needSeat, numbersIn, readPayloads, requestOf, xor,
} from './message.js';

const label = 'squaredeal/otpdeal/v1/state';
const none = new Uint8Array(0);
const claims = [cardsTo(keyMaster), requestOf(host), requestOf(cardDealer), requestOf(dummy)]; // of numbers, at the Key Master
const handBlame = [[], [host, cardDealer], [host, keyMaster], [host, keyMaster, cardDealer]]; // the seats that make a seat's hand

/** A Replay is a seat of a deal. */
class Replay {
  #deal;
  #seat;
  #secrets;
  #started = false;
  #accepted = new Array(links.length);
  #sent = new Array(links.length);
  #refused; // {link, payload, fault}

  constructor(deal, seat, secrets) {
    this.#deal = needDeal(deal);
    this.#seat = seat;
    this.#secrets = secrets;
    Object.freeze(this);
  }

  get seat() {
    return this.#seat;
  }

  start() {
    if (this.#seat !== host) fail('state', 'only the Host starts');
    if (this.#refused) throw this.#refused.fault;
    this.#started = true;
    this.#sent[allKeys] = this.#secrets.subarray(52);
    this.#sent[allCards] = this.#secrets.subarray(0, 52);
    return this.#messages([allKeys, allCards]);
  }

  /** Returns what the seat has sent on links. */
  #messages(outgoing) {
    return outgoing.map((link) => new Message(this.#deal, link, this.#sent[link]));
  }

  receive(message) {
    const { deal, link, payload } = Message.parts(message);
    if (links[link].to !== this.#seat || !equal(deal, this.#deal)) malformed('the message is for another seat or deal');
    if (this.#refused) throw this.#refused.fault;
    if (!this.#accepted[link] || !equal(this.#accepted[link], payload)) {
      try {
        this.#take(link, payload);
      } catch (fault) {
        if (!this.#isDone) this.#refused = { link, payload, fault };
        throw fault;
      }
    }
    const answersIt = (answer) => this.#sent[answer] && needs(answer, this.#seat).includes(link);
    return this.#messages(linksOf(this.#seat).filter(answersIt));
  }

  /** The links to the seat. */
  get #incoming() {
    return linksOf(this.#seat).filter((link) => links[link].to === this.#seat);
  }

  /** Whether it has accepted all its messages. */
  get #isDone() {
    return this.#incoming.every((link) => this.#accepted[link]);
  }

  #take(link, payload) {
    const { from } = links[link];
    if (this.#accepted[link]) fail('state', 'another payload came before', { seats: [from] });
    const isThere = (needed) => this.#accepted[needed] ?? this.#sent[needed];
    if (!needs(link, this.#seat).every(isThere)) fail('state', 'the message is early', { seats: [from] });
    if (this.#seat === host) this.#checkHost(link, payload);
    if (this.#seat === keyMaster) this.#checkClaims(link, payload);
    const hand = this.#handWith(link, payload);
    if (hand && !areCards(hand)) fail('cards', 'the hand isn’t 13 different cards', { seats: handBlame[this.#seat] });
    this.#accepted[link] = payload;
    this.#answer(link);
  }

  #checkHost(link, payload) {
    if (link === cardsTo(host) && !numbersIn(payload).every((n, i) => payload[i] === this.#secrets[n])) {
      fail('mismatch', 'an encrypted card isn’t that of its number', { seats: [cardDealer] });
    }
    if (link === keysTo(host) && !numbersIn(this.#accepted[cardsTo(host)]).every((n, i) => payload[i] === this.#secrets[52 + n])) {
      fail('mismatch', 'a key isn’t that of its number', { seats: [keyMaster] });
    }
  }

  #checkClaims(link, payload) {
    if (!claims.includes(link)) return;
    const numbers = new Set(numbersIn(payload));
    const other = claims.find((claim) => this.#accepted[claim] && numbersIn(this.#accepted[claim]).some((n) => numbers.has(n)));
    if (other === undefined) return;
    const blamed = new Set([cardDealer, links[link].from, links[other].from]);
    fail('taken', 'a number is claimed twice', { seats: [...blamed].sort((a, b) => a - b) });
  }

  /** Returns the hand if a message completes it, as bytes that needn't be cards. */
  #handWith(link, payload) {
    const payloadOf = (other) => (other === link ? payload : this.#accepted[other]);
    const keys = payloadOf(this.#seat === keyMaster ? allKeys : keysTo(this.#seat));
    const cards = payloadOf(this.#seat === cardDealer ? allCards : cardsTo(this.#seat));
    if (!keys || !cards) return undefined;
    const numbers = this.#seat === cardDealer ? this.#numbers(cardDealer) : numbersIn(cards);
    return numbers.map((n, i) => cards[this.#seat === cardDealer ? n : i] ^ keys[this.#seat === keyMaster ? n : i]);
  }

  /** Returns the numbers that the Card Dealer assigned to a seat. */
  #numbers(seat) {
    return this.#secrets.subarray(13 * seat, 13 * seat + 13);
  }

  /** Sends what can be sent after a message. */
  #answer(link) {
    if (this.#seat === keyMaster) {
      const keys = this.#accepted[allKeys];
      for (const seat of [host, cardDealer, dummy]) {
        const request = this.#accepted[requestOf(seat)];
        if (keys && request) this.#sent[keysTo(seat)] = request.map((n) => keys[n]);
      }
    } else if (link === allCards) {
      for (const seat of [host, keyMaster, dummy]) {
        const numbers = this.#numbers(seat);
        this.#sent[cardsTo(seat)] = concat(numbers.map((n) => this.#accepted[allCards][n]), numbers);
      }
      this.#sent[requestOf(cardDealer)] = this.#numbers(cardDealer);
    } else if (link === cardsTo(this.#seat)) this.#sent[requestOf(this.#seat)] = numbersIn(this.#accepted[link]);
  }

  get hand() {
    return this.#refused ? undefined : this.#handWith();
  }

  record() {
    return encodeRecord(this.#deal, this.#seat, links.map((_, link) => this.#accepted[link] ?? this.#sent[link]));
  }

  state() {
    return sealState(
      label, u8(this.#seat), lp(this.#deal), lp(this.#secrets), u8(this.#started ? 1 : 0),
      ...this.#incoming.map((link) => lp(this.#accepted[link] ?? none)), u8(this.#refused?.link ?? 255), lp(this.#refused?.payload ?? none),
    );
  }
}

/** Replays a Host, from its cards and keys in the order of their numbers. */
export function replayHost(deal, cards, keys) {
  const [order, pads] = [new Uint8Array(needBytes('the deck', cards, 52)), new Uint8Array(needBytes('the keys', keys, 52))];
  needDeal(deal);
  if (!areCards(order)) fail('cards', 'the deck isn’t 52 different cards');
  return new Replay(deal, host, concat(xor(order, pads), pads));
}

/** Replays a Key Master, who has no secrets. */
export const replayKeyMaster = (deal) => new Replay(deal, keyMaster, none);

/** Replays a Card Dealer, from the 52 numbers assigned to seat 0, then to seats 1, 2 and 3. */
export function replayCardDealer(deal, order) {
  const numbers = new Uint8Array(needBytes('the assignment', order, 52));
  if (!different(numbers)) malformed('the assignment isn’t of each number once');
  return new Replay(deal, cardDealer, numbers);
}

/** Replays a Dummy, who has no secrets. */
export const replayDummy = (deal) => new Replay(deal, dummy, none);

/** Replays a seat from a state that it stored, all of which must follow from the messages in it. */
export function parseState(seat, bytes) {
  const state = new Uint8Array(needBytes('the state', bytes));
  const r = openState(state, label);
  if (r.u8() !== needSeat(seat)) malformed('the state is of another seat');
  const deal = needDeal(r.field(1024));
  const secrets = r.field(104);
  const started = r.u8();
  const incoming = linksOf(seat).filter((link) => links[link].to === seat);
  const payloads = readPayloads(r, incoming);
  const refused = r.u8();
  const last = readPayloads(r, [refused]);
  r.end();
  try {
    const replay = withSecrets(deal, seat, secrets);
    if (started === 1) replay.start();
    for (const link of incoming) if (payloads[link]) replay.receive(new Message(deal, link, payloads[link]));
    if (last[refused]) attempt(() => replay.receive(new Message(deal, refused, last[refused])));
    if (equal(replay.state(), state)) return replay;
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
  }
  return malformed('the state can’t have come about');
}

/** Makes a call that may be refused. */
function attempt(call) {
  try {
    call();
  } catch (err) {
    if (!(err instanceof Fault)) throw err;
  }
}

function withSecrets(deal, seat, secrets) {
  switch (seat) {
    case host:
      needBytes('the secrets', secrets, 104);
      return replayHost(deal, xor(secrets.subarray(0, 52), secrets.subarray(52)), secrets.subarray(52));
    case cardDealer:
      return replayCardDealer(deal, secrets);
    default:
      needBytes('the secrets', secrets, 0);
      return seat === keyMaster ? replayKeyMaster(deal) : replayDummy(deal);
  }
}
