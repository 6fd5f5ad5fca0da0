package draw

import (
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
