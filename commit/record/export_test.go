package record

import (
	"crypto/ed25519"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
)

// DigestOf returns what a statement's signature is of.
func DigestOf(st Statement) Digest { return Digest(st.mark[:32]) }

// SignAt signs a statement that names any place and head.
func SignAt(table Table, key Key, places int, head Digest, message []byte) []byte {
	b := append(appendUint32([]byte{statementKind, byte(table.t.owner(key.Public()))}, places), head[:]...)
	return table.t.sign(key, "statement", append(b, message...))
}

// Seal appends a checksum to a copy.
func Seal(b []byte) []byte { return field.Seal(b[:len(b):len(b)]) }

// Trust lets Judge take a post without checking its signature, as if Sign had
// returned it, for runs by the ten thousand.
func (l Log) Trust(post []byte) {
	if st, err := l.l.table.decode(post); err == nil {
		l.l.own[st.Seat] = post
	}
}

// KeyWith returns a key that signs with one seed and passes for another's.
func KeyWith(seed Key, public ed25519.PublicKey) Key {
	return Key{secret.Hide(ed25519.PrivateKey(append(seed.Bytes(), public...)))}
}
