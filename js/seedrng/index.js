// Provably fair draws from a server seed, a client seed and a nonce, and the player's side: seedrng/SPEC.md.

export { Fault } from '../internal/fault.js';
export { maxRounds, Player } from './player.js';
export { checkClientSeed, checkHash, checkServerSeed, hashOf, maxKey, maxSeed, parseNonce, predictable, Stream, verify } from './stream.js';
