// The vectors of otpdeal.

import assert from 'node:assert/strict';
import { concat, fromHex, lp, toHex, u8, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import {
  audit, card, deck, entry, parseMessage, parseRecord, parseState, replayCardDealer, replayDummy, replayHost, replayKeyMaster,
} from '../../otpdeal/index.js';
import { attempt, hashRuns, resultText, shown } from '../support/vectors.js';
import { SplitMix64 } from './shuffle.js';

const deal1 = utf8('deal 1');

// Section 10.2: how messages are written.
const messageText = ({ kind, from, to, payload }) => [kind, from, to, toHex(payload)].join(' ');

function readMessage(deal, text) {
  const [kind, from, to, payload] = text.split(' ');
  return parseMessage(deal, Number(kind), Number(from), Number(to), fromHex(payload ?? ''));
}

const idOf = ({ deal }) => (deal === undefined ? deal1 : fromHex(deal));

/** Replays a seat of a deal, from those secrets that it has. */
export function replayOf(seat, { deal, cards, pads, order }) {
  const replays = [
    () => replayHost(deal, cards, pads),
    () => replayKeyMaster(deal),
    () => replayCardDealer(deal, order),
    () => replayDummy(deal),
  ];
  return replays[seat]();
}

/** Returns the answer of a seat to a message, or to start, as text. */
export function answer(replay, deal, text) {
  const got = attempt(() => (text === 'start' ? replay.start() : replay.receive(readMessage(deal, text))));
  return got.result === 'ok' ? got.value.map(messageText).join('; ') : resultText(got);
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

/** Returns the log of a deal. */
export const entriesOf = (deal, encrypted, keys) => Array.from(keys, (key, i) => entry(deal, i, encrypted[i], key));

const xor = (a, b) => a.map((byte, i) => byte ^ b[i]);

/** Returns the secrets of a run of section 10.3. */
function seeded(seed) {
  const source = new SplitMix64(seed);
  const word = (n) => Number(source.uint64() % BigInt(n));
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

// Section 10.3: what the runs of each kind put out.
function runDeal(i) {
  const { replays, messages } = play(seeded(i));
  return [...messages.map(({ payload }) => payload), ...replays.map(({ hand }) => hand)];
}

function runRole(i) {
  const [given, b] = [seeded(i), sha256(utf8(`role ${i}`))];
  const [{ messages }, { messages: others }] = [play(given), play(seeded(i + 1))];
  const seat = i % 4;
  const replay = replayOf(seat, given);
  const answers = [];
  if (seat === 0 && b[31] >= 32) answers.push(answer(replay, deal1, 'start'));
  const incoming = messages.flatMap((m, link) => (m.to === seat ? [link] : []));
  for (let n = 0; n < 12; n++) {
    const link = incoming[b[2 * n] % incoming.length];
    const y = b[2 * n + 1];
    let payload = (y < 8 ? others : messages)[link].payload;
    if (y >= 8 && y < 16) payload[0] ^= 0x10;
    if (y >= 16 && y < 24) payload = payload.subarray(1);
    const { kind, from, to } = messages[link];
    answers.push(answer(replay, deal1, messageText({ kind, from, to, payload })));
  }
  return [...answers.map((line) => `${line}\n`), replay.state()];
}

/** The seats of each link: the one that sends, and the one that receives. */
const linkSeats = [[0, 1], [0, 2], [2, 0], [2, 1], [2, 3], [0, 1], [2, 1], [3, 1], [1, 0], [1, 2], [1, 3]];

function recordOf(seat, payloads) {
  const own = payloads.filter((_, link) => linkSeats[link].includes(seat));
  return concat(lp('squaredeal/otpdeal/v1/record'), lp(deal1), u8(seat), ...own.map((payload) => lp(payload)));
}

/** Changes a payload as section 10.3 says; messages are those of the deal. */
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
  const [given, b] = [seeded(i), sha256(utf8(`audit ${i}`))];
  const { messages } = play(given);
  const recorded = [0, 1, 2, 3].map(() => messages.map(({ payload }) => payload));
  for (let n = 0; n < 3; n++) {
    const link = b[4 * n] % 11;
    for (const end of [[0], [1], [0, 1]][b[4 * n + 1] % 3]) {
      const payloads = recorded[linkSeats[link][end]];
      if (payloads[link].length > 0) payloads[link] = change(b, n, link, payloads[link], messages);
    }
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
    findings: findings.map(({ kind, seats }) => [kind, ...seats].join(' ')).sort(),
    missing: missing.map((seat) => `missing ${seat}`).sort(),
    suspects: suspects.join(' '),
    ...(hands && { hands: hands.map(toHex) }),
  };
}

const cases = {
  card({ inputs: { suit, rank } }) {
    return suit === undefined ? { deck: toHex(deck()) } : { byte: toHex([card(suit, rank)]) };
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
      messages: messages.map(messageText),
      hands: replays.map((replay) => toHex(replay.hand)),
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
    return { answers, record: shown(replay.record()), state: shown(state), ...(replay.hand && { hand: toHex(replay.hand) }) };
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
  deals: ({ inputs }) => ({ sha256: hashRuns(inputs.runs, runDeal) }),
  roles: ({ inputs }) => ({ sha256: hashRuns(inputs.runs, runRole) }),
  audits: ({ inputs }) => ({ sha256: hashRuns(inputs.runs, runAudit) }),
};

/** Returns outputs with an empty list for null, which is Go’s. */
const plain = (outputs) => Object.fromEntries(Object.entries(outputs ?? {}).map(([name, value]) => [name, value ?? []]));

/** Makes a function that compares what comes of a case with its result, its outputs and the seats to blame. */
const checks = (run) => (vector) => {
  const { result, value, fault } = attempt(() => run(vector));
  assert.equal(result, vector.result, fault?.message);
  const { blame, ...outputs } = plain(vector.outputs);
  if (blame !== undefined) assert.equal(fault.seats.join(' '), blame);
  if (result === 'ok') assert.deepEqual(plain(value), outputs);
};

export const files = {
  'otpdeal/testdata/vectors.json': Object.fromEntries(Object.entries(cases).map(([name, run]) => [name, checks(run)])),
};
