package draw

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Proof shows that an entry is at a position of the list of an announcement. The zero
// value is invalid.
type Proof struct {
	position int
	entry    Entry
	path     []node // siblings, from the leaf up
}

// maxPath is the height of the tree of MaxEntries.
const maxPath = 24

// Prove returns a proof for the entry at each of these positions, 0 to Len()−1. It panics for
// any other. Each proof takes some hundred bytes; for those of a whole list, see
// [List.Proofs].
func (l *List) Prove(positions ...int) []Proof {
	proofs := make([]Proof, len(positions))
	sorted := make([]*Proof, len(positions))
	for i, position := range positions {
		proofs[i] = Proof{position: position, entry: l.At(position)}
		sorted[i] = &proofs[i]
	}
	slices.SortFunc(sorted, func(p, q *Proof) int { return p.position - q.position })
	var levels [][]node
	for i, p := range sorted {
		if c := p.position / chunk; i == 0 || c != sorted[i-1].position/chunk {
			levels = l.below(c)
		}
		p.path = l.path(levels, p.position)
	}
	return proofs
}

// path returns the path of a proof, from the levels over its chunk.
func (l *List) path(levels [][]node, position int) []node {
	path := make([]node, 0, len(levels)+len(l.levels)-2)
	return appendPath(appendPath(path, levels, position%chunk), l.levels, position/chunk)
}

// Proofs yields the proofs of the entries from first up to and without end, in order, and
// panics with an [ErrMalformed] unless these are positions of the list, or its end. It
// hashes each entry once and keeps no proof, so that a list of any length has its proofs in
// bounded memory.
func (l *List) Proofs(first, end int) iter.Seq[Proof] {
	if first < 0 || first > end || end > len(l.entries) {
		panic(wrap.Errorf(ErrMalformed, "positions %d to %d of %d entries", first, end, len(l.entries)))
	}
	return func(yield func(Proof) bool) {
		var levels [][]node
		for i := first; i < end; i++ {
			if i == first || i%chunk == 0 {
				levels = l.below(i / chunk)
			}
			if !yield(Proof{i, l.At(i), l.path(levels, i)}) {
				return
			}
		}
	}
}

func (p Proof) isZero() bool { return p.entry.Weight == 0 }

// Position returns the entry's position in the list, from 0.
func (p Proof) Position() int { return p.position }

// Entry returns a copy of the entry.
func (p Proof) Entry() Entry { return Entry{bytes.Clone(p.entry.Data), p.entry.Weight} }

// Bytes returns the encoding: 52 bytes, the entry's, and 40 for each level of the tree.
func (p Proof) Bytes() []byte {
	b := field.Append(nil, proofLabel)
	b = binary.BigEndian.AppendUint32(b, uint32(p.position))
	b = binary.BigEndian.AppendUint64(b, p.entry.Weight)
	b = field.Append(b, p.entry.Data)
	for _, n := range p.path {
		b = n.append(b)
	}
	return b
}

// ParseProof reads an encoding and nothing else. [Announcement.CheckProof] then says whether it
// proves anything.
func ParseProof(b []byte) (Proof, error) {
	r := field.NewReader(b)
	r.Label(proofLabel)
	position := r.Uint32("position")
	r.Check("position", position < MaxEntries)
	p := Proof{position: int(position), entry: Entry{Weight: r.Uint64("weight")}}
	r.Check("weight", p.entry.Weight > 0)
	p.entry.Data = bytes.Clone(r.Field("entry"))
	r.Check("entry", len(p.entry.Data) >= 1 && len(p.entry.Data) <= MaxEntryLen)
	r.Check("path", r.Len() <= maxPath*nodeSize)
	for r.Fault() == "" && r.Len() > 0 {
		p.path = append(p.path, node{Digest(r.Fixed("path", sha256.Size)), r.Uint64("path")})
	}
	if fault := r.End(); fault != "" {
		return Proof{}, wrap.Errorf(ErrMalformed, "proof: %s", fault)
	}
	return p, nil
}

// CheckProof returns an [ErrMismatch] if the proof's entry isn't at its position of the
// announced list.
func (a *Announcement) CheckProof(p Proof) error {
	if err := a.check(p); err != nil {
		return err
	}
	_, err := a.share(p)
	return err
}

// share returns the sum of the weights before a proof's entry.
func (a *Announcement) share(p Proof) (before uint64, err error) {
	root, before, ok := climb(leaf(p.entry), p.position, a.entries, p.path)
	fair := a.weighted || p.entry.Weight == 1 && before == uint64(p.position) // as in lists, if not in trees
	if !ok || !fair || p.position >= a.entries || root != a.top {
		return 0, wrap.Errorf(ErrMismatch, "entry %q isn't at position %d of the announced list", p.entry.Data, p.position)
	}
	return before, nil
}
