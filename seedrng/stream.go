package seedrng

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
)

// A Stream is the sequence of bytes that a server seed, a client seed and a nonce
// determine (SPEC.md, section 4). Every method takes its bytes from the same
// cursor, so that reads and draws may be mixed; a copy of a Stream shares it too.
//
// A Stream is a [math/rand/v2.Source]. It isn't safe for concurrent use. Its
// capacity is 2⁶⁹ bytes; draws beyond that, which nobody has the time to reach,
// return an [ErrExhausted]. So do draws from the zero value with an [ErrState]. The
// methods that return no error panic instead.
//
// Timing: rejected words and repeated values cost a further word, so the time of
// IntN and Distinct tells what was drawn to whoever can measure it.
type Stream struct {
	state func() *streamState // a closure, for the reason given at ServerSeed
}

type streamState struct {
	hmac   *keyedHash // under the server seed
	msg    []byte     // client ‖ ":" ‖ nonce ‖ ":", then room for the decimal block number
	prefix int        // length of msg without the block number
	block  [sha256.Size]byte
	left   int    // bytes of block not yet taken
	next   uint64 // number of the next block
	end    bool   // block 2⁶⁴−1 has been computed
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
	state := &streamState{hmac: newKeyedHash(server.Reveal()), msg: msg, prefix: len(msg)}
	return &Stream{func() *streamState { return state }}, nil
}

// MarshalText always fails, as ServerSeed's does.
func (*Stream) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("%w: a stream isn't marshalled: its seeds and nonce make it again", ErrState)
}

// buffered returns the state with at least one byte left in its block.
func (s *Stream) buffered() (*streamState, error) {
	if s.state == nil {
		return nil, fmt.Errorf("%w: the stream wasn't made by NewStream", ErrState)
	}
	st := s.state()
	if st.left > 0 {
		return st, nil
	}
	if st.end {
		return nil, fmt.Errorf("%w: the stream has no block after 2^64-1", ErrExhausted)
	}
	st.msg = strconv.AppendUint(st.msg[:st.prefix], st.next, 10)
	st.hmac.sum(&st.block, st.msg)
	st.left = len(st.block)
	st.next++
	st.end = st.next == 0
	return st, nil
}

func (st *streamState) unread() []byte { return st.block[len(st.block)-st.left:] }

// Read fills p and returns its length and no error, until the stream ends.
func (s *Stream) Read(p []byte) (int, error) {
	n := 0
	for n < len(p) {
		st, err := s.buffered()
		if err != nil {
			return n, err
		}
		taken := copy(p[n:], st.unread())
		st.left -= taken
		n += taken
	}
	return n, nil
}

// word takes four bytes, big-endian.
func (s *Stream) word() (uint32, error) {
	st, err := s.buffered()
	if err != nil {
		return 0, err
	}
	if st.left < 4 {
		var b [4]byte
		_, err := s.Read(b[:])
		return binary.BigEndian.Uint32(b[:]), err
	}
	w := binary.BigEndian.Uint32(st.unread())
	st.left -= 4
	return w, nil
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
// one is below 2³² − (2³² mod n), and returns that word mod n. On average it takes
// fewer than two. An n outside 1 … 2³² is an [ErrMalformed].
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
// n/n + n/(n−1) + … + n/(n−k+1) values on average (236 for a whole deck of 52), and
// takes memory in proportion to k. An n outside 1 … 2³², or a k outside 0 … n, is
// an [ErrMalformed].
func (s *Stream) Distinct(n, k int) ([]int, error) {
	if k < 0 || k > n {
		return nil, malformed("count k = %d isn't in 0 to n = %d", k, n)
	}
	if n < 1 || uint64(n) > 1<<32 {
		return nil, malformed("bound n = %d isn't in 1 to 2^32", n)
	}
	out := make([]int, 0, min(k, 1<<16)) // k may be far more than are ever drawn
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

// Fraction returns Uint32() / 2³², exactly, in [0, 1). Sites scale it to
// ⌊n·Fraction()⌋; the probability of each of these values differs from 1/n by up to
// n/2³² of it, unless n is a power of two. Fraction is for auditing such sites,
// [Stream.IntN] for new games.
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
