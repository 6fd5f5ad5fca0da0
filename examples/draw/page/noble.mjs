// What the page needs of noble-curves and noble-hashes.
export { bls12_381 } from '@noble/curves/bls12-381.js';
export { hmac } from '@noble/hashes/hmac.js';
export { sha256 } from '@noble/hashes/sha2.js';
