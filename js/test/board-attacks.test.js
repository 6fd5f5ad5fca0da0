// What strangers may put into a record, a table or a board, and what programs may give the package.

import assert from 'node:assert/strict';
import { createPublicKey, verify as nodeVerify } from 'node:crypto';
import { test } from 'node:test';
import { ed25519 } from '@noble/curves/ed25519.js';
import { Board, audit, outline, parseOffer, posts } from '../board/index.js';
import { concat, fromHex, lp, toHex, u32, u64, utf8 } from '../internal/bytes.js';
import { PublicKey, takesKey } from '../internal/ed25519.js';
import { sha256, sha512 } from '../internal/hash.js';
import { Agreement, Reader, posts as recordPosts, prune } from '../record/index.js';
import { Table, Terms } from '../table/index.js';
import { nothing } from './cases/board.js';
import { postsOf } from './cases/record.js';
import { Dice } from './support/dice.js';
import { fromLittleEndian, littleEndian } from './support/littleendian.js';
import { polluted } from './support/polluted.js';
import * as signers from './support/signers.js';
import { TestGame } from './support/testgame.js';
import { caseOf } from './support/vectors.js';

const keys = signers.seats.slice(0, 2).map(({ key }) => key);
const parts = { game: Uint8Array.of(1, 0), longest: 4, grace: 8000, bank: 16000, keys, board: signers.board.key };
const terms = new Terms(parts);
const { agreement } = terms;

const { Point } = ed25519;
const torsion = Point.fromBytes(fromHex('26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05')); // order 8

const boardLabel = (what) => lp(`squaredeal/board/v1/${what}`);

/** Verifies as OpenSSL does, which takes what SPEC.md takes of keys that agreements take. */
function openssl(key, message, signature) {
  const public_ = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') }, format: 'jwk' });
  return nodeVerify(null, message, public_, signature);
}

test('keys and nonces with components of small order verify as in OpenSSL', () => {
  let good = 0;
  for (let i = 0; i < 64; i++) {
    const [a, r, message] = ['a', 'r', 'm'].map((name) => sha256(utf8(`${name} ${i}`)));
    const [secret, nonce] = [a, r].map((bytes) => fromLittleEndian(bytes) % Point.Fn.ORDER);
    const key = Point.BASE.multiply(secret).add(torsion.multiplyUnsafe(BigInt(i % 8))).toBytes();
    const R = Point.BASE.multiply(nonce).add(torsion.multiplyUnsafe(BigInt(i >> 3))).toBytes();
    const c = fromLittleEndian(sha512(R, key, message)) % Point.Fn.ORDER;
    const s = Point.Fn.create(nonce + c * secret);
    const publicKey = new PublicKey(key);
    for (const S of [s, s + Point.Fn.ORDER]) {
      const signature = concat(R, littleEndian(S));
      const isGood = publicKey.verify(message, signature);
      assert.equal(isGood, openssl(key, message, signature), `case ${i}`);
      if (isGood) good++;
    }
  }
  assert.ok(good >= 8 && good < 40, `${good} are good`);
});

test('keys of small order or another length are refused, and a key that is no point verifies nothing', () => {
  for (let i = 0n; i < 8n; i++) assert.equal(takesKey(torsion.multiplyUnsafe(i).toBytes()), false);
  const noPoint = littleEndian(2n);
  assert.equal(takesKey(noPoint), true);
  assert.equal(new PublicKey(noPoint).verify(new Uint8Array(32), new Uint8Array(64)), false);
  assert.equal(new PublicKey(keys[0]).verify(new Uint8Array(32), new Uint8Array(63)), false);
  assert.throws(() => new PublicKey(new Uint8Array(33)), { kind: 'malformed' });
});

test('the members of terms are read once', () => {
  let reads = 0;
  const changing = { ...parts, get grace() { return reads++ === 0 ? 8000 : -1; } };
  assert.deepEqual(new Terms(changing).agreement.digest, agreement.digest);
  const keyTwice = { *[Symbol.iterator]() { yield* reads++ === 1 ? keys : [keys[0], keys[0]]; } };
  assert.deepEqual(new Terms({ ...parts, keys: keyTwice }).agreement.digest, agreement.digest);
});

test('bytes that change after they were given, or returned, change nothing', () => {
  const game = Uint8Array.of(1, 0);
  const own = new Terms({ ...parts, game });
  game.fill(9);
  own.agreement.digest.fill(9);
  own.agreement.key(0).fill(9);
  assert.deepEqual([own.game, own.agreement.digest, own.agreement.key(0)], [parts.game, agreement.digest, keys[0]]);
  const log = new Reader(agreement);
  const statement = log.judge(signers.statement(agreement, 0, 0, log.head, Uint8Array.of(1)));
  log.head.fill(9);
  const copy = { ...statement, digest: statement.digest.slice(), seat: 1 };
  statement.digest.fill(9);
  assert.throws(() => log.place(statement), { kind: 'state' });
  log.place(copy);
  assert.deepEqual([log.last(0), log.last(1)], [1, 0]);
});

test('what a board returns can be changed, and changes nothing', () => {
  const { inputs } = caseOf('commit/table/board/testdata/vectors.json', 'sequence/worked');
  const all = postsOf(inputs.posts);
  const board = new Board(nothing);
  const change = () => {
    const { offer, keys: own, abouts, heads } = board;
    const given = [offer.game, offer.board, offer.digest, ...own, ...abouts, ...heads.map(({ head }) => head)];
    for (const bytes of given) bytes?.fill(9);
  };
  for (const post of all.slice(0, 6)) {
    assert.equal(board.read(post), true);
    change();
  }
  assert.equal(board.read(all[5]), false, 'the same head again');
  assert.deepEqual(all.slice(6).map((post) => board.read(post)), [true, true, true]);
  assert.equal(board.closed, true);
});

test('Node’s Buffers that change after they were given change nothing', () => {
  const [game, key] = [Buffer.of(1, 0), Buffer.from(keys[0])];
  const own = new Terms({ ...parts, game, keys: [key, keys[1]] });
  const log = new Reader(own.agreement);
  const post = Buffer.from(signers.statement(agreement, 0, 0, log.head, Uint8Array.of(1, 5)));
  const given = [game, key, post];
  const statement = log.judge(post);
  for (const bytes of given) bytes.fill(0);
  assert.deepEqual([own.game, own.agreement.key(0), statement.message], [parts.game, keys[0], Uint8Array.of(1, 5)]);
  log.place(statement);
  assert.equal(own.agreement.verify(statement), true);
});

test('polluted prototypes change nothing', () => {
  const members = { board: signers.board.key, seat: 0, places: 7, out: 'fault', why: 'polluted', phase: 3, isNewRound: true, seats: [0] };
  const { inputs } = caseOf('commit/table/board/testdata/vectors.json', 'sequence/worked');
  const all = postsOf(inputs.posts);
  polluted(members, () => {
    assert.deepEqual(new Terms(parts).agreement.digest, agreement.digest);
    assert.notDeepEqual(new Terms({ ...parts, board: null }).agreement.digest, agreement.digest);
    const { verdict, board } = audit(all, nothing);
    assert.deepEqual([verdict, board.table.outs, board.table.returned(1)], ['ok', [], true]);
  });
});

test('values that aren’t numbers, and numbers that aren’t exact, are malformed', () => {
  for (const grace of [2 ** 53, 1e300, NaN, 8000.5, '8000', 8000n, null]) {
    assert.throws(() => new Terms({ ...parts, grace }), { kind: 'malformed' });
  }
  const table = new Table(terms, new TestGame(terms));
  const read = (number, stamp) => table.read({ number, stamp, bytes: new Uint8Array() });
  for (const number of [2 ** 53, -1, 0.5, 2n ** 64n, '1', undefined]) assert.throws(() => read(number, 0), { kind: 'malformed' });
  for (const stamp of [2n ** 63n, -(2n ** 63n) - 1n, NaN]) assert.throws(() => read(1, stamp), { kind: 'malformed' });
  assert.equal(read(2n ** 64n - 1n, -(2n ** 63n)), false);
  assert.throws(() => read(2n ** 64n - 1n, 0), { kind: 'state' });
});

test('values that aren’t bytes are malformed', () => {
  const { all } = begun(2);
  for (const bytes of [null, undefined, '01', [1, 0], { length: 139, 0: 3 }, new ArrayBuffer(139), 5n]) {
    assert.throws(() => new Reader(agreement).judge(bytes), { kind: 'malformed' });
    assert.throws(() => parseOffer(bytes), { kind: 'malformed' });
    assert.throws(() => [...posts(bytes)], { kind: 'malformed' });
    assert.throws(() => new Board(() => null).read({ stamp: 0, bytes }), { kind: 'malformed' });
    for (const post of [{ stamp: 0, bytes }, {}, null]) {
      assert.throws(() => audit([...all, post], nothing), { kind: 'malformed' });
      assert.throws(() => outline([...all, post]), { kind: 'malformed' });
    }
  }
});

test('a refused call changes nothing', () => {
  const log = new Reader(agreement);
  log.place(log.judge(signers.statement(agreement, 0, 0, log.head, Uint8Array.of(1))));
  const stateOf = () => [log.places, log.base, toHex(log.head), log.last(0), log.last(1), log.final, log.end].join();
  const before = stateOf();
  const other = signers.statement(agreement, 1, 1, log.head, Uint8Array.of(1));
  assert.throws(() => log.place(log.judge(other), 4n), { kind: 'malformed' });
  assert.throws(() => log.place(log.judge(other), 0.5), { kind: 'malformed' });
  assert.throws(() => log.finish(), { kind: 'state' });
  assert.throws(() => log.state(), { kind: 'state' });
  assert.throws(() => log.judge(prune(agreement.parseStatement(other)).fill(0, 100)), { kind: 'signature' });
  assert.equal(stateOf(), before);
});

test('a game that throws breaks its table, and says so again', () => {
  const table = new Table(terms, { start() { throw new Error('a bug'); } });
  const readHello = (seat, number) => {
    const bytes = signers.statement(agreement, seat, table.places, table.head, Uint8Array.of(1));
    return table.read({ number, stamp: 0, bytes });
  };
  assert.equal(readHello(0, 1), true);
  for (const number of [2, 3]) assert.throws(() => readHello(1, number), /a bug/);
});

test('a game that can’t be made breaks its board, and says so again', () => {
  const { inputs } = caseOf('commit/table/board/testdata/vectors.json', 'sequence/worked');
  let made = 0;
  const board = new Board(() => {
    if (made++ === 0) throw new Error('a bug');
    return nothing();
  });
  const [offer, first, second] = postsOf(inputs.posts);
  assert.deepEqual([board.read(offer), board.read(first)], [true, true]);
  for (let i = 0; i < 2; i++) assert.throws(() => board.read(second), /a bug/);
  assert.deepEqual([made, board.free], [1, 1]);
});

/** Returns a transcript of posts of so many bytes each, all junk except for how they begin. */
function junk(label, size, length, beginning) {
  const post = new Uint8Array(length).fill(7);
  post.set(beginning.subarray(0, length));
  const all = new Uint8Array(label.length + Math.floor(size / (24 + length)) * (24 + length));
  all.set(label);
  let number = 1n;
  for (let at = label.length; at < all.length; at += 24 + length) all.set(concat(u64(number++), u64(0), lp(post)), at);
  return all;
}

test('64 MB of junk cost little memory', { timeout: 300_000 }, () => {
  const size = 64 << 20;
  const label = concat(lp('squaredeal/record/v1/transcript'), agreement.digest);
  for (const [length, beginning] of [
    [262_144, Uint8Array.of(1)],
    [1000, Uint8Array.of(3, 0)],
    [size, Uint8Array.of(1, 0)],
  ]) {
    const transcript = junk(label, size + 24, length, beginning);
    const before = process.memoryUsage().rss;
    const table = new Table(terms, new Dice(terms));
    for (const post of recordPosts(agreement, transcript)) assert.equal(table.read(post), false);
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 2 * size, `${length}: ${grown >> 20} MB`);
  }
  const short = junk(boardLabel('transcript'), size / 16, 1, Uint8Array.of(1));
  assert.equal(outline(posts(short)).ignored, Math.floor(size / 16 / 25));
});

test('a length that no memory has is malformed', () => {
  const label = boardLabel('transcript');
  for (const length of [2n ** 64n - 1n, 2n ** 53n, 2n ** 31n]) {
    assert.throws(() => [...posts(concat(label, u64(1), u64(0), u64(length), new Uint8Array(9)))], { kind: 'malformed' });
  }
  const huge = concat(boardLabel('offer'), u64(2n ** 40n), u32(2));
  assert.throws(() => parseOffer(huge), { kind: 'malformed' });
});

test('a fake of an agreement has no reader', () => {
  for (const fake of [null, {}, { digest: new Uint8Array(32), seats: 2 }, Object.create(Agreement.prototype)]) {
    assert.throws(() => new Reader(fake));
  }
});

/** Returns the posts of a board up to the beginning of a match of n seats, all of them due, and a Board that has read them. */
function begun(n) {
  const board = new Board(({ seats }) => ({ ...nothing(), due: () => ({ phase: 0, seats: [...Array(seats).keys()] }) }));
  const all = [];
  const post = (bytes) => {
    all.push({ number: BigInt(all.length + 1), stamp: 0n, bytes });
    assert.equal(board.read(all.at(-1)), true);
  };
  const offer = concat(boardLabel('offer'), lp(Uint8Array.of(1, 0)), u32(n), u32(4), u64(8000), u64(16000), signers.board.key);
  post(offer);
  for (const { key, sign } of signers.seats.slice(0, n)) {
    const body = concat(u32(2 ** 32 - 1), key, lp(''));
    post(concat(boardLabel('request'), body, sign(sha256(boardLabel('request'), sha256(offer), body))));
  }
  for (let seat = 0; seat < n; seat++) {
    const { table } = board;
    post(signers.statement(table.terms.agreement, seat, table.places, table.head, Uint8Array.of(1)));
  }
  return { all, board };
}

test('what a seat says about itself stands at its number, and null at those that are free', () => {
  const board = new Board(nothing);
  const offer = concat(boardLabel('offer'), lp(Uint8Array.of(1, 0)), u32(3), u32(4), u64(8000), u64(16000), signers.board.key);
  const { key, sign } = signers.seats[1];
  const body = concat(u32(1), key, lp('about'));
  const seen = [offer, concat(boardLabel('request'), body, sign(sha256(boardLabel('request'), sha256(offer), body)))].map((bytes) => {
    board.read({ stamp: 0n, bytes });
    return [board.keys, board.abouts];
  });
  const free = [null, null, null];
  assert.deepStrictEqual(seen, [[free, free], [[null, key, null], [null, utf8('about'), null]]]);
});

test('an outline counts a seat once that closes twice, and no closing that says more', () => {
  const { all, board } = begun(2);
  const { agreement: own } = board.table.terms;
  const log = new Reader(own);
  const post = (bytes) => all.push({ number: BigInt(all.length + 1), stamp: 0n, bytes });
  for (const { bytes } of all.slice(-2)) log.read(bytes);
  post(signers.signedHead(own, log.places, log.head, 0));
  for (const [seat, ...message] of [[0, 5], [0, 5], [1, 5, 0]]) {
    post(signers.statement(own, seat, log.places, log.head, Uint8Array.from(message)));
    log.read(all.at(-1).bytes);
  }
  const { closings, heads, ignored } = outline(all);
  assert.deepEqual([closings, heads.length, ignored], [[0], 1, 0]);
});

test('an outline ignores what is no statement, comes twice, or has a wrong signature', () => {
  const { all, board } = begun(2);
  const { agreement: own } = board.table.terms;
  const log = new Reader(own);
  for (const { bytes } of all.slice(-2)) log.place(log.judge(bytes));
  const [first, second] = all.slice(-2);
  const [good, other] = [0, 1].map((seat) => signers.statement(own, seat, log.places, log.head, Uint8Array.of(2, 1)));
  const forged = other.with(-1, other.at(-1) ^ 1);
  const asPosts = (...list) => list.map((bytes) => ({ number: 0n, stamp: 0n, bytes }));
  const [none] = asPosts(Uint8Array.of(1, 2, 3));
  const { statements, ignored, seats } = outline([...all.slice(0, -1), none, first, second, none, ...asPosts(forged, good)]);
  assert.deepEqual([statements, ignored, seats.map(({ said }) => said)], [3, 4, [2, 1]]);
});

test('a seat that signs unknown heads can’t stop an outline from reading the others', () => {
  const { all, board } = begun(16);
  const { agreement: own } = board.table.terms;
  const log = new Reader(own);
  for (const { bytes } of all.slice(17)) log.place(log.judge(bytes));
  const post = (seat, head) => {
    const bytes = signers.statement(own, seat, log.places, head, Uint8Array.of(2, 1));
    all.push({ number: BigInt(all.length + 1), stamp: 0n, bytes });
  };
  const say = (seat, out = 0n) => {
    post(seat, log.head);
    log.place(log.judge(all.at(-1).bytes), out);
  };
  say(0);
  for (let i = 0; i < 12; i++) post(1, sha256(utf8(`nothing ${i}`)));
  say(2);
  for (const seat of [3, 4, 5]) say(seat, 2n);
  const { statements, outs, ignored } = outline(all);
  assert.deepEqual([statements, ignored], [log.places, 12]);
  assert.deepEqual(outs.map(({ seat, by }) => [seat, by]), [[1, 3]]);
});

/** Returns the posts of a match of n seats that has begun, and functions that add statements: with a place, or with any head. */
function match(n) {
  const { all, board } = begun(n);
  const { agreement: own } = board.table.terms;
  const log = new Reader(own);
  for (const { bytes } of all.slice(-n)) log.place(log.judge(bytes));
  const claim = (seat, places, head) => {
    const bytes = signers.statement(own, seat, places, head, Uint8Array.of(2, 1));
    all.push({ number: BigInt(all.length + 1), stamp: 0n, bytes });
    return bytes;
  };
  const say = (seat, out = 0n) => log.place(log.judge(claim(seat, log.places, log.head)), out);
  /** Returns the head if the next statement, of a seat, puts others out. */
  const headIf = (seat, out) => {
    const other = new Reader(own);
    for (const { bytes } of all.slice(1 + n, 1 + 2 * n)) other.place(other.judge(bytes));
    const statement = other.judge(signers.statement(own, seat, log.places, log.head, Uint8Array.of(2, 1)));
    other.place(statement, out);
    return other.head;
  };
  const postHead = () => {
    const bytes = signers.signedHead(own, log.places, log.head, 0);
    all.push({ number: BigInt(all.length + 1), stamp: 0n, bytes });
  };
  return { all, log, claim, say, headIf, postHead };
}

test('no seat is out by one liar’s head, and what the others say counts', () => {
  const { all, log, claim, say, headIf, postHead } = match(4);
  const lie = headIf(0, 4n);
  say(0);
  claim(1, log.places, lie);
  for (const seat of [2, 2, 3, 0, 2]) say(seat);
  const { outs, ignored, statements, confirmed, seats } = outline(all);
  assert.deepEqual([outs, ignored, statements, confirmed], [[], 0, log.places, log.places - 1]);
  assert.deepEqual(seats.map(({ said }) => said), [3, 1, 4, 2]);
  postHead();
  assert.deepEqual(outline(all).heads.map(({ agrees }) => agrees), [true]);
});

test('nobody undoes by a head of its own that it is out, and who signs over it is told', () => {
  const { all, log, claim, say, headIf } = match(4);
  const denial = headIf(2, 0n);
  const places = log.places + 1;
  say(2, 4n);
  claim(2, places, denial);
  say(1, 4n);
  assert.deepEqual(outline(all).outs, []);
  for (const seat of [3, 3, 0]) say(seat, 4n);
  const { outs, statements } = outline(all);
  assert.deepEqual(outs.map(({ seat, by, signers }) => [seat, by, signers]), [[2, 2, [0, 1, 3]]]);
  assert.equal(statements, log.places);
});

test('what one seat alone has signed stands until somebody denies it', () => {
  const { all, log, say, claim, headIf } = match(3);
  const lie = headIf(0, 2n);
  for (const seat of [0, 0, 0]) say(seat);
  assert.equal(outline(all).confirmed, log.places - 1);
  claim(2, 4, lie);
  assert.deepEqual([outline(all).confirmed, outline(all).outs], [3, []]);
});

test('an outline keeps a head that is there often once, and once more if it agrees by then', () => {
  const { all, say, postHead } = match(2);
  say(0);
  postHead();
  const [statement, head] = all.splice(-2);
  const { heads } = outline([...all, head, head, statement, head, head]);
  assert.deepEqual(heads.map(({ agrees }) => agrees), [false, true]);
});

test('bytes whose class gives out others are read as they are', () => {
  class Liar extends Uint8Array {
    subarray() {
      return Uint8Array.prototype.subarray.apply(other, arguments);
    }
  }
  const other = signers.signedHead(agreement, 7, sha256(utf8('signed')), 0);
  const forged = new Liar(other);
  forged[10] ^= 1;
  assert.throws(() => agreement.parseHead(forged), { kind: 'signature' });
});

test('keys that don’t end are malformed', () => {
  const endless = { *[Symbol.iterator]() { for (;;) yield keys[0]; } };
  assert.throws(() => new Terms({ ...parts, keys: endless }), { kind: 'malformed' });
});

test('a fault of a seat that isn’t there is the speaker’s', () => {
  for (const seat of [200, -1, undefined, 'length']) {
    const { all, log, claim } = match(2);
    claim(1, log.places, log.head);
    const due = () => ({ phase: 0, seats: [0, 1] });
    const { board } = audit(all, () => ({ ...nothing(), due, apply: () => ({ seat, why: 'nobody' }) }));
    assert.deepEqual(board.table.outs.map((out) => [out.seat, out.reason]), [[1, 'fault']]);
  }
});
