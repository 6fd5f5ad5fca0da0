// Package commit lets parties bind themselves to values before they show them.
//
//   - [Commit] commits to one value: a sealed bid, a hidden move, a table of cards.
//   - A [Toss] draws a [Seed] that no seat controls, among 2 to 1,024 seats.
//   - A [Chain] commits a server to millions of rounds by 32 published bytes; a
//     [ChainVerifier] is its player's side.
//
// [Seed.Stream] and [Round.Stream] turn the results into dice and cards.
//
//	seat                         one sequence of messages, read by all
//	GenerateToss
//	Pending  ── commitment ──▶
//	Receive  ◀── the commitments of all seats, its own too ──
//	Pending  ── nonce, value, digest of all commitments ──▶
//	Receive  ◀── the same of all seats ──
//	Seed
//
// The sequence is a board's or a relay's. Two parties on one wire take turns instead, seat
// 0 first, and each hands its own message to Receive when it has sent it.
//
//	server                                         players
//	GenerateChain ── anchor ──▶                    NewChainVerifier
//	              ◀── bets on round 1 ──
//	              ── a beacon's value, to all ──
//	Draw(1)       the round is played
//	Reveal(1)     ── x₁ ──▶                        Verify(1, x₁)
//
// # Guarantees
//
// A commitment shows nothing about its value until it is opened, if HMAC-SHA256 is a
// pseudorandom function, and opens to no other value, if SHA-256 is collision
// resistant. A seat that follows a toss gets a seed that nobody could predict or
// influence, however many others collude, or it gets none. All who have read the same
// messages are in the same state, onlookers too: they have one seed or none, blame the
// same seats, and [Toss.Due] names the same. An honest seat is never blamed, and is
// late only if its messages aren't shown in time. Each message names session, seat and
// step, so it is what to sign. The server of a chain fixed every round before it
// published the anchor.
//
// Calls on a toss or a chain may be repeated after a crash or a lost answer. States are
// stored before they show, so nothing is ever drawn or revealed in two different ways.
//
// # Not guaranteed
//
// A toss may stop: the last seat to reveal knows the seed first and can refuse. Don't
// toss again. A cheat who may try again chooses: a throw of chance 1/6 becomes one of
// 11/36. The rules of the game must say what silence costs, and give each phase a time:
// see [Toss.Due]. Seats aren't authenticated. Whoever keeps the sequence can hold a seat's
// messages back, so that it looks silent. If it shows seats different sequences, they get
// no seed, and may blame one another.
//
// The server of a chain knows its values in advance, and it can stop. The context of each
// round must hold a public value that nobody knows or chooses, such as that of a beacon's
// round after the bets (package shuffle/draw/drand verifies those of drand), and no
// player's seed: see [Round.Stream].
//
// # When to use something else
//
// Where a server plays against one player at a time, use package seedrng. A commitment
// to a card doesn't deal it: for hands that nobody else may see, use package sra or
// otpdeal. Packages jgammon and hexchain, below this one, replay published schemes.
//
// # Timing and concurrency
//
// Commitments take time that depends on lengths alone, all else on public data, round
// numbers and draws. Everything but a [Stream] is safe for concurrent use. The scheme,
// squaredeal/commit v1, is defined byte by byte, with vectors, in
// https://github.com/squaredeal/squaredeal/blob/main/commit/SPEC.md.
package commit
