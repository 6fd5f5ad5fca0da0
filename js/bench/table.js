// How fast transcripts are read: node bench/table.js

import { createPublicKey, verify } from 'node:crypto';
import { concat, lp, u64, u8 } from '../internal/bytes.js';
import { Reader, posts } from '../record/index.js';
import { Table, Terms } from '../table/index.js';
import * as signers from '../test/support/signers.js';
import { TestGame } from '../test/support/testgame.js';
import { measure } from './measure.js';

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

const all = transcript();
measure('a statement of a table', () => {
  const table = new Table(terms, new TestGame(terms));
  for (const post of posts(agreement, all)) table.read(post);
}, { calls: 1, items: seats * ticks });

const first = [...posts(agreement, all)][0];
const { digest, signature, seat } = new Reader(agreement).judge(first.bytes);
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(keys[seat]).toString('base64url') }, format: 'jwk' });
measure('its signature alone, by OpenSSL', () => verify(null, digest, key, signature));

const junk = concat(begin, concat(u64(1), u64(1), lp(new Uint8Array(2 ** 25))));
measure('32 MB of junk', () => {
  const table = new Table(terms, new TestGame(terms));
  for (const post of posts(agreement, junk)) table.read(post);
}, { calls: 1 });
