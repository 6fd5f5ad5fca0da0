// Package sra lets players shuffle and deal cards among themselves, without a dealer:
// each encrypts the deck, and the layers of encryption commute, so that they come off in
// any order and nobody sees a card that isn't theirs. Every step is proved when made.
//
// Call [GenerateHand] for a seat, with a [PublicDeck] in [Ristretto255], and [NewObserver]
// for a spectator or referee. Under them are a [Key], which encrypts and decrypts a
// [Deck], and the proofs of what it did, which a [PublicKey] checks.
//
// # Messages
//
// Each message goes to all other seats, which check it before they go on:
//
//	each seat             public key, proof that it has the key
//	seat 0, 1, … in turn  shuffled deck, proof that it is the deck before
//	                      the final deck: Deal, at every seat, what the rules say
//	seat 0, 1, … in turn  the dealt cards without its layer, proof; not its own cards
//	                      each seat opens its own cards, in private
//	a card's seat         Show: the card without its last layer, proof
//	a seat that goes      Leave: the rest of the deck without its layer, proof
//
// If a seat vanishes, the rest call Redeal: they keep their cards and shuffle the others.
//
// # Guarantees
//
// Against all other seats together: they see no card that is dealt to this seat
// until it is shown, and none that isn't dealt; no key is ever revealed. If this seat
// shuffled, nobody knows or chooses the order. A forgery succeeds with probability
// below 2⁻¹¹⁷ per attempt. All of this holds if Diffie–Hellman triples in the group
// can't be told from random ones and the hash behaves like a random oracle.
//
// A [BlameError] names a seat that doubles, swaps or makes up a card, takes a layer off
// wrongly, or opens a card that the rules don't open. Messages may come in any order and
// more than once: that is nobody's fault. [Hand.Missing] names who others wait for.
//
// # Not guaranteed
//
// Nothing can stop players from sharing their cards. The last seat in turn sees a card
// for everyone first, and can vanish so that another is dealt: the rules put a price on
// leaving, and say who is gone. If another vanishes then, it knows cards that a redeal
// puts back. A redeal shows all which position each kept card is at, not the card. A
// seat that tells two others different things is noticed with the next message
// ([ErrDiverged]); only signed messages tell which seat it was. The transport
// authenticates seats. A bare Key proves nothing, and decrypts whatever it is given.
//
// # When to use something else
//
// If a server may see the cards, seedrng with shuffle is simpler and much faster.
// Package otpdeal deals with one-time pads, between parties with different roles.
// Package textbook is the published form of this cipher, for audits.
//
// # Timing, concurrency
//
// Work with a Key and proving take time, and access memory, independent of exponent,
// cards and order; only drawing an order has memory accesses that follow it, within 4·n
// bytes. Verifying, parsing and hashing take variable time: they are for what is public.
// Secrets aren't wiped from memory. The tag purego leaves all assembly out. Everything
// may be used concurrently; no goroutine outlives a call.
//
// The scheme, squaredeal/sra v1, with its rationale and references:
// https://github.com/squaredeal/squaredeal/blob/main/sra/SPEC.md
package sra
