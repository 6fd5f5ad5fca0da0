package sites

import "slices"

var (
	AppendReplaced = appendReplaced
	Significant    = significant
	RoundedWord    = roundedWord
	UpperGamma     = upperGamma
	Scaled         = scaled
	ScaledUp       = scaledUp
)

const (
	X        = divX
	Falling  = divFalling
	Infinite = infinite
	SHA256   = "sha256"
	SHA512   = "sha512"
)

// Def is a game's scheme.
func Def(g *Game) *definition { return &g.def }

// NumbersOf is the kind of a game's numbers.
func NumbersOf(g *Game) string { return g.def.Numbers.kind() }

// Equal reports whether results have the same values, in the same groups.
func (r Result) Equal(s Result) bool { return r.Group == s.Group && slices.Equal(r.Values, s.Values) }

// ParseResult reads a result of a bet.
func ParseResult(site, game string, bet Bet, text string) (Result, error) {
	s, err := find(site, game)
	if err != nil {
		return Result{}, err
	}
	r := newRun(s)
	if err := r.load(bet, true); err != nil {
		return Result{}, err
	}
	return r.parseResult(text)
}

// An Inverse is a map of words.
type Inverse = inverse

// InverseOf is a game's map.
func InverseOf(g *Game) *Inverse { return g.def.Map.mapKind.(*inverse) }

// Part is the number that an inverse takes of a word, Of what it makes of that.
func (m *inverse) Part(w uint32) uint64 { return m.part(w) }

func (m *inverse) Of(x uint64) int64 { return m.cut(m.quotient(x)) }

// MapOf reads a map.
func MapOf(text string) (m mapping) {
	if err := m.UnmarshalJSON([]byte(text)); err != nil {
		panic(err)
	}
	return m
}

// Of52 is what a map makes of the first 52 bits.
func (m mapping) Of52(h uint64) int64 { return m.mapKind.(interface{ of(uint64) int64 }).of(h) }

// Of is what it makes of the number of a word.
func (m mapping) Of(x uint32) int64 { return m.mapKind.(*inverse).Of(uint64(x)) }

// Hex5Of reads a digest.
func Hex5Of(digest []byte, n uint64) uint64 { return (&run{hashed: hashed{digest: digest}}).hex5(n) }

// ReplayerOf replays bets of a game that isn't in the table.
func ReplayerOf(g Game) *Replayer { return &Replayer{newRun(compile(&Site{}, &g))} }

// ReplayGame replays a bet of a game that isn't in the table.
func ReplayGame(g Game, bet Bet) (Result, error) {
	r := newRun(compile(&Site{}, &g))
	if err := r.load(bet, false); err != nil {
		return Result{}, err
	}
	var out Report
	err := r.replay(&out)
	return out.Result, err
}
