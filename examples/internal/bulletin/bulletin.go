// Package bulletin is a board that all seats of a table publish to and read, over TCP
// connections to a relay that none of them has to trust.
//
// A [Board] puts all posts into one order and keeps them, within the [Limits], so that a
// [Client] whose connection or process broke goes on where it was. A seat belongs to the
// Ed25519 key that takes it first, and only the holder of the key can publish as that
// seat. The board begins when all seats are taken: then it tells everybody the keys of
// all.
//
// The board could show the seats different keys, and drop, repeat, invent or reorder
// posts. So post only what is signed by those keys and chained, as the statements of
// oldrecord are, and let players compare the fingerprint of the keys. It sees all
// posts: nothing is encrypted.
package bulletin

import (
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/internal/field"
)

// A Post is what a seat has published.
type Post struct {
	Seat    int
	Message []byte
}

// Limits bound what one seat can do. All clients of a board have the same.
type Limits struct {
	Label    string        // names the program, and the version of its messages
	MaxLen   int           // bytes of one post
	MaxPosts int           // posts
	MaxBytes int           // bytes of all posts together
	Burst    int           // posts at once
	Rate     float64       // posts a second after those
	Send     time.Duration // that a message may take on a connection
}

// Limits of a board.
const (
	MaxSeats    = 64
	MaxTermsLen = 1024 // bytes
)

// AnySeat asks for the lowest free seat.
const AnySeat = 255

// Errors of a [Client].
var (
	// ErrRefused: the board refuses the seat. Its reason follows.
	ErrRefused = errors.New("the relay refuses")
	// ErrRelay: the relay doesn't do what a relay does.
	ErrRelay = errors.New("the relay isn't this program, or not this version, or it cheats")
	// ErrLost: there has been no connection to the relay for too long.
	ErrLost = errors.New("the connection to the relay is lost")
	// ErrFull: the seat has published as much as it may.
	ErrFull = errors.New("this seat has published too much")
	// ErrClosed: the client was closed.
	ErrClosed = errors.New("the table was left")
)

// What a board says: the first byte of a frame.
const (
	greeting = iota // the terms, and a challenge
	waiting         // so many more seats have to be taken
	begun           // the seat's number, how many posts of it and of all are kept, the keys of all
	posted          // a seat and its post, the next in order
	refusal         // the reason; the connection ends
)

// What a client says after its hello is its posts, each with its number, and at its end
// nothing: an empty frame.

type challenge [32]byte

// A hello asks for a seat, and for the posts from a number on.
type hello struct {
	seat      byte
	key       ed25519.PublicKey
	from      uint32
	signature []byte
}

const helloLen = 1 + ed25519.PublicKeySize + 4 + ed25519.SignatureSize

// signed is what the signature of a hello signs.
func (h *hello) signed(label string, c challenge) []byte {
	b := field.Append(nil, "squaredeal/examples/bulletin/v1 hello")
	b = field.Append(b, label)
	b = append(append(b, c[:]...), h.seat)
	b = append(b, h.key...)
	return binary.BigEndian.AppendUint32(b, h.from)
}

func newHello(seat int, key ed25519.PrivateKey, from int, label string, c challenge) []byte {
	h := hello{seat: byte(seat), key: key.Public().(ed25519.PublicKey), from: uint32(from)}
	b := slices.Concat([]byte{h.seat}, h.key, binary.BigEndian.AppendUint32(nil, h.from))
	return append(b, ed25519.Sign(key, h.signed(label, c))...)
}

// parseHello returns nil unless it is a hello, signed for this challenge.
func parseHello(b []byte, label string, c challenge) *hello {
	r := field.NewReader(b)
	h := &hello{seat: r.Byte("seat"), key: r.Fixed("key", ed25519.PublicKeySize), from: r.Uint32("from")}
	h.signature = r.Fixed("signature", ed25519.SignatureSize)
	if r.End() != "" || !ed25519.Verify(h.key, h.signed(label, c), h.signature) {
		return nil
	}
	return h
}
