package record

import (
	"crypto/sha256"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
)

// A Digest is a SHA-256, of an agreement or a statement, or a head.
type Digest [sha256.Size]byte

// hash returns the SHA-256 of a label and of parts that need no lengths.
func hash(name string, parts ...[]byte) Digest {
	return sha256.Sum256(append(field.Append(nil, label+name), slices.Concat(parts...)...))
}
