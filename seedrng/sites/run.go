package sites

import (
	"math/big"
)

// A run replays bets of one scheme.
type run struct {
	plan *scheme
	texts
	hashed
	outcome
	shown  claim    // the site's result
	others others   // for a bet that doesn't agree
	none   *big.Rat // for odds: the probability of a digest that gives no number
	trace
}

// texts are the fields of a bet.
type texts struct {
	raw     []string // as they were given
	values  []string // the same with defaults, then the derived ones
	numbers []uint64 // the fields' numbers
}

// hashed is the digest that numbers are made of.
type hashed struct {
	digest         []byte
	message, outer []byte // buffers
	key            []byte
	pos            int    // in the digest
	cursor         uint64 // of the next digest
}

// An outcome is what numbers become.
type outcome struct {
	list   []int64 // a buffer
	out    []int64
	uncut  []float64 // of multipliers: the quotients that the values of out were cut from, in their units
	group  int
	places []int64 // where the values of out stand in the table of pays
}

// A trace is the steps of a report.
type trace struct {
	tracing bool
	stage   string // what digests are for
	steps   []Step
}

func newRun(s *scheme) *run {
	r := &run{plan: s}
	r.reset()
	return r
}

func (r *run) reset() {
	n := len(r.plan.names)
	if r.values == nil {
		r.raw, r.values, r.numbers = make([]string, n), make([]string, n), make([]uint64, n)
	}
	r.cursor, r.pos, r.out, r.uncut = r.plan.start, 0, r.out[:0], r.uncut[:0]
	r.places = r.places[:0]
}

func (r *run) step(part, text, value string) { r.steps = append(r.steps, Step{part, text, value}) }

func (r *run) form() *form { return &r.plan.game.def.Form }

// value is a value as the game's results show it.
func (r *run) value(v int64) string { return string(r.form().append(nil, v)) }

// others are runs for a bet that doesn't agree.
type others struct {
	eras   []*run   // of the game's other eras
	retold *run     // of the same scheme, for other fields
	fields []string // a buffer for these
}
