// Package stream turns a key and a prefix into bytes that look random, and the bytes
// into draws: the HMAC-SHA256 counter stream of packages seedrng, commit and shuffle/draw.
package stream

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Errors are those of the package that a stream belongs to: draws that are
// impossible panic with a Malformed one, draws beyond the last block fail with an
// Exhausted one.
type Errors struct{ Malformed, Exhausted error }

// A Stream is the bytes of blocks 0, 1, 2, … 2⁶⁴−1, where block r is
//
//	HMAC-SHA256(key, prefix ‖ r in decimal)
//
// Every method takes its bytes from one cursor. Beyond the last byte, Read returns an
// error; the draws, which nobody expects to fail, panic with it. A Stream isn't
// safe for concurrent use.
type Stream struct {
	hash   keyedHash
	errors *Errors
	msg    []byte // prefix, then room for the decimal block number
	prefix int    // its length
	block  [sha256.Size]byte
	left   int       // bytes of block not yet taken
	next   uint64    // number of the next block
	over   bool      // there is no next block
	short  [128]byte // msg, if it fits
}

// maxDecimal is the length of the longest block number.
const maxDecimal = len("18446744073709551615")

// New returns the stream of a key and a prefix.
func New(key Key, prefix []byte, errors *Errors) *Stream {
	s := &Stream{hash: newKeyedHash(key), errors: errors, prefix: len(prefix)}
	s.msg = s.short[:0]
	if len(prefix)+maxDecimal > len(s.short) {
		s.msg = make([]byte, 0, len(prefix)+maxDecimal)
	}
	s.msg = append(s.msg, prefix...)
	return s
}

// Seek makes block the next one. Vectors of the last block need it, and nothing else.
func (s *Stream) Seek(block uint64) { s.left, s.next, s.over = 0, block, false }

// fill computes the next block. Its caller has taken all of the one before.
func (s *Stream) fill() error {
	if s.over {
		return wrap.Errorf(s.errors.Exhausted, "the stream has no block after 2^64-1")
	}
	s.msg = strconv.AppendUint(s.msg[:s.prefix], s.next, 10)
	s.hash.sum(&s.block, s.msg)
	s.left = len(s.block)
	s.next++
	s.over = s.next == 0
	return nil
}

func (s *Stream) unread() []byte { return s.block[len(s.block)-s.left:] }

// Read fills p, and returns its length and no error until the stream is over.
func (s *Stream) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if s.left == 0 {
			if err := s.fill(); err != nil {
				return n, err
			}
		}
		taken := copy(p[n:], s.unread())
		s.left -= taken
		n += taken
	}
	return n, nil
}

// Uint32 takes four bytes, big-endian.
func (s *Stream) Uint32() uint32 {
	if s.left < 4 {
		var b [4]byte
		if _, err := s.Read(b[:]); err != nil {
			panic(err)
		}
		return binary.BigEndian.Uint32(b[:])
	}
	w := binary.BigEndian.Uint32(s.unread())
	s.left -= 4
	return w
}

// Uint64 takes eight bytes, big-endian.
func (s *Stream) Uint64() uint64 {
	high := s.Uint32()
	return uint64(high)<<32 | uint64(s.Uint32())
}
