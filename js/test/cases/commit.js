// The vectors of commit.

import assert from 'node:assert/strict';
import { ChainVerifier, commitment, judge, SeedStream, Toss, verify, verifyLink } from '../../commit/index.js';
import { concat, fromHex, toHex, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { RoundStream } from '../../commit/stream.js';
import { Chain } from '../support/chain.js';
import { draw } from '../support/draws.js';
import { commitMessage, revealMessage, TossSeat } from '../support/toss.js';
import { attempt, hashRuns, resultText, shown } from '../support/vectors.js';

const hashText = (text) => sha256(utf8(text));
const nonceOf = (i) => hashText(`nonce ${i}`);
const valueOf = (i) => hashText(`value ${i}`);

const resultOf = (call) => resultText(attempt(call));

/** Returns the bytes that a call returns in hex, or the result of the call. */
function answerOf(call) {
  const got = attempt(call);
  return got.result === 'ok' ? toHex(got.value) : resultText(got);
}

/** Returns messages from texts: a sender, and bytes in hex. */
export function messagesOf(lines) {
  return lines.map((line) => {
    const [sender, hex] = line.split(' ');
    return { sender: Number(sender), message: fromHex(hex) };
  });
}

/** Returns the phase of a toss, and the seats that are due. */
export const dueText = (toss) => [toss.phase, ...toss.due].join(' ');

function checkSeed({ inputs, intermediates, outputs, result }) {
  const toss = new Toss(fromHex(inputs.session), inputs.seats);
  const openings = [...Array(inputs.seats).keys()].map((seat) => [nonceOf(seat), valueOf(seat)]);
  const commit = ([nonce, value], seat) => commitMessage(toss, seat, commitment(nonce, toss.context(undefined, seat), value));
  const reveal = ([nonce, value], seat) => revealMessage(toss, seat, nonce, value, toss.digest);
  for (const say of [commit, reveal]) openings.forEach((opening, seat) => toss.read(seat, say(opening, seat)));
  assert.equal(toHex(toss.seed), outputs.seed);
  assert.deepEqual({ toss: toHex(toss.name), digest: toHex(toss.digest) }, { ...intermediates });
  assert.equal(result, 'ok');
}

function checkToss({ inputs, outputs, result }) {
  const { session, seats, seat: own, messages } = inputs;
  const { value: seat, ...got } = attempt(() => new TossSeat(fromHex(session), seats, own, nonceOf(own), valueOf(own)));
  assert.equal(got.result, result);
  if (!seat) return;
  const seen = { answers: [], due: [dueText(seat.toss)], pending: [toHex(seat.pending)] };
  for (const { sender, message } of messagesOf(messages)) {
    seen.answers.push(resultOf(() => seat.toss.read(sender, message)));
    seen.due.push(dueText(seat.toss));
    seen.pending.push(toHex(seat.pending));
    assert.deepEqual(TossSeat.parse(seat.encode()).encode(), seat.encode());
  }
  assert.deepEqual({ ...seen, seed: answerOf(() => seat.toss.seed), state: shown(seat.encode()) }, { ...outputs });
}

function checkChain({ inputs, outputs, result }) {
  const { value: chain, ...got } = attempt(() => new Chain(inputs.n, fromHex(inputs.last)));
  assert.equal(got.result, result);
  if (!chain) return;
  const values = chain.all;
  const states = [chain.encode()];
  for (let i = 1; i <= inputs.n; i++) {
    for (const step of ['draw', 'reveal']) {
      assert.equal(toHex(chain[step](i)), values[i]);
      states.push(chain.encode());
    }
  }
  if (outputs.values) {
    assert.deepEqual({ values, states: states.map(toHex) }, { ...outputs });
  } else {
    const all = { allValues: concat(...values.map((text) => fromHex(text))), allStates: concat(...states) };
    for (const [name, bytes] of Object.entries(all)) assert.equal(toHex(sha256(bytes)), outputs[name]);
  }
}

function checkCalls({ inputs, outputs }) {
  const chain = inputs.state === undefined ? new Chain(inputs.n, fromHex(inputs.last)) : Chain.parse(fromHex(inputs.state));
  const stored = [];
  const answers = inputs.calls.map((call) => {
    const [name, round] = call.split(' ');
    const got = answerOf(() => chain[name](Number(round)));
    stored.push(chain.stored);
    return got;
  });
  assert.deepEqual({ answers, stored, state: shown(chain.encode()) }, { ...outputs });
}

function checkVerifier({ inputs, outputs, result }) {
  const { value: verifier, ...got } = attempt(() => new ChainVerifier(inputs.known, inputs.round));
  assert.equal(got.result, result);
  if (!verifier) return;
  const answers = inputs.links.map((link) => {
    const [round, value] = link.split(' ');
    return resultOf(() => verifier.verify(Number(round), value));
  });
  assert.deepEqual({ answers, state: toHex(verifier.encode()) }, { ...outputs });
  assert.deepEqual(ChainVerifier.parse(verifier.encode()).encode(), verifier.encode());
}

function checkStream({ inputs, outputs, result }) {
  const context = fromHex(inputs.context);
  const { seed, value, round } = inputs;
  const open = () => (seed === undefined ? new RoundStream(fromHex(value), round, context) : new SeedStream(seed, context));
  const { value: stream, ...got } = attempt(open);
  assert.equal(got.result, result);
  if (!stream) return;
  assert.equal(toHex(open().read(80)), outputs.bytes);
  assert.deepEqual(inputs.draws.map((line) => draw(stream, line)), outputs.results);
}

/** The recipe of section 7.3: u, and the point. */
function crash({ u, round, value, beacon }) {
  const drawn = u === undefined
    ? new RoundStream(fromHex(value), round, concat(utf8('crash '), fromHex(beacon))).uint64N(10n ** 16n) + 1n
    : BigInt(u);
  const point = (99n * 10n ** 16n) / drawn;
  return { u: `${drawn}`, point: `${point < 100n ? 100n : point > 10n ** 8n ? 10n ** 8n : point}` };
}

/** Returns the message of seat s in a step of a run of section 10.6: honest or, if the second byte says so, one of eight cheats. */
function messageOf(toss, seats, s, byte) {
  const t = (s + 1) % seats.length;
  const another = new Toss('another', seats.length);
  const list = toss.entries.map((entry, i) => entry.commitment ?? seats[i].commitment);
  const digest = sha256(toss.context('squaredeal/toss/v1/list'), ...list);
  const commit = (seat, bytes) => commitMessage(toss, seat, bytes);
  const open = (from, value = seats[from].value, d = digest) => revealMessage(toss, s, seats[from].nonce, value, d);
  const committed = (value, of = toss) => commitment(nonceOf(s), of.context(undefined, s), value);
  const cheats = [
    () => open(s, valueOf(9)),
    () => open(s, undefined, hashText('another list')),
    () => commit(s, seats[t].commitment),
    () => open(t),
    () => commit(s, committed(valueOf(9))),
    () => commitMessage(another, s, committed(seats[s].value, another)),
    () => commit(t, seats[t].commitment),
    () => commit(s, seats[s].commitment).subarray(0, 68),
  ];
  if (byte < 112) return commit(s, seats[s].commitment);
  return byte < 224 ? open(s) : cheats[byte % 8]();
}

/** Yields what a run of section 10.6 puts out. */
function* runToss(run) {
  const n = 2 + (run % 3);
  const session = utf8(`run ${run}`);
  const seats = Array.from({ length: n }, (_, i) => new TossSeat(session, n, i, nonceOf(i), valueOf(i)));
  const { toss } = seats[0];
  const sent = [];
  for (let j = 0; j < 8 * n; j++) {
    const [first, second] = hashText(`run ${run} step ${j}`);
    const sender = first % n;
    const message = messageOf(toss, seats, sender, second);
    sent.push({ sender, message });
    yield `${resultOf(() => toss.read(sender, message))}, ${dueText(toss)}, ${toHex(seats[0].pending)}\n`;
  }
  yield `${answerOf(() => toss.seed)}, ${resultOf(() => judge(session, n, sent))}\n`;
  yield seats[0].encode();
}

/** Makes a function that compares the hash of what all runs put out. */
const accumulated = (run) => ({ inputs, outputs }) => assert.equal(hashRuns(inputs.runs, run), outputs.sha256);

const parsing = (parse) => ({ inputs, result }) => assert.equal(attempt(() => parse(fromHex(inputs.state))).result, result);

export const files = {
  'commit/testdata/vectors.json': {
    commitment({ inputs: { commitment: text, nonce, context, value }, result }) {
      assert.equal(resultOf(() => verify(text, fromHex(nonce), fromHex(context), fromHex(value))), result);
    },
    seed: checkSeed,
    toss: checkToss,
    record({ inputs, outputs, result }) {
      const got = attempt(() => judge(fromHex(inputs.session), inputs.seats, messagesOf(inputs.messages)));
      assert.equal(resultText(got), result);
      if (got.value) assert.equal(toHex(got.value), outputs.seed);
    },
    tossstate: parsing(TossSeat.parse),
    chain: checkChain,
    calls: checkCalls,
    link: ({ inputs, result }) => assert.equal(resultOf(() => verifyLink(inputs.anchor, inputs.value, inputs.steps)), result),
    altered({ inputs, result }) {
      const chain = Chain.parse(fromHex(inputs.state));
      while (chain.r < inputs.round - 1) {
        chain.draw(chain.r + 1);
        chain.reveal(chain.r + 1);
      }
      assert.equal(resultOf(() => chain.draw(inputs.round)), result);
    },
    state: parsing(Chain.parse),
    verifier: checkVerifier,
    verifierstate: parsing(ChainVerifier.parse),
    stream: checkStream,
    crash({ inputs, intermediates, outputs }) {
      const { u, point } = crash(inputs);
      assert.equal(point, outputs.point);
      if (intermediates) assert.equal(u, intermediates.u);
    },
    manytosses: accumulated(runToss),
    manystreams: accumulated((i) => {
      const stream = new SeedStream(hashText(`seed ${i}`), `context ${i}`);
      return [`${stream.intN(36)},${stream.uint64N(1000000007000000007n)};`];
    }),
    manycrashes: accumulated((i) => {
      const { point } = crash({ round: i + 1, value: toHex(valueOf(i)), beacon: toHex(hashText(`beacon ${i}`)) });
      return [`${point};`];
    }),
    accumulated: accumulated((i) => {
      const value = Uint8Array.from({ length: i % 300 }, (_, j) => i + j);
      return [commitment(nonceOf(i), `context ${i}`, value)];
    }),
  },
};
