package draw

import (
	"bytes"
	"math/bits"
	"slices"
	"sort"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Limits of lists.
const (
	MaxEntries  = 10_000_000
	MaxEntryLen = 1024 // bytes
)

// A List is the entries of a draw in their one order, by bytes and then by weight. It never
// changes.
type List struct {
	entries  []Entry // in a list without weights, each weighs 1
	weighted bool
	repeats  repeats
	levels   [][]node // of the tree, from the nodes over chunks of entries to the top
}

// repeats is what a list does with equal entries, as the announcement writes it.
type repeats string

const (
	distinct repeats = "no"
	tickets  repeats = "yes"
	joined   repeats = "joined"
)

// NewList sorts a copy of 1 to [MaxEntries] entries, no two of the same bytes. Either every
// entry has a weight, and their sum is below 2⁶⁴, or none has, and all have the same chance.
// Anything else is an [ErrMalformed].
func NewList(entries []Entry) (*List, error) { return newList(entries, distinct) }

// NewTicketList is [NewList] for lists in which entries may be repeated, as those of a
// person with several tickets are. The announcement says that they may.
func NewTicketList(entries []Entry) (*List, error) { return newList(entries, tickets) }

// NewJoinedList is [NewList] for tickets of which a person may have several, and win at most
// one place: equal entries are joined into one, whose weight is the sum of theirs. Tickets
// without weights count 1 each; the list has weights either way, and the announcement says
// that it is joined.
func NewJoinedList(entries []Entry) (*List, error) { return newList(entries, joined) }

func newList(entries []Entry, repeats repeats) (*List, error) {
	if len(entries) < 1 || len(entries) > MaxEntries {
		return nil, wrap.Errorf(ErrMalformed, "%d entries, not 1 to %d", len(entries), MaxEntries)
	}
	size := 0
	for i, e := range entries {
		if len(e.Data) < 1 || len(e.Data) > MaxEntryLen {
			return nil, wrap.Errorf(ErrMalformed, "entry %d has %d bytes, not 1 to %d", i+1, len(e.Data), MaxEntryLen)
		}
		size += len(e.Data)
	}
	l := &List{entries: make([]Entry, len(entries)), weighted: entries[0].Weight != 0, repeats: repeats}
	data := make([]byte, 0, size)
	var total uint64
	for i, e := range entries {
		if (e.Weight != 0) != l.weighted {
			return nil, wrap.Errorf(ErrMalformed, "entry %d: some entries have weights, and some have none", i+1)
		}
		if !l.weighted {
			e.Weight = 1
		}
		var carry uint64
		if total, carry = bits.Add64(total, e.Weight, 0); carry != 0 {
			return nil, wrap.Errorf(ErrMalformed, "the weights add up to 2^64 or more")
		}
		data = append(data, e.Data...)
		l.entries[i] = Entry{data[len(data)-len(e.Data) : len(data) : len(data)], e.Weight}
	}
	if !slices.IsSortedFunc(l.entries, compare) { // it usually is
		slices.SortFunc(l.entries, compare)
	}
	switch repeats {
	case joined:
		l.weighted = true
		l.join()
	case distinct:
		for i := 1; i < len(l.entries); i++ {
			if bytes.Equal(l.entries[i-1].Data, l.entries[i].Data) {
				return nil, wrap.Errorf(ErrMalformed, "entry %q is repeated", l.entries[i].Data)
			}
		}
	}
	l.hash()
	return l, nil
}

// join puts one entry in the place of equal ones.
func (l *List) join() {
	n := 1
	for _, e := range l.entries[1:] {
		if last := &l.entries[n-1]; bytes.Equal(last.Data, e.Data) {
			last.Weight += e.Weight // below the sum of all
			continue
		}
		l.entries[n] = e
		n++
	}
	l.entries = slices.Clone(l.entries[:n])
}

func (l *List) isZero() bool { return l == nil || len(l.entries) == 0 }

// Len returns the number of entries.
func (l *List) Len() int { return len(l.entries) }

// At returns a copy of the entry at a position, 0 to Len()−1. Without weights, its Weight
// is 1. It panics with an [ErrMalformed] for any other position.
func (l *List) At(position int) Entry {
	if position < 0 || position >= len(l.entries) {
		panic(wrap.Errorf(ErrMalformed, "position %d isn't in 0 to %d", position, len(l.entries)-1))
	}
	e := l.entries[position]
	return Entry{bytes.Clone(e.Data), e.Weight}
}

// Find returns the positions from first up to and without end that hold these bytes. If
// none does, both are the position where they would stand.
func (l *List) Find(data []byte) (first, end int) {
	first = sort.Search(len(l.entries), func(i int) bool { return bytes.Compare(l.entries[i].Data, data) >= 0 })
	end = first
	for end < len(l.entries) && bytes.Equal(l.entries[end].Data, data) {
		end++
	}
	return first, end
}

// CheckList returns an [ErrMismatch] if the list isn't the announced one.
func (a *Announcement) CheckList(list *List) error {
	if err := a.check(); err != nil {
		return err
	}
	if list.isZero() {
		return wrap.Errorf(ErrMalformed, "no List")
	}
	if list.Len() != a.entries || list.weighted != a.weighted || list.repeats != a.repeats || list.top() != a.top {
		return wrap.Errorf(ErrMismatch, "the list of %d entries isn't the announced one of %d", list.Len(), a.entries)
	}
	return nil
}
