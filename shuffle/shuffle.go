package shuffle

import (
	"iter"
	"math/bits"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Source returns uniform 64-bit words. [math/rand/v2.Source] has the same method,
// so its generators serve, as does a Stream of package seedrng.
type Source interface {
	Uint64() uint64
}

// MaxLen is the largest number of elements that can be shuffled.
const MaxLen = 1 << 32

// Slice shuffles s in place. Every permutation is equally likely if the words of
// src are independent and uniform, and it is the one that SPEC.md defines for them.
//
// The result depends on the order in which s was before. Others can replay it only
// from the same order, so a deck that is used for a second round must be put back in
// its first order: where that can be forgotten, use [Perm] and [Apply], which leave
// the deck alone.
//
// Slice panics with an [ErrMalformed] if src is nil or s is longer than [MaxLen].
func Slice[S Source, T any](src S, s []T) {
	must(check(src, len(s)))
	for b := uint64(len(s)); b > 1; {
		g := groupAt(b)
		word := draw(src, g)
		for b > g.end {
			var j uint64
			j, word = bits.Mul64(word, b)
			b--
			s[b], s[j] = s[j], s[b]
		}
	}
}

// Shuffle shuffles n elements by calling swap, with the same result as [Slice]; i
// and j may be equal. It panics with an [ErrMalformed] if src is nil or n isn't in
// 0 … [MaxLen].
func Shuffle[S Source](src S, n int, swap func(i, j int)) {
	must(check(src, n))
	for b := uint64(n); b > 1; {
		g := groupAt(b)
		word := draw(src, g)
		for b > g.end {
			var j uint64
			j, word = bits.Mul64(word, b)
			b--
			swap(int(b), int(j))
		}
	}
}

// Deal returns an iterator that shuffles the deck while it deals it from the end:
// the cards come as in deck[len(deck)-1], deck[len(deck)-2], … after [Slice] with
// the same source, and words are taken when cards need them. It saves time where
// the deck is large or words are costly; a deck of 52 is shuffled whole just as fast.
//
// The iterator is single-use: a later loop over it continues with the next card, and
// so does a loop inside another. Cards that were dealt stand at the end of deck, the
// others before them; don't change deck in between. As with [Slice], the cards depend
// on the order in which deck was before. Deal panics with an [ErrMalformed] if src is
// nil or deck is longer than [MaxLen].
func Deal[S Source, T any](src S, deck []T) iter.Seq[T] {
	must(check(src, len(deck)))
	d := &dealer[S, T]{src: src, deck: deck, bound: uint64(len(deck)), end: uint64(len(deck))}
	return d.deal
}

// A dealer is a shuffle that stops after each card.
type dealer[S Source, T any] struct {
	src   S
	deck  []T
	bound uint64 // the next one
	end   uint64 // of its group; equal to bound if that starts a group
	word  uint64 // what the bounds of the group have left of their word
}

func (d *dealer[S, T]) deal(yield func(T) bool) {
	for d.bound > 0 {
		if d.bound == d.end && d.bound > 1 {
			g := groupAt(d.bound)
			d.word, d.end = draw(d.src, g), g.end
		}
		var j uint64
		j, d.word = bits.Mul64(d.word, d.bound) // at bound 1, j is 0
		d.bound--
		i := d.bound
		d.deck[i], d.deck[j] = d.deck[j], d.deck[i]
		if !yield(d.deck[i]) {
			return
		}
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func check[S Source](src S, n int) error {
	if any(src) == nil { // a typed nil isn't found: it panics where it is called
		return wrap.Errorf(ErrMalformed, "nil source")
	}
	if uint64(n) > MaxLen { // so is a negative one
		return wrap.Errorf(ErrMalformed, "%d elements, not 0 to 2^32", n)
	}
	return nil
}
