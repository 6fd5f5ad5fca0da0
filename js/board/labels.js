// The labels that what a board keeps begins with: commit/table/board/SPEC.md.

import { Reader, copyBytes, equal, lp } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { postsAfter } from '../record/transcript.js';

const label = (what) => lp(`squaredeal/board/v1/${what}`);
export const labels = { offer: label('offer'), request: label('request'), reset: label('reset'), transcript: label('transcript') };

/** Reports whether bytes begin with others. */
export const begins = (bytes, start) => bytes.length >= start.length && equal(bytes.subarray(0, start.length), start);

/** Returns a reader of what follows a label. */
export function after(labelled, what, bytes) {
  const own = copyBytes(what, bytes);
  if (!begins(own, labelled)) malformed(`this is no ${what}`);
  return new Reader(own.subarray(labelled.length), what);
}

export const posts = (transcript) => postsAfter(labels.transcript, transcript, 0n, (number, last) => number === last + 1n);
