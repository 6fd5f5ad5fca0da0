// How fast transcripts are read: node bench/table.js

import { createPublicKey, verify } from 'node:crypto';
import { concat, lp, u64, u8 } from '../internal/bytes.js';
import { Reader, posts } from '../record/index.js';
import { Table, Terms } from '../table/index.js';
import * as signers from '../test/support/signers.js';
import { TestGame } from '../test/support/testgame.js';

const seats = 4;
const ticks = 64; // for each seat, one after the other
const keys = signers.seats.slice(0, seats).map(({ key }) => key);
const terms = new Terms({ game: Uint8Array.of(1, 0), longest: 40, grace: 8000, bank: 16_000, keys, board: null });
const { agreement } = terms;
const begin = concat(lp('squaredeal/record/v1/transcript'), agreement.digest);

function transcript() {
  const table = new Table(terms, new TestGame(terms));
  const parts = [begin];
  for (let number = 1; number <= seats * ticks; number++) {
    const message = u8(number <= seats ? 1 : 3);
    const bytes = signers.statement(agreement, number % seats, table.places, table.head, message);
    if (!table.read({ number, stamp: number, bytes })) throw new Error(`post ${number} has no place`);
    parts.push(concat(u64(number), u64(number), lp(bytes)));
  }
  return concat(...parts);
}

function measure(name, count, run) {
  run();
  const begun = process.hrtime.bigint();
  run();
  console.log(`${name}: ${(Number(process.hrtime.bigint() - begun) / 1e6 / count).toFixed(3)} ms each`);
}

const all = transcript();
measure('statements of a table', seats * ticks, () => {
  const table = new Table(terms, new TestGame(terms));
  for (const post of posts(agreement, all)) table.read(post);
});

const first = [...posts(agreement, all)][0];
const { digest, signature, seat } = new Reader(agreement).judge(first.bytes);
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(keys[seat]).toString('base64url') }, format: 'jwk' });
measure('signatures alone, by OpenSSL', 256, () => {
  for (let i = 0; i < 256; i++) verify(null, digest, key, signature);
});

const junk = concat(begin, concat(u64(1), u64(1), lp(new Uint8Array(2 ** 25))));
measure('32 MB of junk', 1, () => {
  const table = new Table(terms, new TestGame(terms));
  for (const post of posts(agreement, junk)) table.read(post);
});
