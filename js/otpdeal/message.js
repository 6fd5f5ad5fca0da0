// Sections 3 and 5 of otpdeal/SPEC.md: cards, messages, entries and records.

import { concat, equal, lp, needBytes, needInt, Reader, u8 } from '../internal/bytes.js';
import { fail, malformed } from '../internal/fault.js';

export const seats = 4;

/** The seats' roles. */
export const [host, keyMaster, cardDealer, dummy] = [0, 1, 2, 3];
const [sendAllKeys, sendAllCards, sendCards, requestKeys, sendKeys] = [1, 2, 3, 4, 5];
const sizes = { [sendAllKeys]: 52, [sendAllCards]: 52, [sendCards]: 26, [requestKeys]: 13, [sendKeys]: 13 };

/** The messages of a deal, {kind, from, to}, in the order of the table. A link is a message's place in it. */
export const links = Object.freeze([
  [sendAllKeys, host, keyMaster], [sendAllCards, host, cardDealer],
  ...[host, keyMaster, dummy].map((to) => [sendCards, cardDealer, to]),
  ...[host, cardDealer, dummy].map((from) => [requestKeys, from, keyMaster]),
  ...[host, cardDealer, dummy].map((to) => [sendKeys, keyMaster, to]),
].map(([kind, from, to]) => Object.freeze({ kind, from, to })));

const linkOf = (kind, from, to) => links.findIndex((link) => link.kind === kind && link.from === from && link.to === to);
export const [allKeys, allCards] = [0, 1];
/** The links of SEND CARDS to a seat, of REQUEST KEYS from one, and of SEND KEYS to one. */
export const cardsTo = (seat) => linkOf(sendCards, cardDealer, seat);
export const requestOf = (seat) => linkOf(requestKeys, seat, keyMaster);
export const keysTo = (seat) => linkOf(sendKeys, keyMaster, seat);

/** Returns the links from or to a seat. */
export const linksOf = (seat) => links.flatMap(({ from, to }, link) => (from === seat || to === seat ? [link] : []));

/** Section 4.3: returns the links that a message needs at a seat. */
export function needs(link, seat) {
  const { kind, from, to } = links[link];
  if (kind === sendAllCards) return seat === host ? [allKeys] : [];
  if (kind === sendCards) return seat === host || seat === cardDealer ? [allCards] : [];
  if (kind === requestKeys && seat === from) return [seat === cardDealer ? allCards : cardsTo(seat)];
  if (kind === sendKeys) return seat === keyMaster ? [allKeys, requestOf(to)] : [requestOf(to)];
  return [];
}

/** Returns the numbers in the payload of SEND CARDS or REQUEST KEYS. */
export const numbersIn = (payload) => payload.subarray(payload.length - 13);

/** Returns whether bytes are numbers from 0 to 51, each once. */
export const different = (numbers) => numbers.every((n) => n < 52) && new Set(numbers).size === numbers.length;

const isCard = (byte) => (byte & 0x30) === 0 && (byte & 15) >= 1 && (byte & 15) <= 13;

/** Returns whether bytes are different cards. */
export const areCards = (bytes) => bytes.every(isCard) && new Set(bytes).size === bytes.length;

/** The 52 cards in ascending order: 64·suit + rank. */
export const deck = () => Uint8Array.from({ length: 256 }, (_, byte) => byte).filter(isCard);

/** Returns the card of a suit, 0 to 3, and a rank, 1 to 13. */
export const card = (suit, rank) => 64 * needInt('the suit', suit, 0, 3) + needInt('the rank', rank, 1, 13);

/** Returns a copy of a deal id. */
export function needDeal(deal) {
  const id = new Uint8Array(needBytes('the deal id', deal));
  if (id.length < 1 || id.length > 1024) malformed('the deal id isn’t 1 to 1024 bytes long');
  return id;
}

export const needSeat = (seat) => needInt('the seat', seat, 0, seats - 1);

/** Checks the payload of a link. */
function checkPayload(link, payload, blame) {
  const { kind } = links[link];
  if (payload.length !== sizes[kind]) malformed(`the payload isn’t ${sizes[kind]} bytes long`, blame);
  if ((kind === sendCards || kind === requestKeys) && !different(numbersIn(payload))) malformed('a number is over 51, or repeated', blame);
}

/** A Message goes from one seat to another, in one deal. It never changes. */
export class Message {
  #deal;
  #link;
  #payload;

  constructor(deal, link, payload) {
    this.#deal = deal;
    this.#link = link;
    this.#payload = payload;
    Object.freeze(this);
  }

  get kind() {
    return links[this.#link].kind;
  }

  get from() {
    return links[this.#link].from;
  }

  get to() {
    return links[this.#link].to;
  }

  get payload() {
    return new Uint8Array(this.#payload);
  }

  /** Returns what a signature or a commitment of the sender attests (section 5.3). */
  value() {
    const { kind, from, to } = this;
    return concat(lp('squaredeal/otpdeal/v1/message'), lp(this.#deal), u8(kind), u8(from), u8(to), lp(this.#payload));
  }

  /** Returns the parts of a message, which aren't to be changed. */
  static parts(value) {
    if (value === null || typeof value !== 'object' || !(#link in value)) malformed('there is no message');
    return { deal: value.#deal, link: value.#link, payload: value.#payload };
  }
}

/** Returns a message, in the order of section 3.3 refused with the blame of its sender. */
export function parseMessage(deal, kind, from, to, payload) {
  const id = needDeal(deal);
  const blame = { seats: [needSeat(from)] };
  needSeat(to);
  if (typeof kind !== 'number' || !Object.hasOwn(sizes, kind)) malformed('the kind isn’t in the table', blame);
  const link = linkOf(kind, from, to);
  if (link < 0) fail('sender', 'this kind doesn’t go from that seat to this one', blame);
  const bytes = new Uint8Array(needBytes('the payload', payload));
  checkPayload(link, bytes, blame);
  return new Message(id, link, bytes);
}

/** Returns the entry of a number, which the Host commits to (section 5.1). */
export const entry = (deal, number, encrypted, key) =>
  concat(lp('squaredeal/otpdeal/v1/entry'), lp(needDeal(deal)), u8(needInt('the number', number, 0, 51)), u8(encrypted), u8(key));

/** Returns the record of a seat (section 5.2); payloads has those of links, or undefined. */
export const encodeRecord = (deal, seat, payloads) =>
  concat(lp('squaredeal/otpdeal/v1/record'), lp(deal), u8(seat), ...linksOf(seat).map((link) => lp(payloads[link] ?? new Uint8Array(0))));

/** Takes the payloads of some links, in this order, from a reader, and returns them by link. They are empty or well-formed. */
export function readPayloads(reader, order) {
  const payloads = new Array(links.length);
  for (const link of order) {
    const payload = reader.field(52);
    if (payload.length === 0) continue;
    if (link >= links.length) malformed('there is no such message');
    checkPayload(link, payload);
    payloads[link] = payload;
  }
  return payloads;
}

/** Returns what a record holds: the deal, the seat and its messages in the order of the table. */
export function parseRecord(bytes) {
  const { deal, seat, payloads } = readRecord(bytes);
  const messages = linksOf(seat).filter((link) => payloads[link]).map((link) => new Message(deal, link, payloads[link]));
  return Object.freeze({ deal, seat, messages: Object.freeze(messages) });
}

export function readRecord(bytes) {
  const r = new Reader(new Uint8Array(needBytes('the record', bytes)), 'the record');
  r.label('squaredeal/otpdeal/v1/record');
  const deal = needDeal(r.field(1024));
  const seat = needSeat(r.u8());
  const payloads = readPayloads(r, linksOf(seat));
  r.end();
  return { deal, seat, payloads };
}

/** Returns bytes that are each the XOR of two. */
export const xor = (a, b) => a.map((byte, i) => byte ^ b[i]);

export const same = (a, b) => a === b || (a !== undefined && b !== undefined && equal(a, b));
