// Package record keeps what the seats of a game said to each other, signed and
// chained, so that a third party can see who cheated: squaredeal/record v1.
//
// Every seat draws a [Key] with [GenerateKey], all agree on a [Table], and each
// starts its [Log] with [GenerateLog]. [Log.Say] turns a message into a statement to
// send, [Log.Hear] checks one that came in. Afterwards anybody who knows the table
// joins the logs' transcripts with [Merge].
//
//	seat                                       every other seat
//	GenerateKey           ── public key ──▶    NewTable, GenerateLog
//	Say                   ── statement ──▶     Hear: the messages, in causal order
//	Hear                  ◀── statement ──     Say
//	Transcript            ── to a referee, with others' ──▶  Merge
//
// A statement is the table's digest, the seat, for each seat how many statements the
// signer knew of it and the hash of the last, and the message; and an Ed25519
// signature of all that.
//
// # Guarantees
//
// If Ed25519 can't be forged and SHA-256 is collision resistant: nothing that anybody
// signs, drops, repeats, reorders or alters makes an honest seat guilty, in any log or
// any set of transcripts. An [Equivocation] is proof. If two honest logs hold
// different statements of a seat with one number, merging them finds one. The
// signer of a statement can't deny later that it had heard all that this one names.
//
// A statement is good for one table, seat and place only. [Log.Hear] passes on nothing
// before what its signer had heard, so that honest seats act on messages in an order
// that fits everybody's. What a seat lacks, it must ask others for ([Log.Claims]);
// anybody can pass on statements, as they are signed.
//
// # Not guaranteed
//
// Silence isn't provable: a statement that nobody shows may never have been made, or
// been lost. Nor is a false claim to have heard something, by itself: see [Claim].
// Whether a message keeps the game's rules is for the game: judge it by
// [Record.Past], which nothing signed later can change. Colluding seats may sign what
// they like about each other. Nothing is encrypted.
//
// A seat that goes on from an old copy of its state, or starts two logs of one table,
// signs two statements with one number and is guilty like any other: see [GenerateLog]
// about what store must do.
//
// # When to use something else
//
// For a toss among seats that trust their relay, package commit alone is enough. A
// record of a server that all trust needs no keys of the seats.
//
// # Timing, memory, concurrency
//
// Statements are public, and are checked in time that depends on them; signing is
// as constant-time as crypto/ed25519. A log holds at most [MaxSeatBytes] of each seat,
// and every change stores the state whole; so stop reading from a seat that says more
// than the game lets it. A [Log] is safe for concurrent use; the rest are values.
//
// SPEC.md defines all this byte by byte:
// https://github.com/squaredeal/squaredeal/blob/main/commit/record/SPEC.md
package record
