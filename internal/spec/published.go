package spec

import (
	"fmt"
	"slices"
)

// commit/hexchain/SPEC.md: the text so many steps before one.
func hexchainBefore(text string, steps int) string {
	for range steps {
		text = shaHex(text)
	}
	return text
}

// seedrng/sites/SPEC.md, section 3.6: ten cards of a digest, and an account of each byte read.
func cryptoGames(digest string) (cards []int, steps []string) {
	cards = []int{} // not null
	for _, b := range []byte(digest) {
		if len(cards) == 10 {
			break
		}
		v := int(b) % 100
		outcome := "card"
		switch {
		case v > 51:
			outcome = "out of range"
		case slices.Contains(cards, v):
			outcome = "repeat"
		default:
			cards = append(cards, v)
		}
		steps = append(steps, fmt.Sprintf("%02x %d %s", b, v, outcome))
	}
	return cards, steps
}
