package commit

import (
	"encoding/binary"
	"encoding/hex"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stream"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Seed is the result of a [Toss]. Its text form is 64 lowercase hex characters. The
// zero value is invalid: it is what a failed toss returns.
type Seed [SeedSize]byte

// ParseSeed reads the text form and nothing else: an [ErrMalformed] says what is wrong
// with any other text, and with 64 zeros.
func ParseSeed(text string) (Seed, error) {
	var s Seed
	if err := field.ParseHex(s[:], text); err != nil {
		return s, wrap.Errorf(ErrMalformed, "seed: %v", err)
	}
	if s == (Seed{}) {
		return s, wrap.Errorf(ErrMalformed, "zero Seed")
	}
	return s, nil
}

// String returns the text form.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// MarshalText returns the text form.
func (s Seed) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is [ParseSeed]; s keeps its value on error.
func (s *Seed) UnmarshalText(text []byte) error {
	parsed, err := ParseSeed(string(text))
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// Stream returns the draws of the seed: dice, cards and anything else that all seats
// compute alike. The context says what is drawn, in any number of bytes; another
// context is another stream, independent of the first. A zero Seed has the zero Stream.
func (s Seed) Stream(context []byte) *Stream {
	if s == (Seed{}) {
		return new(Stream)
	}
	return newStream(s, field.Append(field.Append(nil, tossStreamLabel), context))
}

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

// A Round is a round of a [Chain]: its number and its value, as its server knows it
// from the draw and its players from the reveal. It prints as redacted. The zero value
// is invalid.
type Round struct{ hiddenRound }

type hiddenRound = secret.Value[round]

type round struct {
	number uint64
	value  Link
}

// Number returns the number of the round, from 1; 0 for the zero value.
func (r Round) Number() uint64 { return secret.Reveal(r.hiddenRound).number }

// Stream returns the draws of the round. The context says what is drawn, in any number
// of bytes; another context is another stream, independent of the first. A zero Round has
// the zero Stream.
//
// The server knows the values of all rounds, and whoever chooses any part of a context,
// with its help, chooses the outcome. So put a public value into it that nobody knows when
// the anchor is shown, and nobody chooses: that of a beacon's round, which the rules name and
// which comes after the bets. Players' seeds won't do: a server that adds a player of its own
// tries seeds until it likes the outcome. The seed of a toss for each round will, if the rules
// say what it costs a seat not to finish. SPEC.md, section 8.3, has the reasons, and section
// 7.3 a recipe for crash games.
func (r Round) Stream(context []byte) *Stream {
	if secret.IsZero(r.hiddenRound) {
		return new(Stream)
	}
	rd := secret.Reveal(r.hiddenRound)
	prefix := field.Append(nil, chainStreamLabel)
	prefix = binary.BigEndian.AppendUint64(prefix, rd.number)
	return newStream(rd.value, field.Append(prefix, context))
}

func newRound(number uint64, value Link) Round { return Round{secret.Hide(round{number, value})} }
