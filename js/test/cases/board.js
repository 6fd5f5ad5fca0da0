import assert from 'node:assert/strict';
import { fromHex, toHex } from '../../internal/bytes.js';
import { Board, audit, fingerprint, outline, parseOffer, parseRequest, posts } from '../../board/index.js';
import { Dice } from '../support/testgame.js';
import { attempt } from '../support/vectors.js';
import { bytesOf, expect, shown } from './record.js';

/** The game in which nobody is ever due. */
export const nothing = () => ({ start() {}, due: () => ({ phase: 0, seats: [] }), apply() {}, out() {} });

function offer(vector) {
  expect(vector, () => {
    const parts = parseOffer(bytesOf(vector.inputs.offer));
    return { ...parts, game: shown(parts.game), board: toHex(parts.board), digest: toHex(parts.digest) };
  });
}

function request({ inputs, ...vector }) {
  expect(vector, () => {
    const { seat, key, about } = parseRequest(parseOffer(fromHex(inputs.offer)), fromHex(inputs.request));
    return { seat, key: toHex(key), about: toHex(about) };
  });
}

/** Returns what a board shows of itself after a post. */
export function view(board) {
  if (board.offer === null) return '-';
  return [board.free, board.resets, board.table?.places ?? 0, board.heads.length].join(' ');
}

function sequence(vector) {
  const all = vector.inputs.posts.map((text) => text.split(' ')).map(([stamp, hex]) => ({ stamp: BigInt(stamp), bytes: fromHex(hex) }));
  const board = new Board(nothing);
  const read = all.map((post) => [board.read(post), view(board)]);
  expect(vector, () => ({
    placed: read.map(([placed]) => (placed ? 1 : 0)).join(''),
    views: read.map(([, seen]) => seen),
    digest: board.table === null ? '' : toHex(board.table.terms.agreement.digest),
    audit: audit(all.filter((_, i) => read[i][0]), nothing).verdict,
    all: audit(all, nothing).verdict,
  }));
}

/** Returns what random posts come to, in a game of dice. */
export function diceOf(texts) {
  const makeGame = (terms) => new Dice(terms);
  const all = texts.map((text) => text.split(' ')).map(([stamp, hex]) => ({ stamp: BigInt(stamp), bytes: fromHex(hex) }));
  const board = new Board(makeGame);
  const read = all.map((post) => {
    const placed = board.read(post);
    return [placed, board.offer === null ? '-' : `${board.free} ${board.table?.places ?? 0} ${board.closed}`];
  });
  return {
    placed: read.map(([placed]) => (placed ? 1 : 0)).join(''),
    views: read.map(([, seen]) => seen),
    digest: board.table === null ? '' : toHex(board.table.terms.agreement.digest),
    audit: audit(all, makeGame).verdict,
    whole: audit(all.filter((_, i) => read[i][0]), makeGame).verdict,
  };
}

/** Fails unless what is read without the rules of a game of dice is what is read with them. */
export function checkOutline(texts) {
  const all = texts.map((text) => text.split(' ')).map(([stamp, hex]) => ({ stamp: BigInt(stamp), bytes: fromHex(hex) }));
  const board = new Board((terms) => new Dice(terms));
  const placed = all.filter((post) => board.read(post)).map((post, i) => ({ number: BigInt(i + 1), ...post }));
  const { table } = board;
  const { statements, confirmed, outs, ignored } = outline(placed);
  assert.deepEqual([statements, ignored], [table?.places ?? 0, 0]);
  const known = table?.outs.filter(({ place }) => place < confirmed) ?? [];
  const pair = ({ seat, place }) => `${seat} at ${place}`;
  assert.deepEqual(outs.map(pair).sort(), known.map(pair).sort());
  for (const { seat, reason } of known) {
    assert.ok(outs.find((out) => out.seat === seat).reasons.includes(reason), `seat ${seat}: ${reason}`);
  }
}

function transcript({ inputs, outputs, result }) {
  const read = [];
  const { result: is } = attempt(() => {
    for (const { stamp, bytes } of posts(fromHex(inputs.transcript))) read.push(`${stamp} ${toHex(bytes)}`);
  });
  assert.equal(is, result);
  assert.deepEqual(read, outputs.posts);
}

export const files = {
  'commit/table/board/testdata/vectors.json': {
    offer,
    request,
    sequence,
    transcript,
    fingerprint: (vector) => expect(vector, () => ({ text: fingerprint(fromHex(vector.inputs.digest)) })),
  },
};
