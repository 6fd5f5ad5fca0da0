// Offers, requests for seats, signed heads, and what a whole record of a board proves: commit/table/board/SPEC.md.

export { Fault } from '../internal/fault.js';
export { audit } from './audit.js';
export { Board } from './board.js';
export { posts } from './labels.js';
export { fingerprint, parseOffer, parseRequest } from './lobby.js';
export { outline } from './outline.js';
