package sites

import (
	"slices"
)

// A Verdict is the outcome of a check.
type Verdict string

// The verdicts.
const (
	Absent Verdict = "absent" // there was nothing to check
	Agrees Verdict = "agrees" // what was given agrees
	// it agrees at the digits that were shown, which are fewer than the game's: a result with all of them may differ
	AgreesAsShown Verdict = "agrees as shown"
	// it agrees if places, such as tiles, are counted from one more, or one less, than the scheme does: Report.Counts has it in words
	AgreesCounted Verdict = "agrees counted otherwise"
	Differs       Verdict = "differs" // it differs
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
