package sites

var (
	AppendReplaced = appendReplaced
	Significant    = significant
	RoundedWord    = rounded32
	UpperGamma     = upperGamma
	WordBelow      = wordBelow
)

// InverseOf is what a map makes of the first bits of a word.
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
