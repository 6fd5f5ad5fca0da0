// Package sra lets players shuffle and deal cards among themselves, without a
// dealer: each encrypts the deck, and the layers of encryption commute, so that
// they come off in any order and nobody sees a card that isn't theirs. Every step
// is proved when it is made.
//
// A [Hand] is one player's side of it, from the keys to the showdown; call
// [GenerateHand]. Under it are a [Key], which encrypts and decrypts a [Deck], and
// the proofs of what it did, which a [PublicKey] checks.
//
// # Scheme
//
// squaredeal/sra v1, defined byte by byte in SPEC.md, is the cipher of Shamir,
// Rivest and Adleman (1979) in a group and with an encoding that give nothing away:
//
//	group    integers mod a safe prime p = 2q+1, x and p−x being one element |x|
//	card i   |hash of (label, i)|, so that no relation between cards is known
//	key      a random exponent e; its inverse d, with e·d ≡ 1 mod q; K = |G^e|
//	encrypt  |x^e|     decrypt  |x^d|
//	proofs   of a key (Schnorr), of a decryption (Chaum and Pedersen), of a shuffle
//	         (Terelius and Wikström), non-interactive, each bound to a context
//
// The primes are those of RFC 3526, groups 14 (2048 bits), 15 and 16. A [Deck] is
// worked on as a whole; a single card is a deck of one.
//
// [TextbookKey] is the published form, without group and encoding, for auditing
// games that were played with it; its comment lists its flaws, and the tests carry
// them out.
//
// # Messages
//
// Each message goes to all other seats, which check it before they go on:
//
//	each seat            public key, proof that it has the key
//	seat 0, 1, … in turn shuffled deck, proof that it is the deck before
//	                     the final deck: Deal, at every seat, what the rules say
//	seat 0, 1, … in turn the dealt cards without its layer, proof; not its own cards
//	                     each seat opens its own cards, in private
//	a card's seat        Show: the card without its last layer, proof
//
// # Guarantees
//
// Against all other seats together: they see no card that is dealt to this seat
// until it is shown, and none that isn't dealt, folded hands among them; no key is
// ever revealed. If this seat shuffled, nobody knows or chooses the order, if
// Diffie–Hellman triples in the group can't be told from random ones (DDH) and the
// hash behaves like a random oracle.
//
// A seat that doesn't do what it should is named, when it does it, by a
// [BlameError]: a card that is doubled, foreign or swapped, a layer taken off
// wrongly, a card opened that the rules don't open, a message from another hand,
// seat or time, a number that isn't in the group. No proof of a false statement is
// found but with a probability below 2⁻¹¹⁷ a try. [Hand.Missing] names the seats
// that others wait for.
//
// # Not guaranteed
//
// Seats that share their cards can't be kept from it. A seat that leaves takes its
// layer with it: what isn't open then stays closed, and the rules have to say what
// that costs. The last seat in turn sees a card that is for everyone before the
// others do. A seat that tells two others different things is noticed with the next
// message ([ErrDiverged]), but the seat that sends this one is named and may be
// innocent; only signed messages tell. The transport authenticates seats. Traffic
// analysis is beyond any such scheme. A quantum computer would open everything that
// was recorded.
//
// What a [BlameError] proves depends on what it wraps: ErrMalformed and ErrProof,
// that the seat cheats; ErrRules too, if both were told of the same deals;
// ErrDiverged, that one of those heard so far does; ErrEarly and ErrState, nothing,
// as messages can overtake each other and be sent again. A seat that goes on from
// an old state uses its key twice, against others who conspire: it has to give the
// hand up.
//
// A bare [Key] proves nothing by itself, and decrypts whatever it is given.
//
// # When to use it
//
// Use it for card games without a dealer, between players who are online together
// and where no server must see the cards. Where a server may see them, seedrng with
// shuffle is simpler, and much faster.
//
// # Timing
//
// Work with a [Key] takes time, and accesses memory, independent of the exponent
// and of the cards, as far as filippo.io/bigmod does; or, on amd64 processors with
// AVX-512 IFMA, the assembly of this package, which works on eight cards at once
// and is several times as fast; it reads every entry of a table, whatever the
// exponent. The build tag purego leaves the assembly out. [Key.Shuffle] puts the
// cards in order in the same way; the drawing of the order, by package shuffle, has
// memory accesses that follow it, within 4·n bytes. Secrets aren't wiped from
// memory. Making a proof takes constant time in the same way. Parsing, hashing,
// comparing elements, verifying, primes and TextbookKey take variable time: they
// are for what is public, or known to whoever can time it.
//
// Without the assembly, and in groups other than those of 2048 bits, arithmetic
// takes about twice as long as math/big's, whose time depends on the exponent.
//
// # Randomness, concurrency, compatibility
//
// Keys, orders, nonces, the verifier's weights and the bases of primality tests
// come from crypto/rand; nonces depend on the key and on what is proved as well.
// All types but Hand are immutable and may be used concurrently. No goroutine
// outlives a call. The results of v1 are frozen by testdata/vectors.json.
//
// # References
//
// A. Shamir, R. L. Rivest and L. M. Adleman, "Mental Poker", MIT/LCS/TM-125, 1979.
// R. J. Lipton, "How to Cheat at Mental Poker", 1981. S. Goldwasser and S. Micali,
// "Probabilistic Encryption & How to Play Mental Poker", STOC 1982. R. Fischlin and
// C. P. Schnorr, "Stronger Security Proofs for RSA and Rabin Bits", Journal of
// Cryptology 13, 2000; D. Hofheinz and E. Kiltz, "The Group of Signed Quadratic
// Residues and Applications", CRYPTO 2009, for the group. RFC 3526; RFC 9380. B.
// Terelius and D. Wikström, "Proofs of Restricted Shuffles", AFRICACRYPT 2010; R.
// Haenni, P. Locher, R. Koenig and E. Dubuis, "Pseudo-Code Algorithms for
// Verifiable Re-encryption Mix-Nets", 2017; C. P. Schnorr, 1991; D. Chaum and T. P.
// Pedersen, "Wallet Databases with Observers", CRYPTO 1992, for the proofs. E.
// Marcarelli, "A Fair Game of Blackjack between Two Players", 2010, for the
// published form.
package sra
