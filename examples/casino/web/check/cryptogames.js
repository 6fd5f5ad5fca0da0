// The video poker of Crypto.Games: seedrng/sites/SPEC.md, section 2.

import { concat, fail, fromHex } from './bytes.js';
import { checkClientSeed, checkServerSeed } from './seedrng.js';

/**
 * Deals ten cards from two seeds, or from a digest in hex. Returns the digest; steps, an entry {byte, value, fate} for
 * each byte read; the cards; and whether they are too few.
 */
export async function dealCryptoGames({ serverSeed, clientSeed, digest }) {
  const bytes = digest === undefined ? await hashSeeds(serverSeed, clientSeed) : fromHex(digest);
  if (bytes.length !== 64) fail('malformed', 'a digest has 64 bytes');
  const steps = [];
  const cards = [];
  for (const byte of bytes) {
    if (cards.length === 10) break;
    const value = byte % 100;
    const fate = value > 51 ? 'out of range' : cards.includes(value) ? 'repeat' : 'card';
    if (fate === 'card') cards.push(value);
    steps.push({ byte, value, fate });
  }
  return { digest: bytes, steps, cards, short: cards.length < 10 };
}

async function hashSeeds(server, client) {
  const seeds = concat(checkServerSeed(server), checkClientSeed(client));
  return new Uint8Array(await crypto.subtle.digest('SHA-512', seeds));
}
