package sra

import "math/big"

// A TextbookKey is a player's key of the published scheme, E(x) = x^e mod p, as it
// is in textbooks and in E. Marcarelli's game of blackjack of 2010. It is for
// replaying and auditing games that were played with it. For new games it is
// broken, in that:
//
//   - e is odd, so x^e is a quadratic residue mod p exactly if x is: each card
//     shows one bit (Lipton 1981; Goldwasser and Micali 1982). Of the 52 numbers of
//     that game, 25 are residues mod its prime.
//   - Where cards are small or structured numbers, x·y = z shows as x^e·y^e = z^e,
//     and most of the deck is known at a glance.
//   - Each small factor r of p−1 shows which cards are r-th powers, and then e mod
//     r; if p−1 has many of them, that tells every card. If it has no others, one
//     card and its encryption tell e. One player chooses p.
//   - 0, 1 and p−1 are fixed points, and a player who decrypts what is sent can be
//     asked for any card in disguise.
//   - Keys are exchanged at the end, which opens the cards that were folded.
//   - The game's prime has 128 bits, for which discrete logarithms are a small
//     matter.
//
// Its methods are those of math/big and take time that depends on the key. It isn't
// redacted, as it is meant for keys that have been revealed. The zero value is
// invalid.
type TextbookKey struct{ p, e, d *big.Int }

// NewTextbookKey returns the key with exponent e for the prime p. It returns an
// [ErrMalformed] unless p is an odd prime of at most [MaxBits] bits, by the test
// that [NewGroup] applies to (p−1)/2, and e is positive, of at most MaxBits bits
// too, and coprime to p−1.
func NewTextbookKey(p, e *big.Int) (TextbookKey, error) {
	switch {
	case p == nil || e == nil:
		return TextbookKey{}, malformed("p or e is nil")
	case p.BitLen() > MaxBits || e.BitLen() > MaxBits:
		return TextbookKey{}, malformed("p or e has more than %d bits", MaxBits)
	case !millerRabin(p):
		return TextbookKey{}, malformed("p isn't an odd prime")
	case e.Sign() <= 0:
		return TextbookKey{}, malformed("e isn't positive")
	}
	d := new(big.Int).ModInverse(e, new(big.Int).Sub(p, one))
	if d == nil {
		return TextbookKey{}, malformed("e isn't coprime to p-1")
	}
	return TextbookKey{new(big.Int).Set(p), new(big.Int).Set(e), d}, nil
}

// Inverse returns 1/e mod p−1, which is what the game's players exchange at the
// end.
func (k TextbookKey) Inverse() *big.Int {
	if k.p == nil {
		return nil
	}
	return new(big.Int).Set(k.d)
}

// Encrypt returns x^e mod p. It returns an [ErrMalformed] unless x is in 0 … p−1;
// it accepts 0, 1 and p−1, as the published scheme does.
func (k TextbookKey) Encrypt(x *big.Int) (*big.Int, error) { return k.power(x, k.e) }

// Decrypt returns x^(1/e) mod p, for an x as in Encrypt.
func (k TextbookKey) Decrypt(x *big.Int) (*big.Int, error) { return k.power(x, k.d) }

func (k TextbookKey) power(x, exponent *big.Int) (*big.Int, error) {
	switch {
	case k.p == nil:
		return nil, malformed("the key is missing")
	case x == nil:
		return nil, malformed("x is nil")
	case x.Sign() < 0 || x.Cmp(k.p) >= 0:
		return nil, malformed("x isn't in 0 to p-1")
	}
	return new(big.Int).Exp(x, exponent, k.p), nil
}

// TextbookDeck returns the numbers that stand for the cards in that game: hearts,
// diamonds, clubs and spades, each from two to ten, then jack, queen, king and ace.
func TextbookDeck() [52]int64 { return textbookDeck }

var textbookDeck = [52]int64{
	83457934, 64564563, 23098538, 43985794, 43099738, 39089478, 34587989,
	49387567, 95073848, 13980397, 34928765, 46732865, 23768564,

	58638745, 23576725, 29865747, 43568275, 25687293, 23758979, 25687538,
	23049792, 23874582, 12984908, 45982639, 10293897, 98763482,

	98563847, 32560234, 98560239, 84796325, 80470326, 98756240, 69573264,
	56325761, 23059817, 49484031, 98276456, 21305968, 53098127,

	10928734, 68592487, 13897865, 42314568, 97087426, 54233746, 39824781,
	59328741, 24691253, 75218738, 46051982, 73513287, 45682763,
}
