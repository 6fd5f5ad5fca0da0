// Package board joins a table (commit/table) to programs: the board that orders what seats say, the
// lobby in which they find together, a seat's loop, and what is left for an audit.
//
//	host                         board                             seats
//	Open    ── Offer ──▶         post 1
//	                             posts 2, …    ◀── request ──      Seat.Play: asks for its seat,
//	                             further ones  ◀── statements ──   says hello, and plays
//	                             its head, closings, its head      Keeper: a crash costs nothing
//	Wait                         All, Encode   ── posts ──▶        Decode, Audit
//
// Implement [table.Game], and say with a [NewGame] how it begins. Whoever hosts calls [Open]; each player's
// program fills in a [Seat] and calls [Seat.Play], which asks for a seat, connects, restarts and reconnects,
// says what the protocol wants, and tells when the player has to choose. [Local] is a board in this process.
// Package httpboard serves it by HTTP and keeps it in a file; a [Storage] keeps it elsewhere. A board
// on a stream or a chain stands on a [Watcher], which says what has a place, why not, in
// what form it is shown, and what the board itself has to say. Test yours with package boardtest.
//
// # Guarantees
//
// Those of package table: no honest seat is at fault, and, where there is room ([Local.Limit]), none waits for ever. What seats and
// strangers post costs the board a signature each, and a bounded number of bytes for each thing
// that happens. A board that was killed, or lost its last posts, goes on: seats give it back what
// they have read. A seat that was killed goes on with its Keeper. Each seat has grace and
// bank for its closing, and so for its deposit: two signed heads name a board that closed earlier ([Audit]).
//
// # Not guaranteed
//
// What the board is trusted with: to go on, to lose nothing, and to tell the time; see package table. Who
// the players are: let them compare the [Fingerprint] of the terms over a line that they trust. Nothing is
// encrypted here, and anybody may ask for a seat: httpboard has invitations.
//
// # When to use something else
//
// A program with an event loop of its own uses [table.Player] without a Seat. Two parties who take
// turns on one wire need no board.
//
// SPEC.md defines all this, squaredeal/board v1, byte by byte:
// https://github.com/squaredeal/squaredeal/blob/main/commit/table/board/SPEC.md
package board
