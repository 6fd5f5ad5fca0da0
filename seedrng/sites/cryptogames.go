package sites

import (
	"crypto/sha512"
	"iter"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A CryptoGamesDigest is the SHA-512 that fixes one hand of video poker at
// Crypto.Games (SPEC.md, section 3.6).
type CryptoGamesDigest [sha512.Size]byte

// drawnCard is the outcome of a byte that gives a card.
const drawnCard = "card"

// cryptoGamesCards is the number of cards in a hand.
const cryptoGamesCards = 10

// CryptoGames returns SHA-512(server seed ‖ client seed). Each seed is 1 to 1,024
// bytes of UTF-8; any other is an [ErrMalformed].
func CryptoGames(serverSeed, clientSeed string) (CryptoGamesDigest, error) {
	if err := checkSeeds(serverSeed, clientSeed); err != nil {
		return CryptoGamesDigest{}, err
	}
	var short [128]byte // on the stack; longer seeds cost an allocation
	msg := append(short[:0], serverSeed...)
	msg = append(msg, clientSeed...)
	return sha512.Sum512(msg), nil
}

// A CryptoGamesStep is one step of the walk over a digest.
type CryptoGamesStep struct {
	Byte    byte   // of the digest
	Value   int    // Byte mod 100
	Outcome string // "card" if Value is the next card, "out of range" above 51, "repeat" if it has been drawn before
}

// Steps walks the digest from its first byte to the one that gives the tenth card,
// or to its end.
func (d *CryptoGamesDigest) Steps() iter.Seq[CryptoGamesStep] {
	return func(yield func(CryptoGamesStep) bool) {
		var drawn uint64
		for i, cards := 0, 0; i < len(d) && cards < cryptoGamesCards; i++ {
			step := CryptoGamesStep{Byte: d[i], Value: int(d[i] % 100)}
			switch bit := uint64(1) << step.Value; {
			case step.Value > 51:
				step.Outcome = "out of range"
			case drawn&bit != 0:
				step.Outcome = "repeat"
			default:
				step.Outcome = drawnCard
				drawn |= bit
				cards++
			}
			if !yield(step) {
				return
			}
		}
	}
}

// AppendCards appends the ten cards of the hand to dst: five dealt from left to
// right, then five to draw, in order. Card c has rank c mod 13 (0 ace, 1 deuce, … 9
// ten, 10 jack, 11 queen, 12 king) and suit c div 13 (0 spades, 1 hearts, 2
// diamonds, 3 clubs). If the digest holds fewer than ten, it appends those and
// returns an [ErrExhausted].
func (d *CryptoGamesDigest) AppendCards(dst []int) ([]int, error) {
	n := len(dst)
	for step := range d.Steps() {
		if step.Outcome == drawnCard {
			dst = append(dst, step.Value)
		}
	}
	if n = len(dst) - n; n < cryptoGamesCards {
		return dst, wrap.Errorf(ErrExhausted, "the digest holds %d different cards, not %d", n, cryptoGamesCards)
	}
	return dst, nil
}
