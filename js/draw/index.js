// Winners, or an order, taken from a public list by a round of a public beacon: shuffle/draw/SPEC.md.

export { Fault } from '../internal/fault.js';
export { margin, parseAnnouncement, timeText, words } from './announcement.js';
export { hide, parseSalt } from './entry.js';
export { List, maxEntries } from './list.js';
export { parseProof } from './proof.js';
export { parseReceipt } from './receipt.js';
