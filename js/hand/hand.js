// A hand of cards as everybody reads it: sra/hand/SPEC.md, sections 3 to 7.

import { concat, copyBytes, equal, lp, needBytes, needInt, toHex, u32, u8, utf8 } from '../internal/bytes.js';
import { Fault, fail, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { Deck } from '../sra/group.js';
import { checkProofs, isShuffling, kinds, parseMessage } from './message.js';

const H = (label, ...fields) => sha256(lp(`squaredeal/hand/v1/${label}`), ...fields.map(lp));

/** What is read, in the head: section 4. */
const tags = Object.freeze({ message: 1, deal: 2, show: 3, return: 4, shuffle: 5, leave: 6, drop: 7 });

const nameOf = (kind) => Object.keys(kinds)[kind - 1];
const everyone = 0xffffffff;
const toBytes = (to) => u32(to ?? everyone);

const impossible = (why) => fail('state', why);

function needHand({ group, seats, cards, id }) {
  needInt('the number of seats', seats, 2, 16);
  if (id.length < 1 || id.length > 1024) malformed(`the id has ${id.length} bytes, not 1 to 1024`);
  if (!Deck.isPublic(cards) || cards.group !== group) malformed('the cards are no public deck of the group');
  needInt('the number of cards', cards.length, 1, 1023);
}

const elementsOf = (deck) => Array.from({ length: deck.length }, (_, i) => deck.card(i));

/**
 * A Hand is what follows from the messages and steps that were read: see index.d.ts. Cards, positions and seats count from 0;
 * everyone is null.
 */
export class Hand {
  #group;
  #cards;
  #numbers;
  #table;
  #head;
  #presence;
  #keys;
  #positions = [];
  #due = [];
  #turns = 0;
  #deals = 0;
  #shuffle = null;
  #batch = null;

  /** Begins the hand of an id, of so many seats, with the cards in clear, a deck of the group. */
  constructor({ group, seats, cards, id }) {
    const name = typeof id === 'string' ? utf8(id) : needBytes('the id', id);
    needHand({ group, seats, cards, id: name });
    this.#group = group;
    this.#cards = elementsOf(cards);
    this.#numbers = new Map(this.#cards.map((card, i) => [toHex(card.bytes()), i]));
    this.#table = H('table', group.name, name, u32(seats), cards.bytes());
    this.#head = this.#table;
    this.#presence = Array(seats).fill('in');
    this.#keys = Array(seats).fill(null);
    this.#newCards(this.#cards);
  }

  /** Returns a hand that verifies no proofs, for an audit: it adds them to a list, for the caller to verify. */
  static unverified(start, proofs) {
    const hand = new Hand(start);
    hand.#batch = proofs;
    return hand;
  }

  get table() {
    return this.#table.slice();
  }

  get head() {
    return this.#head.slice();
  }

  get presence() {
    return [...this.#presence];
  }

  get positions() {
    return this.#positions.map(({ status, to, number }) => ({ status, to, card: number }));
  }

  get due() {
    const copy = ({ seat, kind, digest, positions }) => ({ seat, kind: nameOf(kind), digest: digest.slice(), positions: [...positions] });
    return this.#due.map(copy);
  }

  get ready() {
    return this.#due.every(({ kind }) => kind === kinds.layer || kind === kinds.show);
  }

  get quiet() {
    return this.#due.every(({ kind }) => kind === kinds.show);
  }

  #read(tag, content) {
    this.#head = H('read', this.#head, u8(tag), content);
  }

  #becomeDue(seat, kind, positions, more) {
    const digest = H('turn', this.#head, u32(this.#turns), u32(seat), u8(kind));
    this.#turns++;
    this.#due.push({ seat, kind, positions, digest, key: this.#keys[seat], ...more });
  }

  /** Positions with their elements of a name, value or sealed. */
  #elements(positions, name) {
    return { positions, from: positions.map((position) => this.#positions[position][name]) };
  }

  #seatsIn() {
    return [...this.#presence.keys()].filter((seat) => this.#presence[seat] === 'in');
  }

  #where(wanted) {
    return [...this.#positions.keys()].filter((i) => wanted(this.#positions[i]));
  }

  // Reading messages: section 5.1.

  /**
   * Reads a message from a seat, and returns 'taken', or 'void' if it had no effect and nobody is to blame. A message that no
   * honest seat sends is a Fault, malformed or invalid, with the seat.
   */
  read(seat, message) {
    needInt('the seat', seat, 0, this.#presence.length - 1);
    needBytes('the message', message);
    const turn = this.#due.find((turn) => turn.seat === seat && equal(turn.digest, message.subarray(0, 32)));
    if (turn === undefined) return 'void';
    let said;
    try {
      said = parseMessage(this.#group, turn, copyBytes('the message', message).subarray(32));
      checkProofs(said.proofs, this.#batch);
      if (said.shown.some((element) => this.#numberOf(element) === undefined)) fail('invalid', 'a value is no card');
    } catch (err) {
      if (err instanceof Fault) throw new Fault(err.kind, `seat ${seat}: ${err.message}`, { seats: [seat] });
      throw err;
    }
    this.#due.splice(this.#due.indexOf(turn), 1);
    this.#read(tags.message, concat(u32(seat), turn.digest, said.bytes));
    this.#effect(turn, said);
    return 'taken';
  }

  #numberOf(element) {
    return this.#numbers.get(toHex(element.bytes()));
  }

  // Effects: section 5.2.

  #effect(turn, { said, key, elements }) {
    if (isShuffling(turn)) this.#shuffled(turn, said, key);
    else if (turn.kind === kinds.layer) this.#layerOff(turn, elements);
    else if (turn.kind === kinds.show) this.#shown(turn, elements);
    else turn.positions.forEach((position, i) => (this.#positions[position].sealed = elements[i]));
  }

  #shuffled(turn, said, key) {
    this.#keys[turn.seat] = key;
    const { own, ...sealed } = turn.lists;
    for (const [name, { positions }] of Object.entries(sealed)) {
      positions.forEach((position, i) => (this.#positions[position].sealed = said[name][i]));
    }
    const values = said.own.slice(1); // behind the key
    own.positions.forEach((position, i) => {
      const entry = this.#positions[position];
      if (entry.status === 'held') entry.value = values[i]; // a show may have opened it since
    });
    if (turn.positions.length > 1) for (const position of turn.positions) this.#positions[position].number = null;
    this.#goOnShuffling();
  }

  #layerOff(turn, elements) {
    turn.positions.forEach((position, i) => (this.#positions[position].value = elements[i]));
    this.#goOnDealing(turn.deal);
  }

  #shown(turn, elements) {
    turn.positions.forEach((position, i) => this.#turnUp(position, elements[i]));
  }

  #turnUp(position, element) {
    Object.assign(this.#positions[position], { status: 'open', value: element, number: this.#numberOf(element) });
  }

  // Steps: section 6.

  #entryAt(position) {
    if (!Number.isSafeInteger(position)) malformed('a position is no integer');
    return this.#positions[position] ?? impossible(`there is no position ${position}`);
  }

  #presenceOf(seat) {
    if (!Number.isSafeInteger(seat)) malformed('a seat is no integer');
    return this.#presence[seat] ?? impossible(`there is no seat ${seat}`);
  }

  /** Returns a copy of a list of numbers, which has no repetition. */
  #list(what, list) {
    if (!Array.isArray(list)) malformed(`the ${what} are no list`);
    if (list.length > this.#positions.length + this.#presence.length) impossible(`there are not so many ${what}`);
    const copy = Array.from(list);
    if (copy.length === 0) impossible(`there are no ${what}`);
    if (new Set(copy).size !== copy.length) impossible(`one of the ${what} is repeated`);
    return copy;
  }

  #needReady() {
    if (!this.ready) impossible('a shuffle or a leave is under way');
  }

  #needQuiet() {
    if (!this.quiet) impossible('a shuffle, a leave or a deal is under way');
  }

  #isBeingShown(position) {
    return this.#due.some(({ kind, positions }) => kind === kinds.show && positions.includes(position));
  }

  /** Deals positions of the stock, each to a seat that is in, or to everyone. */
  deal(cards) {
    if (!Array.isArray(cards)) malformed('the cards are no list');
    if (cards.length > this.#positions.length) impossible('there are not so many positions');
    const deal = Array.from(cards, (card) => {
      if (typeof card !== 'object' || card === null) malformed('a card to deal is no object');
      return { position: card.position, to: card.to };
    });
    this.#list('positions', deal.map(({ position }) => position));
    for (const { position, to } of deal) {
      if (this.#entryAt(position).status !== 'stock') impossible(`position ${position} isn’t in the stock`);
      if (to !== null && this.#presenceOf(to) !== 'in') impossible(`seat ${to} isn’t in`);
    }
    this.#needReady();
    this.#read(tags.deal, concat(...deal.flatMap(({ position, to }) => [u32(position), toBytes(to)])));
    for (const { position, to } of deal) {
      const entry = this.#positions[position];
      Object.assign(entry, { status: 'dealing', to, value: entry.sealed });
    }
    this.#beginDeal(deal);
  }

  show(seat, positions) {
    if (this.#presenceOf(seat) === 'out') impossible(`seat ${seat} is out`);
    const list = this.#list('positions', positions);
    for (const position of list) {
      const { status, to } = this.#entryAt(position);
      if (status !== 'held' || to !== seat || this.#isBeingShown(position)) impossible(`seat ${seat} can’t show position ${position}`);
    }
    this.#needReady();
    this.#read(tags.show, concat(u32(seat), ...list.map(u32)));
    this.#becomeDue(seat, kinds.show, list, { lists: { cards: this.#elements(list, 'value') } });
  }

  return(positions) {
    const list = this.#list('positions', positions);
    for (const position of list) {
      const { status, sealed } = this.#entryAt(position);
      const possible = (status === 'held' || status === 'open') && sealed !== null && !this.#isBeingShown(position);
      if (!possible) impossible(`position ${position} can’t return`);
    }
    this.#needReady();
    this.#read(tags.return, concat(...list.map(u32)));
    for (const position of list) Object.assign(this.#positions[position], { status: 'stock', to: null, value: null });
  }

  shuffle(seats, positions) {
    const by = this.#list('seats', seats);
    const list = this.#list('positions', positions);
    for (const seat of by) if (this.#presenceOf(seat) !== 'in') impossible(`seat ${seat} isn’t in`);
    for (const position of list) if (this.#entryAt(position).status !== 'stock') impossible(`position ${position} isn’t in the stock`);
    this.#needQuiet();
    this.#read(tags.shuffle, concat(u32(by.length), ...by.map(u32), ...list.map(u32)));
    this.#beginShuffle(by, list, false);
  }

  leave(seat) {
    if (this.#presenceOf(seat) !== 'in') impossible(`seat ${seat} isn’t in`);
    if (this.#seatsIn().length <= 2) impossible('two seats stay');
    this.#needQuiet();
    this.#read(tags.leave, u32(seat));
    this.#presence[seat] = 'left';
    for (const entry of this.#positions) if (entry.status === 'held' && entry.to === seat) entry.sealed = null;
    const list = this.#where(({ sealed }) => sealed !== null);
    if (list.length > 0) this.#becomeDue(seat, kinds.leave, list, { lists: { cards: this.#elements(list, 'sealed') } });
  }

  drop(seats) {
    const list = this.#list('seats', seats);
    for (const seat of list) if (this.#presenceOf(seat) === 'out') impossible(`seat ${seat} is out`);
    const staying = this.#seatsIn().filter((seat) => !list.includes(seat));
    if (staying.length < 2) impossible('two seats stay');
    this.#read(tags.drop, concat(...list.sort((a, b) => a - b).map(u32)));
    this.#presence = this.#presence.map((_, seat) => (staying.includes(seat) ? 'in' : 'out'));
    this.#due = [];
    this.#shuffle = null;
    for (const entry of this.#positions) {
      const stays = entry.status === 'open' || (entry.status === 'held' && staying.includes(entry.to));
      if (stays) entry.sealed = entry.value;
      else setVoid(entry);
    }
    const open = new Set(this.#positions.filter(({ status }) => status === 'open').map(({ number }) => number));
    this.#newCards(this.#cards.filter((_, i) => !open.has(i)));
  }

  // Deals and shuffles: section 7.

  #beginDeal(cards) {
    const seats = this.#seatsIn();
    const first = this.#deals % seats.length;
    this.#deals++;
    this.#goOnDealing({ cards, seats: [...seats.slice(first), ...seats.slice(0, first)] });
  }

  #goOnDealing(deal) {
    while (deal.seats.length > 0) {
      const [seat, ...seats] = deal.seats;
      const list = deal.cards.filter(({ to }) => to !== seat).map(({ position }) => position);
      deal = { cards: deal.cards, seats };
      if (list.length === 0) continue;
      this.#becomeDue(seat, kinds.layer, list, { deal, lists: { cards: this.#elements(list, 'value') } });
      return;
    }
    for (const { position, to } of deal.cards) {
      const entry = this.#positions[position];
      if (to === null) this.#turnUp(position, entry.value);
      else entry.status = 'held';
    }
  }

  #newCards(cards) {
    const first = this.#positions.length;
    for (const sealed of cards) this.#positions.push({ status: 'stock', to: null, value: null, sealed, number: null });
    this.#beginShuffle(this.#seatsIn(), cards.map((_, i) => first + i), true);
  }

  #beginShuffle(seats, positions, isNew) {
    this.#shuffle = { seats, others: this.#seatsIn().filter((seat) => !seats.includes(seat)), positions, isNew };
    this.#goOnShuffling();
  }

  #goOnShuffling() {
    const { seats, others, positions, isNew } = this.#shuffle;
    if (seats.length > 0) {
      this.#shuffle.seats = seats.slice(1);
      this.#shuffleTurn(seats[0], positions, isNew);
    } else if (others.length > 0) {
      this.#shuffle.others = others.slice(1);
      this.#shuffleTurn(others[0], [], isNew);
    } else {
      this.#shuffle = null;
      if (isNew) this.#removeKept(positions);
    }
  }

  #shuffleTurn(seat, positions, isNew) {
    const held = this.#where(({ status, to }) => status === 'held' && to === seat);
    const own = this.#elements(held, 'value');
    if (this.#keys[seat] !== null) own.from.unshift(this.#group.parseElement(this.#keys[seat].bytes())); // the key comes first
    const kept = this.#elements(isNew ? held : [], 'sealed');
    const sealed = this.#where((entry) => entry.sealed !== null);
    const rest = sealed.filter((position) => !kept.positions.includes(position) && !positions.includes(position));
    const lists = { own, kept, rest: this.#elements(rest, 'sealed'), cards: this.#elements(positions, 'sealed') };
    const kind = positions.length > 0 ? kinds.shuffle : kinds.raise;
    this.#becomeDue(seat, kind, positions, { isNew, lists });
  }

  #removeKept(positions) {
    const held = this.#positions.filter(({ status }) => status === 'held').map(({ sealed }) => sealed && toHex(sealed.bytes()));
    for (const position of positions) {
      const entry = this.#positions[position];
      if (held.includes(toHex(entry.sealed.bytes()))) setVoid(entry);
    }
  }

  /** All of the state, for those who have a seat. */
  static stateOf(hand) {
    return { group: hand.#group, cards: hand.#cards, positions: hand.#positions, due: hand.#due, keys: hand.#keys };
  }
}

const setVoid = (entry) => Object.assign(entry, { status: 'void', to: null, value: null, sealed: null, number: null });
