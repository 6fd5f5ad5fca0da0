package seedrng

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
)

// A Stream is the unlimited sequence of bytes that a server seed, a client seed
// and a nonce determine (SPEC.md, section 4). Every method takes its bytes from
// the same cursor, so that reads and draws may be mixed.
//
// A Stream is a [math/rand/v2.Source]. It isn't safe for concurrent use and must
// not be copied. The zero value is invalid; its methods return an [ErrState], or
// panic where they return no error. Capacity is 2⁶⁹ bytes, after which they
// answer [ErrExhausted] in the same ways; nobody has the time to get there.
//
// Timing: rejected words and repeated values cost a further word, so the time of
// IntN and Distinct tells what was drawn to whoever can measure it.
type Stream struct {
	key    **keyed // two pointers, because fmt follows one where it prints a caller's struct by reflection
	msg    []byte  // client ‖ ":" ‖ nonce ‖ ":", then room for the decimal block number
	prefix int     // length of msg without the block number
	left   int     // bytes of the latest block not yet taken
	next   uint64  // number of the next block
	end    bool    // block 2⁶⁴−1 has been computed
}

// keyed is the secret part of a Stream.
type keyed struct {
	hmac  *keyedHash // under the server seed
	block [sha256.Size]byte
}

// NewStream returns the stream at its start. The client seed is 1 to [MaxSeedLen]
// bytes of UTF-8; every nonce is valid. It returns an [ErrMalformed] for any other
// client seed and for the zero ServerSeed.
func NewStream(server ServerSeed, client string, nonce uint64) (*Stream, error) {
	if err := checkSeed("server seed", server.Reveal()); err != nil {
		return nil, err
	}
	if err := checkSeed("client seed", client); err != nil {
		return nil, err
	}
	const maxDecimal = len("18446744073709551615")
	msg := make([]byte, 0, len(client)+len("::")+2*maxDecimal)
	msg = append(msg, client...)
	msg = append(msg, ':')
	msg = strconv.AppendUint(msg, nonce, 10)
	msg = append(msg, ':')
	key := &keyed{hmac: newKeyedHash(server.Reveal())}
	return &Stream{key: &key, msg: msg, prefix: len(msg)}, nil
}

// refill computes the next block; the one before it must have been used up.
func (s *Stream) refill() error {
	if s.key == nil {
		return fmt.Errorf("%w: the stream wasn't made by NewStream", ErrState)
	}
	if s.end {
		return fmt.Errorf("%w: the stream has no block after 2^64-1", ErrExhausted)
	}
	s.msg = strconv.AppendUint(s.msg[:s.prefix], s.next, 10)
	k := *s.key
	k.hmac.sum(&k.block, s.msg)
	s.left = len(k.block)
	s.next++
	s.end = s.next == 0
	return nil
}

// unread returns the bytes of the latest block that have not been taken.
func (s *Stream) unread() []byte {
	block := &(*s.key).block
	return block[len(block)-s.left:]
}

// Read fills p and returns its length and no error, until the stream ends.
func (s *Stream) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		if s.left == 0 {
			if err := s.refill(); err != nil {
				return n, err
			}
		}
		taken := copy(p[n:], s.unread())
		n += taken
		s.left -= taken
	}
	return n, nil
}

// word takes four bytes, big-endian.
func (s *Stream) word() (uint32, error) {
	if s.left >= 4 {
		w := binary.BigEndian.Uint32(s.unread())
		s.left -= 4
		return w, nil
	}
	var b [4]byte
	if _, err := s.Read(b[:]); err != nil {
		return 0, err
	}
	return binary.BigEndian.Uint32(b[:]), nil
}

// Uint32 takes four bytes, big-endian.
func (s *Stream) Uint32() uint32 {
	w, err := s.word()
	if err != nil {
		panic(err)
	}
	return w
}

// Uint64 takes eight bytes, big-endian.
func (s *Stream) Uint64() uint64 {
	high := s.Uint32()
	return uint64(high)<<32 | uint64(s.Uint32())
}

// IntN returns an integer in [0, n), exactly uniform: it takes Uint32 words until
// one is below 2³² − (2³² mod n), and returns that word mod n. On average it takes fewer
// than two. An n outside 1 … 2³² is an [ErrMalformed].
func (s *Stream) IntN(n int) (int, error) {
	const words = 1 << 32
	if n < 1 || uint64(n) > words {
		return 0, malformed("bound n = %d isn't in 1 to 2^32", n)
	}
	limit := words - words%uint64(n)
	for {
		w, err := s.word()
		if err != nil {
			return 0, err
		}
		if uint64(w) < limit {
			return int(uint64(w) % uint64(n)), nil
		}
	}
}

// Distinct returns k different integers in [0, n), every ordered choice equally
// likely: the values of IntN(n) in order of appearance, repeats skipped. It draws
// n/n + n/(n−1) + … + n/(n−k+1) values on average (236 for a whole deck of 52). An n
// outside 1 … 2³², or a k outside 0 … n, is an [ErrMalformed].
func (s *Stream) Distinct(n, k int) ([]int, error) {
	if k < 0 || k > n {
		return nil, malformed("count k = %d isn't in 0 to n = %d", k, n)
	}
	if n < 1 || uint64(n) > 1<<32 {
		return nil, malformed("bound n = %d isn't in 1 to 2^32", n)
	}
	out := make([]int, 0, k)
	seen := newIntSet(n)
	for len(out) < k {
		v, err := s.IntN(n)
		if err != nil {
			return nil, err
		}
		if seen.add(v) {
			out = append(out, v)
		}
	}
	return out, nil
}

// Fraction returns Uint32() / 2³², exactly, in [0, 1). Sites scale it to ⌊n·Fraction()⌋;
// the probability of each of these values differs from 1/n by up to n/2³² of it, unless n is a
// power of two. Fraction is for auditing such sites, [Stream.IntN] for new games.
func (s *Stream) Fraction() float64 { return float64(s.Uint32()) / (1 << 32) }

// Format prints the stream as redacted, whatever the verb.
func (Stream) Format(f fmt.State, _ rune) { io.WriteString(f, "seedrng.Stream(redacted)") }

// An intSet holds integers in [0, n): as bits where these take 8 KiB at the most,
// else in a map, whose memory is proportional to the values held.
type intSet struct {
	bits []uint64
	rest map[int]struct{}
}

func newIntSet(n int) intSet {
	if n <= 1<<16 {
		return intSet{bits: make([]uint64, (n+63)/64)}
	}
	return intSet{rest: make(map[int]struct{})}
}

// add reports whether v was not in the set.
func (s intSet) add(v int) bool {
	if s.bits == nil {
		before := len(s.rest)
		s.rest[v] = struct{}{}
		return len(s.rest) > before
	}
	word, bit := &s.bits[v/64], uint64(1)<<(v%64)
	added := *word&bit == 0
	*word |= bit
	return added
}
