package main

// missed are counts of what the documented protocol doesn't look at.
type missed struct {
	Throws  int `json:"throws"`
	Even    int `json:"even"`    // of these
	Doubles int `json:"doubles"` // of these
	Echoes  int `json:"echoes"`
	Replays int `json:"replays"`
	Refused int `json:"refused"`
}

// audit counts what the protocol has missed of what a seat did.
func audit(throws []throw, seat int) *missed {
	m := &missed{Throws: len(throws)}
	said := make(map[string]bool) // in earlier throws
	for _, t := range throws {
		theirs, own := string(t.Said[seat]), string(t.Said[1-seat])
		if t.Dice.number()%2 == 0 {
			m.Even++
		}
		if t.Dice.double() {
			m.Doubles++
		}
		if theirs == own {
			m.Echoes++
		} else if said[theirs] {
			m.Replays++
		}
		m.Refused += t.Refused
		said[theirs], said[own] = true, true
	}
	return m
}
