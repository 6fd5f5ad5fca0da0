import { Fault } from '../internal/fault.js';

export { Fault };

/** An entry, or a ticket: 1 to 1024 bytes, or a text of as many in UTF-8; or one with a weight of 1 to 2⁶⁴−1. */
export type Ticket = string | Uint8Array | { readonly entry: string | Uint8Array; readonly weight: number | bigint };
/** What a list does with repeated entries. */
export type Repeats = 'no' | 'yes' | 'joined';
/** The numbers from `from` up to and without `to`, of the sum of the weights. */
export interface Share {
  readonly from: bigint;
  readonly to: bigint;
}
/** What a beacon's round gave. Use only those that were verified, as squaredeal/drand returns them. */
export interface Value {
  readonly beacon: string;
  readonly round: number;
  /** Seconds since 1970. */
  readonly time: number;
  /** 32 bytes. */
  readonly randomness: Uint8Array;
}

/** How many entries, and how many tickets, a list may have. */
export declare const maxEntries: 10_000_000;

/** A List has the entries in the order of their bytes. It never changes. */
export declare class List {
  /** Makes a list of entries, or of tickets to be joined, in any order. repeats is "no" if it isn't given. */
  constructor(entries: readonly Ticket[], repeats?: Repeats);
  /** How many entries it has. */
  readonly length: number;
  readonly repeats: Repeats;
  readonly weighted: boolean;
  /** The sum of the weights; without weights the number of entries. */
  readonly total: bigint;
  /** The hash of the top of the tree. */
  readonly root: Uint8Array;
  /** Returns the entry at a position, from 0. */
  entry(position: number): Uint8Array;
  /** Returns the weight of the entry at a position; without weights 1. */
  weight(position: number): bigint;
  /** Returns the proof of the entry at a position. */
  prove(position: number): Proof;
}

/** A Proof shows that an entry is at a position of a list. It never changes. */
export interface Proof {
  readonly position: number;
  readonly weight: bigint;
  /** The entry, or in a list of hidden ones the line. */
  readonly entry: Uint8Array;
  /** Returns the encoding. */
  bytes(): Uint8Array;
}
/** Returns the proof of an encoding. */
export declare function parseProof(bytes: Uint8Array): Proof;

/** A Receipt is what an entrant keeps. It never changes. */
export interface Receipt {
  /** The digest of the announcement, in hex. */
  readonly digest: string;
  readonly proof: Proof;
  /** Whether there is a salt, so that the line of the proof hides the entry. */
  readonly hidden: boolean;
  readonly salt: Uint8Array | undefined;
  /** The entry as the entrant knows it. */
  readonly entry: Uint8Array;
  /** Returns the encoding. */
  bytes(): Uint8Array;
}
/** Returns the receipt of an encoding. */
export declare function parseReceipt(bytes: Uint8Array): Receipt;

/** What an announcement says. */
export interface Terms {
  readonly label: string;
  readonly place: string;
  readonly number: bigint;
  /** The digest of the announcement before, in hex; zeros in the first. */
  readonly previous: string;
  readonly entries: number;
  readonly repeats: Repeats;
  /** The sum of the weights, or undefined without weights. */
  readonly weights: bigint | undefined;
  /** In hex. */
  readonly root: string;
  readonly winners: number;
  readonly substitutes: number;
  /** Winners and substitutes together. */
  readonly places: number;
  readonly beacon: string;
  readonly round: number;
  /** Of the round, in seconds since 1970. */
  readonly time: number;
  readonly void: string;
}

/** An Announcement fixes a draw. It never changes. What a check refuses throws a Fault. */
export interface Announcement {
  readonly text: string;
  /** The SHA-256 of the text, in hex. */
  readonly digest: string;
  /** The digest as 16 words, to compare aloud. */
  readonly words: string;
  readonly terms: Terms;
  /** Returns whether two different announcements have the same place and number: together they convict whoever published both. */
  contradicts(other: Announcement): boolean;
  /** Checks that this announcement names another as the previous one, and follows it. */
  checkPrevious(other: Announcement): void;
  /** Checks that the announcement was published a margin before its round. Both are in seconds, the first since 1970. */
  checkTime(published: number, margin?: number): void;
  /** Checks that a list is the announced one. */
  checkList(list: List): void;
  /** Returns the positions of the places, in order. */
  draw(list: List, value: Value): number[];
  /** Checks a proof, and returns the share of its entry. */
  checkProof(proof: Proof): Share;
  /** Checks a receipt, and returns the share of its entry. Whether the entry is theirs is for entrants to see. */
  checkReceipt(receipt: Receipt): Share;
  /** Checks what a receipt has beside its proof. */
  checkHeld(receipt: Receipt): void;
  /** Checks without the list that proofs are of the first places, in order. */
  checkPlaces(value: Value, proofs: readonly Proof[]): void;
}
/** Returns the announcement of a text, or of its bytes. */
export declare function parseAnnouncement(text: string | Uint8Array): Announcement;

/** How many seconds before its round an announcement must have been published, unless there is a reason for another margin. */
export declare const margin: 600;
/** Returns a time, in whole seconds since 1970 and before the year 10000, as announcements have it. */
export declare function timeText(seconds: number): string;
/** Returns a digest, given in hex, as words. */
export declare function words(digest: string): string;
/** Returns the line that stands in a list in place of an entry, which a salt of 32 bytes hides. */
export declare function hide(salt: Uint8Array, entry: string | Uint8Array): string;
/** Returns the salt that 64 digits of lowercase hex stand for. */
export declare function parseSalt(text: string): Uint8Array;
