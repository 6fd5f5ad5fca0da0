package sites

import (
	"crypto/sha512"
	"fmt"
	"iter"
)

// A CryptoGamesDigest is the SHA-512 that fixes one hand of video poker at
// Crypto.Games (SPEC.md, section 3.6).
type CryptoGamesDigest [sha512.Size]byte

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

// A CryptoGamesOutcome says what became of one byte of a digest.
type CryptoGamesOutcome uint8

const (
	CryptoGamesDrawn      CryptoGamesOutcome = iota // it gives the next card
	CryptoGamesOutOfRange                           // its value is above 51
	CryptoGamesRepeat                               // its card has been drawn before
)

// String returns "card", "out of range" or "repeat".
func (o CryptoGamesOutcome) String() string {
	switch o {
	case CryptoGamesDrawn:
		return "card"
	case CryptoGamesOutOfRange:
		return "out of range"
	case CryptoGamesRepeat:
		return "repeat"
	}
	return fmt.Sprintf("CryptoGamesOutcome(%d)", uint8(o))
}

// A CryptoGamesStep is one step of the walk over a digest.
type CryptoGamesStep struct {
	Byte    byte // of the digest
	Value   int  // Byte mod 100; where Outcome is CryptoGamesDrawn, the card
	Outcome CryptoGamesOutcome
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
				step.Outcome = CryptoGamesOutOfRange
			case drawn&bit != 0:
				step.Outcome = CryptoGamesRepeat
			default:
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
		if step.Outcome == CryptoGamesDrawn {
			dst = append(dst, step.Value)
		}
	}
	if n = len(dst) - n; n < cryptoGamesCards {
		return dst, fmt.Errorf("%w: the digest holds %d different cards, not %d", ErrExhausted, n, cryptoGamesCards)
	}
	return dst, nil
}
