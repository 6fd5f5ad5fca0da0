package sra

import (
	"crypto/sha3"
	"encoding/binary"

	"github.com/squaredeal/squaredeal/shuffle"
)

// order draws the order into which this key shuffles a deck. Nothing of it shows in the
// time or the memory accesses.
func (k Key) order(d Deck) []int {
	from := k.secret().order.orFresh()
	order := make([]int, d.Len())
	for i := range order {
		order[i] = i
	}
	shuffle.Shuffle(words{shake("shuffle/order", from[:], d.x.Bytes())}, d.Len(), func(i, j int) { swapLast(order[:i+1], j) })
	return order
}

// words are those of a stream, big-endian.
type words struct{ *sha3.SHAKE }

func (w words) Uint64() uint64 {
	var b [8]byte
	w.Read(b[:])
	return binary.BigEndian.Uint64(b[:])
}
