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
// uniform integers and distinct values by rejection. It is the stream that the
// largest family of provably fair sites serves, so their published bets verify
// here, and players can check a stream in any language.
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
// Against a server that wants to choose outcomes: it can't change its seed after
// the player has seen the hash (SHA-256 is collision resistant), and it fixed that
// seed before the player sent a client seed. So if each client seed is new and the
// server couldn't guess it, the server has no choice left, and what was played can
// be replayed.
//
// Against a player who wants to know outcomes: until the seed is revealed, the
// stream can't be told from random bytes (HMAC-SHA256 is a pseudorandom function
// and the seed has 256 random bits), whatever the player chooses and has seen.
//
// Against a crash of the server: no nonce is given to two rounds, no seed is
// revealed while a round drawn from it is open, and a seed that is being revealed
// is never lost, if the store function of its [Session] keeps what it is given.
//
// # Not guaranteed
//
// The server knows every outcome in advance. It can't change one, but it can stop
// playing, refuse a bet after computing it, or share what it knows with another
// player at the table; where that matters, let the players toss for the seed
// themselves, by commitments. A client seed that the server suggests protects
// nobody, nor does one that it has seen before (SPEC.md, section 8). Nor does
// anything here if players don't check, or if the server shows different hashes to
// different players: keep the hash, and ask for the seed. Peers are not
// authenticated; the transport does that. A state restored from an older backup
// repeats nonces.
//
// # When to use it
//
// Use it where one server plays against players who see outcomes after betting:
// dice, slots, video poker, draws and lotteries. Use something else where no party
// may know an outcome before the others (a commit-reveal toss), or where the server
// itself must not see the cards (commutative encryption, or pads held by several
// roles). It is no general generator: crypto/rand is the one for secrets.
//
// # Timing
//
// [Verify] and [ServerSeed.Equal] compare in constant time. Deriving the stream
// takes time that depends on the lengths of the seeds alone. Rejection in
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
