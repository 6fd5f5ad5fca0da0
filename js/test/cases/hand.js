import assert from 'node:assert/strict';
import { concat, fromHex, lp, toHex, u32, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { Hand, kinds } from '../../hand/hand.js';
import { Deck, ristretto255 } from '../../sra/index.js';
import { shakeStream } from '../support/prover.js';
import { Seat } from '../support/seat.js';
import { attempt, isLong } from '../support/vectors.js';
import { groupOf } from './sra.js';

/** A Room is a hand with its seats and all that was read. */
export class Room {
  log = [];

  constructor(start, secrets) {
    this.start = start;
    this.hand = new Hand(start);
    this.seats = secrets.map((secret, seat) => new Seat(start.group, seat, secret));
  }

  /** Reads a message; returns the result. */
  read(seat, message) {
    this.log.push({ seat, message });
    const before = this.hand.positions.map(({ card }) => card);
    const turns = Hand.stateOf(this.hand).due;
    const turn = turns.find((turn) => turn.seat === seat && toHex(turn.digest) === toHex(message.slice(0, 32)));
    const { result, value, fault } = attempt(() => this.hand.read(seat, message));
    if (fault) assert.deepEqual(fault.seats, [seat]);
    if (value === 'taken') for (const s of this.seats) s.taken(turn, message, before, this.alone);
    for (const s of this.seats) s.known(this.hand);
    return result === 'ok' ? value : result;
  }

  /** Makes a step; returns the result. */
  step(name, ...args) {
    this.log.push({ step: name, args });
    const { result } = attempt(() => this.hand[name](...args));
    if (result === 'ok' && name === 'shuffle') this.alone = args[0].length === 1;
    if (result === 'ok' && name === 'drop') this.alone = false;
    for (const s of this.seats) s.known(this.hand);
    return result === 'ok' ? 'done' : result;
  }

  say(seat) {
    return this.seats[seat].say(this.hand);
  }

  /** Returns the message of a leave in advance, by a copy of the hand in which the step has been made. */
  farewell(seat) {
    const copy = new Hand(this.start, []);
    for (const item of this.log) attempt(() => (item.step ? copy[item.step](...item.args) : copy.read(item.seat, item.message)));
    assert.deepEqual(copy.head, this.hand.head);
    if (!copy.quiet || attempt(() => copy.leave(seat)).result !== 'ok') return new Uint8Array();
    return this.seats[seat].sayIn(Hand.stateOf(copy).due.find(({ kind }) => kind === kinds.leave));
  }
}

const placeOf = (position, to) => ({ position, to: to === -1 ? null : to });

/** Returns an item of section 11.2: a step with its arguments, or what a seat says. */
export function parseItem(item) {
  const [name, ...words] = item.split(' ');
  const stroke = words.indexOf('/');
  const numbers = (list) => list.map(Number);
  switch (name) {
    case 'deal':
      return { step: name, args: [words.map((word) => placeOf(...numbers(word.split(':'))))] };
    case 'show':
      return { step: name, args: [Number(words[0]), numbers(words.slice(1))] };
    case 'return':
    case 'drop':
      return { step: name, args: [numbers(words)] };
    case 'shuffle':
      return { step: name, args: [numbers(words.slice(0, stroke)), numbers(words.slice(stroke + 1))] };
    case 'leave':
      return { step: name, args: [Number(words[0])] };
    default:
      return { say: name, seat: Number(words[0]), words: words.slice(1) };
  }
}

function messageOf(room, { say, seat, words }, messages) {
  switch (say) {
    case 'say':
      return room.say(seat);
    case 'as':
      return room.say(Number(words[0]));
    case 'again':
      return messages[Number(words[0])] ?? new Uint8Array();
    case 'alter': {
      const message = room.say(seat);
      message[Number(words[0])] ^= parseInt(words[1], 16);
      return message;
    }
    case 'cut':
      return room.say(seat).slice(0, Number(words[0]));
    case 'read':
      return fromHex(words[0] ?? '');
    case 'farewell':
      return room.farewell(seat);
    default:
      throw new Error(say);
  }
}

const shownDue = (hand) => hand.due.map(({ seat, kind }) => `${seat}:${kinds[kind]}`).join(' ');

function shownPosition({ status, to, card }) {
  const whom = status === 'dealing' || status === 'held' ? ` to ${to ?? -1}` : '';
  return `${status}${whom}${card === null ? '' : ` = ${card}`}`;
}

function startOf({ group, label, n, select, seats, id }) {
  const g = groupOf({ group });
  const deck = g.publicDeck(label, select ? Math.max(...select) + 1 : n);
  return { group: g, seats, id, cards: select ? Deck.of(select.map((i) => deck.card(i))) : deck };
}

function handCase(vector) {
  const { inputs, outputs } = vector;
  const secrets = Array.from({ length: inputs.seats }, (_, i) => sha256(utf8(`secret of seat ${i}`)));
  const { result, value: room } = attempt(() => new Room(startOf(inputs), secrets));
  assert.equal(result, vector.result);
  if (result !== 'ok') return;
  const [messages, results, due] = [[], [], []];
  for (const [i, text] of inputs.items.entries()) {
    const item = parseItem(text);
    if (item.step) results.push(room.step(item.step, ...item.args));
    else results.push(room.read(item.seat, (messages[i] = messageOf(room, item, messages))));
    due.push(shownDue(room.hand));
  }
  const said = Object.values(messages);
  const got = {
    table: toHex(room.hand.table),
    results,
    due,
    messages: toHex(sha256(concat(...said))),
    head: toHex(room.hand.head),
    positions: room.hand.positions.map(shownPosition),
    known: room.seats.map((seat) => seat.known(room.hand).map(([position, card]) => `${position}=${card}`).join(' ')),
  };
  if (outputs.whole !== undefined) got.whole = said.map(toHex);
  assert.deepEqual(got, { ...outputs });
}

// A run of section 11.2: yields the hand after each item.
function* randomRun(r) {
  const read = shakeStream(lp('squaredeal/hand/v1/run'), u32(r));
  const byte = () => read(1)[0];
  const oneOf = (list) => (list.length === 0 ? undefined : list[byte() % list.length]);
  const seats = 2 + (byte() % 3);
  const cards = ristretto255.publicDeck('run', 3 + (byte() % 4));
  const secrets = Array.from({ length: seats }, () => read(32));
  const room = new Room({ group: ristretto255, seats, cards, id: `run ${r}` }, secrets);
  for (let k = 0; k < 60; k++) {
    const b = byte();
    const { due } = room.hand;
    if (due.length > 0 && b < 192) {
      const { seat } = due[b % due.length];
      room.read(seat, room.say(seat));
    } else if (!randomStep(room, byte, oneOf)) continue;
    yield room;
  }
}

// Makes a random step, and reports whether there was one.
function randomStep(room, byte, oneOf) {
  const where = (...wanted) => [...room.hand.positions.keys()].filter((i) => wanted.includes(room.hand.positions[i].status));
  const isIn = [...room.hand.presence.keys()].filter((seat) => room.hand.presence[seat] === 'in');
  const c = byte() % 10;
  if (c <= 3) {
    const position = oneOf(where('stock'));
    if (position === undefined) return false;
    room.step('deal', [{ position, to: oneOf([...isIn, null]) }]);
  } else if (c === 4) {
    const position = oneOf(where('held'));
    if (position === undefined) return false;
    room.step('show', room.hand.positions[position].to, [position]);
  } else if (c <= 6) {
    const position = oneOf(where('held', 'open'));
    if (position === undefined) return false;
    room.step('return', [position]);
  } else if (c === 7) {
    const seat = oneOf(isIn);
    if (where('stock').length === 0) return false;
    room.step('shuffle', [seat], where('stock'));
  } else if (c === 8) {
    if (where('stock').length === 0) return false;
    room.step('shuffle', isIn, where('stock').slice(0, 2));
  } else if (byte() < 192) room.step('leave', oneOf(isIn));
  else room.step('drop', [oneOf(isIn)]);
  return true;
}

function accumulated(vector, t) {
  if (vector.inputs.runs > 20 && !isLong) return t.skip('only in long runs');
  const heads = [];
  for (let r = 0; r < vector.inputs.runs; r++) for (const room of randomRun(r)) heads.push(room.hand.head);
  return assert.equal(toHex(sha256(concat(...heads))), vector.outputs.sha256);
}

export const files = { 'sra/hand/testdata/vectors.json': { hand: handCase, accumulated } };
