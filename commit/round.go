package commit

import (
	"encoding/binary"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
)

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
