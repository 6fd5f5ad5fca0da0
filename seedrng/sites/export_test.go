package sites

import "slices"

var (
	AppendReplaced = appendReplaced
	Significant    = significant
	RoundedWord    = rounded32
	UpperGamma     = upperGamma
	WordBelow      = wordBelow
)

// The interpreter, which callers don't see.
type (
	Map        = mapping
	Numbers    = numbering
	NumberKind = numberKind
	Num        = num
	Form       = form
)

const (
	Words       = byWords
	WordsCeil   = byWordsCeil
	Sums        = mapSums
	Inverse     = mapInverse
	Inverse52   = mapInverse52
	Bustabit1   = mapBustabit1
	XPlus1      = divXPlus1
	X           = divX
	Falling     = divFalling
	Infinite    = infinite
	SHA256      = "sha256"
	SHA512      = "sha512"
	Text        = kindText
	Hex         = kindHex
	Number      = kindNumber
	Choice      = kindChoice
	Claim       = kindResult
	PaysReached = paysReached
)

// DefinitionOf is a value of the type of schemes.
var DefinitionOf definition

// Def is a game's scheme.
func Def(g *Game) *definition { return &g.def }

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

// PartOf is the number that an inverse takes of a word, InverseOf what it makes of that.
func PartOf(m Map, w uint32) uint32 { return m.part(w) }

func InverseOf(m Map, x uint32) int64 { return m.inverse(x) }

// Top52Of is what a map makes of the first 52 bits.
func Top52Of(m Map, h uint64) int64 { return m.top52(h) }

// Hex5Of reads a digest.
func Hex5Of(digest []byte, n uint64) uint64 { return (&run{digest: digest}).hex5(n) }

// ReplayGame replays a bet of a game that isn't in the table.
func ReplayGame(g Game, bet Bet) (Result, error) {
	r := newRun(compile(&Site{}, &g))
	if err := r.load(bet, false); err != nil {
		return Result{}, err
	}
	out, err := r.replay()
	return out.Result, err
}
