package seedrng

import (
	"fmt"
	"strconv"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Request is a step of a round on its way from the player to the server: a bet, or a
// choice in an open round. The server takes it apart for [Session.Reserve]. In JSON,
// nonces are strings.
type Request struct {
	ServerHash Hash   `json:"serverHash"`
	Nonce      uint64 `json:"nonce,string"`
	Step       int    `json:"step"` // 0 is the bet
	Text       string `json:"text"` // what is sent, as the game defines it
}

// Check returns an [ErrMalformed] for what no [Player] sends: a text that isn't 1 to
// [MaxStepLen] bytes of UTF-8, or a negative step. A server checks what it reads.
func (r Request) Check() error {
	if r.Step < 0 {
		return wrap.Errorf(ErrMalformed, "step %d", r.Step)
	}
	return checkText("text of a step", r.Text, MaxStepLen)
}

// Outcome returns the answer to the request that says what came of it.
func (r Request) Outcome(text string) Answer {
	return Answer{ServerHash: r.ServerHash, Nonce: r.Nonce, Step: r.Step, Outcome: text}
}

// Decline returns the answer to a bet that isn't taken. Only step 0 can be declined.
func (r Request) Decline(reason string) Answer {
	return Answer{ServerHash: r.ServerHash, Nonce: r.Nonce, Step: r.Step, Declined: reason}
}

// An Answer is the server's to a [Request], whose hash, nonce and step it names, so that
// it isn't taken for the answer to another. It has an Outcome or the reason why a bet is
// declined, a text or a code of the server's. Each is 1 to [MaxStepLen] bytes of UTF-8.
// The server stores the answer, and gives it again when the Request comes again.
type Answer struct {
	ServerHash Hash   `json:"serverHash"`
	Nonce      uint64 `json:"nonce,string"`
	Step       int    `json:"step"`
	Outcome    string `json:"outcome,omitempty"`
	Declined   string `json:"declined,omitempty"`
}

// check refuses what no server may send in any state.
func (a Answer) check() error {
	switch {
	case a.Outcome != "" && a.Declined != "":
		return wrap.Errorf(ErrMalformed, "an answer with an outcome and a reason for declining")
	case a.Declined == "":
		return checkText("outcome", a.Outcome, MaxStepLen)
	case a.Step != 0:
		return wrap.Errorf(ErrMalformed, "step %d is declined, which isn't a bet", a.Step)
	}
	return checkText("reason for declining", a.Declined, MaxStepLen)
}

// text is the answer for people.
func (a Answer) text() string {
	if a.Declined != "" {
		return fmt.Sprintf("that it was declined, %q", a.Declined)
	}
	return strconv.Quote(a.Outcome)
}
