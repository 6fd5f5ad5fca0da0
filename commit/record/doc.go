// Package record keeps what the seats of a game say in one order, signed, so that
// somebody without a seat can see afterwards what was said, by whom, and knowing what.
//
// Each seat draws a [Key] with [GenerateKey], all have one [Agreement], and whoever
// reads the board starts a [Reader] with [NewReader]. [Reader.Sign] makes a statement to post;
// [Reader.Read] takes the next post, one's own included; a game with rules on what counts calls
// [Reader.Judge] and [Reader.Place] instead. A referee reads the posts of a [ParseTranscript].
//
//	seat                              board                    everybody
//	Sign    ── statement ──▶    number, stamp, bytes    ──▶    Read, or Judge and Place
//	                                  SignHead          ──▶    Check
//
// A board gives everybody the same posts in the same order: a relay, a stream, a table of a
// database. It may have a Reader itself, and drop what Judge refuses. A statement is a
// message (a byte for its kind, and a body, which may be left out later: see [Prune]), its
// seat, how many places the seat had read, the head (a hash) of the statements there, and
// an Ed25519 signature. It gets the next place if that is the head of the sequence and its
// seat has said nothing since. Everything else, such as junk, copies and repetitions, has
// no effect and is nobody's fault.
//
// # Guarantees
//
// If Ed25519 can't be forged and SHA-256 is collision resistant, readers of the same posts
// have the same statements in the same places, and readers whose statements differ have
// different heads, which [Fork] and the next statement show. Nobody can alter another's
// statement, or move it to a sequence that doesn't begin with what its signer had read,
// which the signer can't deny having read.
//
// # Not guaranteed
//
// The board is trusted to go on, to lose nothing and to tell the time; in league with a
// seat, it can make another look silent, and it sees who says how much when. Silence and
// the end of a transcript count only under the board's signed head: without one, a loser
// can cut the end off. Two readers that fork convict no seat: after the board has lost posts,
// honest seats sign both. Nothing is encrypted.
//
// Signing is as constant-time as crypto/ed25519; checking isn't. A Reader has 32 bytes for
// each place since the last [Reader.Cut], and isn't safe for concurrent use.
//
// SPEC.md defines all this, squaredeal/record v1, byte by byte:
// https://github.com/squaredeal/squaredeal/blob/main/commit/record/SPEC.md
package record
