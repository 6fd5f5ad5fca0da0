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
// and messages that don't fit into [MaxPost] bytes.
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
	some := ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)).Public().(ed25519.PublicKey)
	switch err := o.takes(some); {
	case o.Seats < record.MinSeats || o.Seats > record.MaxSeats:
		return wrap.Errorf(ErrMalformed, "offer: %d seats, not %d to %d", o.Seats, record.MinSeats, record.MaxSeats)
	case o.Longest > MaxPost-record.Overhead-1:
		return wrap.Errorf(ErrMalformed, "offer: messages of %d bytes, not 1 to %d", o.Longest, MaxPost-record.Overhead-1)
	case err != nil:
		return wrap.Errorf(ErrMalformed, "offer: %w", err)
	}
	return nil
}

// takes returns what keeps a key from being a seat's, besides others of seats.
func (o Offer) takes(key ed25519.PublicKey) error {
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

// A Request asks for a seat, or for [AnySeat].
type Request struct {
	Seat      int
	Key       ed25519.PublicKey
	About     []byte // what the seat says of itself, such as a name: boards and tables don't read it
	signature []byte
}

// Ask returns a request for a seat of this offer, signed by its key; nil for a zero Key, and for a
// number of more than 32 bits. What it says about itself has at most [MaxAbout] bytes, or a board
// refuses it as [Malformed].
func (o Offer) Ask(seat int, key record.Key, about []byte) []byte {
	r := Request{Seat: seat, Key: key.Public(), About: about}
	if r.Key == nil || int(int32(seat)) != seat {
		return nil
	}
	signature := ed25519.Sign(ed25519.NewKeyFromSeed(key.Bytes()), r.digest(o))
	return append(r.append(field.Append(nil, label+"request")), signature...)
}

// append appends all but the signature.
func (r Request) append(b []byte) []byte {
	return field.Append(append(binary.BigEndian.AppendUint32(b, uint32(r.Seat)), r.Key...), r.About)
}

func (r Request) digest(o Offer) []byte {
	digest := o.Digest()
	sum := sha256.Sum256(r.append(append(field.Append(nil, label+"request"), digest[:]...)))
	return sum[:]
}

// ParseRequest reads what [Offer.Ask] returns, and doesn't verify the signature.
func ParseRequest(post []byte) (Request, error) {
	f := field.NewReader(bytes.Clone(post))
	f.Label(label + "request")
	r := Request{Seat: int(int32(f.Uint32("seat"))), Key: f.Fixed("key", ed25519.PublicKeySize), About: f.Field("about")}
	r.signature = f.Fixed("signature", ed25519.SignatureSize)
	f.Check("seat", r.Seat >= AnySeat && r.Seat < record.MaxSeats)
	f.Check("about", len(r.About) <= MaxAbout)
	if fault := f.End(); fault != "" {
		return Request{}, wrap.Errorf(ErrMalformed, "request: %s", fault)
	}
	return r, nil
}

// signed reports whether a request is signed by its key, for this offer.
func (r Request) signed(o Offer) bool { return ed25519.Verify(r.Key, r.digest(o), r.signature) }

// A lobby is what the first posts say, up to the last hello.
type lobby struct {
	last   uint64 // post
	offer  *Offer
	seats  []ed25519.PublicKey // nil if they are free
	abouts [][]byte            // of the seats
	barred map[string]bool     // keys
	resets int

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
	switch r, err := ParseRequest(p.Bytes); {
	case l.offer == nil:
		o, err := ParseOffer(p.Bytes)
		if err != nil {
			return false
		}
		l.offer, l.seats, l.abouts, l.barred = &o, make([]ed25519.PublicKey, o.Seats), make([][]byte, o.Seats), make(map[string]bool)
		return true
	case err == nil:
		if seat := l.fits(r); seat >= 0 && r.signed(*l.offer) {
			l.take(seat, r)
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

// Kinds of statements.
const hello, tick byte = 1, 3

// isHello reports whether a statement is a seat's first.
func isHello(st record.Statement) bool { return st.Kind == hello && st.Len == 0 && !st.Pruned() }

// fits returns the seat that a request would get, or -1.
func (l *lobby) fits(r Request) int {
	seat := r.Seat
	if seat == AnySeat {
		seat = l.seat(nil)
	}
	if seat < 0 || seat >= len(l.seats) || l.seats[seat] != nil || l.seat(r.Key) >= 0 || l.barred[string(r.Key)] ||
		l.offer.takes(r.Key) != nil {
		return -1
	}
	return seat
}

func (l *lobby) take(seat int, r Request) {
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
	return append(b, ed25519.Sign(ed25519.NewKeyFromSeed(key.Bytes()), l.resetDigest(uint64(stamp)))...)
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

// Fingerprint returns what players compare: 128 bits of the digest of the terms.
func Fingerprint(d record.Digest) string {
	var groups []string
	for pair := range slices.Chunk(d[:16], 2) {
		groups = append(groups, fmt.Sprintf("%x", pair))
	}
	return strings.Join(groups, " ")
}
