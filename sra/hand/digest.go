package hand

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"github.com/squaredeal/squaredeal/internal/field"
)

// A Digest is a SHA-256 of a label and of fields, each with its length.
type Digest [sha256.Size]byte

// String returns the digest in lowercase hex.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

func hash(label string, fields ...[]byte) Digest {
	b := field.Append(nil, "squaredeal/hand/v1/"+label)
	for _, f := range fields {
		b = field.Append(b, f)
	}
	return sha256.Sum256(b)
}

func u32(numbers ...int) (b []byte) {
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return b
}

// What is read, in the head (SPEC.md, section 4).
const (
	readMessage = 1 + iota
	readDeal
	readShow
	readLeave
	readRedeal
)

// read takes something that has an effect into the head.
func (h *Hand) read(what byte, content []byte) {
	h.head = hash("read", h.head[:], []byte{what}, content)
	h.awaits = h.awaits && h.head != h.awaited
}

// push makes a turn due.
func (h *Hand) push(seat int, kind Kind, positions []int, of *task) {
	id := hash("turn", h.head[:], u32(h.turns), u32(seat), []byte{byte(kind)})
	h.turns++
	h.due = append(h.due, turn{Turn{seat, kind, id, positions}, of})
}
