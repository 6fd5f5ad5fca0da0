// Hands of cards, read and audited: sra/hand/SPEC.md.

export { Fault } from '../internal/fault.js';
export { audit } from './audit.js';
export { Hand } from './hand.js';
