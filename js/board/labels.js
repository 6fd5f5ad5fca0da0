// The labels that what a board keeps begins with: commit/table/board/SPEC.md.

import { Reader, copyBytes, equal, lp, needBytes } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';

const label = (what) => lp(`squaredeal/board/v1/${what}`);
export const labels = { offer: label('offer'), request: label('request'), reset: label('reset'), transcript: label('transcript') };

/** Reports whether bytes begin with others. */
export const begins = (bytes, start) => bytes.length >= start.length && equal(bytes.subarray(0, start.length), start);

/** Returns a reader of what follows a label. */
export function after(labelled, what, bytes) {
  if (!begins(needBytes(what, bytes), labelled)) malformed(`this is no ${what}`);
  return new Reader(copyBytes(what, bytes).subarray(labelled.length), what);
}
