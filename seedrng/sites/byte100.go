package sites

import (
	"encoding/hex"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// byte100 takes each byte mod 100, if that is a card and new: for the hands of Crypto.Games.
type byte100 struct{ cursorUse }

func (*byte100) kind() string { return "byte100" }

func (*byte100) deals(n, count *num) bool {
	return n.Field == "" && n.Value == 52 && count.Field == "" && count.Value == cryptoGamesCards
}

// deal takes the cards from the bytes of the digest.
func (*byte100) deal(r *run, _ uint64, first int64) error {
	r.list = r.list[:0]
	r.sum(&r.plan.bytes, r.cursor)
	d := CryptoGamesDigest(r.digest)
	for s := range d.Steps() {
		drawn := s.Outcome == drawnCard
		if drawn {
			r.list = append(r.list, first+int64(s.Value))
		}
		if r.tracing && drawn {
			r.numbered(uint64(s.Value), "byte %s mod 100", hex.EncodeToString([]byte{s.Byte}))
		} else if r.tracing {
			r.step("rejected", fmt.Sprintf("byte %s mod 100 = %d: %v", hex.EncodeToString([]byte{s.Byte}), s.Value, s.Outcome), "")
		}
	}
	if len(r.list) < cryptoGamesCards {
		return wrap.Errorf(ErrExhausted, "the digest holds %d different cards, not %d", len(r.list), cryptoGamesCards)
	}
	return nil
}

func (*byte100) even() bool { return true }

func (*byte100) explain() string {
	return "Each byte of the hash is taken mod 100. If that is a card which hasn't been drawn, it is the next card. "
}
