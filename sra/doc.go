// Package sra lets players shuffle and deal cards among themselves, without a dealer:
// each encrypts the deck, and the layers of encryption commute, so that they come off in
// any order and nobody sees a card that isn't theirs. Every step can be proved when made.
//
// For a hand of cards, use package [github.com/squaredeal/squaredeal/sra/hand], which
// takes these steps in the right order and goes on when a player leaves. Here is what it
// is built on: [GenerateKey], or [NewKey] with a seed, for each player; a [PublicDeck] in
// the group [Ristretto255]; [Key.Shuffle] and [Key.Decrypt]; and a proof of each step.
//
// # Steps
//
//	each player             ProveKey          public key, proof      VerifyKey
//	each player in turn     ProveShuffle      shuffled deck, proof   VerifyShuffle
//	all but the receiver    ProveDecryption   card without           VerifyDecryption
//	                                          their layers, proofs
//	the receiver            Decrypt           the card, in private
//
// A [Batch] checks many proofs together, in less time.
//
// # Guarantees
//
// Against all other players together: they see no card as long as it has the layer of an
// honest player's [Key]; and if that player has shuffled, nobody knows or chooses the
// order. Proofs reveal nothing but what they prove, and are good in one context only. No key
// is ever revealed. All of this holds if Diffie–Hellman triples in the group can't be told
// from random ones and the hash behaves like a random oracle.
//
// A forger who evaluates the hash T times offline succeeds with a probability of about
// T·2⁻¹¹⁸ at most, in the algebraic group model. In the group of 2048 bits another limit
// comes first: about 2¹¹² steps find a relation between its generators, which are the same
// for everybody.
//
// # Not guaranteed
//
// Nothing can stop players from sharing their cards. A Key decrypts whatever it is given:
// give it only what proofs have led to, once, and use it for one hand. Compute the public
// deck yourself, as a card that somebody made up can be followed through every shuffle.
// This package doesn't know who sent what, or who is gone.
//
// # When to use something else
//
// If a server may see the cards, seedrng with shuffle is simpler and much faster.
// Package otpdeal deals with one-time pads, between parties with different roles.
// Package textbook is the published form of this cipher, for audits.
//
// # Timing, concurrency
//
// Work with a Key, shuffling and proving take time, and access memory, independent of
// exponent, cards and order. Verifying, parsing and hashing to cards take variable time:
// they are for what is public. On arm64, the time of an instruction is sure to be
// independent of its data only in a mode that Go leaves off unless asked: wrap calls in
// [crypto/subtle.WithDataIndependentTiming]. Secrets aren't wiped from memory. The tag
// purego leaves all assembly out. Everything may be used concurrently; no goroutine
// outlives a call.
//
// The scheme, squaredeal/sra v1, with its rationale and references:
// https://github.com/squaredeal/squaredeal/blob/main/sra/SPEC.md
package sra
