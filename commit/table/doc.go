// Package table plays a game of several seats that trust nobody, on a board: who is due,
// what counts, who is out and why, when it is over. A server, a chain or a stream orders
// the messages, and every program, with a seat or without, draws the same conclusions.
//
// Implement [Game] for your rules, test it with package tabletest, agree on [Terms], and play
// it with package board, which does the rest: [New] makes a [Player] of a seat, [Watch] a
// [Table] for somebody without one. [Player.Connect] to a board, [Player.Read] each of its posts,
// and when all are read, [Player.Start] to speak: post what [Player.Pending] returns, and call
// [Player.Act] when your player moves, until it is [Player.Done]. After a crash, go on with
// [Parse]; afterwards, [Audit] a transcript.
//
//	seat                                     board                    everybody
//	Pending ── hello ──────────────▶                                  Read: it begins
//	Pending ── what the game wants ─▶                                 Read: Game.Apply
//	Act, Pending ── a move ────────▶   number, stamp, bytes     ──▶   Read: Game.Apply
//	Pending ── tick ───────────────▶                                  Read: whose time is up is out
//	Pending ── closing ────────────▶                                  Read: the end is final
//
// A board is whatever shows everybody the same posts in the same order, with its time, once
// they are durable. Statements are those of package commit/record: signed, with the head of
// all that their signer had read. Nothing has an effect before it is read.
//
// # Guarantees
//
// Tables that have read the same are in the same state, whatever anybody says and in
// whatever order, also after crashes, and so is a referee who reads it a year later. An
// honest seat is never at fault: what crosses with something else has no effect, and blames
// nobody. It is silent only if the board shows its message later than the grace after it
// was due. The game goes on without seats that aren't there or break its rules, as long as
// anybody is, and when more than half of all seats have signed the end, it is final.
//
// # Not guaranteed
//
// The board is trusted to go on, to lose nothing and to tell the time. In league with a seat, it
// can make another look silent, so its host should have no seat. It can't forge or
// alter what is said, and if it shows two sequences, transcripts show that. That a seat was
// silent is the board's word; a fault is proved by the seat's own signature. A seat that
// goes must lose by it: ask for a deposit, which no seat gets ([Table.Returned]). Nothing is
// encrypted.
//
// # When to use something else
//
// Two parties on one wire who take turns need no board: package commit's toss, or sra/hand,
// and a deadline. If nobody's silence costs anything, commit/record alone will do.
//
// A Table does no input or output, starts no goroutine, and isn't safe for concurrent use.
// Only signing works with a secret, as constant-time as crypto/ed25519.
//
// SPEC.md defines all this, squaredeal/table v1, byte by byte and with its rationale:
// https://github.com/squaredeal/squaredeal/blob/main/commit/table/SPEC.md
package table
