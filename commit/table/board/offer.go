package board

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// An Offer is the first post: [table.Terms] without the keys of the seats.
type Offer struct {
	Game           []byte
	Seats, Longest int
	Grace, Bank    time.Duration
	Board          ed25519.PublicKey // set by Open
}

// Bytes returns the encoding.
func (o Offer) Bytes() []byte {
	b := field.Append(field.Append(nil, label+"offer"), o.Game)
	b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(b, uint32(o.Seats)), uint32(o.Longest))
	b = binary.BigEndian.AppendUint64(binary.BigEndian.AppendUint64(b, uint64(o.Grace.Milliseconds())), uint64(o.Bank.Milliseconds()))
	return append(b, o.Board...)
}

// ParseOffer reads what [Offer.Bytes] returns. It refuses what no table can have as its terms,
// and messages that don't fit into [MaxPostLen] bytes.
func ParseOffer(post []byte) (Offer, error) {
	r := field.NewReader(bytes.Clone(post))
	r.Label(label + "offer")
	o := Offer{Game: r.Field("game"), Seats: int(r.Uint32("seats")), Longest: int(r.Uint32("longest"))}
	grace, bank := r.Uint64("grace"), r.Uint64("bank")
	r.Check("grace", grace <= uint64(table.MaxGrace.Milliseconds()))
	r.Check("bank", bank <= table.MaxBanks*grace)
	o.Grace, o.Bank = time.Duration(grace)*time.Millisecond, time.Duration(bank)*time.Millisecond
	o.Board = r.Fixed("board", ed25519.PublicKeySize)
	if fault := r.End(); fault != "" {
		return Offer{}, wrap.Errorf(ErrMalformed, "offer: %s", fault)
	}
	if err := o.check(); err != nil {
		return Offer{}, err
	}
	return o, nil
}

// check returns what is wrong with an offer.
func (o Offer) check() error {
	seed := make([]byte, ed25519.SeedSize)
	some := ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	if some.Equal(o.Board) {
		seed[0] = 1
		some = ed25519.NewKeyFromSeed(seed).Public().(ed25519.PublicKey)
	}
	switch err := o.checkKey(some); {
	case o.Seats < record.MinSeats || o.Seats > record.MaxSeats:
		return wrap.Errorf(ErrMalformed, "offer: %d seats, not %d to %d", o.Seats, record.MinSeats, record.MaxSeats)
	case o.Longest > MaxPostLen-record.Overhead-1:
		return wrap.Errorf(ErrMalformed, "offer: messages of %d bytes, not 1 to %d", o.Longest, MaxPostLen-record.Overhead-1)
	case err != nil:
		return wrap.Errorf(ErrMalformed, "offer: %w", err)
	}
	return nil
}

// checkKey returns what keeps a key from being a seat's, besides others of seats.
func (o Offer) checkKey(key ed25519.PublicKey) error {
	terms := o.Terms([]ed25519.PublicKey{key, o.Board}) // which must differ
	terms.Board = nil
	_, err := terms.Agreement()
	return err
}

// Digest returns the SHA-256 of the encoding.
func (o Offer) Digest() record.Digest { return sha256.Sum256(o.Bytes()) }

// Terms returns the terms when the seats have these keys.
func (o Offer) Terms(seats []ed25519.PublicKey) table.Terms {
	return table.Terms{Game: o.Game, Longest: o.Longest, Grace: o.Grace, Bank: o.Bank, Seats: seats, Board: o.Board}
}

// Fingerprint returns what players compare: 128 bits of the digest of the terms.
func Fingerprint(d record.Digest) string {
	var groups []string
	for pair := range slices.Chunk(d[:16], 2) {
		groups = append(groups, fmt.Sprintf("%x", pair))
	}
	return strings.Join(groups, " ")
}
