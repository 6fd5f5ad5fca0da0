// The video poker of Crypto.Games, replayed: seedrng/sites/SPEC.md, section 3.6. New games use seedrng.

import { concat, fromHex, isBytes, needBytes } from '../internal/bytes.js';
import { sha512 } from '../internal/hash.js';
import { maxSeed, textBytes } from '../seedrng/stream.js';

const cardsDealt = 10;

/** Returns the SHA-512 of two seeds, texts or UTF-8, from which the cards are dealt. */
export const digestSeeds = (serverSeed, clientSeed) => (
  sha512(concat(textBytes('server seed', serverSeed, maxSeed), textBytes('client seed', clientSeed, maxSeed))));

/**
 * Returns what a digest, bytes or hex, deals: cards, up to ten; whether they are too few, `short`; and steps, an entry
 * {byte, value, fate} for each byte read, where fate is card, repeat or out of range.
 */
export function dealDigest(digest) {
  const bytes = isBytes(digest) ? needBytes('the digest', digest, 64) : fromHex(digest, 64);
  const [steps, cards] = [[], []];
  for (const byte of bytes) {
    if (cards.length === cardsDealt) break;
    const value = byte % 100;
    const fate = value > 51 ? 'out of range' : cards.includes(value) ? 'repeat' : 'card';
    if (fate === 'card') cards.push(value);
    steps.push({ byte, value, fate });
  }
  return { steps, cards, short: cards.length < cardsDealt };
}
