// The vectors of otpdeal.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { fromHex, lp, toHex, utf8 } from '../../internal/bytes.js';
import { audit, card, deck, entry, parseMessage, parseRecord, parseState, replayCardDealer, replayDummy, replayHost,
  replayKeyMaster } from '../../otpdeal/index.js';
import { attempt } from '../support/vectors.js';

const file = 'otpdeal/testdata/vectors.json';
const deal1 = utf8('deal 1');

// Section 10.2: how results are written.
const long = (bytes) => (bytes.length > 256 ? `sha256:${createHash('sha256').update(bytes).digest('hex')}` : toHex(bytes));
const messageText = (m) => [m.kind, m.from, m.to, toHex(m.payload)].join(' ');
const classText = (kind, seats) => [kind, ...seats].join(' ');
const readMessage = (deal, text) => {
  const [kind, from, to, payload] = text.split(' ');
  return parseMessage(deal, Number(kind), Number(from), Number(to), fromHex(payload ?? ''));
};
const idOf = ({ deal }) => (deal === undefined ? deal1 : fromHex(deal));

/** Replays a seat of a deal, from those secrets that it has. */
export const replayOf = (seat, { deal, cards, pads, order }) =>
  [() => replayHost(deal, cards, pads), () => replayKeyMaster(deal), () => replayCardDealer(deal, order), () => replayDummy(deal)][seat]();

/** Returns the answer of a seat to a message, or to start, as text. */
export function answer(replay, deal, text) {
  const { result, value, fault } = attempt(() => (text === 'start' ? replay.start() : replay.receive(readMessage(deal, text))));
  return result === 'ok' ? value.map(messageText).join('; ') : classText(result, fault.seats);
}

/** Plays a whole deal, and returns the four seats and the messages. */
function play(given) {
  const replays = [0, 1, 2, 3].map((seat) => replayOf(seat, given));
  const messages = [];
  const queue = replays[0].start();
  while (queue.length > 0) {
    const message = queue.shift();
    messages.push(message);
    queue.push(...replays[message.to].receive(message));
  }
  messages.sort((a, b) => a.kind - b.kind || a.from - b.from || a.to - b.to);
  return { replays, messages };
}

const entriesOf = (deal, encrypted, keys) => Array.from(keys, (key, i) => entry(deal, i, encrypted[i], key));
const xor = (a, b) => a.map((byte, i) => byte ^ b[i]);

/** Section 10.2: SplitMix64. */
function* words(seed) {
  const mask = (1n << 64n) - 1n;
  for (let x = BigInt(seed); ;) {
    x = (x + 0x9e3779b97f4a7c15n) & mask;
    let z = ((x ^ (x >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
    z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
    yield z ^ (z >> 31n);
  }
}

function seeded(seed) {
  const source = words(seed);
  const word = (n) => Number(source.next().value % BigInt(n));
  const mix = (bytes) => {
    for (let i = 51; i > 0; i--) {
      const j = word(i + 1);
      [bytes[i], bytes[j]] = [bytes[j], bytes[i]];
    }
    return bytes;
  };
  const cards = mix(deck());
  const pads = Uint8Array.from({ length: 52 }, () => word(256));
  return { deal: deal1, cards, pads, order: mix(Uint8Array.from({ length: 52 }, (_, i) => i)) };
}

/** Hashes what is made of each run from 0 on. */
function accumulate({ runs }, output) {
  const hash = createHash('sha256');
  for (let i = 0; i < runs; i++) for (const part of output(i)) hash.update(part);
  return { sha256: hash.digest('hex') };
}

const digestOf = (text) => createHash('sha256').update(text).digest();

function runDeal(i) {
  const { replays, messages } = play(seeded(i));
  return [...messages.map((m) => m.payload), ...replays.map((replay) => replay.hand)];
}

function runRole(i) {
  const [given, b] = [seeded(i), digestOf(`role ${i}`)];
  const [{ messages }, { messages: others }] = [play(given), play(seeded(i + 1))];
  const seat = i % 4;
  const replay = replayOf(seat, given);
  const all = [];
  if (seat === 0 && b[31] >= 32) all.push(answer(replay, deal1, 'start'));
  const incoming = messages.flatMap((m, link) => (m.to === seat ? [link] : []));
  for (let n = 0; n < 12; n++) {
    const link = incoming[b[2 * n] % incoming.length];
    const y = b[2 * n + 1];
    let payload = (y < 8 ? others : messages)[link].payload;
    if (y >= 8 && y < 16) payload[0] ^= 0x10;
    if (y >= 16 && y < 24) payload = payload.subarray(1);
    const { kind, from, to } = messages[link];
    all.push(answer(replay, deal1, [kind, from, to, toHex(payload)].join(' ')));
  }
  return [...all.map((line) => `${line}\n`), replay.state()];
}

const recordOf = (seat, payloads) => {
  const own = payloads.filter((_, link) => linkSeats[link].includes(seat));
  return Buffer.concat([lp('squaredeal/otpdeal/v1/record'), lp(deal1), Uint8Array.of(seat), ...own.map((payload) => lp(payload))]);
};
const linkSeats = [[0, 1], [0, 2], [2, 0], [2, 1], [2, 3], [0, 1], [2, 1], [3, 1], [1, 0], [1, 2], [1, 3]];

/** Section 10.3: changes a payload, of which others holds those of the deal. */
function change(b, n, link, payload, messages) {
  const bytes = new Uint8Array(payload);
  switch (b[4 * n + 3] % 4) {
    case 0:
      return new Uint8Array(0);
    case 1:
      if (messages[link].kind !== 4) bytes[0] ^= 0x40;
      return bytes;
    case 2:
      [bytes[0], bytes[1]] = [bytes[1], bytes[0]];
      return bytes;
    default: {
      const other = messages[b[4 * n + 2] % 11];
      return other.kind === messages[link].kind ? other.payload : bytes;
    }
  }
}

function runAudit(i) {
  const [given, b] = [seeded(i), digestOf(`audit ${i}`)];
  const { messages } = play(given);
  const recorded = [0, 1, 2, 3].map(() => messages.map((m) => m.payload));
  for (let n = 0; n < 3; n++) {
    const link = b[4 * n] % 11;
    const ends = [[0], [1], [0, 1]][b[4 * n + 1] % 3].map((end) => linkSeats[link][end]);
    for (const seat of ends) if (recorded[seat][link].length > 0) recorded[seat][link] = change(b, n, link, recorded[seat][link], messages);
  }
  const keys = new Uint8Array(given.pads);
  const encrypted = xor(given.cards, given.pads);
  if (b[12] < 64) keys[b[13] % 52] ^= 0x40;
  const records = recorded.map((payloads, seat) => (b[14] < 32 && b[15] % 4 === seat ? new Uint8Array(0) : recordOf(seat, payloads)));
  const { findings, missing, suspects } = auditTexts(audit(deal1, entriesOf(deal1, encrypted, keys), records));
  return [`${findings.join(', ')}; ${missing.join(', ')}; ${suspects}\n`];
}

/** Returns what an audit reports, as texts. */
export function auditTexts({ findings, missing, suspects, hands }) {
  return {
    findings: findings.map(({ kind, seats }) => classText(kind, seats)).sort(),
      missing: missing.map((seat) => `missing ${seat}`).sort(), suspects: suspects.join(' '),
    ...(hands && { hands: hands.map(toHex) }),
  };
}

const cases = {
  card({ inputs }) {
    return inputs.suit === undefined ? { deck: toHex(deck()) } : { byte: card(inputs.suit, inputs.rank).toString(16).padStart(2, '0') };
  },
  message({ inputs: { deal, kind, from, to, payload } }) {
    const message = parseMessage(fromHex(deal), kind, from, to, fromHex(payload));
    assert.equal(toHex(message.payload), payload);
    return { value: toHex(message.value()) };
  },
  deal({ inputs }) {
    const given = { deal: idOf(inputs), cards: fromHex(inputs.cards), pads: fromHex(inputs.pads), order: fromHex(inputs.order) };
    const { replays, messages } = play(given);
    return {
      messages: messages.map(messageText), hands: replays.map((replay) => toHex(replay.hand)),
        records: replays.map((replay) => toHex(replay.record())),
      entries: entriesOf(given.deal, xor(given.cards, given.pads), given.pads).map(toHex),
    };
  },
  role({ inputs }) {
    const [deal, { seat }] = [idOf(inputs), inputs];
    const [cards, pads, order] = [inputs.cards, inputs.pads, inputs.order].map((text) => text && fromHex(text));
    const replay = replayOf(seat, { deal, cards, pads, order });
    const answers = inputs.messages.map((text) => answer(replay, deal, text));
    const state = replay.state();
    assert.deepEqual(parseState(seat, state).state(), state);
    return { answers, record: long(replay.record()), state: long(state), ...(replay.hand && { hand: toHex(replay.hand) }) };
  },
  state({ inputs }) {
    parseState(inputs.seat, fromHex(inputs.state));
  },
  record({ inputs }) {
    const { deal, seat, messages } = parseRecord(fromHex(inputs.record));
    return { deal: toHex(deal), seat, messages: messages.map(messageText) };
  },
  audit({ inputs }) {
    const [encrypted, keys] = [fromHex(inputs.encrypted ?? ''), fromHex(inputs.keys ?? '')];
    const entries = entriesOf(idOf(inputs), encrypted, keys);
    if (inputs.entry) entries[inputs.entry.number] = fromHex(inputs.entry.value);
    return auditTexts(audit(idOf(inputs), entries, inputs.records.map((record) => fromHex(record))));
  },
  deals: ({ inputs }) => accumulate(inputs, runDeal),
  roles: ({ inputs }) => accumulate(inputs, runRole),
  audits: ({ inputs }) => accumulate(inputs, runAudit),
};

const plain = (outputs) => Object.fromEntries(Object.entries(outputs ?? {}).map(([name, value]) => [name, value ?? []]));

export const files = {
  [file]: Object.fromEntries(Object.entries(cases).map(([name, run]) => [name, (vector) => {
    const { result, value, fault } = attempt(() => run(vector));
    assert.equal(result, vector.result, fault?.message);
    const { blame, ...outputs } = plain(vector.outputs);
    if (blame !== undefined) assert.equal(fault.seats.join(' '), blame);
    if (result === 'ok') assert.deepEqual(plain(value), outputs);
  }])),
};
