// The vectors of seedrng. The casino's tests run these in a browser, too.

import assert from 'node:assert/strict';
import { concat, fromHex, toHex, utf8 } from '../../internal/bytes.js';
import { malformed } from '../../internal/fault.js';
import { sha256 } from '../../internal/hash.js';
import { parseNonce, Player, Stream, verify } from '../../seedrng/index.js';
import { attempt } from '../support/attempt.js';
import { draw } from '../support/draws.js';
import { Session } from '../support/session.js';

const seedOf = (inputs, name) => (`${name}Hex` in inputs ? fromHex(inputs[`${name}Hex`]) : inputs[name]);

/** Returns the bytes of a state. In its hex, (3631*1024) is 3631 1,024 times. */
const stateOf = (hex) => fromHex(hex.replace(/\((\w+)\*(\d+)\)/g, (_, unit, n) => unit.repeat(n)));

/** Splits a text at its first spaces into so many parts: the last is the rest of the line. */
function cut(text, parts) {
  const words = text.split(' ');
  return [...words.slice(0, parts - 1), words.slice(parts - 1).join(' ')];
}

/** Returns what a call returns, or its result if it fails. */
function answerOf(call) {
  const { result, value } = attempt(call);
  return result === 'ok' ? value : result;
}

const plain = (value) => JSON.parse(JSON.stringify(value));

function checkStream({ inputs, intermediates, outputs, result }) {
  const open = () => new Stream(seedOf(inputs, 'serverSeed'), seedOf(inputs, 'clientSeed'), inputs.nonce, BigInt(inputs.firstBlock ?? 0));
  const got = attempt(open);
  if (got.result !== 'ok') return assert.equal(got.result, result);
  const results = [];
  const drawn = attempt(() => inputs.draws.forEach((line) => results.push(draw(got.value, line))));
  assert.equal(drawn.result, result);
  if (outputs) assert.deepEqual(results, outputs.results ?? []);
  if (!intermediates) return undefined;
  assert.deepEqual([0, 1].map((i) => toHex(open().read(64).subarray(32 * i, 32 * i + 32))), intermediates.blocks);
  return assert.equal(got.value.taken, outputs.bytesTaken);
}

function callSession(session, call) {
  const [name] = cut(call, 2);
  if (name === 'finish') {
    const [, hash, nonce] = cut(call, 3);
    session.finish(hash, BigInt(nonce));
    return 'ok';
  }
  if (name === 'rotate') {
    session.rotate(...cut(call, 3).slice(1));
    return 'ok';
  }
  const [, hash, nonce, bet] = cut(call, 4);
  const stream = session[name](hash, parseNonce(nonce), bet);
  return name === 'decline' ? 'ok' : `ok ${toHex(stream.read(8))}`;
}

function checkSession({ inputs, outputs, result }) {
  const { value: session, ...parsed } = attempt(() => Session.parse(stateOf(inputs.state)));
  assert.equal(parsed.result, result);
  if (!session) return;
  const before = session.upcoming;
  assert.deepEqual(inputs.calls.map((call) => answerOf(() => callSession(session, call))), outputs.results);
  const view = session.view();
  if (session.upcoming !== before) delete view.nextServerHash;
  if (outputs.view) assert.deepEqual(plain(view), plain(outputs.view));
  if (outputs.state) assert.equal(toHex(session.encode()), toHex(stateOf(outputs.state)));
}

/** The game of the vectors' players: a step is a number up to 2³², and its outcome IntN of it. */
function replay(sent, stream) {
  return sent.map((text) => {
    if (!/^[1-9][0-9]{0,9}$/.test(text)) malformed('the rules don’t allow this');
    return `${stream.intN(Number(text))}`;
  });
}

function callPlayer(player, call, asked) {
  const [name] = cut(call, 2);
  if (name === 'rotate') {
    const client = player.rotate(cut(call, 2)[1]);
    return client === asked ? `ok ${client}` : 'ok';
  }
  if (name === 'rotated') {
    const [, serverHash, nextNonce, rest] = cut(call, 4);
    const [clientSeed, ...pair] = rest.split(' revealed ');
    const [hash, serverSeed] = cut(pair.join(' revealed '), 2);
    const view = { serverHash, nextNonce, clientSeed, ...(pair.length > 0 && { revealed: { serverHash: hash, serverSeed } }) };
    return ['ok', ...player.rotated(view, replay).map(({ nonce, outcome }) => `${nonce}=${outcome ?? ''}`)].join(' ');
  }
  if (name === 'pending') {
    const open = player.pending;
    return open ? `ok ${open.hash} ${open.nonce} ${open.step} ${open.sent}` : 'ok';
  }
  const [, hash, nonce, step, text] = cut(call, 5);
  player[name](hash, nonce, Number(step), text);
  return 'ok';
}

function checkPlayer({ inputs, outputs, result }) {
  const { value: player, ...parsed } = attempt(() => Player.parse(stateOf(inputs.state)));
  assert.equal(parsed.result, result);
  if (!player) return;
  const asked = player.asked?.client;
  assert.deepEqual(inputs.calls.map((call) => answerOf(() => callPlayer(player, call, asked))), outputs.results);
  if (outputs.state) assert.equal(toHex(player.encode()), toHex(stateOf(outputs.state)));
}

export const files = {
  'seedrng/testdata/vectors.json': {
    verify: ({ inputs, result }) => assert.equal(attempt(() => verify(inputs.hash, seedOf(inputs, 'serverSeed'))).result, result),
    stream: checkStream,
    session: checkSession,
    player: checkPlayer,
    accumulated({ inputs, outputs }) {
      const runs = Array.from({ length: inputs.runs }, (_, i) => (
        Uint8Array.from(new Stream(toHex(sha256(utf8(`server ${i}`))), `client ${i}`, i).distinct(52, 10))));
      assert.equal(toHex(sha256(concat(...runs))), outputs.sha256);
    },
  },
};
