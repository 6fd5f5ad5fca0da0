// Transcripts, which store the posts of a board: commit/record/SPEC.md.

import { Reader as Fields, concat, equal, needBytes } from '../internal/bytes.js';
import { malformed } from '../internal/fault.js';
import { labels } from './labels.js';

/**
 * Yields the posts after the beginning of a transcript, {number, stamp, bytes}, whose bytes are views of it. From where it is
 * damaged, or if it begins otherwise, it is malformed: the posts before that count.
 */
export function* postsAfter(beginning, transcript, last, follows) {
  const r = new Fields(needBytes('the transcript', transcript), 'the transcript');
  if (!equal(r.bytes(beginning.length), beginning)) malformed('this is no such transcript');
  while (r.left > 0) {
    const number = r.u64();
    if (!follows(number, last)) malformed('a post has another number');
    last = number;
    yield { number, stamp: BigInt.asIntN(64, r.u64()), bytes: r.field() };
  }
}

export const posts = ({ digest }, transcript) =>
  postsAfter(concat(labels.transcript, digest), transcript, -1n, (number, last) => number > last);
