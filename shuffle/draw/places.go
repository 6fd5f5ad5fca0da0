package draw

import (
	"bytes"
	"math/bits"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/stream"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/shuffle"
)

// Draw returns the positions in the list that win, first place first: the winners, then the
// substitutes. It returns an [ErrRound] if the value isn't of the announced round, and an
// [ErrMismatch] if the list isn't the announced one.
func (a *Announcement) Draw(list *List, value Value) ([]int, error) {
	if list.isZero() {
		return nil, wrap.Errorf(ErrMalformed, "no List")
	}
	src, err := a.source(value)
	if err == nil {
		err = a.CheckList(list)
	}
	switch {
	case err != nil:
		return nil, err
	case a.weighted:
		return drawWeighted(src, list.entries, a.top.sum, a.Places()), nil
	}
	return drawUniform(src, a.entries, a.Places()), nil
}

// CheckPlaces checks what [Announcement.Draw] gives, without the list: that the entries of
// the proofs have the first places, in order. There may be proofs for fewer than all places. That
// an entry is in the list once, only the list shows.
// It returns an [ErrRound] if the value isn't of the announced round, and an [ErrMismatch] if a
// proof or a place is wrong, or if the entries aren't in the order of a list. Without weights,
// it needs four bytes for each announced entry; with weights, the time grows with the square of
// the number of proofs.
func (a *Announcement) CheckPlaces(value Value, proofs []Proof) error {
	if err := a.check(proofs...); err != nil {
		return err
	}
	if len(proofs) < 1 || len(proofs) > a.Places() {
		return wrap.Errorf(ErrMalformed, "%d proofs for %d places", len(proofs), a.Places())
	}
	src, err := a.source(value)
	if err != nil {
		return err
	}
	shares := make([]share, len(proofs))
	for i, p := range proofs {
		before, err := a.share(p)
		if err != nil {
			return err
		}
		shares[i] = share{before, p.entry.Weight}
	}
	if err := a.checkOrder(proofs); err != nil {
		return err
	}
	right := 0 // how many places
	if a.weighted {
		right = rightShares(src, shares, a.top.sum)
	} else {
		positions := drawUniform(src, a.entries, len(proofs))
		for right < len(proofs) && proofs[right].position == positions[right] {
			right++
		}
	}
	if right < len(proofs) {
		return wrap.Errorf(ErrMismatch, "place %d isn't entry %q", right+1, proofs[right].entry.Data)
	}
	return nil
}

// checkOrder returns an [ErrMismatch] if entries of proofs aren't in the order of their
// positions, so that one could have two places: that no list is, but a tree can be.
func (a *Announcement) checkOrder(proofs []Proof) error {
	sorted := slices.SortedFunc(slices.Values(proofs), func(p, q Proof) int { return p.position - q.position })
	for i, p := range sorted[1:] {
		c := compare(sorted[i].entry, p.entry)
		if c > 0 || a.repeats != tickets && bytes.Equal(sorted[i].entry.Data, p.entry.Data) {
			return wrap.Errorf(ErrMismatch, "entries %q and %q are out of order", sorted[i].entry.Data, p.entry.Data)
		}
	}
	return nil
}

var streamErrors = &stream.Errors{Malformed: ErrMalformed, Exhausted: ErrMalformed}

// source returns the stream that the announcement and the round's value determine.
func (a *Announcement) source(v Value) (*stream.Stream, error) {
	if err := a.check(); err != nil {
		return nil, err
	}
	if v == (Value{}) {
		return nil, wrap.Errorf(ErrMalformed, "no Value")
	}
	if v.Beacon != a.terms.Beacon || v.Round != a.terms.Round || !v.Time.Equal(a.terms.Time) {
		return nil, wrap.Errorf(ErrRound, "round %d of %q at %v, not round %d of %q at %v", v.Round, v.Beacon, v.Time.UTC().Format(timeLayout),
			a.terms.Round, a.terms.Beacon, a.terms.Time.Format(timeLayout))
	}
	digest := a.Digest()
	prefix := append(field.Append(nil, streamLabel), digest[:]...)
	return stream.New(stream.NewKey(v.Randomness[:]), prefix, streamErrors), nil
}

// drawUniform deals positions as cards, so that later places don't change earlier ones.
func drawUniform(src *stream.Stream, entries, places int) []int {
	deck := make([]uint32, entries)
	for i := range deck {
		deck[i] = uint32(i)
	}
	positions := make([]int, 0, places)
	for position := range shuffle.Deal(src, deck) {
		if positions = append(positions, int(position)); len(positions) == places {
			break
		}
	}
	return positions
}

// drawWeighted draws each place among the entries that have none yet, by a Fenwick tree of
// their weights: sums[i] is the sum of those from i − lowest bit of i up to and without i.
func drawWeighted(src *stream.Stream, entries []Entry, total uint64, places int) []int {
	sums := make([]uint64, len(entries)+1)
	for i := 1; i < len(sums); i++ {
		sums[i] += entries[i-1].Weight
		if above := i + i&-i; above < len(sums) {
			sums[above] += sums[i]
		}
	}
	positions := make([]int, places)
	for place := range positions {
		ticket, position := src.Uint64N(total), 0
		for step := 1 << (bits.Len(uint(len(entries))) - 1); step > 0; step >>= 1 {
			if next := position + step; next < len(sums) && sums[next] <= ticket {
				position = next
				ticket -= sums[next]
			}
		}
		positions[place] = position
		weight := entries[position].Weight
		total -= weight
		for i := position + 1; i < len(sums); i += i & -i {
			sums[i] -= weight
		}
	}
	return positions
}
