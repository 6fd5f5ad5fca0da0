package oldrecord

import (
	"bytes"
	"cmp"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/field"
)

// Limits of statements.
const (
	MaxMessageLen = 1 << 22 // bytes of one message
	MaxStatements = 1 << 16 // of one seat
	MaxSeatBytes  = 1 << 24 // of all statements of one seat together
)

const (
	statementLabel = "squaredeal/record/v1"
	headSize       = 4 + sha256.Size
	fixedSize      = 8 + len(statementLabel) + sha256.Size + 4 + 8 + ed25519.SignatureSize
)

// A Head says how much somebody knows of a seat's statements: how many, from number
// 0 on, and the digest of the last of them, or the table's digest if there is none.
type Head struct {
	Count  int
	Digest Digest
}

// A Statement is a message that a seat has signed, with its place in the record: its
// number among the seat's statements, and the heads of all seats as the signer knew
// them. All statements have passed the checks of [ParseStatement]. A copy is the
// same statement; the zero value is none, and its methods return zeros.
type Statement struct{ p *statement }

type statement struct {
	table   *table
	seat    int
	number  int
	heads   []Head // of all seats; the signer's own is what comes before
	message []byte
	digest  Digest // of all but the signature
	raw     []byte
}

// ParseStatement reads and verifies a statement of a seat of the table. It returns
// an [ErrMalformed] or an [ErrSignature], neither of which is anybody's fault:
// anybody could have made or damaged those bytes.
func ParseStatement(table Table, b []byte) (Statement, error) {
	st, err := decode(table, b)
	if err == nil {
		err = st.verify()
	}
	if err != nil {
		return Statement{}, err
	}
	return Statement{st}, nil
}

// verify checks the signature.
func (st *statement) verify() error {
	body := len(st.raw) - ed25519.SignatureSize
	if !ed25519.Verify(st.table.keys[st.seat], st.raw[:body], st.raw[body:]) {
		return fmt.Errorf("%w: statement %d of seat %d", ErrSignature, st.number, st.seat)
	}
	return nil
}

// decode makes every check but that of the signature.
func decode(table Table, b []byte) (*statement, error) {
	t := table.t
	if t == nil {
		return nil, malformed("zero Table")
	}
	if most := t.statementLen(nil) + MaxMessageLen; len(b) > most { // then so is the message
		return nil, malformed("statement of %d bytes, more than %d", len(b), most)
	}
	b = bytes.Clone(b)
	r := field.NewReader(b)
	r.Label(statementLabel)
	r.Check("table", Digest(r.Fixed("table", sha256.Size)) == t.digest)
	seat := r.Uint32("seat")
	r.Check("seat", seat < uint32(len(t.keys)))
	st := &statement{table: t, seat: int(seat), heads: make([]Head, len(t.keys)), raw: b}
	for i := range st.heads {
		count := r.Uint32("head")
		digest := Digest(r.Fixed("head", sha256.Size))
		r.Check("head", count <= MaxStatements)
		r.Check("head", count > 0 || digest == t.digest)
		st.heads[i] = Head{int(count), digest}
	}
	st.message = r.Field("message")
	body := len(b) - r.Len()
	r.Fixed("signature", ed25519.SignatureSize)
	if fault := r.End(); fault != "" {
		return nil, malformed("statement: %s", fault)
	}
	st.number = st.heads[seat].Count
	if st.number >= MaxStatements {
		return nil, malformed("statement %d, not below %d", st.number, MaxStatements)
	}
	st.digest = sha256.Sum256(b[:body])
	return st, nil
}

// statementLen returns the length of a statement.
func (t *table) statementLen(message []byte) int {
	return fixedSize + len(t.keys)*headSize + len(message)
}

// head returns the head of a chain.
func (t *table) head(chain []*statement) Head {
	if len(chain) == 0 {
		return Head{0, t.digest}
	}
	return Head{len(chain), chain[len(chain)-1].digest}
}

// sign makes a statement.
func sign(t *table, seat int, key ed25519.PrivateKey, heads []Head, message []byte) *statement {
	b := t.body(seat, heads, message)
	return &statement{
		table:   t,
		seat:    seat,
		number:  heads[seat].Count,
		heads:   heads,
		message: b[len(b)-len(message):],
		digest:  sha256.Sum256(b),
		raw:     append(b, ed25519.Sign(key, b)...),
	}
}

// body returns a statement without its signature.
func (t *table) body(seat int, heads []Head, message []byte) []byte {
	b := make([]byte, 0, t.statementLen(message))
	b = field.Append(b, statementLabel)
	b = append(b, t.digest[:]...)
	b = binary.BigEndian.AppendUint32(b, uint32(seat))
	for _, head := range heads {
		b = binary.BigEndian.AppendUint32(b, uint32(head.Count))
		b = append(b, head.Digest[:]...)
	}
	return field.Append(b, message)
}

// Seat returns the seat that signed the statement.
func (s Statement) Seat() int {
	if s.p == nil {
		return 0
	}
	return s.p.seat
}

// Number returns how many statements the seat had made before.
func (s Statement) Number() int {
	if s.p == nil {
		return 0
	}
	return s.p.number
}

// Message returns a copy of the message.
func (s Statement) Message() []byte {
	if s.p == nil {
		return nil
	}
	return bytes.Clone(s.p.message)
}

// Head returns what the signer says it had heard from a seat, or, for the signer
// itself, had said before.
func (s Statement) Head(seat int) Head {
	if s.p == nil || seat < 0 || seat >= len(s.p.heads) {
		return Head{}
	}
	return s.p.heads[seat]
}

// Digest returns the SHA-256 of the statement without its signature: two statements
// are the same if their digests are, even if their signatures differ.
func (s Statement) Digest() Digest {
	if s.p == nil {
		return Digest{}
	}
	return s.p.digest
}

// Bytes returns the encoding, as [ParseStatement] reads it.
func (s Statement) Bytes() []byte {
	if s.p == nil {
		return nil
	}
	return bytes.Clone(s.p.raw)
}

// compare orders statements by seat, number and digest.
func compare(a, b *statement) int {
	return cmp.Or(cmp.Compare(a.seat, b.seat), cmp.Compare(a.number, b.number), bytes.Compare(a.digest[:], b.digest[:]))
}

// contradict reports whether no honest seat signs both statements.
func contradict(a, b *statement) bool {
	return a.seat == b.seat && a.digest != b.digest && !follows(a, b) && !follows(b, a)
}

// follows reports whether an honest seat that has said a can say b later.
func follows(a, b *statement) bool {
	if b.number <= a.number || b.number == a.number+1 && b.heads[b.seat].Digest != a.digest {
		return false
	}
	for seat, earlier := range a.heads {
		later := b.heads[seat]
		if later.Count < earlier.Count || later.Count == earlier.Count && later.Digest != earlier.Digest {
			return false
		}
	}
	return true
}
