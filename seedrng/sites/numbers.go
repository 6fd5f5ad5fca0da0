package sites

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/bits"
)

// maxRetries is how many digests in a row Reject takes for one number. Each fails with
// probability below 10^−20.
const maxRetries = 16

// word returns the next 32 bits.
func (r *run) word() uint32 {
	if r.pos+4 > len(r.digest) || r.plan.game.def.Numbers.Fresh {
		r.sum(&r.plan.bytes, r.cursor)
		r.cursor++
		r.pos = 0
	}
	w := binary.BigEndian.Uint32(r.digest[r.pos:])
	r.pos += 4
	return w
}

// below returns the next number below n, at least 1.
func (r *run) below(n uint64) (uint64, error) {
	numbers := &r.plan.game.def.Numbers
	switch numbers.Kind {
	case byWords, byWordsCeil, byWordsMod:
		w := r.word()
		v := wordBelow(numbers.Kind, w, n)
		if r.tracing {
			r.step("number", fmt.Sprintf(wordTexts[numbers.Kind], w, n), fmt.Sprint(v))
		}
		return v, nil
	case byReject:
		return r.reject(n)
	}
	r.sum(&r.plan.bytes, r.cursor)
	switch numbers.Kind {
	case byHex5:
		return r.hex5(n), nil
	case byHex15:
		v := r.top(15) % n
		if r.tracing {
			r.step("number", fmt.Sprintf("first 15 hex digits %015x = %d, mod %d", r.top(15), r.top(15), n), fmt.Sprint(v))
		}
		return v, nil
	case byWindow53:
		at := int(r.top(15) % 47)
		y := nibbles(r.digest, at, 14) >> 3
		v, _ := bits.Mul64(y<<11, n) // ⌊y·n/2^53⌋
		if r.tracing {
			r.step("number", fmt.Sprintf("first 15 hex digits mod 47 = %d; 14 digits from there, shifted right by 3: y = %d; y·%d/2^53", at, y, n), fmt.Sprint(v))
		}
		return v, nil
	case byRounded32:
		w := binary.BigEndian.Uint32(r.digest)
		v := rounded32(w, n)
		if r.tracing {
			r.step("number", fmt.Sprintf("word %08x = %d, times %d/(2^32 − 1), rounded", w, w, n-1), fmt.Sprint(v))
		}
		return v, nil
	}
	panic("sites: numbers of kind " + numbers.Kind)
}

var wordTexts = map[numberKind]string{
	byWords:     "word %08x: ⌊w·%d/2^32⌋",
	byWordsCeil: "word %08x: ⌈w·%d/2^32⌉ − 1",
	byWordsMod:  "word %08x: mod %d",
}

func wordBelow(kind numberKind, w uint32, n uint64) uint64 {
	switch kind {
	case byWordsMod:
		return uint64(w) % n
	case byWordsCeil:
		if w > 0 {
			w--
		}
	}
	return uint64(w) * n >> 32
}

// rounded32 rounds w·(n−1)/(2^32−1) to the nearest integer. The site divides doubles; no
// quotient is near enough to a half that its rounding could matter: twice the dividend
// is even, an odd multiple of 2^32−1 is odd, so the distance is at least 1.1·10^−10.
func rounded32(w uint32, n uint64) uint64 {
	const d = 1<<32 - 1
	return (2*uint64(w)*(n-1) + d) / (2 * d)
}

func (r *run) reject(n uint64) (uint64, error) {
	numbers := &r.plan.game.def.Numbers
	ceiling := numbers.Top - numbers.Top%n
	k := r.cursor
	r.cursor++
	for range maxRetries {
		r.sum(&r.plan.bytes, k)
		for i := 0; i < len(r.digest); i += 4 {
			w := uint64(binary.BigEndian.Uint32(r.digest[i:]))
			if w < ceiling {
				if r.tracing {
					r.step("number", fmt.Sprintf("word %08x: mod %d", w, n), fmt.Sprint(w%n))
				}
				return w % n, nil
			}
			if r.tracing {
				r.step("rejected", fmt.Sprintf("word %08x isn't below %d", w, ceiling), "")
			}
		}
		if !r.plan.bytes.cursor {
			break
		}
		k += numbers.Retry
	}
	return 0, fmt.Errorf("%w: every word is rejected", ErrExhausted)
}

// hex5 reads groups of five hex digits.
func (r *run) hex5(n uint64) uint64 {
	for i := 0; i+5 <= 2*len(r.digest); i += 5 {
		g := nibbles(r.digest, i, 5)
		if g < 1e6 {
			if r.tracing {
				r.step("number", fmt.Sprintf("hex digits %05x = %d, mod %d", g, g, n), fmt.Sprint(g%n))
			}
			return g % n
		}
		if r.tracing {
			r.step("rejected", fmt.Sprintf("hex digits %05x = %d aren't below 1000000", g, g), "")
		}
	}
	return n - 1
}

// top returns the first n hex digits of the digest, at most 16.
func (r *run) top(n int) uint64 { return binary.BigEndian.Uint64(r.digest) >> (64 - 4*n) }

// nibbles returns n hex digits from place i on, at most 16.
func nibbles(digest []byte, i, n int) (v uint64) {
	for ; n > 0; i, n = i+1, n-1 {
		c := digest[i/2]
		if i%2 == 0 {
			c >>= 4
		}
		v = v<<4 | uint64(c&15)
	}
	return v
}

// modDigest returns the digest, as one number, mod m.
func modDigest(digest []byte, m uint64) (v uint64) {
	for _, b := range digest {
		v = (v<<8 | uint64(b)) % m
	}
	return v
}

// byte100 takes count different values below n from the bytes of the digest, mod 100.
func (r *run) byte100(n, count uint64) error {
	if count != cryptoGamesCards || n != 52 {
		panic("sites: byte100 deals ten cards")
	}
	r.sum(&r.plan.bytes, 0)
	d := CryptoGamesDigest(r.digest)
	for s := range d.Steps() {
		switch {
		case s.Outcome == drawnCard:
			r.out = append(r.out, int64(s.Value))
			if r.tracing {
				r.step("number", fmt.Sprintf("byte %s mod 100", hex.EncodeToString([]byte{s.Byte})), fmt.Sprint(s.Value))
			}
		case r.tracing:
			r.step("rejected", fmt.Sprintf("byte %s mod 100 = %d: %v", hex.EncodeToString([]byte{s.Byte}), s.Value, s.Outcome), "")
		}
	}
	if len(r.out) < cryptoGamesCards {
		return fmt.Errorf("%w: the digest holds %d different cards, not %d", ErrExhausted, len(r.out), cryptoGamesCards)
	}
	return nil
}
