// What a casino signs: the statements of package receipt of examples/casino, in JavaScript.

import { fromHex, fromUTF8, lp, concat, Reader, toHex, u64 } from '../squaredeal/internal/bytes.js';
import { fail } from '../squaredeal/internal/fault.js';

const label = 'squaredeal/casino/receipt/v1';
const maxSteps = 1024;
const begin = (kind) => concat(lp(label), lp(kind));
const numbers = (...all) => concat(...all.map(u64));
const crashBet = (kind, { hash, serial, chain, round }) => concat(begin(kind), fromHex(hash, 32), numbers(serial, chain, round));
const noLink = '0'.repeat(64);

/** The encodings of statements, by their kind. Hashes, links and sessions are in hex, limits, counts, multipliers and times numbers. */
export const encode = {
  shown: ({ session, number, hash, maxWin, time }) => (
    concat(begin('shown'), fromHex(session, 16), u64(number), fromHex(hash, 32), numbers(maxWin, time))),
  round: ({ hash, client, nonce, time, declined = '', steps }) => (
    concat(begin('round'), fromHex(hash, 32), lp(client), u64(nonce), u64(time), lp(declined), u64(steps.length),
      ...steps.flatMap(({ sent, received }) => [lp(sent), lp(received)]))),
  revealed: ({ hash, server, rounds, crash }) => concat(begin('revealed'), fromHex(hash, 32), lp(server), u64(rounds), u64(crash)),
  'crash bet': (s) => concat(crashBet('crash bet', s), u64(s.place), lp(s.sent), numbers(s.time, s.early)),
  'crash out': (s) => concat(crashBet('crash out', s), numbers(s.cashed, s.multiplier)),
  'crash paid': (s) => concat(crashBet('crash paid', s), lp(s.sent), numbers(s.cashed === undefined ? 0 : s.cashed + 1, s.paid)),
  'crash end': ({ chain, round, starts, bets, link = noLink, point = 0, ended = 0, lapsed = false, void: none = false }) => (
    concat(begin('crash end'), numbers(chain, round, starts, bets), fromHex(link, 32),
      numbers(point, ended, Number(lapsed), Number(none)))),
};

const max = Number.MAX_SAFE_INTEGER;
const hash = (r) => toHex(r.bytes(32));
const number = (r) => r.count(0, max);
const readBet = (r) => ({ hash: hash(r), serial: number(r), chain: number(r), round: number(r) });
const read = {
  shown: (r) => ({ session: toHex(r.bytes(16)), number: number(r), hash: hash(r), maxWin: number(r), time: number(r) }),
  round(r) {
    const round = { hash: hash(r), client: r.text(), nonce: number(r), time: number(r), declined: r.text() };
    return { ...round, steps: Array.from({ length: r.count(1, maxSteps) }, () => ({ sent: r.text(), received: r.text() })) };
  },
  revealed: (r) => ({ hash: hash(r), server: r.text(), rounds: number(r), crash: number(r) }),
  'crash bet': (r) => ({ ...readBet(r), place: number(r), sent: r.text(), time: number(r), early: number(r) }),
  'crash out': (r) => ({ ...readBet(r), cashed: number(r), multiplier: number(r) }),
  'crash paid'(r) {
    const { cashed, ...paid } = { ...readBet(r), sent: r.text(), cashed: number(r), paid: number(r) };
    return cashed === 0 ? paid : { ...paid, cashed: cashed - 1 };
  },
  'crash end': (r) => ({
    chain: number(r),
    round: number(r),
    starts: number(r),
    bets: number(r),
    link: hash(r),
    point: number(r),
    ended: number(r),
    lapsed: r.count(0, 1) === 1,
    void: r.count(0, 1) === 1,
  }),
};

/** A hash as texts name it. */
export const brief = (h) => `${h.slice(0, 16)}…`;

/** Whether two statements, or parts of them, are alike. */
export const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

/** Returns a statement, with its kind. */
export function parse(bytes) {
  const r = new Reader(bytes, 'the statement');
  r.label(label);
  const kind = fromUTF8(r.field());
  if (!Object.hasOwn(read, kind)) fail('malformed', 'the statement is of no kind that is known');
  const statement = { kind, ...read[kind](r) };
  r.end();
  return statement;
}
