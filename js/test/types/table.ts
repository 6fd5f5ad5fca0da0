// What compiles, and what doesn't.

import { Agreement, Fault, Reader, posts } from 'squaredeal/record';
import { type Verdict, audit, fingerprint, posts as all } from 'squaredeal/board';
import { type Game, type Out, Table, Terms } from 'squaredeal/table';

const key = new Uint8Array(32);
const agreement = new Agreement({ terms: key, longest: 40, keys: [key, key], board: null });
const log = new Reader(agreement);
try {
  for (const { bytes } of posts(agreement, new Uint8Array())) log.place(log.judge(bytes), 1n);
} catch (err) {
  if (err instanceof Fault && err.kind === 'malformed') console.log(log.final);
}
// @ts-expect-error out is a BigInt
log.place(log.judge(key), 1);
// @ts-expect-error a board without a key is null
new Agreement({ terms: key, longest: 40, keys: [key, key] });

const oneTurn: Game = {
  start() {},
  due: () => ({ phase: 0, seats: [0] }),
  apply: (seat, message) => (message.length === 1 ? null : { seat, why: 'one byte' }),
  out() {},
};
const table = new Table(new Terms({ game: key, longest: 40, grace: 8000, bank: 0, keys: [key, key], board: key }), oneTurn);
const placed: boolean = table.read({ number: 1, stamp: 0n, bytes: key });
const outs: Out[] = table.outs;
const whole: number = outs[0]!.place;
console.log(placed, whole, table.due.map(({ left }) => left));
// @ts-expect-error a game says who is due
new Table(table.terms, { start() {}, apply() {}, out() {} });

const { verdict, board } = audit(all(key), () => oneTurn);
const proves: Verdict = verdict;
if (board.table) console.log(proves, fingerprint(board.table.terms.agreement.digest));
// @ts-expect-error there may be no table
board.table.outs;
