// Transcripts, which store the posts of a board.

import { Reader, equal, needBytes } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { labels } from './labels.js';

/**
 * Yields the posts of a transcript, {number, stamp, bytes}, whose bytes are views of it. From where it is damaged, it is
 * malformed: the posts before that count.
 */
export function* posts(transcript) {
  const r = new Reader(needBytes('the transcript', transcript), 'the transcript');
  if (!equal(r.bytes(labels.transcript.length), labels.transcript)) malformed('this is no transcript');
  for (let number = 1n; r.left > 0; number++) {
    if (r.u64() !== number) malformed('a post has another number');
    yield { number, stamp: BigInt.asIntN(64, r.u64()), bytes: r.field() };
  }
}
