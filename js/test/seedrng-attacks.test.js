// What a hostile page, file or server gives: polluted prototypes, getters, numbers beyond 2⁵³, half pairs of surrogates.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseJSON } from '../internal/json.js';
import { hashOf, Player, Stream, verify } from '../seedrng/index.js';
import { polluted } from './support/polluted.js';

const malformed = { name: 'Fault', kind: 'malformed' };
const server = 'a'.repeat(64);
const hash = hashOf(server);
const next = hashOf('next');

/** The rules of a game: a step is a bound, and its outcome a number below it. */
const replay = (sent, stream) => sent.map((bound) => `${stream.intN(Number(bound))}`);

/** Returns a player whose first pair of seeds is confirmed, after one round: with an answer, or with that which the seeds give. */
function playing(answer) {
  const player = new Player();
  const client = player.rotate(hash);
  player.rotated({ serverHash: hash, clientSeed: client, nextNonce: '0' }, replay);
  player.send(hash, 0, 0, '36');
  player.receive(hash, 0, 0, answer ?? `${new Stream(server, client, 0).intN(36)}`);
  return player;
}

test('numbers that aren’t exact are refused', () => {
  const numbers = [2 ** 53, 1.5, NaN, Infinity, -1, -1n, 1n << 64n];
  const texts = ['18446744073709551616', '01', '+1', '1.0', '1e3', ' 1', ''];
  const others = [null, undefined, {}, [1], true];
  for (const nonce of [...numbers, ...texts, ...others]) {
    assert.throws(() => new Stream(server, 'client', nonce), malformed, `${nonce}`);
  }
  const draws = {
    intN: [0, -1, 0.5, 2 ** 32 + 1, NaN, '6', 6n, null],
    uint64N: [0, 0n, -1n, 1n << 64n, 2 ** 53, 1.5, '6'],
    weighted: [[], [0], [-1n, 2n], [1.5], [2 ** 53], [1n << 63n, 1n << 63n], '11', { length: 1 }, null, new Array(2), [1, , 1n << 60n]],
  };
  for (const [draw, wrong] of Object.entries(draws)) {
    for (const value of wrong) assert.throws(() => new Stream(server, 'c', 0)[draw](value), malformed, draw);
  }
  const large = (1n << 64n) - 1n;
  assert.equal(new Stream(server, 'c', large).uint32(), new Stream(server, 'c', `${large}`).uint32());
  assert.notEqual(new Stream(server, 'c', 9007199254740992n).uint32(), new Stream(server, 'c', 9007199254740993n).uint32());
});

test('a client seed in bytes, which no answer of a server could equal, is refused', () => {
  const player = new Player();
  assert.throws(() => player.rotate(hash, new Uint8Array(32).fill(65)), malformed);
  assert.equal(player.asked, null);
  assert.equal(player.rotate(hash, 'A'.repeat(32)), 'A'.repeat(32));
});

test('a refused draw takes no bytes', () => {
  const [stream, fresh] = [new Stream(server, 'c', 0), new Stream(server, 'c', 0)];
  for (const call of [
    () => stream.read(-1),
    () => stream.read(2 ** 24 + 1),
    () => stream.intN(0),
    () => stream.distinct(5, 6),
    () => stream.weighted([]),
  ]) {
    assert.throws(call, malformed);
  }
  assert.equal(stream.uint64(), fresh.uint64());
});

test('memory is bounded', () => {
  const stream = new Stream(server, 'c', 0);
  assert.throws(() => stream.distinct(2 ** 32, 2 ** 21), malformed);
  assert.throws(() => stream.read(2 ** 40), malformed);
  assert.throws(() => stream.distinct(1n << 63n, 1n << 62n), malformed);
});

test('half a pair of surrogates is no text, and neither is a String object', () => {
  for (const text of ['\ud800', 'a\udc00b', '\udc00\ud800', new String('a'), 7, null, undefined, ['a'], { toString: () => 'a' }]) {
    assert.throws(() => new Stream(server, text, 0), malformed);
    assert.throws(() => verify(hash, text), malformed);
    assert.throws(() => verify(text, server), malformed);
    assert.throws(() => playing().send(hash, 1, 0, text), malformed);
  }
});

test('seeds are compared byte by byte', () => {
  assert.notEqual(hashOf('\u00e9'), hashOf('e\u0301')); // which Unicode calls equal
  assert.notEqual(hashOf('\ufeffa'), hashOf('a'));
  assert.equal(hashOf('a\u0000'), hashOf(Uint8Array.of(97, 0)));
});

test('polluted prototypes add nothing to a view or a state', () => {
  const player = playing();
  const client = player.rotate(next);
  const view = { serverHash: next, clientSeed: client, nextNonce: '0' };
  const revealed = { serverHash: hash, serverSeed: server };
  for (const one of [view, parseJSON(JSON.stringify(view))]) {
    assert.throws(() => polluted({ revealed }, () => player.rotated(one, replay)), { kind: 'mismatch' });
  }
  const state = player.encode();
  polluted({ sent: 'x', received: 'y', declined: 'no' }, () => assert.deepEqual([player, Player.parse(state)].map((p) => p.encode()),
    [state, state]));
});

test('polluted prototypes decline no bet', () => {
  const cheated = playing('36'); // which no draw below 36 gives
  const view = { serverHash: next, clientSeed: cheated.rotate(next), nextNonce: 0, revealed: { serverHash: hash, serverSeed: server } };
  assert.throws(() => polluted({ declined: 'no' }, () => cheated.rotated(view, replay)), { kind: 'cheat' });
  polluted({ declined: 'no' }, () => {
    const player = playing();
    player.send(hash, 1, 0, '36');
    assert.equal(player.pending.sent, '36');
    player.receive(hash, 1, 0, '7');
    assert.throws(() => player.declined(hash, 1, 0, 'no'), { kind: 'cheat' });
    assert.deepEqual(Player.parse(player.encode()).encode(), player.encode());
  });
});

test('a getter is read once', () => {
  const player = playing();
  const view = { serverHash: next, clientSeed: player.rotate(next), nextNonce: 0 };
  let reads = 0;
  const get = () => ({ serverHash: hash, serverSeed: reads++ === 0 ? server : 'another' });
  Object.defineProperty(view, 'revealed', { get });
  player.rotated(view, replay);
  assert.equal(reads, 1);
});

test('returned values can’t be altered', () => {
  const player = playing();
  const state = player.encode();
  player.rounds.length = 0;
  assert.throws(() => { player.rounds[0][0].received = '1'; }, TypeError);
  assert.throws(() => { player.rounds[0].push({}); }, TypeError);
  assert.throws(() => { player.active.client = 'x'; }, TypeError);
  assert.deepEqual(player.encode(), state);
});

test('a refusal, a cheat or rules that fail leave the player as it was', () => {
  const cheated = playing('36'); // which no draw below 36 gives
  const view = { serverHash: next, clientSeed: cheated.rotate(next), nextNonce: 0, revealed: { serverHash: hash, serverSeed: server } };
  const state = cheated.encode();
  assert.throws(() => cheated.rotated(view, replay), (err) => err.kind === 'cheat' && err.details.nonce === 0 && err.details.step === 0);
  assert.throws(() => cheated.rotated({ ...view, revealed: { serverHash: hash, serverSeed: '' } }, replay), { kind: 'cheat' });
  assert.throws(() => cheated.rotated({ ...view, nextNonce: 1 }, replay), { kind: 'mismatch' });
  assert.throws(() => cheated.rotated(view, () => { throw new TypeError('a bug'); }), { name: 'Error' });
  assert.throws(() => cheated.rotated(view, () => [7]), { name: 'Error' });
  const refused = new Player();
  const client = refused.rotate(hash);
  refused.rotated({ serverHash: hash, clientSeed: client, nextNonce: 0 }, replay);
  refused.send(hash, 0, 0, '36');
  refused.declined(hash, 0, 0, 'no');
  assert.throws(() => refused.rotated({ ...view, clientSeed: refused.rotate(next) }, () => [7]), { name: 'Error' });
  assert.throws(() => cheated.rotated({ nextNonce: 0, nextServerHash: hash }, replay), { kind: 'mismatch' }); // no pair yet
  for (const bad of [null, undefined, 'view', 7, [], {}]) assert.throws(() => cheated.rotated(bad, replay), malformed);
  assert.deepEqual(cheated.encode(), state);
});

test('a state that is altered in any byte is refused', () => {
  const state = playing().encode();
  for (let i = 0; i < state.length; i++) {
    const altered = state.slice();
    altered[i] ^= 1;
    assert.throws(() => Player.parse(altered), malformed);
    assert.throws(() => Player.parse(state.slice(0, i)), malformed);
  }
});
