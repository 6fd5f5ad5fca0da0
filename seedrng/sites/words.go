package sites

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"strings"
)

// A stream says which cursors numbers are made of.
type stream struct {
	Start uint64 `json:"start,omitempty"` // the first
	Fresh bool   `json:"fresh,omitempty"` // each number takes one of its own, and the first word of its digest
}

func (s *stream) cursors() (start uint64, fresh bool) { return s.Start, s.Fresh }

// parameters are those of all numbers.
func (s *stream) parameters(d *definition, add func(string, bool)) {
	add("numbers.kind", d.Map.asks().below)
	s.cursorParameters(d, add)
}

func (s *stream) cursorParameters(d *definition, add func(string, bool)) {
	add("numbers.start", d.Bytes.cursor() && !d.Map.asks().placed)
}

// cursor reports whether the message has a cursor.
func (h *hashing) cursor() bool { return strings.Contains(h.Message, "{k}") }

// word returns the next 32 bits, big-endian, of the digests of the cursors in turn.
func (r *run) word() uint32 {
	if r.pos+4 > len(r.digest) || r.plan.fresh {
		r.sum(&r.plan.bytes, r.cursor)
		r.cursor++
		r.pos = 0
	}
	w := binary.BigEndian.Uint32(r.digest[r.pos:])
	r.pos += 4
	return w
}

// numbered takes a step to a number.
func (r *run) numbered(v uint64, format string, args ...any) {
	r.step("number", fmt.Sprintf(format, args...), fmt.Sprint(v))
}

// manyWords is how many words there are.
const manyWords = 1 << 32

// words are ⌊N·w/2^32⌋, w a word.
type words struct{ stream }

func (*words) kind() string { return "words" }

func (*words) below(r *run, n uint64) (uint64, error) {
	w := r.word()
	v := scaled(w, n)
	if r.tracing {
		r.numbered(v, "word %08x: ⌊w·%d/2^32⌋", w, n)
	}
	return v, nil
}

func scaled(w uint32, n uint64) uint64 { return uint64(w) * n >> 32 }

func (*words) atLeast(_ *run, n, i uint64) *big.Rat {
	return ratio(manyWords-ceilDiv(i*manyWords, n), manyWords)
}

func (*words) explain() string {
	return "Every four bytes of the hash are a word w, which is scaled down to a number below N: ⌊N·w/2^32⌋. "
}

func (s *words) parameters(d *definition, add func(string, bool)) { s.scaledParameters(d, add) }

// scaledParameters are those of words that are scaled.
func (s *stream) scaledParameters(d *definition, add func(string, bool)) {
	asked := d.Map.asks()
	add("numbers.kind", asked.below)
	add("numbers.ties", asked.below && asked.even)
	s.cursorParameters(d, add)
	add("numbers.fresh", d.Bytes.cursor() && asked.several)
}

// wordsCeil are ⌈N·w/2^32⌉ − 1, and 0 for w = 0.
type wordsCeil struct{ stream }

func (*wordsCeil) kind() string { return "words-ceil" }

func (*wordsCeil) below(r *run, n uint64) (uint64, error) {
	w := r.word()
	v := scaledUp(w, n)
	if r.tracing {
		r.numbered(v, "word %08x: ⌈w·%d/2^32⌉ − 1", w, n)
	}
	return v, nil
}

func scaledUp(w uint32, n uint64) uint64 { return scaled(max(w, 1)-1, n) }

// atLeast: the word 0 is like the word 1.
func (*wordsCeil) atLeast(_ *run, n, i uint64) *big.Rat {
	switch i {
	case 0:
		return big.NewRat(1, 1)
	case n:
		return new(big.Rat)
	}
	return ratio(manyWords-ceilDiv(i*manyWords, n)-1, manyWords)
}

func (*wordsCeil) explain() string {
	return "Every four bytes of the hash are a word w, which is scaled down to a number below N: ⌈N·w/2^32⌉ − 1. "
}

func (s *wordsCeil) parameters(d *definition, add func(string, bool)) { s.scaledParameters(d, add) }

// wordsMod are w mod N.
type wordsMod struct{ stream }

func (*wordsMod) kind() string { return "words-mod" }

func (*wordsMod) below(r *run, n uint64) (uint64, error) {
	w := r.word()
	v := uint64(w) % n
	if r.tracing {
		r.numbered(v, "word %08x: mod %d", w, n)
	}
	return v, nil
}

func (*wordsMod) atLeast(_ *run, n, i uint64) *big.Rat { return residues(manyWords, n, i) }

func (*wordsMod) explain() string {
	return "Every four bytes of the hash are a word w, and its remainder mod N is the number. "
}

func (s *wordsMod) parameters(d *definition, add func(string, bool)) {
	s.stream.parameters(d, add)
	add("numbers.fresh", d.Bytes.cursor() && d.Map.asks().several)
}

func ceilDiv(a, b uint64) uint64 { return (a + b - 1) / b }

func ratio(a, b uint64) *big.Rat {
	return new(big.Rat).SetFrac(new(big.Int).SetUint64(a), new(big.Int).SetUint64(b))
}

// residues returns the share of 0 … total − 1 whose remainder mod n is i or more.
func residues(total, n, i uint64) *big.Rat {
	q, rest := total/n, total%n
	share := new(big.Int).Mul(new(big.Int).SetUint64(q), new(big.Int).SetUint64(n-i))
	if rest > i {
		share.Add(share, new(big.Int).SetUint64(rest-i))
	}
	return new(big.Rat).SetFrac(share, new(big.Int).SetUint64(total))
}
