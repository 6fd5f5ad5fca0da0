// The vectors of commit/table.

import { concat, toHex, u32, u8, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { prune } from '../../record/index.js';
import { Table, Terms } from '../../table/index.js';
import * as signers from '../support/signers.js';
import { Dice } from '../support/dice.js';
import { TestGame } from '../support/testgame.js';
import { expect, hashRuns, isLong } from '../support/vectors.js';
import { bytesOf, postsOf } from './record.js';

const termsOf = ({ game, longest, grace, bank, keys, board }) =>
  new Terms({ game: bytesOf(game), longest, grace, bank, keys: keys.map(bytesOf), board: board === '' ? null : bytesOf(board) });

/** Returns the round, and what is known of each seat that is due. */
const view = (table) => [table.round, ...table.due.map(({ seat, since, left }) => `${seat}:${since}:${left}`)].join(' ');

/** Posts are those that a table has read, as the vectors write them. */
class Posts {
  all = [];

  constructor(terms, game = new TestGame(terms)) {
    this.terms = terms;
    this.game = game;
    this.table = new Table(terms, this.game);
  }

  statement(seat, places, message, isPruned) {
    const { agreement } = this.terms;
    const said = signers.statement(agreement, seat, places, this.table.headAt(places) ?? new Uint8Array(32), message);
    return isPruned ? prune(agreement.parseStatement(said)) : said;
  }

  read(stamp, bytes) {
    return this.table.read({ number: this.all.push(bytes), stamp, bytes });
  }

  readText(text) {
    const [stamp, ...words] = text.split(' ');
    if (words[0] === 'raw') return this.read(BigInt(stamp), bytesOf(words[1]));
    const isPruned = words[0] === 'pruned';
    const [seat, places, message] = isPruned ? words.slice(1) : words;
    return this.read(BigInt(stamp), this.statement(Number(seat), Number(places), bytesOf(message), isPruned));
  }
}

const shownOut = ({ seat, reason, round, place }) => `${seat} ${reason} ${round} ${place}`;

function outcome({ table, terms }, read) {
  return {
    placed: read.map(([placed]) => (placed ? 1 : 0)).join(''),
    views: read.map(([, seen]) => seen),
    head: toHex(table.head),
    outs: table.outs.map(shownOut),
    final: table.final,
    returned: [...Array(terms.seats).keys()].filter((seat) => table.returned(seat)),
  };
}

function sequence(vector) {
  const posts = new Posts(termsOf(vector.inputs));
  const read = vector.inputs.posts.map((text) => [posts.readText(text), view(posts.table)]);
  expect(vector, () => ({
    ...outcome(posts, read),
    end: posts.table.end,
    scores: posts.game.scores,
    ...('posts' in vector.outputs && { posts: posts.all.map(toHex) }),
  }));
}

/** Returns what random posts come to, in a game of dice. */
export function diceOf({ posts: texts, ...inputs }) {
  const terms = termsOf(inputs);
  const posts = new Posts(terms, new Dice(terms));
  const read = postsOf(texts).map(({ stamp, bytes }) => [posts.read(stamp, bytes), view(posts.table)]);
  return { ...outcome(posts, read), over: posts.table.over, closed: posts.table.closed };
}

/** Returns the seat and the message of a step of a run of section 13.4. */
function stepOf({ table, game }, b, j, n) {
  const any = b[2] % n;
  if (table.round === 0) return [j % n, u8(1)];
  if (table.over) return [any, u8(5)];
  if (b[4] < 72) return [any, u8(3)];
  if (b[4] < 80) return [any, concat(u8(4), u32(table.round + (b[5] % 3) - 1))];
  if (b[4] < 88) return [any, concat(u8(b[5] % 8), sha256(utf8('body')).subarray(0, b[7] % 33))];
  const seat = b[6] < 32 ? any : table.due[0].seat;
  if (b[12] < 4) return [seat, u8(2), u8(b[7])];
  if (game.phase === 0) return [seat, u8(2), b[11] < 96 ? concat(u8(255), b.subarray(8, 11)) : b.subarray(7, 11)];
  return [seat, u8(2), u8(b[11] < 48 ? 128 + (b[8] % n) : b[7] % 5)];
}

/** Yields what a run of section 13.4 puts out. */
function* run(i) {
  const n = 2 + (i % 3);
  const keys = signers.seats.slice(0, n).map(({ key }) => key);
  const terms = new Terms({ game: Uint8Array.of(3, i % 16), longest: 40, grace: 8000, bank: 4000 * (i % 4), keys, board: null });
  const posts = new Posts(terms);
  let stamp = 0;
  for (let j = 0; j < 80; j++) {
    const b = sha256(utf8(`run ${i} step ${j}`));
    stamp += 20 * b[0] + (b[1] < 8 ? 100_000 : 0);
    const [seat, ...message] = stepOf(posts, b, j, n);
    const back = b[3] >= 224 ? b[3] % 8 : 0;
    const places = posts.table.places - Math.min(posts.table.places, back);
    const isPlaced = posts.read(stamp, posts.statement(seat, places, concat(...message), b[13] < 32));
    yield utf8(`${isPlaced} ${view(posts.table)}\n`);
  }
  yield posts.table.head;
  for (const score of posts.game.scores) yield u32(score);
}

export const files = {
  'commit/table/testdata/vectors.json': {
    terms: (vector) => expect(vector, () => ({ digest: toHex(termsOf(vector.inputs).agreement.digest) })),
    sequence,
    accumulated(vector, t) {
      if (vector.inputs.runs > 100 && !isLong) return t.skip('only in long runs');
      return expect(vector, () => ({ sha256: hashRuns(vector.inputs.runs, run) }));
    },
  },
};
