package record

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
)

// A Statement is a message that a seat has signed, with what it had read by then. Its
// signature has been verified. The zero value is none.
type Statement struct {
	Seat    int
	Places  int    // how many places the signer had read
	Head    Digest // of these
	Message []byte

	mark [sha256.Size + ed25519.SignatureSize]byte // digest and signature
}

// ParseStatement reads and verifies a statement of the table, wherever its place is, as a
// board does to keep junk away. It returns an [ErrMalformed] or an [ErrSignature], which
// are nobody's fault: anybody could have made or damaged those bytes.
func ParseStatement(table Table, b []byte) (Statement, error) {
	st, err := table.get().decode(b)
	if err == nil {
		err = table.get().verify(&st, b, nil)
	}
	return st, err
}

// decode makes every check but that of the signature. It copies nothing.
func (t *table) decode(b []byte) (st Statement, err error) {
	switch {
	case t.seats == 0:
		return st, malformed("zero Table")
	case len(b) < Overhead || len(b) > Overhead+t.longest:
		return st, malformed("statement of %d bytes, not %d to %d", len(b), Overhead, Overhead+t.longest)
	case b[0] != statementKind || int(b[1]) >= t.seats || binary.BigEndian.Uint32(b[2:]) > MaxPlaces:
		return st, malformed("a statement doesn't begin with %x", b[:6])
	}
	return Statement{Seat: int(b[1]), Places: int(binary.BigEndian.Uint32(b[2:])), Head: Digest(b[6:fixedSize])}, nil
}

// verify checks the signature, unless these are the bytes that this process has signed,
// and completes the statement.
func (t *table) verify(st *Statement, b, own []byte) error {
	body, signature := b[:len(b)-ed25519.SignatureSize], b[len(b)-ed25519.SignatureSize:]
	digest := hash("statement", t.digest[:], body)
	if !bytes.Equal(b, own) && !ed25519.Verify(t.keys[st.Seat], digest[:], signature) {
		err := fail(ErrSignature, "statement of seat %d naming place %d", st.Seat, st.Places)
		*st = Statement{}
		return err
	}
	st.Message = bytes.Clone(body[fixedSize:])
	copy(st.mark[copy(st.mark[:], digest[:]):], signature)
	return nil
}
