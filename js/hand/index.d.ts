import { Fault } from '../internal/fault.js';
import type { Deck, Group } from '../sra/index.js';

export { Fault };

/** What seats agree on before a hand. */
export interface Start {
  group: Group;
  /** How many seats there are, 2 to 16. */
  seats: number;
  /** The cards in clear, 1 to 1,023 of them, which the caller computes from their label. */
  cards: Deck;
  /** 1 to 1,024 bytes that no other hand has, or a text that is taken as UTF-8. */
  id: Uint8Array | string;
}

export type Status = 'void' | 'stock' | 'dealing' | 'held' | 'open';

export interface Position {
  status: Status;
  /** The seat that it is to, or null for everyone. */
  to: number | null;
  /** The index of its card in the cards in clear, if everybody knows it. */
  card: number | null;
}

export interface Turn {
  seat: number;
  kind: 'shuffle' | 'raise' | 'layer' | 'show' | 'leave';
  /** What the message of the turn begins with. */
  digest: Uint8Array;
  positions: number[];
}

/**
 * What follows from the messages and steps that were read. What is refused changes nothing. A message that no
 * honest seat sends is a Fault of the kind malformed or invalid, whose `seats` has its seat; a step that is not possible is one of
 * the kind state, and an argument that breaks its type malformed.
 */
export declare class Hand {
  constructor(start: Start);
  /** T, which says which hand this is. */
  readonly table: Uint8Array;
  /** The digest of all that has been read. */
  readonly head: Uint8Array;
  /** Whether each seat is in, has left or is out. */
  readonly presence: ('in' | 'left' | 'out')[];
  readonly positions: Position[];
  /** The turns whose messages are awaited, in the order in which they became due. */
  readonly due: Turn[];
  /** Whether no shuffle, raise or leave turn is due. */
  readonly ready: boolean;
  /** Whether no turns but those of shows are due. */
  readonly quiet: boolean;
  /** Reads a message from a seat. It is void if it had no effect, and nobody is to blame for that. */
  read(seat: number, message: Uint8Array): 'taken' | 'void';
  /** Deals positions of the stock, each to a seat that is in, or to everyone: null. */
  deal(cards: readonly { position: number; to: number | null }[]): void;
  /** Has a seat show positions that it holds. */
  show(seat: number, positions: readonly number[]): void;
  /** Returns positions to the stock. */
  return(positions: readonly number[]): void;
  /** Has seats shuffle positions of the stock, one seat after another. */
  shuffle(seats: readonly number[], positions: readonly number[]): void;
  /** Has a seat leave, with what it holds. */
  leave(seat: number): void;
  /** Goes on without seats that are gone. */
  drop(seats: readonly number[]): void;
}

export type Item =
  | { seat: number; message: Uint8Array }
  | { step: 'deal'; args: readonly [readonly { position: number; to: number | null }[]] }
  | { step: 'show'; args: readonly [number, readonly number[]] }
  | { step: 'return' | 'drop'; args: readonly [readonly number[]] }
  | { step: 'shuffle'; args: readonly [readonly number[], readonly number[]] }
  | { step: 'leave'; args: readonly [number] };

export interface Result {
  result: 'taken' | 'void' | 'done' | 'malformed' | 'invalid' | 'state';
  /** Why an item was refused. */
  fault: Fault | null;
}

/**
 * Reads a whole hand, and verifies many of its proofs together, which takes less time than `Hand`. The results are those that a
 * Hand gives, item by item.
 */
export declare function audit(start: Start, items: readonly Item[]): { hand: Hand; results: Result[] };
