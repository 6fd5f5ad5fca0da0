package board

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
	"github.com/squaredeal/squaredeal/internal/field"
)

// A lobby is what the first posts say, up to the last hello.
type lobby struct {
	last   uint64 // post
	offer  *Offer
	seats  []ed25519.PublicKey // nil if they are free
	abouts [][]byte            // of the seats
	barred map[string]bool     // keys
	resets int
	latest int64 // stamp of a post with a place

	agreement record.Agreement // when no seat is free
	reader    *record.Reader   // then, of the hellos; else nil
	hellos    uint64           // a bit for each seat that has said its own, the lowest for seat 0
}

// read takes the next post, and reports whether it has a place.
func (l *lobby) read(p record.Post) (placed bool) {
	if l.begun() || l.closed() || p.Number <= l.last {
		return false
	}
	l.last = p.Number
	if placed = l.take(p); placed {
		l.latest = max(l.latest, p.Stamp)
	}
	return placed
}

func (l *lobby) take(p record.Post) (placed bool) {
	switch r, err := ParseRequest(p.Bytes); {
	case l.offer == nil:
		o, err := ParseOffer(p.Bytes)
		if err != nil {
			return false
		}
		l.offer, l.seats, l.abouts, l.barred = &o, make([]ed25519.PublicKey, o.Seats), make([][]byte, o.Seats), make(map[string]bool)
		return true
	case err == nil:
		if seat := l.seatFor(r); seat >= 0 && r.signed(*l.offer) {
			l.seatKey(seat, r)
			return true
		}
	case l.reader != nil && l.isReset(p.Bytes):
		l.reset()
		return true
	case l.reader != nil:
		if st, err := l.reader.Judge(p.Bytes); err == nil && isHello(st) && l.reader.Place(st, 0) == nil {
			l.hellos |= 1 << st.Seat
			return true
		}
	}
	return false
}

// isHello reports whether a statement is a seat's first.
func isHello(st record.Statement) bool { return st.Kind == kind.Hello && st.Len == 0 && !st.Pruned() }

// seatFor returns the seat that a request would get, or -1.
func (l *lobby) seatFor(r Request) int {
	seat := r.Seat
	if seat == AnySeat {
		seat = l.seat(nil)
	}
	if seat < 0 || seat >= len(l.seats) || l.seats[seat] != nil || l.seat(r.Key) >= 0 || l.barred[string(r.Key)] ||
		l.offer.checkKey(r.Key) != nil {
		return -1
	}
	return seat
}

func (l *lobby) seatKey(seat int, r Request) {
	l.seats[seat], l.abouts[seat] = r.Key, r.About
	if l.free() > 0 {
		return
	}
	var err error
	if l.agreement, err = l.terms().Agreement(); err == nil {
		l.reader, err = record.NewReader(l.agreement)
	}
	if err != nil {
		panic(err) // the offer and each key were checked
	}
}

// missing returns a bit for each seat without a hello.
func (l *lobby) missing() uint64 { return ^l.hellos & (1<<len(l.seats) - 1) }

// resetDigest is what the board signs to reset the lobby as it is.
func (l *lobby) resetDigest(stamp uint64) []byte {
	at := l.agreement.Digest()
	b := append(field.Append(nil, label+"reset"), at[:]...)
	b = binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint64(b, l.missing()), uint32(l.resets+1))
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(b, stamp))
	return sum[:]
}

// resetPost returns the board's reset of the lobby as it is.
func (l *lobby) resetPost(key record.Key, stamp int64) []byte {
	b := binary.BigEndian.AppendUint32(field.Append(nil, label+"reset"), uint32(l.resets+1))
	b = binary.BigEndian.AppendUint64(b, uint64(stamp))
	return append(b, key.Sign(l.resetDigest(uint64(stamp)))...)
}

// isReset reports whether a post is the board's reset of the lobby as it is.
func (l *lobby) isReset(post []byte) bool {
	f := field.NewReader(post)
	f.Label(label + "reset")
	f.Check("attempt", f.Uint32("attempt") == uint32(l.resets+1))
	stamp, signature := f.Uint64("stamp"), f.Fixed("signature", ed25519.SignatureSize)
	return f.End() == "" && ed25519.Verify(l.offer.Board, l.resetDigest(stamp), signature)
}

// reset frees the seats without a hello, and bars their keys.
func (l *lobby) reset() {
	missing := l.missing()
	for seat, key := range l.seats {
		if missing>>seat&1 != 0 {
			l.barred[string(key)], l.seats[seat], l.abouts[seat] = true, nil, nil
		}
	}
	l.resets, l.agreement, l.reader, l.hellos = l.resets+1, record.Agreement{}, nil, 0
}

// begun reports whether all seats have said their hello.
func (l *lobby) begun() bool { return l.reader != nil && l.reader.Begun() }

// closed reports whether it was reset too often.
func (l *lobby) closed() bool { return l.resets >= MaxResets }

// seat returns the seat of a key, the first free one for nil, or -1.
func (l *lobby) seat(key ed25519.PublicKey) int {
	return slices.IndexFunc(l.seats, func(k ed25519.PublicKey) bool { return bytes.Equal(k, key) })
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
func (l *lobby) terms() table.Terms { return l.offer.Terms(slices.Clone(l.seats)) }

// Lobby returns the offer, nil if there is none, and by seat the keys, nil for free seats, and what they
// said of themselves when they asked.
func Lobby(posts []record.Post) (offer *Offer, keys []ed25519.PublicKey, abouts [][]byte) {
	var l lobby
	for _, p := range posts {
		l.read(p)
	}
	return l.offer, l.seats, l.abouts
}
