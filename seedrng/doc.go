// Package seedrng draws provably fair numbers for a server's games: the server is bound
// to a secret seed by its hash before the player chooses one of their own, and when the
// secret is revealed, anyone can replay every draw.
//
// A server calls [GenerateSession], [Session.Rotate] for a player's client seed, and
// [Session.Play] for a bet; or [Session.Decline], if it doesn't take the bet; or, if the
// player has choices to make, [Session.Reserve], the draws of its [Round.Stream], and
// [Round.Finish]. A player's program uses a [Player], which makes client seeds and checks
// everything. To audit a single round, call [Hash.Verify], [ParseServerSeed], [NewStream].
//
//	server                                              player
//	GenerateSession; View: hash of the next seed  ───▶
//	                                              ◀───  that hash, a client seed
//	Rotate: the next seed is active, another fixed
//	View: hash of the one after it                ───▶
//	                                              ◀───  a Request: a bet, and its nonce
//	Play, or Decline, or Reserve, draw, Finish    ───▶  an Answer: what came of it, or why nothing
//	  … more rounds …                             ◀───  the hash after it, a client seed
//	Rotate; View: the revealed seed               ───▶  every bet replayed
//
// # Guarantees
//
// A server can't choose outcomes: it fixed its seed before the player sent theirs, and
// can't change it (SHA-256 is collision resistant). This takes a player who follows
// SPEC.md, section 5.4, as a [Player] does: one client seed that the server can't guess
// for one shown hash, sent again as it was until it is confirmed; nonces 0, 1, 2, …, one
// for each bet; a bet sent again as it was until it is answered; all of it replayed. What
// a declined bet would have given is seen then, so a server can't quietly decline winners.
//
// A player can't know outcomes: until the seed is revealed, the stream can't be told from
// random bytes (HMAC-SHA256 is a pseudorandom function even when SHA-256 of its key is
// known; the seed has 256 random bits). A crash, a lost answer or a retry deals no nonce
// to two bets and reveals no seed while a round is open, if the store function replaces
// only the state that it is told to.
//
// # With a database
//
// Take a request in one transaction: if it was answered before, and says the same, give
// the stored answer; give the row's bytes to [ParseSession]; Play or Decline; write answer
// and balance. The store function replaces the old state's Bytes by the new one's. A hand
// that waits for the player takes two: the first leaves the round open, the second gets it
// again by the same Reserve. Answer after the commit. If that or a call fails, show
// nothing, and neither refund nor settle: the request comes again. The example Database is
// such a server.
//
// # Not guaranteed
//
// The server knows every outcome in advance. It can stop playing, or tell others. It can
// choose outcomes if the player skips the checks, or if it colludes with whoever chose the
// client seed of several people. Peers aren't authenticated; the transport does that.
//
// # When to use something else
//
// Let players toss for the seed (package commit) where no one may know an outcome before
// the others, as in a lottery. Use package sra or otpdeal where the server must not see
// the cards, and package sites, below, to audit schemes of others. To shuffle, make a
// Stream the source of package shuffle.
//
// # Timing and concurrency
//
// Seeds are compared in constant time; draws by rejection take time that depends on the
// values drawn. A [Session] and a [Player] are safe for concurrent use, a [Stream] isn't.
//
// Definition: https://github.com/squaredeal/squaredeal/blob/main/seedrng/SPEC.md
package seedrng
