package draw

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"math/bits"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A node of the tree over a list: a hash, and the sum of the weights below it. Both sums
// are hashed by the node above, so the entries' shares of the total can't overlap, and a
// proof shows an entry's own share.
type node struct {
	hash Digest
	sum  uint64
}

const (
	leafLabel    = "squaredeal/draw/v1/leaf"
	nodeLabel    = "squaredeal/draw/v1/node"
	proofLabel   = "squaredeal/draw/v1/proof"
	hiddenLabel  = "squaredeal/draw/v1/hidden"
	receiptLabel = "squaredeal/draw/v1/receipt"
	streamLabel  = "squaredeal/draw/v1/stream"
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

// chunk is how many entries are below each node of the lowest level that a list keeps. The
// nodes below that take more memory than entries do, and are hashed when they are needed.
const chunk = 1 << 10

// levelsOver returns nodes, and all levels of the tree above them. Two neighbours have a node
// above them, and one that is left over goes up as it is: that is the tree of RFC 6962, in
// which the largest power of two below n is on the left.
func levelsOver(nodes []node) [][]node {
	levels := [][]node{nodes}
	for len(nodes) > 1 {
		above := make([]node, 0, (len(nodes)+1)/2)
		for pair := range slices.Chunk(nodes, 2) {
			if len(pair) == 2 {
				above = append(above, inner(pair[0], pair[1]))
			} else {
				above = append(above, pair[0])
			}
		}
		levels = append(levels, above)
		nodes = above
	}
	return levels
}

// appendPath appends the nodes beside the path from node i of the lowest level to the top.
func appendPath(path []node, levels [][]node, i int) []node {
	for _, nodes := range levels {
		if beside := i ^ 1; beside < len(nodes) {
			path = append(path, nodes[beside])
		}
		i >>= 1
	}
	return path
}

// below returns the levels over the entries of a chunk.
func (l *List) below(i int) [][]node {
	entries := l.entries[i*chunk : min((i+1)*chunk, len(l.entries))]
	leaves := make([]node, len(entries))
	for j, e := range entries {
		leaves[j] = leaf(e)
	}
	return levelsOver(leaves)
}

func (l *List) hash() {
	nodes := make([]node, (len(l.entries)+chunk-1)/chunk)
	for i := range nodes {
		levels := l.below(i)
		nodes[i] = levels[len(levels)-1][0]
	}
	l.levels = levelsOver(nodes)
}

func (l *List) top() node { return l.levels[len(l.levels)-1][0] }

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
// panics with an [ErrMalformed] unless these are positions of the list, or its end. It hashes each entry once and
// keeps no proof, so that a list of any length has its proofs in bounded memory.
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

func (p Proof) zero() bool { return p.entry.Weight == 0 }

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
	r.Check("entry", len(p.entry.Data) >= 1 && len(p.entry.Data) <= MaxEntry)
	r.Check("path", r.Len() <= maxPath*nodeSize)
	for r.Fault() == "" && r.Len() > 0 {
		p.path = append(p.path, node{Digest(r.Fixed("path", sha256.Size)), r.Uint64("path")})
	}
	if fault := r.End(); fault != "" {
		return Proof{}, wrap.Errorf(ErrMalformed, "proof: %s", fault)
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
	if left := 1 << (bits.Len(uint(n-1)) - 1); position < left {
		root, before, ok = climb(from, position, left, path)
		root = inner(root, sibling)
	} else {
		root, before, ok = climb(from, position-left, n-left, path)
		root = inner(sibling, root)
		before += sibling.sum
	}
	return root, before, ok && root.sum >= sibling.sum // or it has wrapped
}
