// Package commit lets parties bind themselves to values before they show them:
// commitments, tosses in which up to 1,024 seats draw a seed that none of them
// controls, and hash chains that commit a server to millions of rounds.
//
// # Scheme
//
// squaredeal/commit v1, defined byte by byte in SPEC.md. With lp(x) the length of x
// in 8 bytes, followed by x:
//
//	commitment = HMAC-SHA256(key = nonce, lp(label) ‖ lp(context) ‖ lp(value))
//	opening    = nonce (32 random bytes), value
//
//	toss:  each seat commits to 32 random bytes, then all reveal
//	seed = SHA-256(lp(label) ‖ lp(session) ‖ seats ‖ commitments ‖ values)
//
//	chain: anchor = x₀, xᵢ = SHA-256(xᵢ₊₁), round i reveals xᵢ
//
// [JGammon] is the dice protocol that JGammon's web page describes, for auditing
// its throws; the comment at [JGammonSecret] lists its flaws.
//
// # Messages
//
// A toss, as each seat runs it. The transport authenticates the senders.
//
//	seat                                          every other seat
//	GenerateToss             ── commitment ──▶
//	Receive                  ◀── commitment ──
//	  … until the last commitment is in …
//	the reply of Receive     ── nonce, value, digest of all commitments ──▶
//	Receive                  ◀── the same ──
//	Seed
//
// A chain:
//
//	server                                        players
//	GenerateChain            ── anchor ──▶
//	                         ◀── bets on round 1 ──
//	Next                     ── x₁ ──▶            VerifyChain
//	                         ◀── bets on round 2 ──
//	  … n rounds …
//
// # Guarantees
//
// A commitment shows nothing about its value until it's opened, and can't be opened
// to another: the first assumes that HMAC-SHA256 is a pseudorandom function, the
// second that SHA-256 is collision resistant. A context that names the committer
// and the place keeps it from being copied to another.
//
// A seat that follows the toss gets a seed that nobody could predict or influence,
// however many others collude; or it gets no seed. With two seats, the error or
// [Toss.Missing] then names the other one. With more, that is right if all seats
// are shown the same messages in the same order, as by a relay that keeps a record.
//
// The server of a chain fixed every round before the anchor was published, if
// SHA-256 is collision resistant. After a crash, it doesn't take a revealed value
// for a secret one, if its store keeps what it is given.
//
// # Not guaranteed
//
// A toss is not always completed: whoever reveals last knows the seed first, and
// can refuse. There is no restart, and a game should offer none. A party that may
// try again may choose: with one more try, a throw of chance 1/6 gets one of 11/36.
// So the rules of the game must say what silence costs before the toss, for example
// the stake, and treat it as a result. In a toss of many seats each of them can do
// this; leaving out the silent seat and tossing again gives its accomplices a
// choice.
//
// Honest seats needn't end alike. A cheat who knows the seed can let some have it
// and others not, so a seat without a seed must say so before anybody acts on one.
//
// Seats aren't authenticated, and blame is as good as the transport. With more than
// two seats on single connections, one that tells two others different things, or
// tells one of them nothing, makes these two name each other, and isn't named
// itself: each reveal has a digest of all commitments, which shows that something
// is wrong, not who did it. Where blame costs money, use a relay with a record, or
// sign every message and compare them afterwards.
//
// The server of a chain knows all outcomes in advance, as does whoever reads its
// stored states, and it can stop. It can choose among chains before publishing an
// anchor: add a value that it couldn't know, such as a toss's seed, to the
// outcomes. An outcome must never be computable from a value that is public; the
// hash of xᵢ is, as it is xᵢ₋₁. Derive outcomes as HMAC of a label, with xᵢ as the
// key: xᵢ's text as the server seed of package seedrng does that.
//
// # When to use it
//
// Use a [Toss] where players don't trust each other and there is no server that
// they trust: its seed feeds package seedrng or shuffle for as many dice as the
// game wants. Use a [Chain] where one server plays many rounds with many players at
// once. Use a [Commitment] for single secrets: sealed bids, a hidden move, a table
// of cards to open after the hand. Use package seedrng where a server plays against
// one player at a time. A commitment to a card doesn't deal it: for hands that
// nobody else may see, use commutative encryption, or pads held by several roles.
//
// # Timing
//
// Commitments are made and verified in time that depends on lengths alone. The rest
// of a toss takes time that depends on what is public. A round of a chain takes
// time that depends on its number; [StepHex] looks up the digits of secret values
// in a table of 16 bytes.
//
// # Randomness, concurrency, compatibility
//
// Nonces, values and chains come from crypto/rand; NewToss, NewChain and New take
// them as arguments, to replay. A [Chain] is safe for concurrent use, a Toss isn't.
// Memory isn't wiped. The outputs of v1 are frozen by testdata/vectors.json, which
// other implementations are invited to use; a new scheme would get a new version.
//
// # References
//
// M. Blum, "Coin Flipping by Telephone", 1981. R. Cleve, "Limits on the Security of
// Coin Flips When Half the Processors Are Faulty", STOC 1986, on refusals. RFC 2104
// (HMAC). L. Lamport, "Password Authentication with Insecure Communication", 1981,
// on hash chains. B. Schoenmakers, "Explicit Optimal Binary Pebbling for One-Way
// Hash Chain Reversal", 2014/329.
package commit
