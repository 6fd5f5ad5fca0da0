package holdem

// A Result is how a hand ended. Lists are by seat.
type Result struct {
	Hand   int        `json:"hand"` // its number, from 1
	Button int        `json:"button"`
	Board  []string   `json:"board"`
	Shown  [][]string `json:"shown"`  // null for a seat that hasn't shown
	SatOut []int      `json:"satOut"` // seats
	Mucked []int      `json:"mucked"` // seats, in turn
	Pots   []Pot      `json:"pots"`   // the main pot first
	Payout []int      `json:"payout"` // with what nobody has called
	Stacks []int      `json:"stacks"` // after the hand
}
