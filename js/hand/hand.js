// A hand of cards as everybody reads it: sra/hand/SPEC.md, sections 3 to 7.

import { concat, copyBytes, equal, lp, needBytes, needInt, toHex, u32, u8, utf8 } from '../internal/bytes.js';
import { Fault, fail, malformed } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { Deck, Group } from '../sra/group.js';
import { decryptionProof, firstInvalid, invalid, keyProof, shuffleProof } from '../sra/proofs.js';

const H = (label, ...fields) => sha256(lp(`squaredeal/hand/v1/${label}`), ...fields.map(lp));

/** The kinds of turns. */
export const kinds = Object.freeze({ shuffle: 1, raise: 2, layer: 3, show: 4, leave: 5 });

/** What is read, in the head: section 4. */
const tags = Object.freeze({ message: 1, deal: 2, show: 3, return: 4, shuffle: 5, leave: 6, drop: 7 });

const nameOf = (kind) => Object.keys(kinds)[kind - 1];
const isShuffling = ({ kind }) => kind === kinds.shuffle || kind === kinds.raise;
const everyone = 0xffffffff;
const toBytes = (to) => u32(to ?? everyone);

const impossible = (why) => fail('state', why);

function needHand({ group, seats, cards, id }) {
  needInt('the number of seats', seats, 2, 16);
  if (id.length < 1 || id.length > 1024) malformed(`the id has ${id.length} bytes, not 1 to 1024`);
  if (!Deck.isDeck(cards) || cards.group !== group) malformed('the cards are no deck of the group');
  needInt('the number of cards', cards.length, 1, 1023);
}

const mapValues = (object, f) => Object.fromEntries(Object.entries(object).map(([name, value]) => [name, f(value, name)]));

const elementsOf = (deck) => Array.from({ length: deck.length }, (_, i) => deck.card(i));

/**
 * A Hand is what follows from the messages and steps that were read. Messages and steps that are refused change nothing.
 * Cards, positions and seats count from 0; everyone is null.
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
  #batch;

  /**
   * Begins the hand of an id, of so many seats, with the cards in clear, a deck of the group. A list of proofs may be given, to
   * which those of all messages are added then, unverified.
   */
  constructor({ group, seats, cards, id }, batch = null) {
    const name = typeof id === 'string' ? utf8(id) : needBytes('the id', id);
    needHand({ group, seats, cards, id: name });
    this.#group = group;
    this.#cards = elementsOf(cards);
    this.#numbers = new Map(this.#cards.map((card, i) => [toHex(card.bytes()), i]));
    this.#table = H('table', group.name, name, u32(seats), cards.bytes());
    this.#head = this.#table;
    this.#presence = Array(seats).fill('in');
    this.#keys = Array(seats).fill(null);
    this.#batch = batch;
    this.#newCards(this.#cards);
  }

  /** T, which says which hand this is. */
  get table() {
    return this.#table.slice();
  }

  /** The digest of all that has been read. */
  get head() {
    return this.#head.slice();
  }

  /** Whether each seat is in, has left or is out. */
  get presence() {
    return [...this.#presence];
  }

  /** For each position: its status, the seat that it is to, and the number of its card if everybody knows that. */
  get positions() {
    return this.#positions.map(({ status, to, number }) => ({ status, to, card: number }));
  }

  /** The turns whose messages are awaited, in the order in which they became due. */
  get due() {
    const copy = ({ seat, kind, digest, positions }) => ({ seat, kind: nameOf(kind), digest: digest.slice(), positions: [...positions] });
    return this.#due.map(copy);
  }

  /** Whether no shuffle, raise or leave turn is due. */
  get ready() {
    return this.#due.every(({ kind }) => kind === kinds.layer || kind === kinds.show);
  }

  /** Whether no turns but those of shows are due. */
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

  // The elements that a seat takes its layer off.
  #layers(positions, name) {
    return { cards: { from: positions.map((position) => this.#positions[position][name]) } };
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
      said = this.#open(turn, copyBytes('the message', message).subarray(32));
    } catch (err) {
      if (err instanceof Fault) throw new Fault(err.kind, `seat ${seat}: ${err.message}`, { seats: [seat] });
      throw err;
    }
    this.#due.splice(this.#due.indexOf(turn), 1);
    this.#read(tags.message, concat(u32(seat), turn.digest, said.bytes));
    this.#effect(turn, said);
    return 'taken';
  }

  // Returns the elements of a message, list by list, when all of it is as it should be.
  #open(turn, body) {
    const { elementSize: x } = this.#group;
    const count = Object.values(turn.lists).reduce((sum, { from }) => sum + from.length, isShuffling(turn) ? 1 : 0);
    needBytes('the message', body, count * x + this.#proofsSize(turn));
    const bytes = body.subarray(0, count * x);
    const elements = Array.from({ length: count }, (_, i) => this.#group.parseElement(bytes.subarray(i * x, (i + 1) * x)));
    const proofs = body.subarray(count * x);
    return { bytes, ...(isShuffling(turn) ? this.#openShuffle(turn, elements, proofs) : this.#openLayer(turn, elements, proofs)) };
  }

  // How many bytes the proofs of a turn's message have.
  #proofsSize(turn) {
    const { elementSize: x, scalarSize: z } = this.#group;
    const ofDecryption = 2 * x + z;
    if (!isShuffling(turn)) return ofDecryption;
    const { cards, ...raised } = turn.lists;
    const c = cards.from.length;
    const response = Group.arithmetic(this.#group).responseSize;
    const ofShuffle = c === 0 ? 0 : (3 * c + 5) * x + (4 + c) * z + c * response;
    return x + z + Object.values(raised).filter(({ from }) => from.length > 0).length * ofDecryption + ofShuffle;
  }

  #openLayer(turn, elements, proof) {
    const { from } = turn.lists.cards;
    const to = Deck.of(elements);
    this.#check([() => decryptionProof(turn.key, turn.digest, Deck.of(from), to, proof)]);
    const isShow = turn.kind === kinds.show;
    const opened = isShow || (turn.kind === kinds.layer && this.#isLast(turn));
    const shown = turn.positions.map((position) => opened && (isShow || this.#positions[position].to === null));
    if (elements.some((element, i) => shown[i] && this.#numberOf(element) === undefined)) fail('invalid', 'a value is no card');
    return { elements };
  }

  #openShuffle(turn, elements, proofBytes) {
    const { elementSize: x, scalarSize: z } = this.#group;
    const E = this.#group.parsePublicKey(elements[0].bytes());
    let at = 1;
    const said = mapValues(turn.lists, ({ from }) => elements.slice(at, (at += from.length)));
    const key = said.own.length > 0 ? this.#group.parsePublicKey(said.own[0].bytes()) : E;
    const decks = mapValues(said, (list) => (list.length > 0 ? Deck.of(list) : null));
    const F = turn.isNew ? key : E;
    let next = x + z;
    const proofs = [() => keyProof(E, turn.digest, proofBytes.subarray(0, x + z))];
    for (const [name, by] of Object.entries({ own: E, kept: E, rest: F })) {
      if (decks[name] === null) continue;
      const proof = proofBytes.subarray(next, (next += 2 * x + z));
      proofs.push(() => decryptionProof(by, turn.digest, decks[name], Deck.of(turn.lists[name].from), proof));
    }
    const rest = proofBytes.subarray(next);
    if (decks.cards !== null) proofs.push(() => shuffleProof(F, turn.digest, Deck.of(turn.lists.cards.from), decks.cards, rest));
    this.#check(proofs);
    return { said, key };
  }

  // Checks proofs in their order, together: each is a function that reads one, and throws if it is malformed.
  #check(readers) {
    const proofs = [];
    let refusal = null;
    for (const reader of readers) {
      try {
        proofs.push(reader());
      } catch (err) {
        refusal = err;
        break;
      }
    }
    if (refusal === null && this.#batch !== null && proofs.every((proof) => !proof.refusal)) {
      this.#batch.push(...proofs);
      return;
    }
    const index = firstInvalid(proofs);
    if (index >= 0) invalid(proofs[index]);
    if (refusal !== null) throw refusal;
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
    const pairs = (list, name) => list.positions.map((position, i) => [position, said[name][i]]);
    const { own, kept, rest, cards } = mapValues(turn.lists, pairs);
    for (const [position, element] of [...kept, ...rest, ...cards]) this.#positions[position].sealed = element;
    for (const [position, element] of own) {
      if (position !== null && this.#positions[position].status === 'held') this.#positions[position].value = element;
    }
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

  #need(position) {
    if (!Number.isSafeInteger(position)) malformed('a position is no integer');
    return this.#positions[position] ?? impossible(`there is no position ${position}`);
  }

  #needSeat(seat) {
    if (!Number.isSafeInteger(seat)) malformed('a seat is no integer');
    return this.#presence[seat] ?? impossible(`there is no seat ${seat}`);
  }

  // Returns a copy of a list of numbers, which has no repetition.
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
      if (this.#need(position).status !== 'stock') impossible(`position ${position} isn’t in the stock`);
      if (to !== null && this.#needSeat(to) !== 'in') impossible(`seat ${to} isn’t in`);
    }
    this.#needReady();
    this.#read(tags.deal, concat(...deal.flatMap(({ position, to }) => [u32(position), toBytes(to)])));
    for (const { position, to } of deal) {
      const entry = this.#positions[position];
      Object.assign(entry, { status: 'dealing', to, value: entry.sealed });
    }
    this.#beginDeal(deal);
  }

  /** Has a seat show positions that it holds. */
  show(seat, positions) {
    if (this.#needSeat(seat) === 'out') impossible(`seat ${seat} is out`);
    const list = this.#list('positions', positions);
    for (const position of list) {
      const { status, to } = this.#need(position);
      if (status !== 'held' || to !== seat || this.#isBeingShown(position)) impossible(`seat ${seat} can’t show position ${position}`);
    }
    this.#needReady();
    this.#read(tags.show, concat(u32(seat), ...list.map(u32)));
    this.#becomeDue(seat, kinds.show, list, { lists: this.#layers(list, 'value') });
  }

  /** Returns positions to the stock. */
  return(positions) {
    const list = this.#list('positions', positions);
    for (const position of list) {
      const { status, sealed } = this.#need(position);
      const possible = (status === 'held' || status === 'open') && sealed !== null && !this.#isBeingShown(position);
      if (!possible) impossible(`position ${position} can’t return`);
    }
    this.#needReady();
    this.#read(tags.return, concat(...list.map(u32)));
    for (const position of list) Object.assign(this.#positions[position], { status: 'stock', to: null, value: null });
  }

  /** Has seats shuffle positions of the stock, one seat after another. */
  shuffle(seats, positions) {
    const by = this.#list('seats', seats);
    const list = this.#list('positions', positions);
    for (const seat of by) if (this.#needSeat(seat) !== 'in') impossible(`seat ${seat} isn’t in`);
    for (const position of list) if (this.#need(position).status !== 'stock') impossible(`position ${position} isn’t in the stock`);
    this.#needQuiet();
    this.#read(tags.shuffle, concat(u32(by.length), ...by.map(u32), ...list.map(u32)));
    this.#beginShuffle(by, list, false);
  }

  /** Has a seat leave, with what it holds. */
  leave(seat) {
    if (this.#needSeat(seat) !== 'in') impossible(`seat ${seat} isn’t in`);
    if (this.#seatsIn().length <= 2) impossible('two seats stay');
    this.#needQuiet();
    this.#read(tags.leave, u32(seat));
    this.#presence[seat] = 'left';
    for (const entry of this.#positions) if (entry.status === 'held' && entry.to === seat) entry.sealed = null;
    const list = this.#where(({ sealed }) => sealed !== null);
    if (list.length > 0) this.#becomeDue(seat, kinds.leave, list, { lists: this.#layers(list, 'sealed') });
  }

  /** Goes on without seats that are gone. */
  drop(seats) {
    const list = this.#list('seats', seats);
    for (const seat of list) if (this.#needSeat(seat) === 'out') impossible(`seat ${seat} is out`);
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

  #isLast({ deal: { cards, seats } }) {
    return seats.every((seat) => cards.every(({ to }) => to === seat));
  }

  #goOnDealing(deal) {
    while (deal.seats.length > 0) {
      const [seat, ...seats] = deal.seats;
      const list = deal.cards.filter(({ to }) => to !== seat).map(({ position }) => position);
      deal = { cards: deal.cards, seats };
      if (list.length === 0) continue;
      this.#becomeDue(seat, kinds.layer, list, { deal, lists: this.#layers(list, 'value') });
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
    const values = (list, name) => ({ positions: list, from: list.map((position) => this.#positions[position][name]) });
    const held = this.#where(({ status, to }) => status === 'held' && to === seat);
    const own = this.#keys[seat] === null ? values([], 'value') : values([...held], 'value');
    if (this.#keys[seat] !== null) {
      own.positions.unshift(null); // the key's place in the list
      own.from.unshift(this.#group.parseElement(this.#keys[seat].bytes()));
    }
    const kept = values(isNew ? [...held] : [], 'sealed');
    const sealed = this.#where((entry) => entry.sealed !== null);
    const rest = values(sealed.filter((position) => !kept.positions.includes(position) && !positions.includes(position)), 'sealed');
    const kind = positions.length > 0 ? kinds.shuffle : kinds.raise;
    this.#becomeDue(seat, kind, positions, { isNew, lists: { own, kept, rest, cards: values(positions, 'sealed') } });
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
