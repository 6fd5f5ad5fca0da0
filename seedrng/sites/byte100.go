package sites

import (
	"encoding/hex"
	"fmt"
	"math/big"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// byte100 takes each byte mod 100, if that is below N and new: for a shuffle of cards.
type byte100 struct{ stream }

func (*byte100) kind() string { return "byte100" }

func (*byte100) below(*run, uint64) (uint64, error) { return 0, errNoNumbers }

// deal takes count different values below n from the bytes of the digest.
func (*byte100) deal(r *run, n, count uint64) error {
	if count != cryptoGamesCards || n != 52 {
		panic("sites: byte100 deals ten cards")
	}
	r.sum(&r.plan.bytes, r.cursor)
	d := CryptoGamesDigest(r.digest)
	for s := range d.Steps() {
		drawn := s.Outcome == drawnCard
		if drawn {
			r.out = append(r.out, int64(s.Value))
		}
		if r.tracing && drawn {
			r.numbered(uint64(s.Value), "byte %s mod 100", hex.EncodeToString([]byte{s.Byte}))
		} else if r.tracing {
			r.step("rejected", fmt.Sprintf("byte %s mod 100 = %d: %v", hex.EncodeToString([]byte{s.Byte}), s.Value, s.Outcome), "")
		}
	}
	if len(r.out) < cryptoGamesCards {
		return wrap.Errorf(ErrExhausted, "the digest holds %d different cards, not %d", len(r.out), cryptoGamesCards)
	}
	return nil
}

func (*byte100) atLeast(*run, uint64, uint64) *big.Rat { return nil }

func (*byte100) explain() string {
	return "Each byte of the hash is taken mod 100. If that is a card which hasn't been drawn, it is the next card. "
}
