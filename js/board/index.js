// Offers, requests for seats, signed heads, and what a whole record of a board proves: commit/table/board/SPEC.md.

export { Fault } from '../internal/fault.js';
export { audit } from './audit.js';
export { Board } from './board.js';
export { fingerprint } from './fingerprint.js';
export { parseOffer } from './offer.js';
export { outline } from './outline.js';
export { parseRequest } from './request.js';
export { posts } from './transcript.js';
