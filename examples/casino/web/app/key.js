// Recovery keys. The browser makes them, and the casino gets their hashes.

import { toHex, utf8 } from '../squaredeal/internal/bytes.js';

const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'; // Crockford's base 32

const hash = async (label, bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', new Uint8Array([...utf8(label), ...bytes])));

/**
 * Returns the key of 16 bytes, seven groups of four characters which hold these and 12 bits that check them, and the
 * hash that the casino has of it.
 */
export async function keyOf(bytes) {
  const check = await hash('squaredeal/casino/v1/recovery-check ', bytes);
  const bits = [...bytes, ...check.subarray(0, 2)].map((b) => b.toString(2).padStart(8, '0')).join('').slice(0, -4);
  const text = bits.match(/.{5}/g).map((five) => digits[parseInt(five, 2)]).join('');
  return { key: text.match(/.{4}/g).join('-'), hash: toHex(await hash('squaredeal/casino/v1/recovery ', bytes)) };
}

export const newKey = () => keyOf(crypto.getRandomValues(new Uint8Array(16)));
