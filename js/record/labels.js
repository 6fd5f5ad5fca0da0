// The labels of what is hashed, and of transcripts: commit/record/SPEC.md.

import { lp } from '../internal/bytes.js';

const label = (what) => lp(`squaredeal/record/v1/${what}`);

/** The labels, each with its length. */
export const labels = {
  table: label('table'),
  statement: label('statement'),
  start: label('start'),
  head: label('head'),
  board: label('board'),
  transcript: label('transcript'),
};
