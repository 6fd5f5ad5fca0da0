package story

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/narrator"
)

// An Audit is what the record of a match says to somebody without a seat. It takes nobody's
// word, but the board's for silence and for the end.
type Audit struct {
	Table  *table.Table // nil if no match began
	Guilty []table.Out  // the seats that cheated
	Err    error        // what is wrong with the record
	posts  []record.Post
	signed error // of these posts
}

// Judge audits the posts of a record. Damage is what kept more of them from being read.
func Judge(posts []record.Post, damage error, game board.NewGame) *Audit {
	a := &Audit{posts: posts}
	a.Table, a.signed = board.Audit(posts, game)
	if a.Err = cmp.Or(a.signed, damage); a.Table == nil {
		a.Err = cmp.Or(a.Err, board.ErrUnsigned)
		return a
	}
	for _, o := range a.Table.Outs() {
		if o.Why == table.Fault {
			a.Guilty = append(a.Guilty, o)
		}
	}
	return a
}

// Signed reports whether the board has signed the end of the record.
func (a *Audit) Signed() bool { return a.signed == nil }

// Blame returns what is wrong with a match, for [cli.Run]: its cheats, by their own signatures, which hold in
// a record that was altered, too; and the record, if it was altered or nobody cheated.
func (a *Audit) Blame(name func(seats []int) string) error {
	if a.Guilty == nil {
		if a.Err != nil {
			return cli.CheckFailed(a.Err)
		}
		return nil
	}
	var texts []string
	var seats []int
	for _, o := range a.Guilty {
		seats = append(seats, o.Seat)
		texts = append(texts, fmt.Sprintf("%s cheated: %s", name([]int{o.Seat}), narrator.Fault(o.Text)))
	}
	if a.signed != nil && !errors.Is(a.signed, board.ErrUnsigned) && !errors.Is(a.signed, board.ErrEarly) {
		texts = append(texts, a.signed.Error())
	}
	return cli.Blame(errors.New(strings.Join(texts, "; ")), seats...)
}

// Proof says what the record of a match proves besides the seats' faults.
func (r *Reporter) Proof(a *Audit) {
	switch {
	case errors.Is(a.signed, board.ErrUnsigned):
		if !a.Table.Over() {
			r.Say("The record ends before the match.")
		}
		r.Say("The board hasn't signed the end of the record: that nothing is missing, or that a seat was silent, isn't proved.")
	case errors.Is(a.signed, board.ErrEarly):
		r.Say("The board closed before all seats had time to sign the end: that a deposit is lost isn't proved.")
	case a.signed != nil:
		r.Say("What the board has signed at the end is not what stands before it: something is missing, or was altered. Only what " +
			"the seats have signed themselves counts.")
	case a.Err != nil:
		r.Say("What follows the end that the board has signed is no message, and proves nothing.")
	case a.Guilty == nil:
		r.Say("Nobody has cheated: every signature and every proof of %s, %d kB, holds, all seats kept the rules, and the board "+
			"has signed that nothing is missing. No key was shown: what isn't open stays closed.",
			cli.Count(len(a.posts), "message"), len(board.Encode(a.posts))/1000)
	}
}
