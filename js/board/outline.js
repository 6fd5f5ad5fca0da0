// What a record of a board proves without the rules of its game.

import { equal, needBytes } from '../internal/bytes.js';
import { Trail } from '../internal/trail.js';
import { kinds } from '../table/index.js';
import { Board, orNull } from './board.js';

/** A game of which nothing is known but that it isn't over. */
const unknown = () => ({ start() {}, due: () => ({ phase: 0, seats: [0] }), apply() {}, out() {} });

/**
 * Reads all posts of a board without the rules of the game: who has signed what, up to which statement everything agrees, who
 * is out since when by the heads that seats have signed, and up to where the board has signed. See index.d.ts.
 */
export function outline(all) {
  const board = new Board(unknown);
  let [trail, digest] = [null, null];
  const report = { ignored: 0, heads: [], closings: [] };
  for (const post of all) {
    needBytes('the post', post?.bytes);
    const { table } = board;
    if (table === null || table.round === 0) {
      if (!board.read(post)) report.ignored++;
      if (board.table !== table) {
        trail = board.table && new Trail(board.table.terms.seats, board.table.head);
        digest = board.table?.terms.agreement.digest ?? null;
      } else if (table !== null && table.places > trail.places) {
        trail.read(table.terms.agreement.parseStatement(post.bytes));
      }
    } else if (!follow(table.terms.agreement, trail, report, post)) {
      report.ignored++;
    }
  }
  return { board, digest, ...report, ...summary(trail) };
}

/** Reads a post of a match that has begun, and reports whether it agrees with those before. */
function follow(agreement, trail, report, { number, bytes }) {
  const head = bytes[0] === 2 ? orNull(() => agreement.parseHead(bytes)) : null;
  if (head !== null) {
    const agrees = trail.agrees(head.places, head.head);
    const isKnown = (other) => other.agrees === agrees && other.stamp === head.stamp && equal(other.head, head.head);
    if (!report.heads.some(isKnown)) report.heads.push({ ...head, agrees });
    return agrees;
  }
  const statement = orNull(() => agreement.parseStatement(bytes));
  if (statement === null || statement.places > trail.places || !agreement.verify(statement)) return false;
  if (!trail.read(Object.freeze({ ...statement, number }))) return false;
  const end = report.heads.find(({ agrees }) => agrees);
  const { seat, kind, places, message } = statement;
  const closes = kind === kinds.closing && message?.length === 1 && end !== undefined && places >= end.places;
  if (closes && !report.closings.includes(seat)) report.closings.push(seat);
  return true;
}

function summary(trail) {
  if (trail === null) return { statements: 0, confirmed: 0, seats: [], outs: [] };
  trail.settle();
  const outs = trail.outs.map(({ seat, place, statement }) => {
    const reasons = [statement.kind === kinds.tick ? 'silent' : 'fault', ...(trail.seats[seat].leaves ? ['left'] : [])];
    const signers = trail.seats.flatMap(({ signed }, signer) => (signed > place ? [signer] : []));
    return { seat, place, by: statement.seat, signers, reasons, number: statement.number };
  });
  return { statements: trail.places, confirmed: trail.confirmed, seats: trail.seats.map((seat) => ({ ...seat })), outs };
}
