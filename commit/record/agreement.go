package record

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Limits and sizes, all but the first three in bytes.
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

// Digest returns the SHA-256 of the agreement, which all signatures cover.
func (a Agreement) Digest() Digest { return a.digest }

// owner returns the seat that has a key, the number of seats for the board, or -1.
func (a Agreement) owner(key ed25519.PublicKey) int {
	return slices.IndexFunc(a.keys, func(k ed25519.PublicKey) bool { return bytes.Equal(k, key) })
}
