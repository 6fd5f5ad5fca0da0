import { concat, fromHex, toHex, u32, u8, utf8 } from '../../internal/bytes.js';
import { sha256 } from '../../internal/hash.js';
import { prune } from '../../record/index.js';
import { Table, Terms } from '../../table/index.js';
import * as signers from '../support/signers.js';
import { Dice, TestGame } from '../support/testgame.js';
import { bytesOf, expect, runsHash } from './record.js';

const termsOf = ({ game, longest, grace, bank, keys, board }) =>
  new Terms({ game: bytesOf(game), longest, grace, bank, keys: keys.map(bytesOf), board: board === '' ? null : bytesOf(board) });

/** Returns the round, and what is known of each seat that is due. */
export const view = (table) => [table.round, ...table.due.map(({ seat, since, left }) => `${seat}:${since}:${left}`)].join(' ');

/** A Reader reads posts as the vectors say them. */
class Reader {
  number = 0;
  posts = [];

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
    this.posts.push(bytes);
    return this.table.read({ number: ++this.number, stamp, bytes });
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
    returned: Array.from({ length: terms.seats }, (_, s) => s).filter((s) => table.returned(s)),
  };
}

function sequence(vector) {
  const reader = new Reader(termsOf(vector.inputs));
  const read = vector.inputs.posts.map((text) => [reader.readText(text), view(reader.table)]);
  expect(vector, () => ({
    ...outcome(reader, read),
    end: reader.table.end,
    scores: reader.game.scores,
    ...('posts' in vector.outputs && { posts: reader.posts.map(toHex) }),
  }));
}

/** Returns what random posts come to, in a game of dice. */
export function diceOf({ posts, ...inputs }) {
  const terms = termsOf(inputs);
  const reader = new Reader(terms, new Dice(terms));
  const read = posts.map((text) => text.split(' ')).map(([stamp, hex]) => [reader.read(BigInt(stamp), fromHex(hex)), view(reader.table)]);
  return { ...outcome(reader, read), over: reader.table.over, closed: reader.table.closed };
}

/** Returns the seat and the message of a step of a run: SPEC.md, section 13.4. */
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

function* run(i) {
  const n = 2 + (i % 3);
  const keys = signers.seats.slice(0, n).map(({ key }) => key);
  const reader = new Reader(new Terms({ game: Uint8Array.of(3, i % 16), longest: 40, grace: 8000, bank: 4000 * (i % 4), keys,
    board: null }));
  let stamp = 0;
  for (let j = 0; j < 80; j++) {
    const b = sha256(utf8(`run ${i} step ${j}`));
    stamp += 20 * b[0] + (b[1] < 8 ? 100_000 : 0);
    const [seat, ...message] = stepOf(reader, b, j, n);
    const back = b[3] >= 224 ? b[3] % 8 : 0;
    const places = reader.table.places - Math.min(reader.table.places, back);
    const placed = reader.read(stamp, reader.statement(seat, places, concat(...message), b[13] < 32));
    yield utf8(`${placed} ${view(reader.table)}\n`);
  }
  yield reader.table.head;
  for (const score of reader.game.scores) yield u32(score);
}

export const files = {
  'commit/table/testdata/vectors.json': {
    terms: (vector) => expect(vector, () => ({ digest: toHex(termsOf(vector.inputs).agreement.digest) })),
    sequence,
    accumulated: (vector, t) => {
      if (vector.inputs.runs > 100 && process.env.SQUAREDEAL_LONG !== '1') return t.skip('a long run');
      expect(vector, () => ({ sha256: runsHash(vector.inputs.runs, run) }));
    },
  },
};
