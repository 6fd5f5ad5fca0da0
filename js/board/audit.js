// What a whole record of a board proves: commit/table/board/SPEC.md, section 9.

import { needBytes } from '../internal/bytes.js';
import { Board, maxResets, orNull } from './board.js';

/** Reads all posts of a board, and returns {verdict, board}: what they prove. See index.d.ts. */
export function audit(all, game) {
  const board = new Board(game);
  let asked = null; // a head that the board has signed before the end, if that is the last post
  for (const post of all) {
    needBytes('the post', post?.bytes);
    if (asked !== null) return { verdict: 'fork', board };
    const { table } = board;
    const head = table !== null && post.bytes[0] === 2 ? orNull(() => table.terms.agreement.parseHead(post.bytes)) : null;
    if (head !== null && !board.covers(head) && !board.hadHead(head)) {
      return { verdict: head.places > table.places ? 'unread' : 'fork', board };
    }
    if (!table?.over) asked = head;
    board.read(post);
  }
  return { verdict: verdictOf(board, asked !== null), board };
}

function verdictOf(board, isAsked) {
  const { table, heads } = board;
  if (board.resets === maxResets) return 'never-began';
  if (!board.closed) return isAsked ? 'ok' : 'unsigned';
  const [first, second] = heads;
  const { grace, bank } = table.terms;
  return table.closed || second.stamp - first.stamp >= BigInt(grace + bank) ? 'ok' : 'early';
}
