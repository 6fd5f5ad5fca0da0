package sites

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// reject makes w mod N, of the first word of the number's digest that isn't rejected.
type reject struct {
	cursorUse
	Top   uint64 `json:"top,omitempty"`   // words from Top − Top mod N on are rejected
	Retry uint64 `json:"retry,omitempty"` // what the cursor goes up by when a whole digest is rejected
}

// maxRetries is how many digests in a row a number may reject. Each fails with probability
// below 10^−20.
const maxRetries = 16

func (*reject) kind() string { return "reject" }

func (d *reject) below(r *run, n uint64) (uint64, error) {
	ceiling := d.Top - d.Top%n
	k := r.cursor
	r.cursor++
	for range maxRetries {
		r.sum(&r.plan.bytes, k)
		if v, ok := r.acceptable(n, ceiling); ok {
			return v, nil
		}
		if !r.plan.bytes.cursor {
			break
		}
		k += d.Retry
	}
	return 0, wrap.Errorf(ErrExhausted, "every word is rejected")
}

// acceptable returns the first word of the digest below the ceiling, mod n.
func (r *run) acceptable(n, ceiling uint64) (v uint64, ok bool) {
	for i := 0; i < len(r.digest); i += 4 {
		w := uint64(binary.BigEndian.Uint32(r.digest[i:]))
		if w < ceiling {
			if r.tracing {
				r.numbered(w%n, "word %08x: mod %d", w, n)
			}
			return w % n, true
		}
		if r.tracing {
			r.step("rejected", fmt.Sprintf("word %08x isn't below %d", w, ceiling), "")
		}
	}
	return 0, false
}

func (*reject) atLeast(_ *run, n, i uint64) *big.Rat { return ratio(n-i, n) }

func (*reject) explain() string {
	return new(wordsMod).explain() + "Words above the last multiple of N are rejected, as they would favour low numbers. "
}

func (d *reject) parameters(def *definition, add func(string, bool)) {
	d.cursorUse.parameters(def, add)
	add("numbers.top", true)
	add("numbers.retry", def.Bytes.cursor())
}
