package sites

import "slices"

// A Verdict is the outcome of a check.
type Verdict string

// The verdicts.
const (
	Absent        Verdict = "absent"                   // there was nothing to check
	Agrees        Verdict = "agrees"                   // what was given agrees
	AgreesAsShown Verdict = "agrees as shown"          // at the digits shown, fewer than the game's: with all of them, it may differ
	AgreesCounted Verdict = "agrees counted otherwise" // with places, such as tiles, counted from one more or less: Report.Counts says so
	Differs       Verdict = "differs"                  // it differs
)

func verdict(ok bool) Verdict {
	if ok {
		return Agrees
	}
	return Differs
}

// rank orders what comes of comparing results by the eras of a game.
func (v Verdict) rank() int {
	return slices.Index([]Verdict{Differs, AgreesCounted, AgreesAsShown, Agrees}, v)
}
