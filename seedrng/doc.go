// Package seedrng draws provably fair numbers from a server seed, a client seed and
// a nonce: the server is bound to its seed by a hash before the player chooses
// theirs, and when it reveals the seed, anyone can replay every draw.
//
// # Scheme
//
// squaredeal/seedrng v1, defined byte by byte in SPEC.md:
//
//	hash    = SHA-256(server seed), published first
//	block r = HMAC-SHA256(key = server seed, message = client seed ":" nonce ":" r)
//	stream  = block 0 ‖ block 1 ‖ block 2 ‖ …
//
// A server seed is 32 random bytes, and its key is their 64 lowercase hex
// characters. Nonce and r are decimal. A [Stream] turns the bytes into exactly
// uniform integers and distinct values by rejection. It is the stream of many
// provably fair sites, so that the bytes of their bets can be checked here, and
// players can check a stream in any language.
//
// [CryptoGames] is the older derivation of one casino, for auditing its hands of
// video poker; its comment lists its flaws.
//
// # Messages
//
//	server                                              player
//	GenerateSession
//	View: hash of the next seed      ────────────────▶
//	                                 ◀────────────────  that hash, a client seed
//	Rotate: the next seed is active,
//	  another is fixed
//	View: hash of the one after it   ────────────────▶
//	                                 ◀────────────────  a bet
//	Reserve, draw                    ────────────────▶  nonce, outcome
//	Finish
//	  … more rounds …
//	                                 ◀────────────────  the hash after it, a client seed
//	Rotate reveals the active seed
//	View: the revealed seed          ────────────────▶  Verify, NewStream for each nonce
//
// # Guarantees
//
// Against a server that wants to choose outcomes: it fixed its seed before the
// player sent a client seed, and can't change it after the player has seen the hash
// (SHA-256 is collision resistant). A player who sends each time a new client seed
// that the server can't guess, who knows before each bet how draws become outcomes,
// and who sees the nonces of their bets run 0, 1, 2, …, leaves it no choice; and
// what was played can be replayed. SPEC.md, section 5.4, lists what the player
// checks.
//
// Against a player who wants to know outcomes: until the seed is revealed, the
// stream can't be told from random bytes, whatever the player chooses and has seen.
// This assumes that HMAC-SHA256 is a pseudorandom function even when SHA-256 of its
// key is known; the seed has 256 random bits.
//
// Against a crash of the server: no nonce is given to two rounds, and no seed is
// revealed while a round is open, if the store function of its [Session] keeps what
// it is given.
//
// # Not guaranteed
//
// The server knows every outcome in advance. It can stop playing, or tell another
// player at the table; where that matters, let the players toss for the seed
// themselves (package commit). It can choose outcomes if the player skips the
// checks: with a client seed that it suggested or has seen before, by skipping
// nonces, or by showing different hashes to different players. Several people on
// one pair of seeds are not protected from a server that colludes with the one who
// chose the client seed. Peers aren't authenticated; the transport does that.
//
// # When to use it
//
// Use it where one server plays against one player at a time, who sees outcomes
// after betting: dice, slots, video poker. To shuffle, make a Stream the source of
// package shuffle. Use something else where no party may know an outcome before the
// others, as in a lottery or between players (a toss of package commit), or where the
// server itself must not see the cards (commutative encryption, or pads held by
// several roles). It is no general generator: crypto/rand is the one for secrets.
//
// # Timing
//
// [Verify] and [ServerSeed.Equal] compare in constant time. Deriving the stream
// takes time that depends on the lengths of its inputs alone. Rejection in
// [Stream.IntN] and [Stream.Distinct] takes time that depends on the values drawn,
// which the player is about to see; a server that hides a draw should not let
// anyone time it.
//
// # Randomness, concurrency, compatibility
//
// Server seeds come from crypto/rand. A [Session] is safe for concurrent use, a
// Stream isn't. The outputs of v1 are frozen by testdata/vectors.json, which other
// implementations are invited to use; a new scheme would get a new version.
//
// # References
//
// RFC 2104 (HMAC). M. Bellare, "New Proofs for NMAC and HMAC", CRYPTO 2006. Wizard
// of Odds, "Video Poker (Encrypted Version)", for the derivation of Crypto.Games.
package seedrng
