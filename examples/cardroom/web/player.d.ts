// What a page and the player's program (wasm/main.go, in worker.js) say to each other. Seats count from 0;
// times are milliseconds; cards are named as in "10♥".

/** What a page posts to the worker, after the compiled program, a WebAssembly.Module. */
export type Request =
  | { who: Who } // instead of a start: answered by a Reply with a person, and that is all
  | { start: Start; takeOver?: boolean } // first; takeOver ends another tab's program of the same seat
  | { choose: PokerChoice | RummyChoice | HeartsChoice }
  | { leave: true } // after this hand or round
  | { sitOut: boolean } // from the next hand of hold'em on, or not any more
  | { record: true } // answered by a Reply with a record, read anew from the room
  | { shown: true }; // the same, of what this program was shown; twice if the room has shown something else before

export interface Start {
  table: string;
  name: string; // by which the seat is kept: see newName of store.js; empty for a spectator
  url: string; // the room's WebSockets, such as wss://cards.example
  watch?: boolean;
  who?: Who; // without one, the player has no name
}

/** What a player is called at all tables. The key that signs it is in store.js. */
export interface Who {
  name: string; // see Person
  picture: number; // below 12
}

/** What a page can show of a Who. */
export interface Person {
  name: string; // as it is written at tables, where no other form is taken
  wrong: string; // why it is no name, or empty
  patterns: string[]; // of the pictures of the player's key
}

/** What the worker posts, as a JSON text. One field is set. */
export interface Reply {
  view?: View;
  connected?: boolean;
  record?: string; // base64
  refused?: string; // why the last choice, or the record, can't be
  elsewhere?: boolean; // another tab plays this seat: the program has ended
  failed?: string; // the program has ended
  done?: boolean; // the game is over, and the board closed
  person?: Person;
  doubt?: Doubt;
}

/** Why the room isn't an honest one. An empty kind takes an astray back. */
export interface Doubt {
  kind: "" | "forged" | "fork" | "astray" | "protocol" | "held" | "denied";
  text: string;
}

export interface View {
  seat: number; // the player's, or -1
  free: number; // seats: while that isn't 0, there is nothing else to see but people
  // By seat, as their keys have signed: key is what they are known by, like the same for names that look alike, pattern
  // that of the picture.
  people: ({ name: string; key: string; like: string; pattern: string } | null)[];
  fingerprint: string;
  grace: number;
  game: PokerView | RummyView | HeartsView | null;
  due: { seat: number; left: number; choice: boolean }[]; // a choice is its player's, the rest its program's
  outs: { seat: number; why: "fault" | "silent" | "left"; text: string }[];
  news: { round: number; number: number; kind: string; seat: number; text: string }[]; // seats in a text are as in "{0}" or "{0,2}"
  hellos: number[]; // the seats whose hello is missing, before it begins
  leaving: boolean;
  over: boolean;
  final: boolean;
  returned: boolean[]; // the deposits, by seat
}

export type PokerChoice = { action: "fold" | "check" | "call" | "show" | "muck" } | { action: "raise"; to: number };

export interface PokerView {
  hand: number;
  button: number;
  stage: "" | "seating" | "tossing" | "shuffling" | "dealing" | "betting" | "opening" | "showing";
  street: "" | "preflop" | "flop" | "turn" | "river";
  board: string[];
  pot: number;
  seats: { stack: number; bet: number; gone: boolean; dealt: boolean; cards: string[]; best: string; allIn: boolean;
    folded: boolean; mucked: boolean; sits: boolean }[]; // sits out
  // when it is the player's turn; muck: or show, and nothing else
  legal: { fold: boolean; check: boolean; call: number; min: number; max: number; muck: boolean } | null;
  sitsOut: boolean; // the player, from the next hand on
  waits: boolean; // the table, for those who sit out: too few play
  results: { hand: number; button: number; board: string[]; shown: (string[] | null)[]; satOut: number[]; mucked: number[];
    pots: { chips: number; seats: number[]; winners?: number[] }[]; payout: number[]; stacks: number[]; best: string[] }[];
}

export type RummyChoice = { draw: "stock" | "pile" } | { discard: number; out?: boolean }; // the place in the hand

export interface RummyView {
  config: { name: string; seats: number; rounds: number };
  round: number;
  stage: "" | "choosing" | "shuffling" | "dealing" | "showing";
  turns: number;
  stock: number;
  pile: string[]; // its top last
  seats: { points: number; gone: boolean; cards: string[] }[]; // an empty text is a closed card
  choice: "" | "draw" | "play";
  taken: number; // the place of the card that may not be discarded, or -1
  out: number[]; // the places of discards with which the player can go out
  melds?: string[][];
  results: { round: number; winner: number; won: number; hands: string[][]; pips: number[]; points: number[] }[];
}

export type HeartsChoice = { pass: [number, number, number] } | { play: number }; // places in the hand

export interface HeartsView {
  config: { name: string; limit: number };
  hand: number;
  stage: "" | "choosing" | "shuffling" | "dealing" | "passing" | "asking" | "showing";
  turns: number; // cards that were played in this hand
  broken: boolean; // hearts
  seats: HeartsSeat[];
  trick: HeartsPlay[]; // on the table
  last: HeartsTrick | null; // the one before
  choice: "" | "pass" | "play";
  playable: number[]; // places in the hand
  got: string[]; // cards that were passed to the player
  results: HeartsResult[];
}

export interface HeartsSeat {
  points: number; // before this hand
  took: number; // points in this hand
  tricks: number;
  to: number; // whom it passes cards to, or -1
  passed: boolean; // it has named them
  gone: boolean;
  cards: string[]; // an empty text is a closed card
}

export interface HeartsPlay {
  seat: number;
  card: string;
}

export interface HeartsTrick {
  plays: HeartsPlay[];
  winner: number;
  points: number;
}

/** By seat. Of a hand that is void, all but the points are empty. */
export interface HeartsResult {
  hand: number;
  void: boolean;
  tricks: HeartsTrick[];
  to: number[];
  passed: string[][];
  took: number[];
  moon: number; // who took all points, or -1
  scored: number[];
  points: number[];
  players: number[]; // who go on
}
