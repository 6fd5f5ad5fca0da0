// Integers in 32 bytes, the lowest byte first, as Ed25519 and ristretto255 have them.

export const littleEndian = (x) => Uint8Array.from({ length: 32 }, (_, i) => Number((x >> BigInt(8 * i)) & 255n));
export const fromLittleEndian = (bytes) => bytes.reduceRight((x, byte) => (x << 8n) | BigInt(byte), 0n);
