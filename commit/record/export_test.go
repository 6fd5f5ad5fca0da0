package record

import (
	"encoding/binary"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/field"
)

// DigestOf returns what a statement's signature is of.
func DigestOf(st Statement) Digest { return Digest([]byte(st.mark[:32])) }

// SignAt signs a statement that names any place and head.
func SignAt(table Table, key Key, places int, head Digest, message []byte) []byte {
	b := binary.BigEndian.AppendUint32([]byte{statementKind, byte(table.owner(key.Public()))}, uint32(places))
	return table.sign(key, "statement", append(append(b, head[:]...), message...))
}

// Seal appends a checksum to a copy.
func Seal(b []byte) []byte { return field.Seal(b[:len(b):len(b)]) }

// Dump returns all that a log keeps, besides what was judged.
func (l *Log) Dump() []byte {
	return fmt.Append(nil, l.table, l.base, l.heads, l.last, l.signed, l.end)
}
