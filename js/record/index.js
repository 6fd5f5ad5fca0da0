// Statements, readers, signed heads and transcripts: commit/record/SPEC.md.

export { Fault } from '../internal/fault.js';
export { Agreement, headSize } from './agreement.js';
export { Reader, fork } from './reader.js';
export { overhead, prune, prunedSize } from './statement.js';
export { posts } from './transcript.js';
