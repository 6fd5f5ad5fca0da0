// Package sra encrypts decks of cards so that players can shuffle and deal among
// themselves: their layers of encryption commute, and come off in any order, so
// nobody needs to see a card that isn't theirs.
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
// Two players, and a position of the final deck that is to be B's:
//
//	A                                                    B
//	PublicDeck, GenerateKey                              PublicDeck, GenerateKey
//	Shuffle                  ───── deck ─────▶           ParseDeck
//	ParseDeck                ◀──── deck ──────           Shuffle: the final deck
//	Select, Decrypt          ───── deck of one ─────▶    ParseDeck
//	                                                     Decrypt, Index in PublicDeck
//
// With more players, the deck goes through the hands of each, and each but B takes
// its layer off.
//
// # Guarantees
//
// Against players who follow these steps and want to know more than is theirs: a
// deck under a key that they don't have tells nothing of which card is which. This
// holds if Diffie–Hellman triples in the group can't be told from random ones
// (DDH), the hash behaves like a random oracle, and the key is used for one hand.
// It takes all other players together to see a card that isn't theirs, and none of
// them can choose the order if one shuffles honestly.
//
// Against whoever sends numbers: 0, 1, numbers that aren't in the group, repeated
// cards and decks of another size are refused, and so are groups of primes that
// aren't safe. Each number that is accepted is a member of a group of prime order.
//
// # Not guaranteed
//
// Nothing here proves that a peer did its step: it can encrypt other cards than it
// was given, or take off a layer wrongly, to have a card that doesn't open, or to
// learn, by what it asks to have decrypted, a card that isn't its own. Where keys
// are exchanged at the end, that is found out then; but it opens the cards that
// were folded as well.
//
// Seats that share their cards, a player who leaves with its key, and traffic
// analysis are beyond any such scheme. Peers aren't authenticated; the transport
// does that. A quantum computer would open everything that was recorded.
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
// and of the cards, as far as filippo.io/bigmod does. [Key.Shuffle] puts the cards
// in order in the same way; the drawing of the order, by package shuffle, has
// memory accesses that follow it, within 4·n bytes. Secrets aren't wiped from
// memory. Parsing, hashing, comparing and finding elements, primes and TextbookKey
// take variable time: they are for what is public, or known to whoever can time it.
//
// In groups other than those of 2048 bits the portable arithmetic takes about twice
// as long as math/big, whose time depends on the exponent.
//
// # Randomness, concurrency, compatibility
//
// Keys, orders and the bases of primality tests come from crypto/rand. All types
// are immutable and may be used concurrently. No goroutine outlives a call. The
// results of v1 are frozen by testdata/vectors.json.
//
// # References
//
// A. Shamir, R. L. Rivest and L. M. Adleman, "Mental Poker", MIT/LCS/TM-125, 1979.
// R. J. Lipton, "How to Cheat at Mental Poker", 1981. S. Goldwasser and S. Micali,
// "Probabilistic Encryption & How to Play Mental Poker", STOC 1982. R. Fischlin and
// C. P. Schnorr, "Stronger Security Proofs for RSA and Rabin Bits", Journal of
// Cryptology 13, 2000; D. Hofheinz and E. Kiltz, "The Group of Signed Quadratic
// Residues and Applications", CRYPTO 2009, for the group. RFC 3526; RFC 9380.
// E. Marcarelli, "A Fair Game of Blackjack between Two Players", 2010, for the
// published form.
package sra
