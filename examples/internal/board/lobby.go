package board

import (
	"bytes"
	"crypto/ed25519"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// An Offer is the first post: [table.Terms] without the keys of the seats.
type Offer struct {
	Game           []byte
	Seats, Longest int
	Grace, Bank    time.Duration
	Board          ed25519.PublicKey // set by Open
}

// AnySeat asks for the first free seat.
const AnySeat = -1

// A request asks for a seat.
type request struct {
	Seat int
	Key  ed25519.PublicKey
}

// A lobby is what the first posts say.
type lobby struct {
	offer *Offer
	seats []ed25519.PublicKey // nil if they are free
}

// read takes the next post, and reports whether it has a place.
func (l *lobby) read(post []byte) bool {
	if l.offer == nil {
		var o Offer
		some := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey)
		if !decode(post, &o) || o.Seats < record.MinSeats || o.Seats > record.MaxSeats || o.Longest > MaxPost-record.Overhead || !o.fits(some) {
			return false
		}
		l.offer, l.seats = &o, make([]ed25519.PublicKey, o.Seats)
		return true
	}
	var r request
	if !decode(post, &r) || l.seat(r.Key) >= 0 || !l.offer.fits(r.Key) {
		return false
	}
	if r.Seat == AnySeat {
		r.Seat = l.seat(nil)
	}
	if r.Seat < 0 || r.Seat >= len(l.seats) || l.seats[r.Seat] != nil {
		return false
	}
	l.seats[r.Seat] = r.Key
	return true
}

// decode reports whether a post is the only encoding of a value.
func decode(post []byte, v any) bool {
	err := json.Unmarshal(post, v)
	again, _ := json.Marshal(v)
	return err == nil && bytes.Equal(again, post)
}

// fits reports whether a key can be that of a seat: another than the board's, too.
func (o *Offer) fits(key ed25519.PublicKey) bool {
	terms := o.Terms([]ed25519.PublicKey{key, o.Board})
	terms.Board = nil
	_, err := terms.Agreement()
	return err == nil
}

// Terms returns the terms when the seats have these keys.
func (o *Offer) Terms(seats []ed25519.PublicKey) table.Terms {
	return table.Terms{Game: o.Game, Longest: o.Longest, Grace: o.Grace, Bank: o.Bank, Seats: seats, Board: o.Board}
}

// seat returns the seat of a key, the first free one for nil, or -1.
func (l *lobby) seat(key ed25519.PublicKey) int {
	return slices.IndexFunc(l.seats, func(k ed25519.PublicKey) bool { return slices.Equal(k, key) })
}

// free returns how many seats nobody has.
func (l *lobby) free() (n int) {
	for _, key := range l.seats {
		if key == nil {
			n++
		}
	}
	return n
}

// terms returns the terms when no seat is free.
func (l *lobby) terms() (terms table.Terms, full bool) {
	if l.offer == nil || l.free() > 0 {
		return terms, false
	}
	return l.offer.Terms(l.seats), true
}

// Fingerprint is what players compare: 128 bits of the digest of the terms.
func Fingerprint(d record.Digest) string {
	var groups []string
	for pair := range slices.Chunk(d[:16], 2) {
		groups = append(groups, fmt.Sprintf("%x", pair))
	}
	return strings.Join(groups, " ")
}
