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
	Hand int    `json:"hand"`           // that had begun last, 0 before the first
	Why  string `json:"why"`            // fault, silent or left
	What string `json:"what,omitempty"` // of a fault
	Post uint64 `json:"post"`           // of the record, by which it is out

	within bool // that hand wasn't over
	played bool // nor had it ended by others who went at once
}

// when says when a seat went out.
func (o out) when() string {
	switch {
	case o.within:
		return fmt.Sprintf("in hand %d", o.Hand)
	case o.Hand == 0:
		return "before hand 1"
	}
	return fmt.Sprintf("after hand %d", o.Hand)
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
	went := make(map[int]out) // by hands, not by rounds, as tables wait for those who sit out
	for _, e := range v.game.Events {
		if gone, ok := e.What.(holdem.Gone); ok {
			went[e.Seat] = out{Seat: e.Seat, Hand: e.Hand, within: gone.Playing, played: gone.Playing}
		}
	}
	outs := v.Table.Outs()
	for i, post := range outPosts(posts, len(outs)) {
		o := outs[i]
		out := went[o.Seat]
		out.Why, out.What, out.Post = o.Why.String(), narrator.Fault(o.Text), post
		if i > 0 && o.Why == table.Silent && v.outs[i-1].Post == post && v.outs[i-1].Hand == out.Hand {
			out.within = v.outs[i-1].within
		}
		v.outs = append(v.outs, out)
	}
	return v
}

// outPosts returns the numbers of the posts by which the first n seats went out. Not every post of a
// record has a place.
func outPosts(posts []record.Post, n int) (numbers []uint64) {
	w := board.NewWatcher(newGame)
	for i := 0; i < len(posts) && len(numbers) < n; i++ {
		w.Read(posts[i]) // as in the audit
		for t := w.Table(); t != nil && len(numbers) < len(t.Outs()); {
			numbers = append(numbers, posts[i].Number)
		}
	}
	return numbers
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
			t.Say("Seat %d cheated %s: %s. The evidence is post %d, signed with its key %x…: no honest seat signs that after "+
				"what it had read.",
				o.Seat, o.when(), o.What, o.Post, v.terms.Seats[o.Seat][:8])
		case table.Silent.String():
			pot := ""
			if o.played {
				pot = " What it had put into the pot stayed there."
			}
			t.Say("Seat %d was silent %s until post %d, when its time was up by the board's clock; nobody can prove whose fault "+
				"that was.%s", o.Seat, o.when(), o.Post, pot)
		default:
			t.Say("Seat %d left %s, and kept its chips.", o.Seat, o.when())
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
