package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/lines"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

const (
	// giveUp is how many lines at the start of a file may be malformed.
	giveUp = 10
	// listed is how many lines that fail are printed.
	listed = 10
)

// A tally counts bets by what came of them.
type tally struct {
	Bets       int            `json:"bets"`
	Claim      checks         `json:"claims"`         // of the site, about the result
	Eras       map[string]int `json:"eras,omitempty"` // results that agree by another era of the game
	Commitment checks         `json:"commitments"`    // of the site
	Exhausted  int            `json:"exhausted"`      // digests that hold too few numbers
	Malformed  int            `json:"malformed"`
	Failures   []fault        `json:"failures"` // the first
}

// Checks counts verdicts.
type checks struct {
	Absent  int `json:"absent"`
	Agrees  int `json:"agree"`
	AsShown int `json:"agreeAsShown"` // at the digits that were shown
	Differs int `json:"differ"`
}

func (c *checks) add(d checks) {
	c.Absent += d.Absent
	c.Agrees += d.Agrees
	c.AsShown += d.AsShown
	c.Differs += d.Differs
}

func (c *checks) count(v sites.Verdict) {
	switch v {
	case sites.Absent:
		c.Absent++
	case sites.Agrees:
		c.Agrees++
	case sites.AgreesAsShown:
		c.AsShown++
	default:
		c.Differs++
	}
}

// A fault is a line that fails.
type fault struct {
	Line   int    `json:"line"`
	Reason string `json:"reason"`
}

func (t *tally) add(u *tally) {
	t.Bets += u.Bets
	t.Claim.add(u.Claim)
	t.Commitment.add(u.Commitment)
	for era, n := range u.Eras {
		t.era(era, n)
	}
	t.Exhausted += u.Exhausted
	t.Malformed += u.Malformed
	t.Failures = append(t.Failures, u.Failures[:min(len(u.Failures), listed-len(t.Failures))]...)
}

// era counts results of another era.
func (t *tally) era(name string, n int) {
	if t.Eras == nil {
		t.Eras = make(map[string]int)
	}
	t.Eras[name] += n
}

// fail notes that a line fails.
func (t *tally) fail(line int, format string, args ...any) {
	if len(t.Failures) < listed {
		t.Failures = append(t.Failures, fault{line, fmt.Sprintf(format, args...)})
	}
}

// verdict says whether all bets agree, as far as the scheme is known to be the site's.
func (t *tally) verdict(g *sites.Game) error {
	claims, commitments, exhausted := t.Claim.Differs, t.Commitment.Differs, t.Exhausted
	if !g.Evidenced {
		claims, exhausted = 0, 0
	}
	if !committed(g) {
		commitments = 0
	}
	switch {
	case claims+commitments+exhausted > 0:
		return cli.CheckFailed(fmt.Errorf("of %s, %s", cli.Count(t.Bets, "bet"), cli.And(slices.DeleteFunc([]string{
			said(claims, "result", "differ"),
			said(commitments, "commitment", "differ"),
			said(exhausted, "digest", "hold too few numbers"),
		}, func(s string) bool { return s == "" }))))
	case t.Malformed > 0:
		return cli.CheckFailed(fmt.Errorf("malformed, so not checked: %s of %s", cli.Thousands(t.Malformed), cli.Count(t.Bets, "bet")))
	}
	return nil
}

func said(n int, thing, verb string) string {
	switch n {
	case 0:
		return ""
	case 1:
		verb = strings.Replace(verb+" ", " ", "s ", 1)
	}
	return cli.Count(n, thing) + " " + strings.TrimSpace(verb)
}

// auditFile replays the bets of a file.
func auditFile(c command, stdin io.Reader, out *bufio.Writer, progress *cli.Progress) error {
	g, err := sites.Find(c.site, c.game)
	if err != nil {
		return misuse(err)
	}
	in, name, err := lines.Open(c.file, stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	a := newAudit(c.site, g, c.bet)
	if err := a.run(in, progress); err != nil {
		if _, ok := errors.AsType[*fs.PathError](err); ok { // of reading, not of what was read
			return err
		}
		return cli.Misuse(fmt.Errorf("%s: %w", name, err))
	}
	return a.report(out, c.json)
}

// An audit replays the bets of a file.
type audit struct {
	site   string
	game   *sites.Game
	layout *layout
	total  tally
	forms  forms
	misfit bool // the results don't fit the odds
}

func newAudit(site string, g *sites.Game, bet sites.Bet) *audit {
	return &audit{site: site, game: g, layout: newLayout(g, bet), forms: forms{site: site, game: g}}
}

var errNoBets = errors.New("no bet")

// run fills in the total and the counts.
func (a *audit) run(in io.Reader, progress *cli.Progress) error {
	size := lines.Size(in)
	var workers []*worker
	err := lines.Audit[tally]{
		Header: a.layout.detect,
		Worker: func() func(*lines.Chunk[tally]) {
			w := a.newWorker()
			workers = append(workers, w)
			return w.work
		},
		Take: func(c *lines.Chunk[tally]) error {
			leading := a.total.Bets == a.total.Malformed
			a.total.add(&c.Result)
			if leading && a.total.Bets == a.total.Malformed && a.total.Malformed >= giveUp {
				return fmt.Errorf("%w in the first %d lines; line %d: %s", errNoBets, giveUp, a.total.Failures[0].Line, a.total.Failures[0].Reason)
			}
			progress.Show(c.Read, size, cli.Count(a.total.Bets, "bet"))
			return nil
		},
	}.Run(in)
	progress.Hide()
	switch {
	case err != nil:
		return err
	case a.total.Bets == 0:
		return errNoBets
	case a.total.Bets == a.total.Malformed:
		return fmt.Errorf("%w; line %d: %s", errNoBets, a.total.Failures[0].Line, a.total.Failures[0].Reason)
	}
	for _, w := range workers {
		a.forms.add(w.counts)
	}
	return nil
}

// A worker replays the bets of some chunks.
type worker struct {
	*audit
	replayer *sites.Replayer
	values   []string // of the fields
	row      []string
	claim    int // where the result is among the fields
	counts   counts
}

func (a *audit) newWorker() *worker {
	r, err := sites.NewReplayer(a.site, a.game.Name)
	if err != nil {
		panic(err) // the game has been found
	}
	claim := slices.IndexFunc(a.game.Fields, func(f sites.Field) bool { return f.Kind == "result" })
	return &worker{audit: a, replayer: r, values: make([]string, len(a.game.Fields)), claim: claim, counts: make(counts)}
}

// work fills in what comes of a chunk.
func (w *worker) work(c *lines.Chunk[tally]) {
	t := &c.Result
	*t = tally{Failures: t.Failures[:0]}
	for l := range c.Lines {
		t.Bets++
		err := lines.ErrTooLong
		if !l.TooLong {
			err = w.layout.parse(l.Text, w.values, &w.row)
		}
		if err == nil {
			err = w.check(t, l.Number)
		}
		if err != nil {
			t.Malformed++
			t.fail(l.Number, "%v", err)
		}
	}
}

// check replays the bet whose fields are there. The error says that it is malformed.
func (w *worker) check(t *tally, line int) error {
	claim := w.values[w.claim]
	if w.layout.shown {
		if claim == "" {
			return &sites.FieldError{Field: w.game.Fields[w.claim].Name, Reason: "is missing"}
		}
		r, err := w.replayer.ParseResult(w.values, claim)
		if err == nil {
			w.counts.of(&w.forms, w.values).count(&r, nil)
		}
		return err
	}
	got, err := w.replayer.Replay(w.values)
	var impossible *sites.FieldError
	if errors.As(err, &impossible) && impossible.Field == "result" { // the site may show what the game can't give
		w.values[w.claim] = ""
		if got, err = w.replayer.Replay(w.values); err == nil {
			got.Claim = sites.Differs
		}
	}
	if errors.Is(err, sites.ErrExhausted) {
		t.Exhausted++
		t.fail(line, "%v", err)
		return nil
	}
	if err != nil {
		return err
	}
	t.Claim.count(got.Claim)
	t.Commitment.count(got.Commitment)
	if got.Commitment == sites.Differs {
		t.fail(line, "the commitment isn't to this seed")
	}
	if got.Game != w.game.Name { // whose odds are others
		t.era(got.Game, 1)
		return nil
	}
	sheet := w.counts.of(&w.forms, w.values)
	if got.Claim != sites.Differs {
		sheet.count(&got.Result, &got.Result)
		return nil
	}
	t.fail(line, "the seeds give %v, the site showed %s", got.Result, printable(claim))
	sheet.count(nil, &got.Result)
	if impossible == nil {
		if shown, err := w.replayer.ParseResult(w.values, claim); err == nil {
			sheet.count(&shown, nil)
		}
	}
	return nil
}
