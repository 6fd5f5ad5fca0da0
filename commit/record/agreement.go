package record

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Every error of this package wraps one of these. None is proof of anybody's guilt.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range, belongs to another
	// agreement, or is a zero value.
	ErrMalformed = errors.New("record: malformed")
	// ErrNoPlace: a statement has no place in the sequence that was read.
	ErrNoPlace = errors.New("record: no place")
	// ErrSignature: a signature isn't that of the seat, or of the board.
	ErrSignature = errors.New("record: invalid signature")
	// ErrState: the call isn't possible in the current state, which is unchanged.
	ErrState = errors.New("record: wrong state")
	// ErrUnread: a statement or a signed head names a place beyond what was read.
	ErrUnread = errors.New("record: not read yet")
	// ErrFork: two sequences differ.
	ErrFork = errors.New("record: fork")
)

// Limits and sizes, all but the first two in bytes.
const (
	MinSeats, MaxSeats = 2, 64
	MaxPlaces          = 1<<31 - 1
	MaxTermsLen        = 1 << 16
	MaxMessageLen      = 1 << 22
	Overhead           = statementFixed + ed25519.SignatureSize              // of a statement, besides its message
	PrunedSize         = statementFixed + prunedBody + ed25519.SignatureSize // of one without its message
	HeadSize           = headFixed + ed25519.SignatureSize                   // of a board's signed head

	statementFixed, headFixed = 1 + 1 + 4 + sha256.Size, 1 + 4 + sha256.Size + 8
	prunedBody                = 4 + 1 + sha256.Size
	label                     = "squaredeal/record/v1/"
)

// The first byte of what a board shows.
const (
	fullForm byte = 1 + iota
	headForm
	prunedForm
)

// A Digest is a SHA-256, of an agreement or a statement, or a head.
type Digest [sha256.Size]byte

// A Key signs the statements of one seat in one game, or the heads of a board. It
// prints as redacted. The zero value is invalid.
type Key struct{ hiddenKey }

type hiddenKey = secret.Value[ed25519.PrivateKey]

// GenerateKey returns a key from crypto/rand.
func GenerateKey() Key {
	_, key, _ := ed25519.GenerateKey(nil) // crypto/rand never fails
	return Key{secret.Hide(key)}
}

// ParseKey reads what [Key.Bytes] returned: the 32-byte seed of RFC 8032's private key.
func ParseKey(seed []byte) (Key, error) {
	if len(seed) != ed25519.SeedSize {
		return Key{}, wrap.Errorf(ErrMalformed, "key of %d bytes, not %d", len(seed), ed25519.SeedSize)
	}
	return Key{secret.Hide(ed25519.NewKeyFromSeed(seed))}, nil
}

// Public returns the public key, for [NewAgreement]; nil for a zero Key.
func (k Key) Public() ed25519.PublicKey {
	return bytes.Clone(secret.Reveal(k.hiddenKey)[min(ed25519.SeedSize, len(secret.Reveal(k.hiddenKey))):])
}

// Bytes returns the secret seed; nil for a zero Key.
func (k Key) Bytes() []byte {
	return bytes.Clone(secret.Reveal(k.hiddenKey)[:min(ed25519.SeedSize, len(secret.Reveal(k.hiddenKey)))])
}

// An Agreement is what all agree on before a game. Players compare at least 128 bits of its
// Digest. The zero value is invalid.
type Agreement struct {
	longest, seats int
	keys           []ed25519.PublicKey // of the seats, and then of the board if it has one
	digest         Digest
}

// NewAgreement returns the agreement on these terms (a text, or the digest of one), the
// longest message in bytes, the public keys of seats 0, 1, …, and that of the board, nil
// if it has none. Draw a seat's key for one game: statements could be moved between two
// with the same terms and keys. NewAgreement refuses equal keys, and those that aren't
// canonical or have small order, so that one signature could fit many statements.
func NewAgreement(terms []byte, longest int, seats []ed25519.PublicKey, board ed25519.PublicKey) (Agreement, error) {
	a := Agreement{longest: longest, seats: len(seats)}
	switch {
	case len(terms) < 1 || len(terms) > MaxTermsLen:
		return Agreement{}, wrap.Errorf(ErrMalformed, "terms of %d bytes, not 1 to %d", len(terms), MaxTermsLen)
	case longest < 1 || longest > MaxMessageLen:
		return Agreement{}, wrap.Errorf(ErrMalformed, "a longest message of %d bytes, not 1 to %d", longest, MaxMessageLen)
	case a.seats < MinSeats || a.seats > MaxSeats:
		return Agreement{}, wrap.Errorf(ErrMalformed, "%d seats, not %d to %d", a.seats, MinSeats, MaxSeats)
	}
	if board != nil {
		seats = append(slices.Clip(seats), board)
	}
	b := field.Append(field.Append(nil, label+"table"), terms)
	b = binary.BigEndian.AppendUint32(b, uint32(longest))
	b = binary.BigEndian.AppendUint32(b, uint32(a.seats))
	for i, key := range seats {
		switch {
		case !keyIsGood(key):
			return Agreement{}, wrap.Errorf(ErrMalformed, "the key of %s isn't canonical, or has small order", a.name(i))
		case a.owner(key) >= 0:
			return Agreement{}, wrap.Errorf(ErrMalformed, "the key of %s is repeated", a.name(i))
		}
		a.keys, b = append(a.keys, bytes.Clone(key)), append(b, key...)
	}
	a.digest = sha256.Sum256(b)
	return a, nil
}

// name returns who has a key, by its number.
func (a Agreement) name(owner int) string {
	if owner == a.seats {
		return "the board"
	}
	return fmt.Sprintf("seat %d", owner)
}

// keyIsGood reports whether an agreement takes a public key. One that is no point of the curve
// does no harm, as it verifies nothing.
func keyIsGood(key ed25519.PublicKey) bool {
	if len(key) != ed25519.PublicKeySize {
		return false
	}
	b := bytes.Clone(key)
	slices.Reverse(b)
	b[0] &= 0x7f // without the sign of x
	y := fmt.Sprintf("%x", b)
	return y > "0000000000000000000000000000000000000000000000000000000000000001" && // nor 0: order 1 and 4
		y < "7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec" && // p − 1: order 2
		y != "05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826" && // order 8
		y != "7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7"
}

// Digest returns the SHA-256 of the agreement, which all signatures cover.
func (a Agreement) Digest() Digest { return a.digest }

// owner returns the seat that has a key, the number of seats for the board, or -1.
func (a Agreement) owner(key ed25519.PublicKey) int {
	return slices.IndexFunc(a.keys, func(k ed25519.PublicKey) bool { return bytes.Equal(k, key) })
}

// hash returns the SHA-256 of a label and of parts that need no lengths.
func hash(name string, parts ...[]byte) Digest {
	return sha256.Sum256(append(field.Append(nil, label+name), slices.Concat(parts...)...))
}
