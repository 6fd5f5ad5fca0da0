package record

import (
	"fmt"

	"github.com/squaredeal/squaredeal/internal/field"
)

// DigestOf returns what a statement's signature is of.
func DigestOf(st Statement) Digest { return st.digest }

// SignAt signs a statement that names any place and head.
func SignAt(a Agreement, key Key, places int, head Digest, message []byte) []byte {
	return a.signedStatement(key, a.owner(key.Public()), places, head, message)
}

// Seal appends a checksum to a copy.
func Seal(b []byte) []byte { return field.Seal(b[:len(b):len(b)]) }

// Dump returns all that a reader keeps, besides what was judged.
func (r *Reader) Dump() []byte {
	return fmt.Append(nil, r.agreed, r.base, r.heads, r.last, r.signed, r.end)
}
