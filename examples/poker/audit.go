package main

import (
	"cmp"
	"fmt"
	"os"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/narrator"
	"github.com/squaredeal/squaredeal/examples/internal/story"
)

// A verdict is what the posts of a board say of a match: who won what, and who is out by what.
type verdict struct {
	*story.Audit
	terms table.Terms
	game  *holdem.Game
	outs  []out
	blame error // what is wrong with the match
}

// An out is a seat that didn't play to the end.
type out struct {
	Seat int    `json:"seat"`
	Hand int    `json:"hand"`           // that had begun last; 0 is the toss
	Why  string `json:"why"`            // fault, silent or left
	What string `json:"what,omitempty"` // of a fault
	Post uint64 `json:"post"`           // of the record, by which it is out
}

// judge reads posts as somebody without a seat. Damage is what kept more of them from being
// read.
func judge(posts []record.Post, damage error) *verdict {
	v := new(verdict)
	v.Audit = story.Judge(posts, damage, func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
		g, err := holdem.New(terms, seat, secret)
		v.terms, v.game = terms, g
		return g, err
	})
	if v.blame = v.Blame(cli.Seats); v.Table == nil {
		return v
	}
	lobby := 0 // the posts before the first statement
	for i, p := range posts {
		if _, err := record.ParseStatement(p.Bytes); err != nil && !record.IsHead(p.Bytes) {
			lobby = i + 1
		}
	}
	hands := make(map[int]int) // not the rounds, as tables wait for those who sit out
	for _, e := range v.game.Events {
		if _, gone := e.What.(holdem.Gone); gone {
			hands[e.Seat] = e.Hand
		}
	}
	for _, o := range v.Table.Outs() {
		v.outs = append(v.outs, out{o.Seat, hands[o.Seat], o.Why.String(), narrator.Fault(o.Text), uint64(lobby + o.Place + 1)})
	}
	return v
}

// audit says what the posts in a file prove.
func (p *party) audit(name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("reading the record: %w", err)
	}
	posts, damage := board.Decode(text)
	if len(posts) == 0 {
		return cli.CheckFailed(fmt.Errorf("the record is damaged: %w", cmp.Or(damage, board.ErrUnsigned)))
	}
	v, t := judge(posts, damage), newTeller(p.out, true)
	if v.Table != nil && !p.asJSON {
		t.Say("The record of the table %s.", board.Fingerprint(v.Table.Digest()))
		t.hears(holdem.Nobody, v.game.Events)
		t.Flush()
	}
	return v.tell(p, t, nil)
}

// tell says which seats didn't play to the end, what each has, and what is proved, in words or
// as one of the seats sees it in JSON, and returns what is wrong with the match.
func (v *verdict) tell(p *party, t *teller, seat *int) error {
	switch {
	case v.Table == nil:
		return v.blame
	case p.asJSON:
		return v.print(p.out, seat)
	}
	fmt.Fprintln(p.out)
	v.tellOuts(t)
	v.tellStacks(t)
	t.Proof(v.Audit)
	return v.blame
}

// tellOuts says which seats didn't play to the end.
func (v *verdict) tellOuts(t *teller) {
	for _, o := range v.outs {
		switch o.Why {
		case table.Fault.String():
			t.Say("Seat %d cheated in hand %d: %s. The evidence is post %d, signed with its key %x…: no honest seat signs that after "+
				"what it had read.",
				o.Seat, o.Hand, o.What, o.Post, v.terms.Seats[o.Seat][:8])
		case table.Silent.String():
			t.Say("Seat %d was silent in hand %d until post %d, when its time was up by the board's clock; nobody can prove whose "+
				"fault that was. What it had put into the pot stayed there.", o.Seat, o.Hand, o.Post)
		default:
			t.Say("Seat %d left after hand %d, and kept its chips.", o.Seat, o.Hand)
		}
	}
}

// tellStacks says what each seat has, and who gets the deposit back.
func (v *verdict) tellStacks(t *teller) {
	var list []string
	var back, lost []int
	for s, chips := range v.game.Stacks {
		list = append(list, fmt.Sprintf("seat %d has %s", s, cli.Thousands(chips)))
		if v.Table.Returned(s) {
			back = append(back, s)
		} else {
			lost = append(lost, s)
		}
	}
	deposits, each := "", cli.Thousands(v.game.Config.Deposit)
	switch {
	case lost == nil:
		deposits = fmt.Sprintf("All get their deposits of %s back.", each)
	case !v.Signed() && back != nil: // what is missing may give them back
		deposits = fmt.Sprintf("Deposits of %s go back at least to %s.", each, cli.Seats(back))
	case back != nil:
		deposits = fmt.Sprintf("Deposits of %s go back to %s; that of %s is lost.", each, cli.Seats(back), cli.Seats(lost))
	}
	t.Say("After %s, %s. %s", cli.Count(len(v.game.Results), "hand"), cli.And(list), deposits)
}
