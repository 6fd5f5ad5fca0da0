// The vectors of sra/hand.

import assert from 'node:assert/strict';
import { concat, fromHex, lp, toHex, u32, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { kinds } from '../../hand/message.js';
import { Deck, ristretto255 } from '../../sra/index.js';
import { shakeStream } from '../support/prover.js';
import { Room } from '../support/room.js';
import { attempt, hashRuns, isLong } from '../support/vectors.js';
import { groupOf } from './sra.js';

const placeOf = (position, to) => ({ position, to: to === -1 ? null : to });

/** Returns an item of section 11.2: a step with its arguments, or what a seat says. */
function parseItem(item) {
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

/** Returns the items of a case that has its messages whole. */
export function itemsOf({ inputs, outputs }) {
  const messages = outputs.whole.map((hex) => fromHex(hex));
  return inputs.items.map(parseItem).map((item) => (item.step ? item : { seat: item.seat, message: messages.shift() }));
}

/** Returns the message of an item; messages are those of the items before. */
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

const dueText = (hand) => hand.due.map(({ seat, kind }) => `${seat}:${kinds[kind]}`).join(' ');

function positionText({ status, to, card }) {
  const whom = status === 'dealing' || status === 'held' ? ` to ${to ?? -1}` : '';
  return `${status}${whom}${card === null ? '' : ` = ${card}`}`;
}

/** Returns what the hand of a case starts from. */
export function startOf({ group, label, n, select, seats, id }) {
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
  for (const [i, item] of inputs.items.map(parseItem).entries()) {
    if (item.step) {
      results.push(room.step(item.step, ...item.args));
    } else {
      messages[i] = messageOf(room, item, messages);
      results.push(room.read(item.seat, messages[i]));
    }
    due.push(dueText(room.hand));
  }
  const said = Object.values(messages);
  const got = {
    table: toHex(room.hand.table),
    results,
    due,
    messages: toHex(sha256(concat(...said))),
    head: toHex(room.hand.head),
    positions: room.hand.positions.map(positionText),
    known: room.seats.map((seat) => seat.known(room.hand).map(([position, card]) => `${position}=${card}`).join(' ')),
  };
  if (outputs.whole !== undefined) got.whole = said.map(toHex);
  assert.deepEqual(got, { ...outputs });
}

/** Yields the head of a hand after each item of a run of section 11.2. */
function* randomRun(run) {
  const read = shakeStream(lp('squaredeal/hand/v1/run'), u32(run));
  const byte = () => read(1)[0];
  const seats = 2 + (byte() % 3);
  const cards = ristretto255.publicDeck('run', 3 + (byte() % 4));
  const secrets = Array.from({ length: seats }, () => read(32));
  const room = new Room({ group: ristretto255, seats, cards, id: `run ${run}` }, secrets);
  for (let k = 0; k < 60; k++) {
    const b = byte();
    const { due } = room.hand;
    if (due.length > 0 && b < 192) {
      const { seat } = due[b % due.length];
      room.read(seat, room.say(seat));
    } else {
      const step = randomStep(room.hand, byte);
      if (step === undefined) continue;
      room.step(...step);
    }
    yield room.hand.head;
  }
}

/** Draws a step with its arguments; returns undefined if it would need cards that aren’t there. */
function randomStep({ positions, presence }, byte) {
  const oneOf = (list) => (list.length === 0 ? undefined : list[byte() % list.length]);
  const where = (...wanted) => [...positions.keys()].filter((i) => wanted.includes(positions[i].status));
  const stock = where('stock');
  const isIn = [...presence.keys()].filter((seat) => presence[seat] === 'in');
  const c = byte() % 10;
  if (c === 7) {
    const seat = oneOf(isIn);
    return stock.length === 0 ? undefined : ['shuffle', [seat], stock];
  }
  if (c === 8) return stock.length === 0 ? undefined : ['shuffle', isIn, stock.slice(0, 2)];
  if (c === 9) return byte() < 192 ? ['leave', oneOf(isIn)] : ['drop', [oneOf(isIn)]];
  const position = oneOf(c <= 3 ? stock : where('held', ...(c === 4 ? [] : ['open'])));
  if (position === undefined) return undefined;
  if (c <= 3) return ['deal', [{ position, to: oneOf([...isIn, null]) }]];
  return c === 4 ? ['show', positions[position].to, [position]] : ['return', [position]];
}

function accumulated({ inputs, outputs }, t) {
  if (inputs.runs > 20 && !isLong) return t.skip('only in long runs');
  return assert.equal(hashRuns(inputs.runs, randomRun), outputs.sha256);
}

export const files = { 'sra/hand/testdata/vectors.json': { hand: handCase, accumulated } };
