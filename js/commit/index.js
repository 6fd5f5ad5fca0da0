// Commitments, tosses, hash chains, and what is drawn from them: commit/SPEC.md.

export { Fault } from '../internal/fault.js';
export { ChainVerifier, verifyLink } from './chain.js';
export { SeedStream } from './stream.js';
export { commitment, judge, Toss, verify } from './toss.js';
