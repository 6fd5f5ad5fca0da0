package draw

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
)

// A node of the tree over a list: a hash, and the sum of the weights below it. Both sums
// are hashed by the node above, so the entries' shares of the total can't overlap, and a
// proof shows an entry's own share.
type node struct {
	hash Digest
	sum  uint64
}

const (
	leafLabel  = "squaredeal/draw v1 leaf"
	nodeLabel  = "squaredeal/draw v1 node"
	proofLabel = "squaredeal/draw v1 proof"
)

func leaf(e Entry) node {
	var buffer [128]byte
	b := field.Append(buffer[:0], leafLabel)
	b = binary.BigEndian.AppendUint64(b, e.Weight)
	b = field.Append(b, e.Data)
	return node{sha256.Sum256(b), e.Weight}
}

func inner(left, right node) node {
	var buffer [128]byte
	b := field.Append(buffer[:0], nodeLabel)
	b = right.append(left.append(b))
	return node{sha256.Sum256(b), left.sum + right.sum}
}

func (n node) append(b []byte) []byte {
	return binary.BigEndian.AppendUint64(append(b, n.hash[:]...), n.sum)
}

const nodeSize = sha256.Size + 8

// split returns how many of n > 1 leaves are on the left: the largest power of two below n,
// as in RFC 6962.
func split(n int) int { return 1 << (bits.Len(uint(n-1)) - 1) }

// hash returns the node over the entries from low up to and without high. It appends the
// sibling nodes to the paths of proofs of entries there, which are in order of their
// positions.
func (l *List) hash(low, high int, proofs []*Proof) node {
	if high-low == 1 {
		return leaf(l.entries[low])
	}
	middle := low + split(high-low)
	i, _ := slices.BinarySearchFunc(proofs, middle, func(p *Proof, m int) int { return p.position - m })
	left, right := l.hash(low, middle, proofs[:i]), l.hash(middle, high, proofs[i:])
	for j, p := range proofs {
		if j < i {
			p.path = append(p.path, right)
		} else {
			p.path = append(p.path, left)
		}
	}
	return inner(left, right)
}

// A Proof shows that an entry is at a position of the list of an announcement. The zero
// value proves nothing.
type Proof struct {
	position int
	entry    Entry
	path     []node // siblings, from the leaf up
}

// maxPath is the height of the tree of MaxEntries.
const maxPath = 24

// Prove returns a proof for the entry at each of these positions, 0 to Len()−1. It panics for
// any other. It hashes the whole list once, however many there are.
func (l *List) Prove(positions ...int) []Proof {
	proofs := make([]Proof, len(positions))
	sorted := make([]*Proof, len(positions))
	for i, position := range positions {
		proofs[i] = Proof{position: position, entry: l.At(position)}
		sorted[i] = &proofs[i]
	}
	slices.SortFunc(sorted, func(p, q *Proof) int { return p.position - q.position })
	l.hash(0, len(l.entries), sorted)
	return proofs
}

// Position returns the entry's position in the list, from 0.
func (p Proof) Position() int { return p.position }

// Entry returns a copy of the entry.
func (p Proof) Entry() Entry { return Entry{bytes.Clone(p.entry.Data), p.entry.Weight} }

// Bytes returns the encoding: 53 bytes, the entry's, and 40 for each level of the tree.
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
	r.Check("entry", len(p.entry.Data) >= 1 && len(p.entry.Data) <= MaxEntry)
	r.Check("path", r.Len() <= maxPath*nodeSize)
	for r.Fault() == "" && r.Len() > 0 {
		p.path = append(p.path, node{Digest(r.Fixed("path", sha256.Size)), r.Uint64("path")})
	}
	if fault := r.End(); fault != "" {
		return Proof{}, malformed("proof: %s", fault)
	}
	return p, nil
}

// climb returns the root over n leaves to which a path leads from the leaf at a position,
// and the sum on the left of that leaf. It reports whether such a path fits the tree.
func climb(from node, position, n int, path []node) (root node, before uint64, ok bool) {
	if n <= 1 || len(path) == 0 {
		return from, 0, n == 1 && len(path) == 0
	}
	sibling, path := path[len(path)-1], path[:len(path)-1]
	if left := split(n); position < left {
		root, before, ok = climb(from, position, left, path)
		root = inner(root, sibling)
	} else {
		root, before, ok = climb(from, position-left, n-left, path)
		root = inner(sibling, root)
		before += sibling.sum
	}
	return root, before, ok && root.sum >= sibling.sum // or it has wrapped
}
