// Resets, by which a board frees the seats that say nothing.

import { u32, u64 } from '../internal/bytes.js';
import { PublicKey } from '../internal/ed25519.js';
import { fail } from '../internal/fault.js';
import { sha256 } from '../internal/hash.js';
import { after, labels } from './labels.js';

/** Returns the number of a reset that the board has signed of this table's seats without a hello. */
export function parseReset(table, bytes) {
  const r = after(labels.reset, 'reset', bytes);
  const i = r.u32();
  const stamp = r.u64();
  const signature = r.bytes(64);
  r.end();
  const { agreement } = table.terms;
  const missing = table.missing.reduce((bits, seat) => bits | (1n << BigInt(seat)), 0n);
  const digest = sha256(labels.reset, agreement.digest, u64(missing), u32(i), u64(stamp));
  if (!new PublicKey(agreement.board).verify(digest, signature)) fail('signature', 'the signature isn’t the board’s');
  return i;
}
