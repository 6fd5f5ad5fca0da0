package commit

import (
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stream"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

const (
	tossStreamLabel  = "squaredeal/toss/v1/stream"
	chainStreamLabel = "squaredeal/chain/v1/stream"
)

// A Stream is a sequence of bytes, and draws from it, that a seed or a round of a chain
// determines (SPEC.md, section 7). Every method takes its bytes from one cursor, so
// reads and draws may be mixed; a copy of a Stream shares it. Draws that are impossible,
// such as IntN(0), panic with an [ErrMalformed], as do all draws of the zero value, which
// is the stream of a zero [Seed] or [Round].
//
// A Stream is a [math/rand/v2.Source], so package shuffle deals from it. It isn't safe
// for concurrent use, and prints as redacted. Rejected words and repeated values cost
// further words, so the time of a draw tells something of it to whoever can measure it.
type Stream struct{ hiddenStream }

type hiddenStream = secret.Value[*stream.Stream]

var streamErrors = &stream.Errors{Malformed: ErrMalformed, Exhausted: ErrState}

func newStream(key [32]byte, prefix []byte) *Stream {
	return &Stream{secret.Hide(stream.New(stream.NewKey(key[:]), prefix, streamErrors))}
}

var errZeroStream = wrap.Errorf(ErrMalformed, "zero Stream")

func (s *Stream) stream() *stream.Stream {
	if secret.IsZero(s.hiddenStream) {
		panic(errZeroStream)
	}
	return secret.Reveal(s.hiddenStream)
}

// Read fills p, and returns its length and no error; an [ErrMalformed] for a zero
// Stream. (After 2⁶⁹ bytes, which nobody reads, it would return an [ErrState].)
func (s *Stream) Read(p []byte) (int, error) {
	if secret.IsZero(s.hiddenStream) {
		return 0, errZeroStream
	}
	return s.stream().Read(p)
}

// Uint32 takes four bytes, big-endian.
func (s *Stream) Uint32() uint32 { return s.stream().Uint32() }

// Uint64 takes eight bytes, big-endian.
func (s *Stream) Uint64() uint64 { return s.stream().Uint64() }

// IntN returns an integer in [0, n), exactly uniform. It panics if n < 1.
func (s *Stream) IntN(n int) int { return s.stream().IntN(n) }

// Uint64N is [Stream.IntN] for numbers of 64 bits. It panics if n is 0.
func (s *Stream) Uint64N(n uint64) uint64 { return s.stream().Uint64N(n) }

// Distinct returns k different integers in [0, n), every ordered choice equally
// likely: the values of IntN(n) in order of appearance, repeats skipped. It panics
// unless 0 ≤ k ≤ n and n ≥ 1.
func (s *Stream) Distinct(n, k int) []int { return s.stream().Distinct(n, k) }

// Weighted returns an index of weights, each with a probability of exactly its weight
// out of the sum of all. It panics unless that is in 1 to 2⁶⁴−1.
func (s *Stream) Weighted(weights []uint64) int { return s.stream().Weighted(weights) }
