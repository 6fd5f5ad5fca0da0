package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/story"
)

// A verdict is what the posts of a board say of a match: who won what, and who is out by
// what. It takes nobody's word, but the board's for silence and for the end.
type verdict struct {
	terms  table.Terms
	posts  []record.Post
	signed bool // the end is, by the board
	table  *table.Table
	game   *holdem.Game
	outs   []out
	err    error // what is wrong with the record
}

// An out is a seat that didn't play to the end.
type out struct {
	Seat int    `json:"seat"`
	Hand int    `json:"hand"`           // 0 is the toss
	Why  string `json:"why"`            // fault, silent or left
	What string `json:"what,omitempty"` // of a fault
	Post uint64 `json:"post"`           // of the record, by which it is out
}

// judge reads posts as somebody without a seat.
func judge(posts []record.Post) *verdict {
	v := &verdict{posts: posts}
	v.signed = len(posts) > 0 && len(posts[len(posts)-1].Bytes) == record.HeadSize
	v.table, v.err = board.Audit(posts, func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
		g, err := holdem.New(terms, seat, secret)
		v.terms, v.game = terms, g
		return g, err
	})
	if v.table == nil {
		return v
	}
	for _, o := range v.table.Outs() {
		post := 2 + len(v.terms.Seats) + o.Place // the first are the board's offer, and the seats'
		v.outs = append(v.outs, out{o.Seat, o.Round - 1, o.Why.String(), holdem.FaultText(o.Text), uint64(post)})
	}
	return v
}

// because returns the seats that are out for a reason.
func (v *verdict) because(why table.Reason) (seats []int) {
	for _, o := range v.outs {
		if o.Why == why.String() {
			seats = append(seats, o.Seat)
		}
	}
	return seats
}

// blame returns what is wrong with a match: the record, or those who cheated.
func (v *verdict) blame() error {
	var texts []string
	guilty := v.because(table.Fault)
	for _, o := range v.outs {
		if slices.Contains(guilty, o.Seat) {
			texts = append(texts, fmt.Sprintf("seat %d cheated: %s", o.Seat, o.What))
		}
	}
	switch {
	case guilty != nil && (v.err == nil || !v.signed):
		return cli.Blame(errors.New(strings.Join(texts, "; ")), guilty...)
	case v.err != nil:
		return cli.CheckFailed(v.err)
	}
	return nil
}

// judge prints how a match ended that this process has played, and returns what was wrong
// with it, by those of its seats that don't cheat, if there are any.
func (p *party) judge(ctx context.Context, b board.Board, seats []*seat) error {
	last := seats[len(seats)-1]
	if last.story != nil {
		last.story.flush()
	}
	if last.left && p.alone {
		last.story.say("You left in hand %d.", last.game.Hand)
		return nil
	}
	honest := seats
	if p.cheat != "" && len(seats) > 1 {
		honest = seats[1:]
	}
	for _, s := range honest {
		if errors.Is(s.err, board.ErrNotFinal) {
			return cli.CheckFailed(s.err)
		} else if s.err != nil {
			return s.err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	posts, err := board.All(ctx, b)
	if err != nil {
		return fmt.Errorf("the match is over, but its record can't be read: %w", err)
	}
	if p.record != "" {
		if err := board.WriteFile(p.record, posts); err != nil {
			return fmt.Errorf("writing the record: %w", err)
		}
	}
	v := judge(posts)
	err = v.blame()
	for _, s := range honest {
		if v.table == nil || s.Table.Head() != v.table.Head() {
			err = cli.CheckFailed(errors.Join(fmt.Errorf("seat %d has read something else than the board shows now", s.Number), v.err))
		} else if gone := slices.Concat(v.because(table.Fault), v.because(table.Silent)); slices.Contains(gone, s.Number) {
			err = cmp.Or(err, cli.CheckFailed(fmt.Errorf("the others went on without seat %d", s.Number)))
		}
	}
	switch {
	case v.table == nil:
		return err
	case p.asJSON:
		return v.print(p.out, &last.Number, err)
	}
	fmt.Fprintln(p.out)
	v.tell(last.story)
	return err
}

// audit says what the posts in a file prove.
func (p *party) audit(name string) error {
	posts, err := board.ReadFile(name)
	if errors.As(err, new(*os.PathError)) {
		return fmt.Errorf("reading the record: %w", err)
	} else if err != nil {
		return cli.CheckFailed(fmt.Errorf("the record is damaged: %w", err))
	}
	v := judge(posts)
	switch {
	case v.table == nil:
		return v.blame()
	case p.asJSON:
		return v.print(p.out, nil, v.blame())
	}
	t := &teller{party: p, explained: make(map[holdem.Stage]bool)}
	t.say("The record of the table %s.", board.Fingerprint(v.table.Digest()))
	for _, e := range v.game.Events {
		t.tell(e)
	}
	t.flush()
	fmt.Fprintln(p.out)
	v.tell(t)
	return v.blame()
}

// tell says which seats didn't play to the end, what each has, and what is proved.
func (v *verdict) tell(t *teller) {
	for _, o := range v.outs {
		switch o.Why {
		case table.Fault.String():
			t.say("Seat %d cheated in hand %d: %s. The evidence is post %d, signed with its key %x…: no honest seat signs that after what it had read.",
				o.Seat, o.Hand, o.What, o.Post, v.terms.Seats[o.Seat][:8])
		case table.Silent.String():
			t.say("Seat %d was silent in hand %d until post %d, when its time was up by the board's clock; nobody can prove whose fault that was. What it had put into the pot stayed there.", o.Seat, o.Hand, o.Post)
		default:
			t.say("Seat %d left after hand %d, and kept its chips.", o.Seat, o.Hand)
		}
	}
	var list []string
	var back, lost []int
	for s, chips := range v.game.Stacks {
		list = append(list, fmt.Sprintf("seat %d has %s", s, cli.Thousands(chips)))
		if v.table.Returned(s) {
			back = append(back, s)
		} else {
			lost = append(lost, s)
		}
	}
	deposits := ""
	switch {
	case len(lost) == 0:
		deposits = fmt.Sprintf("All get their deposits of %s back.", cli.Thousands(v.game.Config.Deposit))
	case len(back) > 0:
		deposits = fmt.Sprintf("Deposits of %s go back to %s; that of %s is lost.", cli.Thousands(v.game.Config.Deposit), story.Who(back), story.Who(lost))
	}
	t.say("After %s, %s. %s", cli.Count(len(v.game.Results), "hand"), cli.And(list), deposits)
	size := 0
	for _, p := range v.posts {
		size += len(p.Bytes)
	}
	switch {
	case v.err != nil && v.signed:
		t.say("The board's signature at the end is not of what stands before it: something is missing, or was altered. Only what the seats have signed themselves counts.")
	case v.err != nil:
		if !v.table.Over() {
			t.say("The record ends before the match.")
		}
		t.say("The board hasn't signed the end of the record: that nothing is missing, or that a seat was silent, isn't proved.")
	case v.because(table.Fault) == nil:
		t.say("Nobody has cheated: every signature and every proof of %s, %d kB, holds, all seats kept the rules, and the board has signed that nothing is missing. No key was shown: what isn't open stays closed.",
			cli.Count(len(v.posts), "message"), size/1000)
	}
}

// A report is what -json prints. Lists are by seat where nothing else is said.
type report struct {
	cli.Outcome
	Seat        *int            `json:"seat,omitempty"` // whose view it is; none of an audit
	Fingerprint string          `json:"fingerprint"`
	Terms       terms           `json:"terms"`
	Hands       []holdem.Result `json:"hands"`
	Outs        []out           `json:"outs"`
	Stacks      []int           `json:"stacks"`
	Returned    []bool          `json:"returned"` // the deposit
	Over        bool            `json:"over"`
	Signed      bool            `json:"signed"` // the end, by the board
}

type terms struct {
	holdem.Config
	Patience string `json:"patience"` // a time, such as 15s
}

// print prints the report of a match that a seat has played, or of an audit.
func (v *verdict) print(to io.Writer, seat *int, err error) error {
	r := report{
		Outcome: cli.OutcomeOf(err), Seat: seat, Fingerprint: board.Fingerprint(v.table.Digest()), Terms: terms{v.game.Config, v.terms.Grace.String()},
		Hands: append([]holdem.Result{}, v.game.Results...), Outs: append([]out{}, v.outs...), Stacks: v.game.Stacks, Over: v.table.Over(), Signed: v.err == nil,
	}
	for s := range v.terms.Seats {
		r.Returned = append(r.Returned, v.table.Returned(s))
	}
	return cli.PrintResult(to, r, err)
}
