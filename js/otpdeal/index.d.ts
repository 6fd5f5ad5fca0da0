import { Fault } from '../internal/fault.js';

export { Fault };

/** 0 Host, 1 Key Master, 2 Card Dealer, 3 Dummy. */
export type Seat = 0 | 1 | 2 | 3;

/** A Message goes from one seat to another, in one deal. It never changes. */
export interface Message {
  readonly kind: number;
  readonly from: Seat;
  readonly to: Seat;
  readonly payload: Uint8Array;
  /** Returns what a signature or a commitment of the sender attests. */
  value(): Uint8Array;
}
/** Returns a message. A refusal blames the sender, if anybody. */
export declare function parseMessage(deal: Uint8Array, kind: number, from: number, to: number, payload: Uint8Array): Message;

/** What a seat says that it sent and accepted. */
export interface SeatRecord {
  readonly deal: Uint8Array;
  readonly seat: Seat;
  readonly messages: readonly Message[];
}
/** Returns what a record holds. */
export declare function parseRecord(bytes: Uint8Array): SeatRecord;
/** Returns the entry of a number, 0 to 51, which the Host commits to. */
export declare function entry(deal: Uint8Array, number: number, encrypted: number, key: number): Uint8Array;

/** Returns the 52 cards in ascending order. */
export declare function deck(): Uint8Array;
/** Returns the card of a suit, 0 to 3 for clubs, diamonds, spades and hearts, and a rank, 1 to 13. */
export declare function card(suit: number, rank: number): number;

/** A Replay answers as an honest seat does, given its secrets, as it has opened them, and the messages that it got. */
export interface Replay {
  readonly seat: Seat;
  /** Sends, as a Host does, SEND ALL KEYS and SEND ALL CARDS. */
  start(): Message[];
  /** Takes a message, and returns the answers. A refusal blames seats, and ends the deal unless the seat has all its messages. */
  receive(message: Message): Message[];
  /** The hand, as bytes, or undefined before there is one, and once the deal has ended. */
  readonly hand: Uint8Array | undefined;
  /** Returns the record that the seat commits to. */
  record(): Uint8Array;
  /** Returns the state that the seat stores. */
  state(): Uint8Array;
}
/** Replays a Host, from its cards and keys in the order of their numbers. */
export declare function replayHost(deal: Uint8Array, cards: Uint8Array, keys: Uint8Array): Replay;
/** Replays a Key Master. */
export declare function replayKeyMaster(deal: Uint8Array): Replay;
/** Replays a Card Dealer, from the 52 numbers assigned to seat 0, then to seats 1, 2 and 3. */
export declare function replayCardDealer(deal: Uint8Array, order: Uint8Array): Replay;
/** Replays a Dummy. */
export declare function replayDummy(deal: Uint8Array): Replay;
/** Replays a seat from a state that it stored. */
export declare function parseState(seat: number, bytes: Uint8Array): Replay;

/** A contradiction: at least one of the seats deviated. */
export interface Finding {
  readonly kind: 'malformed' | 'state' | 'taken' | 'cards' | 'mismatch' | 'disputed';
  readonly seats: readonly Seat[];
}
/** What an audit reports. */
export interface Report {
  readonly findings: readonly Finding[];
  /** The seats that owe something, once for each thing. That alone accuses nobody. */
  readonly missing: readonly Seat[];
  /** The seats that are in all findings. */
  readonly suspects: readonly Seat[];
  /** The four hands, as bytes, if there is nothing to report. */
  readonly hands: readonly Uint8Array[] | undefined;
}
/** Audits a deal, from its opened entries, or none, and what each seat opened as its record, or no bytes. */
export declare function audit(deal: Uint8Array, entries: readonly Uint8Array[], records: readonly Uint8Array[]): Report;
