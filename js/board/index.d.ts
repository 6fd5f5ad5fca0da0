import { Fault } from '../internal/fault.js';
import type { Post, SignedHead } from '../record/index.js';
import type { Game, Reason, Table, Terms } from '../table/index.js';

export { Fault };

/** What a board offers: the terms without the keys of the seats. Times are in milliseconds. */
export interface Offer {
  readonly game: Uint8Array;
  readonly seats: number;
  readonly longest: number;
  readonly grace: number;
  readonly bank: number;
  /** The board's key. */
  readonly board: Uint8Array;
  readonly digest: Uint8Array;
}

/** Throws a Fault of the kind "malformed". */
export declare function parseOffer(bytes: Uint8Array): Offer;
/** Returns the seat, −1 for any, the key, and what it says about the seat. Throws a Fault of the kind "malformed" or "signature". */
export declare function parseRequest(offer: Offer, bytes: Uint8Array): { readonly seat: number; readonly key: Uint8Array;
  readonly about: Uint8Array };
/** Returns the text of a table's digest that players compare, such as "cbff 130c 6869 c577 f7fa fb62 227e f5f7". */
export declare function fingerprint(digest: Uint8Array): string;

/** A reader of a board's posts from the first on. */
export declare class Board {
  /** `game` makes the game that is played by some terms. */
  constructor(game: (terms: Terms) => Game);
  /** The offer, or null before it. */
  readonly offer: Offer | null;
  /** The keys of the seats, null for one that is free. */
  readonly keys: (Uint8Array | null)[];
  /** What the seats said about themselves when they asked, null for one that is free. */
  readonly abouts: (Uint8Array | null)[];
  /** How many seats are free. */
  readonly free: number;
  /** How often seats without a hello were freed, 16 times at most. */
  readonly resets: number;
  /** The table, or null while a seat is free. */
  readonly table: Table | null;
  /** The signed heads that had a place. */
  readonly heads: SignedHead[];
  /** Whether nothing has a place any more. */
  readonly closed: boolean;
  /** Reads the next post, and reports whether it has a place. Throws what the game throws, and then does so always. */
  read(post: { stamp: number | bigint; bytes: Uint8Array }): boolean;
}

/** Yields the posts of a transcript, as views of it, and throws a Fault of the kind "malformed" where it is damaged. */
export declare function posts(transcript: Uint8Array): Generator<Post, void>;

/**
 * What all posts of a board prove: all is there ("ok"), the board has signed another sequence ("fork") or a later one
 * ("unread"), it hasn't signed the end of the posts ("unsigned"), no match began ("never-began"), or the board closed before
 * all seats had time to sign the end ("early").
 */
export type Verdict = 'ok' | 'fork' | 'unread' | 'unsigned' | 'never-began' | 'early';

/** Reads all posts of a board, up to one that proves a fork, and returns what they prove. */
export declare function audit(
  posts: Iterable<{ stamp: number | bigint; bytes: Uint8Array }>, game: (terms: Terms) => Game,
): { verdict: Verdict; board: Board };

/** What a record says without the rules of its game. */
export interface Outline {
  /** The offer and the seats. Its table isn't read on from the first round on. */
  readonly board: Board;
  /** What players compare, or null if a seat is free. */
  readonly digest: Uint8Array | null;
  /** How many statements with good signatures agree with one another. */
  readonly statements: number;
  /** How many of them are in a head that the board or two seats have signed, or one, if it puts nobody out and none denies it. */
  readonly confirmed: number;
  /** By seat: how many statements it has said, the last one's place plus 1, up to which place it has signed, whether it wanted to leave. */
  readonly seats: readonly { readonly said: number; readonly last: number; readonly signed: number; readonly leaves: boolean }[];
  /**
   * Who is out by heads that the board or two seats have signed, since which statement (place, and number of its post), whose that
   * is, and which seats signed such heads: it is their word, without the rules. By a tick, it was silent, and otherwise at fault,
   * unless it had wanted to leave: then that is possible, too.
   */
  readonly outs: readonly {
    readonly seat: number; readonly place: number; readonly by: number; readonly signers: readonly number[];
    readonly reasons: readonly Reason[]; readonly number: bigint;
  }[];
  /** What the board has signed, each head once, and whether it agrees. */
  readonly heads: readonly (SignedHead & { readonly agrees: boolean })[];
  /** The seats that have signed the end, after the board's first head, each once. */
  readonly closings: readonly number[];
  /** How many posts don't agree, or have wrong signatures. */
  readonly ignored: number;
}

/** Reads all posts of a board without the rules of the game. */
export declare function outline(posts: Iterable<Post>): Outline;
