// Package record keeps what the seats of a game say in one order, signed, so that
// somebody without a seat can see afterwards what was said, by whom, and knowing what:
// squaredeal/record v1.
//
// Each seat draws a [Key] with [GenerateKey], all agree on a [Table], and whoever reads
// the board, with a seat or without, starts a [Log] with [NewLog]. [Log.Sign] makes a
// statement to post; [Log.Read] takes the next post, one's own included. A game that has
// rules on what counts calls [Log.Judge] and [Log.Place] instead. A referee reads a file
// of the posts in the same way, with [ParseTranscript], and compares the board's
// [SignedHead] by [Log.Check].
//
//	seat                              board                    everybody
//	Sign    ── statement ──▶    number, stamp, bytes    ──▶    Read, or Judge and Place
//	                                  SignHead          ──▶    ParseHead, Check
//
// A board gives everybody the same posts in the same order: a relay, a stream, a table of
// a database. A statement is a message, its seat, how many places the seat had read, the
// head (a hash) of the statements there, and an Ed25519 signature. It gets the next place
// if that is the head of the sequence and its seat has said nothing since. Everything
// else, such as junk, copies and repetitions, has no effect and is nobody's fault.
//
// # Guarantees
//
// If Ed25519 can't be forged and SHA-256 is collision resistant: readers of the same posts
// have the same statements in the same places, and readers whose statements differ have
// different heads, which [Fork] and the next statement show. Nobody can alter, move or
// insert another's statement. A signer can't deny having read everything that its head
// covers, in that order.
//
// # Not guaranteed
//
// The board is trusted to go on, to lose nothing and to tell the time. Let somebody host
// it who has no seat: in league with one, it can hold another's posts back, so that the
// other looks silent. It sees who says how much when. Silence and the end of a
// transcript count only under the board's signed head: without one, a loser can cut the
// end off. Two logs that fork convict no seat: after the board has lost posts, honest
// seats sign both. Whether a message keeps the rules is for the game to say. Nothing is
// encrypted.
//
// # When to use something else
//
// For a toss among seats that trust their relay, package commit alone is enough. A
// record of a server that all trust needs no keys of the seats.
//
// # Timing, memory, concurrency
//
// Statements are public, and checked in time that depends on them; signing is as
// constant-time as crypto/ed25519. A log has 32 bytes for each place since the last
// [Log.Cut]. A [Log] isn't safe for concurrent use; the rest are values.
//
// SPEC.md defines all this byte by byte:
// https://github.com/squaredeal/squaredeal/blob/main/commit/record/SPEC.md
package record
