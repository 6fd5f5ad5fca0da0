package main

import (
	"io"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A report is what -json prints. Lists are by seat where nothing else is said.
type report struct {
	cli.Outcome
	Seat        *int   `json:"seat,omitempty"` // whose view it is; none of an audit
	Fingerprint string `json:"fingerprint"`
	Terms       struct {
		holdem.Config
		Patience string `json:"patience"` // a time, such as 15s
	} `json:"terms"`
	Hands    []holdem.Result `json:"hands"`
	Outs     []out           `json:"outs"`
	Stacks   []int           `json:"stacks"`
	Returned []bool          `json:"returned"` // the deposit
	Over     bool            `json:"over"`
	Signed   bool            `json:"signed"` // the end, by the board
}

// print prints the report of a match that a seat has played, or of an audit.
func (v *verdict) print(to io.Writer, seat *int) error {
	r := report{
		Outcome: cli.OutcomeOf(v.blame), Seat: seat, Fingerprint: board.Fingerprint(v.Table.Digest()),
		Hands: append([]holdem.Result{}, v.game.Results...),
		Outs:  append([]out{}, v.outs...), Stacks: v.game.Stacks, Over: v.Table.Over(), Signed: v.Signed(),
	}
	r.Terms.Config, r.Terms.Patience = v.game.Config, v.terms.Grace.String()
	for s := range v.terms.Seats {
		r.Returned = append(r.Returned, v.Table.Returned(s))
	}
	return cli.PrintResult(to, r, v.blame)
}
