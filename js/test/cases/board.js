// The vectors of commit/table/board.

import assert from 'node:assert/strict';
import { fromHex, toHex } from '../../internal/bytes.js';
import { Board, audit, fingerprint, outline, parseOffer, parseRequest, posts } from '../../board/index.js';
import { Dice } from '../support/dice.js';
import { attempt, expect, shown } from '../support/vectors.js';
import { bytesOf, postsOf } from './record.js';

/** The game in which nobody is ever due. */
export const nothing = () => ({ start() {}, due: () => ({ phase: 0, seats: [] }), apply() {}, out() {} });

const dice = (terms) => new Dice(terms);

function offer(vector) {
  expect(vector, () => {
    const parts = parseOffer(bytesOf(vector.inputs.offer));
    return { ...parts, game: shown(parts.game), board: toHex(parts.board), digest: toHex(parts.digest) };
  });
}

function request(vector) {
  expect(vector, () => {
    const { seat, key, about } = parseRequest(parseOffer(fromHex(vector.inputs.offer)), fromHex(vector.inputs.request));
    return { seat, key: toHex(key), about: toHex(about) };
  });
}

/** Has a board read posts; returns those that are placed, and the outputs of reading, with a view of the board after each post. */
function readAll(board, all, view) {
  const read = all.map((post) => ({ post, isPlaced: board.read(post), seen: board.offer === null ? '-' : view(board) }));
  return {
    placed: read.filter(({ isPlaced }) => isPlaced).map(({ post }) => post),
    outputs: {
      placed: read.map(({ isPlaced }) => (isPlaced ? 1 : 0)).join(''),
      views: read.map(({ seen }) => seen),
      digest: board.table === null ? '' : toHex(board.table.terms.agreement.digest),
    },
  };
}

function sequence(vector) {
  expect(vector, () => {
    const all = postsOf(vector.inputs.posts);
    const view = ({ free, resets, table, heads }) => `${free} ${resets} ${table?.places ?? 0} ${heads.length}`;
    const { placed, outputs } = readAll(new Board(nothing), all, view);
    return { ...outputs, audit: audit(placed, nothing).verdict, all: audit(all, nothing).verdict };
  });
}

/** Returns what random posts come to, in a game of dice. */
export function diceOf(texts) {
  const all = postsOf(texts);
  const view = ({ free, table, closed }) => `${free} ${table?.places ?? 0} ${closed}`;
  const { placed, outputs } = readAll(new Board(dice), all, view);
  return { ...outputs, audit: audit(all, dice).verdict, whole: audit(placed, dice).verdict };
}

/** Fails unless what is read without the rules of a game of dice is what is read with them. */
export function checkOutline(texts) {
  const board = new Board(dice);
  const placed = postsOf(texts).filter((post) => board.read(post)).map((post, i) => ({ number: BigInt(i + 1), ...post }));
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
  const got = attempt(() => {
    for (const { stamp, bytes } of posts(fromHex(inputs.transcript))) read.push(`${stamp} ${toHex(bytes)}`);
  });
  assert.equal(got.result, result);
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
