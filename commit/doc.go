// Package commit lets parties bind themselves to values before they show them.
//
//   - [Commit] commits to one value: a sealed bid, a hidden move, a table of cards.
//   - A [Toss] draws a seed that no seat controls, among 2 to 1,024 seats.
//   - A [Chain] commits a server to millions of rounds by 32 published bytes.
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
//	  … n rounds …
//
// # Guarantees
//
// A commitment shows nothing about its value until it is opened, if HMAC-SHA256 is a
// pseudorandom function, and opens to no other value, if SHA-256 is collision
// resistant. A seat that follows a toss gets a seed that nobody could predict or
// influence, however many others collude, or it gets none. The server of a chain
// fixed every round before it published the anchor. A store that keeps what it is
// given keeps the server from taking a revealed value for a secret one.
//
// # Not guaranteed
//
// A toss may stop: the last seat to reveal knows the seed first and can refuse. Don't
// toss again. A cheat who may try again chooses: a throw of chance 1/6 becomes one of
// 11/36. The rules of the game must say what silence costs. Seats aren't
// authenticated, and blame is as good as the transport. With more than two seats it
// is right if all see the same messages in the same order, as by a relay.
//
// The server of a chain knows all outcomes in advance, as does whoever reads its
// stored states, and it can stop. No outcome may be computable from a public value:
// the hash of xᵢ is one.
//
// # When to use something else
//
// Where a server plays against one player at a time, use package seedrng. A
// commitment to a card doesn't deal it: for hands that nobody else may see, use
// package sra or otpdeal.
//
// Commitments are made and verified in time that depends on lengths alone; the rest
// depends on public data and on round numbers. A [Chain] is safe for concurrent use, a
// [Toss] isn't. Memory isn't wiped.
//
// The scheme, squaredeal/commit v1, is defined byte by byte, with vectors, in
// https://github.com/squaredeal/squaredeal/blob/main/commit/SPEC.md.
package commit
