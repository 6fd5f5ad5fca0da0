// Schemes that sites deploy, replayed: seedrng/sites/SPEC.md.

export { Fault } from '../internal/fault.js';
export { dealDigest, digestSeeds } from './cryptogames.js';
export { Walk } from './chain.js';
export { chainOf, find, replay } from './replay.js';
