package sites

import (
	"math/big"
)

// manyWords is how many words there are.
const manyWords = 1 << 32

// words makes ⌊N·w/2^32⌋ of a word w.
type words struct{ cursorUse }

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

// wordsCeil makes ⌈N·w/2^32⌉ − 1 of a word w, and 0 of w = 0.
type wordsCeil struct{ cursorUse }

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

// wordsMod makes w mod N of a word w.
type wordsMod struct{ cursorUse }

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
	s.cursorUse.parameters(d, add)
	add("numbers.fresh", d.Bytes.cursor() && d.Map.asks().several)
}
