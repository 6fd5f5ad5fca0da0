// Transcripts, which store the posts of a board: commit/record/SPEC.md.

import { Reader as Fields, equal, needBytes } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { labels } from './labels.js';

/**
 * Yields the posts of a transcript, {number, stamp, bytes}, whose bytes are views of it. From where it is damaged, or if it
 * is another agreement’s, it is malformed: the posts before that count.
 */
export function* posts(agreement, transcript) {
  const r = new Fields(needBytes('the transcript', transcript), 'the transcript');
  if (!equal(r.bytes(labels.transcript.length), labels.transcript)) malformed('this is no transcript');
  if (!equal(r.bytes(32), agreement.digest)) malformed('the transcript is another agreement’s');
  for (let last = -1n; r.left > 0; ) {
    const number = r.u64();
    if (number <= last) malformed('the numbers of posts don’t ascend');
    last = number;
    yield { number, stamp: BigInt.asIntN(64, r.u64()), bytes: r.field() };
  }
}
