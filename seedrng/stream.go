package seedrng

import (
	"strconv"
	"sync/atomic"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stream"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

type hiddenDraws = secret.Value[*draws]

// A Stream is the sequence of bytes that a server seed, a client seed and a nonce
// determine (SPEC.md, section 4). Every method takes its bytes from the same cursor,
// so that reads and draws may be mixed; a copy of a Stream shares it.
//
// A Stream is a [math/rand/v2.Source] and an [io.Reader]. It isn't safe for
// concurrent use.
//
// Draws have no error to ignore. They panic on arguments that are impossible, as
// those of math/rand/v2 do, with an [ErrMalformed]; so they do on the zero Stream. A
// Stream of a finished [Round] panics with an [ErrFinished]. The capacity of 2⁶⁹ bytes,
// after which draws panic with an [ErrExhausted], is out of everybody's reach. Read
// returns these errors.
//
// Timing: rejected words and repeated values cost another word each, so the time of
// all draws but Uint32, Uint64 and Fraction tells something about what was drawn.
type Stream struct{ hiddenDraws }

// draws are a stream and, if it belongs to a round, how to know that it is over.
type draws struct {
	*stream.Stream
	over *atomic.Bool // whether the round is; nil without a round
}

// NewStream returns the stream at its start. The client seed is 1 to [MaxSeedLen]
// bytes of UTF-8; every nonce is valid. It returns an [ErrMalformed] for any other
// client seed and for the zero ServerSeed.
func NewStream(server ServerSeed, client string, nonce uint64) (*Stream, error) {
	if server.isZero() {
		return nil, wrap.Errorf(ErrMalformed, "zero ServerSeed")
	}
	if err := checkText("client seed", client, MaxSeedLen); err != nil {
		return nil, err
	}
	s := newStream(stream.NewKey(server.Reveal()), client, nonce, nil)
	return &s, nil
}

func newStream(key stream.Key, client string, nonce uint64, over *atomic.Bool) Stream {
	var short [128]byte // on the stack
	prefix := append(short[:0], client...)
	prefix = append(prefix, ':')
	prefix = strconv.AppendUint(prefix, nonce, 10)
	prefix = append(prefix, ':')
	return Stream{secret.Hide(&draws{stream.New(key, prefix, streamErrors), over})}
}

// open returns what to draw from, or why nothing can be drawn.
func (s *Stream) open() (*stream.Stream, error) {
	d := secret.Reveal(s.hiddenDraws)
	switch {
	case d == nil:
		return nil, wrap.Errorf(ErrMalformed, "zero Stream")
	case d.over != nil && d.over.Load():
		return nil, wrap.Errorf(ErrFinished, "nothing is drawn after the end of a round")
	}
	return d.Stream, nil
}

func (s *Stream) mustOpen() *stream.Stream {
	st, err := s.open()
	if err != nil {
		panic(err)
	}
	return st
}

// Read fills p and returns its length and no error, until the stream ends.
func (s *Stream) Read(p []byte) (int, error) {
	st, err := s.open()
	if err != nil {
		return 0, err
	}
	return st.Read(p)
}

// Uint32 takes four bytes, big-endian.
func (s *Stream) Uint32() uint32 { return s.mustOpen().Uint32() }

// Uint64 takes eight bytes, big-endian.
func (s *Stream) Uint64() uint64 { return s.mustOpen().Uint64() }

// IntN returns an integer in [0, n), exactly uniform. For n up to 2³² it takes Uint32
// words until one is below 2³² − (2³² mod n), for larger n Uint64 words until one is
// below 2⁶⁴ − (2⁶⁴ mod n), and returns that word mod n. On average it takes fewer
// than two. It panics if n < 1.
func (s *Stream) IntN(n int) int { return s.mustOpen().IntN(n) }

// Uint64N is IntN for bounds up to 2⁶⁴−1. It panics if n is 0.
func (s *Stream) Uint64N(n uint64) uint64 { return s.mustOpen().Uint64N(n) }

// Distinct returns k different integers in [0, n), every ordered choice equally
// likely: the values of IntN(n) in order of appearance, repeats skipped. It draws
// n/n + n/(n−1) + … + n/(n−k+1) values on average (236 for a whole deck of 52), and
// takes memory in proportion to k, and 8 KiB at most besides. It panics unless n ≥ 1
// and 0 ≤ k ≤ n.
//
// Use it for a few values of many, such as the cards of a hand. To put a whole deck in
// order, or half of it, give the Stream to package shuffle, which takes one draw for each
// card. Both are exactly uniform, but they deal different cards: the rules of a game
// must say which it is.
func (s *Stream) Distinct(n, k int) []int { return s.mustOpen().Distinct(n, k) }

// Weighted returns an index of weights, each exactly as likely as its weight says:
// v = Uint64N(sum of the weights), and the first index at which the sum of the weights
// up to and including it exceeds v. Weights may be 0. It panics unless their sum is in
// 1 to 2⁶⁴−1.
func (s *Stream) Weighted(weights []uint64) int { return s.mustOpen().Weighted(weights) }

// Fraction returns Uint32() / 2³², exactly, in [0, 1). Sites scale it to
// ⌊n·Fraction()⌋; the probability of each of these values differs from 1/n by up to
// n/2³² of it, unless n is a power of two. Fraction is for auditing such sites,
// [Stream.IntN] for new games.
func (s *Stream) Fraction() float64 { return float64(s.Uint32()) / (1 << 32) }
