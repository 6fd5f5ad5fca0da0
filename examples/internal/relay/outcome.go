package relay

import (
	"errors"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// An Outcome begins what -json prints of a hand.
type Outcome struct {
	cli.Outcome
	OrRelay bool  `json:"orRelay,omitempty"` // the relay can have done it as well
	Seats   []int `json:"seats,omitempty"`   // of this process
}

// OutcomeOf returns the outcome of a hand that ended with an error or none.
func OutcomeOf(err error, seats []int) Outcome {
	o := Outcome{Outcome: cli.OutcomeOf(err), Seats: seats}
	var b *Blame
	if errors.As(err, &b) {
		o.OrRelay = b.Relay
	}
	return o
}
