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
