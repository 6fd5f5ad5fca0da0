package record

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Statement is a message that a seat has signed, with what it had read by then. A message
// is a byte for its kind, and a body; where the body doesn't matter, a statement may be shown
// pruned, with a hash in its place, under the same signature. The zero value is none.
type Statement struct {
	Seat    int
	Places  int    // how many places the signer had read
	Head    Digest // of these
	Kind    byte   // the first byte of the message
	Len     int    // of its body, which is the rest
	Message []byte // nil of one that was pruned

	body      Digest // of the body
	digest    Digest // what is signed: zero before that was verified
	signature [ed25519.SignatureSize]byte
}

// Pruned reports whether the message was left out.
func (s Statement) Pruned() bool { return s.Message == nil }

// ParseStatement reads a statement of any agreement, full or pruned, and doesn't verify its
// signature. It returns an [ErrMalformed] for what has no statement's form.
func ParseStatement(post []byte) (Statement, error) {
	st, err := parse(post)
	if err == nil {
		st.own()
	}
	return st, err
}

// parse is ParseStatement, but the message is that of the post, and its body isn't hashed.
func parse(post []byte) (Statement, error) {
	r := field.NewReader(post)
	form := r.Byte("form")
	full := form == fullForm && len(post) > Overhead && len(post) <= Overhead+MaxMessageLen
	r.Check("form", full || form == prunedForm && len(post) == PrunedSize)
	st := Statement{Seat: int(r.Byte("seat")), Places: int(r.Uint32("place"))}
	r.Check("seat", st.Seat < MaxSeats)
	r.Check("place", uint(st.Places) <= MaxPlaces) // an int may have 32 bits
	st.Head = Digest(r.Fixed("head", len(st.Head)))
	if form == prunedForm {
		st.Len, st.Kind, st.body = int(r.Uint32("length")), r.Byte("kind"), Digest(r.Fixed("body", len(st.body)))
		r.Check("length", uint(st.Len) < MaxMessageLen)
	} else if r.Fault() == "" {
		st.Message = r.Fixed("message", len(post)-Overhead)
		st.Kind, st.Len = st.Message[0], len(st.Message)-1
	}
	copy(st.signature[:], r.Fixed("signature", len(st.signature)))
	if fault := r.End(); fault != "" {
		return Statement{}, wrap.Errorf(ErrMalformed, "%d bytes are no statement: %s", len(post), fault)
	}
	return st, nil
}

// own copies the message, and hashes its body.
func (s *Statement) own() {
	if !s.Pruned() {
		s.Message, s.body = bytes.Clone(s.Message), sha256.Sum256(s.Message[1:])
	}
}

// Prune returns the pruned form of a full statement, and everything else as it is. Posts
// are of one statement if their pruned forms are equal.
func Prune(post []byte) []byte {
	st, err := parse(post)
	if err != nil || st.Pruned() {
		return post
	}
	st.body = sha256.Sum256(st.Message[1:])
	return st.Prune()
}

// Prune returns the pruned form.
func (s Statement) Prune() []byte {
	b := append([]byte{prunedForm}, s.fixed()...)
	b = append(binary.BigEndian.AppendUint32(b, uint32(s.Len)), s.Kind)
	return append(append(b, s.body[:]...), s.signature[:]...)
}

// fixed returns what stands between a statement's form and its message.
func (s Statement) fixed() []byte {
	b := binary.BigEndian.AppendUint32([]byte{byte(s.Seat)}, uint32(s.Places))
	return append(b, s.Head[:]...)
}

// Verify returns the statement in a post that has the form of this agreement's, and its
// seat's signature, or an [ErrMalformed] or an [ErrSignature]. Whether it has a place is for
// a [Reader] to say. It is safe for concurrent use.
func (a Agreement) Verify(post []byte) (Statement, error) {
	st, err := a.parse(post)
	if err == nil {
		err = a.verify(&st)
	}
	if err != nil {
		return Statement{}, err
	}
	return st, nil
}

// parse reads a statement of this agreement, whose message is that of the post.
func (a Agreement) parse(post []byte) (Statement, error) {
	st, err := parse(post)
	if err == nil && (st.Seat >= a.seats || st.Len >= a.longest) {
		err = wrap.Errorf(ErrMalformed, "seat %d of %d, and a message of %d bytes, of at most %d",
			st.Seat, a.seats, 1+st.Len, a.longest)
	}
	return st, err
}

// verify verifies the signature of what was parsed, and makes the message its own.
func (a Agreement) verify(st *Statement) error {
	st.own()
	st.digest = a.digestOf(st.fixed(), st.Kind, st.Len, st.body)
	if !ed25519.Verify(a.keys[st.Seat], st.digest[:], st.signature[:]) {
		return wrap.Errorf(ErrSignature, "seat %d names place %d", st.Seat, st.Places)
	}
	return nil
}

// digestOf returns what is signed of a statement.
func (a Agreement) digestOf(fixed []byte, kind byte, length int, body Digest) Digest {
	b := append(binary.BigEndian.AppendUint32(nil, uint32(length)), kind)
	return hash("statement", a.digest[:], []byte{fullForm}, fixed, b, body[:])
}

// signedStatement returns the full statement of a seat that names a place and its head.
func (a Agreement) signedStatement(key Key, seat, place int, head Digest, message []byte) []byte {
	b := append([]byte{fullForm}, Statement{Seat: seat, Places: place, Head: head}.fixed()...)
	b = append(b, message...)
	return sign(key, b, a.digestOf(b[1:statementFixed], message[0], len(message)-1, sha256.Sum256(message[1:])))
}
